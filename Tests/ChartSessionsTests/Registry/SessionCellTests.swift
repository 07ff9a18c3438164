import ChartEngine
import ChartSeries
import ChartSessions
import Testing

struct SessionCellTests {
    @Test func `batches are counted by the second of the clock`() async throws {
        let registry = try SessionRegistry(catalog: DatasetCatalog(), clock: SessionClock { 0 })
        let created = try await registry.create(showing: []) { id, _ in SampleSession.session(id: id) }
        let cell = try await registry.cell(created.session.id)
        let times: [Int64] = [5_000, 5_500, 5_999, 6_000, 6_001, 6_002, 9_000]
        let admitted = times.map { cell.admitsBatch(limit: 2, now: $0) }
        #expect(admitted == [true, true, false, true, true, false, true])
    }

    @Test func `a session takes long while a surface looks at each of many rows`() async throws {
        let catalog = DatasetCatalog(["users": SampleSession.rows(0...100_000)])
        let registry = try SessionRegistry(catalog: catalog, clock: SessionClock { 0 })
        let cell = try await SampleSession.open(in: registry)
        #expect(!cell.takesLong)
        for method in [WindowMethod.lttb, .minmaxlttb] {
            let changed = try registry.change(cell, as: ChangeRecord(kind: .patch, surface: "main")) { session in
                try session.changeSurface("main") { surface in
                    var options = surface.chart.windowOptions
                    options.method = method
                    surface.setWindowOptions(options)
                }
            }
            try await changed.committed()
            // The change away from it may fail still while it is made, and takes long for that.
            #expect(cell.takesLong)
        }
        let patched = try registry.change(cell, as: ChangeRecord(kind: .patch, surface: "main")) { session in
            try session.changeSurface("main") { $0.resize(ChartSize(width: 300, height: 200)) }
        }
        try await patched.committed()
        #expect(!cell.takesLong)
    }
}
