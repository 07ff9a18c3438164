import ChartEngine
import ChartSeries
import ChartStores
import StoreTestSupport
import Testing

@testable import ChartDatasets
@testable import ChartSessions

/// Sessions whose rows are known to be damaged.
struct DamagedRowsTests {
    private let time = ManualClock(milliseconds: 1_000_000)
    private let soundness = TableSoundness()
    private static let refusal = SessionError.dataset("users", .foundDamaged)

    private func registry() -> SessionRegistry {
        let plain = SampleSession.table
        let watched = Table(
            trusting: plain.xName, xKind: plain.xKind, x: plain.x, columns: plain.columns, version: 1,
            soundness: soundness)
        return SessionRegistry(
            catalog: LocalDatasetCatalog(["users": watched, "other": plain]), limits: .init(),
            clock: time.sessionClock)
    }

    private func open(_ datasets: [String], in registry: SessionRegistry) async throws -> SessionCell {
        let created = try await registry.create(showing: datasets) { id, tables in
            SampleSession.session(
                zip(datasets, tables).map { SampleSession.surface($0, table: $1, dataset: $0) }, id: id)
        }
        return try await registry.cell(created.session.id)
    }

    @Test func `a session of damaged rows refuses reads and changes, and can be ended`() async throws {
        let registry = registry()
        let cell = try await open(["users", "other"], in: registry)
        let other = try await open(["other"], in: registry)
        soundness.noteDamage()
        #expect(throws: Self.refusal) { try registry.read(cell) { $0.revision } }
        #expect(throws: Self.refusal) { try registry.tryOut(cell) { $0.revision } }
        #expect(throws: Self.refusal) {
            try registry.change(cell, as: .cancellation(of: "other", because: .timeout)) { $0.revision }
        }
        #expect(throws: Self.refusal) { try registry.watch(cell, PlainFormat().view) }
        #expect(try registry.read(other) { $0.revision } == 0)
        let uses = registry.catalog
        #expect(uses.retain("users") == nil)
        try await registry.end(cell.id)
        await #expect(throws: SessionError.gone) { try await registry.cell(cell.id) }
    }

    @Test func `results of rows found damaged are neither answered nor kept`() async throws {
        let registry = registry()
        let cell = try await open(["users"], in: registry)
        #expect(throws: Self.refusal) {
            try registry.change(cell, as: .cancellation(of: "users", because: .timeout)) { session in
                soundness.noteDamage()
                session.cancelGestures(ofSurface: "users")
                throw SessionError.historyEmpty
            }
        }
        #expect(throws: Self.refusal) { try registry.read(cell) { $0.revision } }
    }

    @Test func `a session of rows found damaged is not created`() async throws {
        let registry = registry()
        await #expect(throws: Self.refusal) {
            try await registry.create(showing: ["users"]) { id, tables in
                soundness.noteDamage()
                return SampleSession.session([SampleSession.surface(table: tables[0], dataset: "users")], id: id)
            }
        }
        #expect(try await registry.census().live == 0)
        let named = #expect(throws: SessionRegistry.UnknownDataset.self) {
            try registry.retain(["other", "users"], for: nil)
        }
        #expect(named?.index == 1 && named?.refusal == Self.refusal)
    }

    @Test func `damaged rows end the streams of their viewers`() async throws {
        let registry = registry()
        let cell = try await open(["users"], in: registry)
        let viewer = try registry.watch(cell, PlainFormat().view)
        _ = await viewer.next()
        soundness.noteDamage()
        #expect(registry.catalog.reportDamage().map(\.name) == ["users"])
        #expect(await viewer.next() == nil)
    }
}
