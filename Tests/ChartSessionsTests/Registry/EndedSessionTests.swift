import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import StoreTestSupport
import Testing

struct EndedSessionTests {
    private let catalog = LocalDatasetCatalog(["users": ActiveUsers.table])

    private func makeRegistry() -> SessionRegistry {
        let clock = ManualClock()
        return SessionRegistry(catalog: catalog, clock: SessionClock { clock.now })
    }

    private static func surface(_ id: String, table: Table) -> SessionSurface {
        SessionSurface(
            surface: Surface(
                chart: Chart(
                    id: id, size: ChartSize(width: 800, height: 400),
                    xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions(type: .date))],
                    yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())], series: [], table: table)),
            dataset: "users")
    }

    private func open(_ registry: SessionRegistry) async throws -> SessionRegistry.Created {
        try await registry.create(showing: ["users"]) { id, tables in
            Session(
                id: id, timeZone: "UTC", idleTimeout: 1_000, surfaces: [Self.surface("main", table: tables[0])])
        }
    }

    @Test func `a cell of an ended session refuses reads and changes`() async throws {
        let registry = makeRegistry()
        let id = try await open(registry).session.id
        let cell = try await registry.cell(id)
        try await registry.end(id)
        #expect(throws: SessionError.gone) { try registry.read(cell) { $0.revision } }
        #expect(throws: SessionError.gone) {
            try registry.update(cell) { try $0.add(Self.surface("late", table: ActiveUsers.table), limit: 16) }
        }
    }

    @Test func `a session that ends twice releases its datasets once`() async throws {
        let registry = makeRegistry()
        let (first, second) = (try await open(registry).session.id, try await open(registry).session.id)
        try await registry.end(first)
        try await registry.end(first)
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        try await registry.end(second)
        try await catalog.remove("users")
        #expect(catalog.names == [])
    }
}
