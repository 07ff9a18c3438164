import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import StoreTestSupport
import Synchronization

@testable import ChartDatasets

/// A session in a registry for viewers: each surface shows 60…100 and follows the last row.
struct WatchedSession {
    let time = ManualClock(milliseconds: 1_000_000)
    let catalog = LocalDatasetCatalog(["users": SampleSession.table])
    let registry: SessionRegistry
    let cell: SessionCell
    let id: String

    init(
        streams: StreamLimits = StreamLimits(), store: (any SessionStore)? = nil,
        idleTimeout: Double = 60_000, snapshotEvery: Int = 1_000, keepsHistory: Bool = true
    ) async throws {
        registry = SessionRegistry(
            catalog: catalog,
            limits: .init(
                evictAfter: 10_000, snapshotEvery: snapshotEvery, keepsHistory: keepsHistory, streams: streams),
            clock: time.sessionClock, store: store)
        let created = try await registry.create(showing: ["users"]) { id, tables in
            var x = AxisOptions()
            x.follow = .shift
            let surface = SampleSession.surface(
                table: tables[0], dataset: "users", x: x, xRange: AxisRange(min: 60, max: 100))
            return SampleSession.session([surface], id: id, idleTimeout: idleTimeout)
        }
        id = created.session.id
        cell = try await registry.cell(id)
    }

    /// Changes the session like a wheel step; its state depends on the revision alone.
    @discardableResult
    func change(_ count: Int = 1) throws -> Int {
        for _ in 0..<count {
            try registry.update(cell) { session in
                _ = try session.send([.tick(at: Int64(session.revision))])
            }
        }
        return try registry.read(cell) { $0.revision }
    }

    func watch(
        _ format: PlainFormat = PlainFormat(), knowing revision: Int? = nil, _ versions: [String: Int] = [:],
        while validity: StreamValidity? = nil
    ) throws -> StreamViewer {
        let known = revision.map { StreamBookmark(revision: $0, versions: versions) }
        return try registry.watch(cell, format.view, knowing: known, while: validity)
    }

    func append(_ rows: ClosedRange<Int>) throws {
        _ = try catalog.append(SampleSession.rows(rows), to: "users")
    }
}

/// Encodes a stream in words, and counts the encodings.
final class PlainFormat: StreamFormat {
    private let name: String
    /// The padding of every event, in bytes.
    private let padding: Int
    private let writes = Atomic(0)

    init(_ name: String = "plain", padding: Int = 0) {
        self.name = name
        self.padding = padding
    }

    var view: StreamView { StreamView(key: name, format: self) }
    var count: Int { writes.load(ordering: .relaxed) }

    func state(of session: Session, expiresAt: Int64) -> [UInt8] {
        text("state \(session.revision) \(Self.words(session.surfaces))")
    }

    func update(of session: Session, after before: Session, surfaces: [SessionSurface]) -> [UInt8] {
        text("update \(session.revision) \(Self.words(surfaces))")
    }

    func data(
        _ table: Table, of dataset: String, after version: Int, in session: Session, surfaces: [SessionSurface]
    ) -> [UInt8] {
        text("\(dataset) \(table.rowCount) \(Self.words(surfaces))")
    }

    private func text(_ words: String) -> [UInt8] {
        writes.add(1, ordering: .relaxed)
        return Array(words.utf8) + Array(repeating: UInt8(ascii: " "), count: padding)
    }

    /// Each surface with its x range, and a mark for included rows.
    private static func words(_ surfaces: [SessionSurface]) -> String {
        surfaces.map { entry in
            let range = entry.surface.chart.xAxes[0].visibleRange
            return "\(entry.id):\(range.min)…\(range.max)\(entry.windowKey == entry.answered ? "" : "+rows")"
        }.joined(separator: " ")
    }
}

extension StreamEvent {
    /// The event in words, without the padding.
    var words: String {
        switch self {
        case .state(_, let body), .update(_, let body, _), .data(_, _, let body):
            String(decoding: body, as: UTF8.self).split(separator: " ").joined(separator: " ")
        case .bookmark(let bookmark): "seen \(bookmark.text)"
        case .silence: "silence"
        case .end(let reason): "end \(reason.rawValue)"
        }
    }

    /// The revision of the event.
    var revision: Int? {
        switch self {
        case .state(let revision, _), .update(let revision, _, _): revision
        case .data, .bookmark, .silence, .end: nil
        }
    }
}

extension StreamViewer {
    /// The next events, in words.
    func words(_ count: Int) async -> [String] {
        var words: [String] = []
        for _ in 0..<count { words.append(await next()?.words ?? "nothing") }
        return words
    }
}
