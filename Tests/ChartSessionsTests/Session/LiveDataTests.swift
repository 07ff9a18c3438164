import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import Gestures
import StoreTestSupport
import Testing

/// Rows that arrive while sessions show their dataset: what the user sees.
///
/// Each surface shows 60…100 of the rows up to 100, with its own follow mode; a point is 0.1. Then rows up to 130
/// arrive.
struct LiveDataTests {
    /// A session in a registry, and the dataset that its surfaces show.
    private struct Live {
        let catalog = LocalDatasetCatalog(["users": SampleSession.table, "other": SampleSession.table])
        let registry: SessionRegistry
        let cell: SessionCell

        init(
            _ surfaces: [(id: String, dataset: String, follow: FollowMode)] = [("main", "users", .shift)],
            link: AxisLink.Kind? = nil, y: AxisOptions = AxisOptions()
        ) async throws {
            registry = SessionRegistry(catalog: catalog, clock: SessionClock { 0 })
            let created = try await registry.create(showing: surfaces.map(\.dataset)) { id, tables in
                let entries = zip(surfaces, tables).map { surface, table in
                    var x = AxisOptions()
                    x.follow = surface.follow
                    return SampleSession.surface(
                        surface.id, table: table, dataset: surface.dataset, x: x,
                        xRange: AxisRange(min: 60, max: 100), y: y)
                }
                let plain = SampleSession.session(entries, id: id)
                let members = ["x", "y"].map { axis in
                    surfaces.map { AxisLink.Member(surface: $0.id, axis: axis) }
                }
                let links = link.map { kind in members.compactMap { AxisLink($0, kind: kind) { plain.axis($0) } } }
                return Session(
                    id: id, timeZone: "UTC", idleTimeout: 60_000, surfaces: entries, links: links ?? [])
            }
            cell = try await registry.cell(created.session.id)
        }

        func append(_ rows: ClosedRange<Int> = 101...130, to dataset: String = "users") throws {
            _ = try catalog.append(SampleSession.rows(rows), to: dataset)
        }

        func send(_ events: [InputEvent], to surface: String = "main") throws {
            try registry.update(cell) { _ = try $0.send(events, to: surface) }
        }

        func travel(_ direction: Session.HistoryDirection) throws {
            try registry.update(cell) { try $0.travel(direction, fromSurface: "main") }
        }

        func x(_ surface: String = "main") throws -> AxisRange { try registry.read(cell) { try $0.x(surface) } }

        func y(_ surface: String = "main") throws -> AxisRange {
            try registry.read(cell) { try #require($0.surface(surface)).surface.chart.yAxes[0].visibleRange }
        }

        func followState(_ surface: String = "main") throws -> FollowState? {
            try registry.read(cell) { try #require($0.surface(surface)).surface.chart.xAxes[0].followState }
        }

        func tag(_ surface: String) throws -> String {
            try registry.read(cell) { try #require($0.surface(surface)).entityTag }
        }
    }

    private static func range(_ min: Double, _ max: Double) -> AxisRange? { AxisRange(min: min, max: max) }

    /// A drag of some points to the right.
    private static func drag(_ points: Double, at start: Int64 = 0) -> [InputEvent] {
        [
            .touch(.began, at: start), .touch(.moved, x: 100 + points, at: start + 16),
            .touch(.ended, x: 100 + points, at: start + 32),
        ]
    }

    @Test func `rows arrive during a drag: readers see the held window until its end`() async throws {
        let live = try await Live()
        try live.send(Array(Self.drag(0).prefix(1)))
        try live.append()
        #expect(try live.x() == Self.range(60, 100))
        try live.send([.touch(.moved, x: 150, at: 16)])
        #expect(try live.x() == Self.range(55, 95))
        try live.send([.touch(.moved, x: 100, at: 32), .touch(.ended, at: 48)])
        #expect(try live.x() == Self.range(90, 130))
    }

    @Test func `undo restores my window, moved along with later rows`() async throws {
        let live = try await Live()
        try live.send(Self.drag(100))
        #expect(try live.x() == Self.range(50, 90) && live.followState() == .paused)
        try live.append()
        try live.travel(.undo)
        #expect(try live.x() == Self.range(90, 130) && live.followState() == .following)
        try live.travel(.redo)
        #expect(try live.x() == Self.range(50, 90) && live.followState() == .paused)
    }

    @Test
    func `undo of a move before the window followed new rows shows old rows again`()
        async throws
    {
        let live = try await Live()
        try live.send(Self.drag(100))
        try live.send(Self.drag(-100, at: 1_000))
        #expect(try live.x() == Self.range(60, 100))
        try live.append()
        #expect(try live.x() == Self.range(90, 130))
        try live.travel(.undo)
        #expect(try live.x() == Self.range(50, 90) && live.followState() == .paused)
        try live.append(131...140)
        #expect(try live.x() == Self.range(50, 90))
    }

    @Test func `undo in the middle of a drag during which rows have come goes on with the newest`() async throws {
        let live = try await Live()
        try live.send(Array(Self.drag(50).prefix(2)))
        try live.append()
        try live.travel(.undo)
        #expect(try live.x() == Self.range(90, 130))
        #expect(throws: SessionError.historyEmpty) { try live.travel(.undo) }
    }

    @Test func `two surfaces of one dataset follow alike, and stay equal under a link`() async throws {
        let live = try await Live([("main", "users", .shift), ("other", "users", .shift)], link: .same)
        try live.append()
        #expect(try live.x() == Self.range(90, 130))
        #expect(try live.x("other") == live.x())
    }

    @Test func `a surface that does not follow rows follows a linked one`() async throws {
        let live = try await Live([("main", "users", .shift), ("other", "users", .none)], link: .same)
        try live.append()
        #expect(try live.x() == Self.range(90, 130))
        #expect(try live.x("other") == live.x())
        #expect(throws: SessionError.historyEmpty) { try live.travel(.undo) }
    }

    @Test func `of linked surfaces that follow differently the first one leads`() async throws {
        let live = try await Live([("main", "users", .extend), ("other", "users", .shift)], link: .same)
        try live.append()
        #expect(try live.x() == Self.range(60, 130))
        #expect(try live.x("other") == live.x())
    }

    @Test func `a surface of other rows that is moved through a link has another entity tag`() async throws {
        let live = try await Live([("main", "users", .shift), ("other", "other", .none)], link: .same)
        let tag = try live.tag("other")
        try live.append()
        #expect(try live.x("other") == Self.range(90, 130))
        #expect(try live.tag("other") != tag)
    }

    @Test(arguments: [FollowMode.none, .shift])
    func `two linked windows stay while one is held, and continue together afterwards`(other: FollowMode)
        async throws
    {
        let live = try await Live([("main", "users", .shift), ("other", "users", other)], link: .same)
        try live.send(Array(Self.drag(50).prefix(2)))
        try live.append()
        #expect(try live.x() == Self.range(55, 95))
        #expect(try live.x("other") == Self.range(55, 95))
        try live.send([.touch(.moved, x: 100, at: 48), .touch(.ended, at: 64)])
        #expect(try live.x() == Self.range(90, 130))
        #expect(try live.x("other") == live.x())
    }

    @Test func `undo under a link restores both windows, moved along with later rows`() async throws {
        let live = try await Live([("main", "users", .shift), ("other", "users", .none)], link: .same)
        try live.send(Self.drag(100))
        #expect(try live.x("other") == Self.range(50, 90))
        try live.append()
        try live.travel(.undo)
        #expect(try live.x() == Self.range(90, 130))
        #expect(try live.x("other") == live.x())
    }

    @Test func `y ranges itself on both linked surfaces while I drag x of one`() async throws {
        var y = AxisOptions()
        y.autoRange = .always
        let live = try await Live([("main", "users", .shift), ("other", "users", .shift)], link: .same, y: y)
        try live.send(Array(Self.drag(50).prefix(2)))
        try live.append()
        #expect(try live.y() == Self.range(0, 130))
        #expect(try live.y("other") == live.y())
        #expect(try live.x() == Self.range(55, 95))
    }

    @Test func `rows that are older than the last are refused and move nothing`() async throws {
        let live = try await Live()
        #expect(throws: DatasetRefusal.self) { try live.append(90...95) }
        #expect(try live.x() == Self.range(60, 100))
        #expect(try live.registry.read(live.cell) { $0.surfaces[0].surface.chart.table.rowCount } == 101)
    }

    @Test func `reads in between change nothing`() async throws {
        let (watched, alone) = (try await Live(), try await Live())
        for live in [watched, alone] { try live.send(Array(Self.drag(0).prefix(1))) }
        for rows in [101...110, 111...120, 121...130] {
            for live in [watched, alone] { try live.append(rows) }
            _ = try watched.x()
        }
        for live in [watched, alone] {
            try live.send([.touch(.moved, x: 0, at: 16), .touch(.moved, x: 50, at: 32), .touch(.ended, x: 50, at: 48)])
        }
        #expect(try watched.x() == alone.x())
        #expect(try watched.followState() == alone.followState())
    }
}
