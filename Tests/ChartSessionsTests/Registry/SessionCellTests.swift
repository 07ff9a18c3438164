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
}
