import ChartEngine
import Foundation
import Gestures

/// The encoded form of a session: the number of the format, then the whole state.
struct SessionState: Encodable {
    /// The number of the format, which rises when older states become unreadable.
    static let format = 1
    /// The key of the decoder's dependencies.
    static let dependenciesKey = CodingUserInfoKey(rawValue: "dependencies")

    private enum CodingKeys: String, CodingKey {
        case format, session
    }

    private enum SessionKeys: String, CodingKey {
        case id, timeZone, idleTimeout, locale, meta, revision, surfaces, links, sequences, history
    }

    let session: Session

    func encode(to encoder: any Encoder) throws {
        var top = encoder.container(keyedBy: CodingKeys.self)
        try top.encode(Self.format, forKey: .format)
        var container = top.nestedContainer(keyedBy: SessionKeys.self, forKey: .session)
        try container.encode(session.id, forKey: .id)
        try container.encode(session.timeZone, forKey: .timeZone)
        try container.encode(session.idleTimeout, forKey: .idleTimeout)
        if session.locale != Session.standardLocale { try container.encode(session.locale, forKey: .locale) }
        if !session.meta.isEmpty { try container.encode(Data(session.meta), forKey: .meta) }
        try container.encode(session.revision, forKey: .revision)
        try container.encode(session.surfaces.map(SessionSurfaceState.init), forKey: .surfaces)
        if !session.links.isEmpty { try container.encode(session.links, forKey: .links) }
        if !session.sequences.entries.isEmpty { try container.encode(session.sequences, forKey: .sequences) }
        try container.encode(session.history, forKey: .history)
    }
}

extension SessionState: Decodable {
    init(from decoder: any Decoder) throws {
        guard let key = Self.dependenciesKey, let dependencies = decoder.userInfo[key] as? SessionStateDependencies
        else {
            preconditionFailure("a session is decoded without its dependencies")
        }
        let top = try decoder.container(keyedBy: CodingKeys.self)
        let format = try? top.decode(Int.self, forKey: .format)
        guard format == Self.format else { throw SessionStateError.format(format) }
        let container = try top.nestedContainer(keyedBy: SessionKeys.self, forKey: .session)
        var surfaces: [SessionSurface] = []
        var list = try container.nestedUnkeyedContainer(forKey: .surfaces)
        while !list.isAtEnd {
            surfaces.append(try SessionSurface(from: list.superDecoder(), dependencies: dependencies))
        }
        try UnsoundState.require(areUnique(surfaces.map(\.id)), "a surface's id used twice")
        let idleTimeout = try container.decode(Double.self, forKey: .idleTimeout)
        try UnsoundState.require((0...1e15).contains(idleTimeout), "an invalid idle timeout")
        var session = Session(
            id: try container.decode(String.self, forKey: .id),
            timeZone: try container.decode(String.self, forKey: .timeZone), idleTimeout: idleTimeout,
            locale: try container.decodeIfPresent(String.self, forKey: .locale) ?? Session.standardLocale,
            meta: try container.decodeIfPresent(Data.self, forKey: .meta).map { Array($0) } ?? [], surfaces: [])
        session.surfaces = surfaces
        session.revision = try container.decode(Int.self, forKey: .revision)
        try UnsoundState.require(UnsoundState.counts.contains(session.revision), "a revision beyond the limit")
        session.links = try container.decodeIfPresent([AxisLink].self, forKey: .links) ?? []
        try UnsoundState.require(session.links.allSatisfy(\.isSound), "a link with missing or repeated axes")
        session.sequences =
            try container.decodeIfPresent(ClientSequences.self, forKey: .sequences) ?? ClientSequences()
        session.history = try container.decode(SessionHistory.self, forKey: .history)
        self.init(session: session)
    }
}

extension AxisLink {
    /// Whether each member is there once, with an offset.
    fileprivate var isSound: Bool { offsets.count == members.count && Set(members).count == members.count }
}
