import ChartEngine
import ChartSeries
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

extension Session {
    /// Encodes the state as JSON text; equal states have equal bytes.
    ///
    /// The state excludes rows, and when a driver last sent events.
    ///
    /// - Throws: The error of a custom modifier's or recognizer's state.
    package func encodedState() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return Array(try encoder.encode(SessionState(session: self)))
    }

    /// Restores a session from its state, with the same behaviour from there on.
    ///
    /// - Parameters:
    ///   - state: The bytes of ``encodedState()``.
    ///   - dependencies: The dependencies that are not in the state.
    /// - Throws: ``SessionStateError``.
    package init(state: [UInt8], dependencies: SessionStateDependencies) throws(SessionStateError) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        if let key = SessionState.dependenciesKey { decoder.userInfo[key] = dependencies }
        do {
            self = try decoder.decode(SessionState.self, from: Data(state)).session
        } catch let error as SessionStateError {
            throw error
        } catch let error as UnknownModifier {
            throw .modifierUnknown(error.type)
        } catch let error as UnsoundState {
            throw .unsound("The state has \(error.reason).")
        } catch let error as ModifierError {
            throw .unsound("\(error.property): \(error.reason)")
        } catch let error as DecodingError {
            throw .unsound(error.sentence)
        } catch {
            throw .unsound("The state cannot be read.")
        }
    }
}

extension DecodingError {
    /// The place and the reason of a decoding error.
    fileprivate var sentence: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        let path = (context?.codingPath ?? []).map { $0.intValue.map(String.init) ?? $0.stringValue }
        return "/\(path.joined(separator: "/")): \(context?.debugDescription ?? "unreadable")"
    }
}

extension Session {
    /// A digest for replays, the same on every machine and in every run.
    ///
    /// It covers the revision, the depth of the history, and of each surface: size, version and number of rows; the
    /// axes' ranges, data ranges, growth, limits and motions, which determine their zoom states; visible series; the
    /// selection; the modifiers' ids, types and common options; touches, gestures in progress and armed timers. It
    /// omits the modifiers' memory and parameters, which are slow to read and show in later digests. It omits overlays,
    /// which follow from the other values.
    ///
    /// - Complexity: O(axes + series + recognizers + touches).
    package var stateHash: UInt64 {
        var digest = StateDigest()
        digest.add(revision)
        digest.add(history.done.count << 8 | history.undone.count)
        digest.add(surfaces.count << 8 | links.count)
        for index in surfaces.indices {
            digest.add(surfaces[index].revision)
            digest.add(surfaces[index].movesByLinkedData)
            surfaces[index].surface.add(to: &digest)
        }
        return digest.digest
    }
}

/// The encoded form of a session's surface.
struct SessionSurfaceState: Encodable {
    enum CodingKeys: String, CodingKey {
        case dataset, version, rows, revision, rowsOfRevision, answered, clocks, movesByLinkedData, surface, others
    }

    /// The rows of another dataset of its series.
    struct Other: Codable {
        var dataset: String
        var version: Int
        var rows: Int
    }

    private let entry: SessionSurface

    init(of entry: SessionSurface) {
        self.entry = entry
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let table = entry.surface.chart.table
        try container.encodeIfPresent(entry.dataset, forKey: .dataset)
        try container.encode(table.version, forKey: .version)
        try container.encode(table.rowCount, forKey: .rows)
        try container.encode(entry.revision, forKey: .revision)
        if !entry.hasRowsOfRevision { try container.encode(entry.rowsOfRevision, forKey: .rowsOfRevision) }
        if entry.answered != entry.windowKey { try container.encode(entry.answered, forKey: .answered) }
        let clocks = entry.clocks.clients.map { ClientClock(name: $0.name.text, time: $0.time) }
        if !clocks.isEmpty { try container.encode(clocks, forKey: .clocks) }
        if entry.movesByLinkedData != 0 { try container.encode(entry.movesByLinkedData, forKey: .movesByLinkedData) }
        let others = entry.surface.others.map {
            Other(dataset: $0.dataset, version: $0.table.version, rows: $0.table.rowCount)
        }
        if !others.isEmpty { try container.encode(others, forKey: .others) }
        try container.encode(SurfaceState(of: entry.surface), forKey: .surface)
    }
}

/// The encoded last event time of a client.
private struct ClientClock: Codable {
    var name: String
    var time: Timestamp
}

extension SessionSurface {
    /// Decodes a surface of a session.
    ///
    /// - Throws: ``SessionStateError`` for unavailable rows, or the error of the surface's decoding.
    init(from decoder: any Decoder, dependencies: SessionStateDependencies) throws {
        typealias Key = SessionSurfaceState.CodingKeys
        let container = try decoder.container(keyedBy: Key.self)
        let decoded = try container.superDecoder(forKey: .surface)
        let rows = SessionStateDependencies.Rows(
            surface: try Surface.id(from: decoded),
            dataset: try container.decodeIfPresent(String.self, forKey: .dataset),
            version: try container.decode(Int.self, forKey: .version),
            count: try container.decode(Int.self, forKey: .rows))
        let table = try dependencies.rows(rows)
        var others: [OtherRows] = []
        let encoded = try container.decodeIfPresent([SessionSurfaceState.Other].self, forKey: .others)
        for other in encoded ?? [] {
            let rows = SessionStateDependencies.Rows(
                surface: rows.surface, dataset: other.dataset, version: other.version, count: other.rows)
            others.append(OtherRows(dataset: other.dataset, table: try dependencies.rows(rows)))
        }
        try UnsoundState.require(
            areUnique(others.map(\.dataset)) && !others.contains { $0.dataset == rows.dataset },
            "the rows of a dataset twice")
        let surface = try Surface(from: decoded, table: table, others: others, registry: dependencies.modifiers)
        let revision = try container.decode(Int.self, forKey: .revision)
        self.init(surface: surface, dataset: rows.dataset, revision: revision)
        if let answered = try container.decodeIfPresent(WindowKey.self, forKey: .answered) { self.answered = answered }
        let clocks = try container.decodeIfPresent([ClientClock].self, forKey: .clocks) ?? []
        try UnsoundState.require(
            clocks.count <= ClientClocks.capacity && areUnique(clocks.map { ExactName($0.name) }),
            "too many clocks, or two of one client")
        self.clocks.clients = clocks.map { (ExactName($0.name), $0.time) }
        movesByLinkedData = try container.decodeIfPresent(Int.self, forKey: .movesByLinkedData) ?? 0
        try UnsoundState.require(
            UnsoundState.counts.contains(movesByLinkedData) && UnsoundState.counts.contains(revision),
            "a count beyond the limit")
        let seen = try container.decodeIfPresent(RowsSeen.self, forKey: .rowsOfRevision)
        if let seen {
            rowsOfRevision = seen
        } else {
            rowsOfRevision = RowsSeen(of: surface, moves: movesByLinkedData)
            (rowsOfRevision.version, rowsOfRevision.others) = (rows.version, encoded?.map(\.version))
        }
        driverHeardAt = dependencies.now
    }
}

/// Whether no name occurs twice.
func areUnique(_ names: [some Hashable]) -> Bool { Set(names).count == names.count }

extension SessionHistory: Codable {
    private enum CodingKeys: String, CodingKey {
        case done, undone, spread, movers
    }

    private struct Spread: Codable {
        var surface: String
        var driver: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        done = try container.decodeIfPresent([[RangeChange]].self, forKey: .done) ?? []
        undone = try container.decodeIfPresent([[RangeChange]].self, forKey: .undone) ?? []
        movers = try container.decodeIfPresent([String].self, forKey: .movers) ?? []
        spread = try (container.decodeIfPresent([Spread].self, forKey: .spread) ?? []).map { ($0.surface, $0.driver) }
        try UnsoundState.require(done.count + undone.count <= Self.capacity, "a history that is too long")
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !done.isEmpty { try container.encode(done, forKey: .done) }
        if !undone.isEmpty { try container.encode(undone, forKey: .undone) }
        if !movers.isEmpty { try container.encode(movers, forKey: .movers) }
        if !spread.isEmpty {
            try container.encode(spread.map { Spread(surface: $0.surface, driver: $0.driver) }, forKey: .spread)
        }
    }
}

extension ClientSequences: Codable {
    private struct Written: Codable {
        var client: String
        var sequence: Int
        /// The digest of the last batch.
        var digest: Data
        /// The answer of the last batch.
        var answer: Data?
        /// The digests of the batches before, oldest first; a state of an earlier version has none.
        var earlier: [Data]?
    }

    init(from decoder: any Decoder) throws {
        let written = try [Written](from: decoder)
        try UnsoundState.require(
            written.count <= Self.capacity && areUnique(written.map { ExactName($0.client) }),
            "too many numbered batches, or two of one client")
        try UnsoundState.require(
            written.allSatisfy { UnsoundState.counts.contains($0.sequence) }, "a batch's number beyond the limit")
        self.init()
        entries = try written.map { one in
            let digests = try ((one.earlier ?? []) + [one.digest]).map { bytes in
                guard let digest = BatchDigest(bytes: Array(bytes)) else {
                    throw UnsoundState("an invalid batch hash")
                }
                return digest
            }
            try UnsoundState.require(
                digests.count <= min(Self.repeatable, one.sequence), "more batches of a client than it has sent")
            return Entry(
                client: ExactName(one.client), sequence: one.sequence, digests: RecentDigests(digests),
                answer: one.answer.map { KeptAnswer(Array($0)) })
        }
    }

    func encode(to encoder: any Encoder) throws {
        // The server encodes an answer again if it fails here.
        var kept = self
        kept.dropAnswers { (try? $0.bytes().count) ?? 0 }
        let written = kept.entries.map { entry in
            let digests = entry.digests.all.map { Data($0.bytes) }
            return Written(
                client: entry.client.text, sequence: entry.sequence, digest: digests[digests.count - 1],
                answer: entry.answer?.written.map { Data($0) },
                earlier: digests.count > 1 ? digests.dropLast() : nil)
        }
        try written.encode(to: encoder)
    }
}
