import ChartDatasets
import ChartEngine
import ChartSeries
import HTTPTypes
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// Which datasets count as shown, where a change is made and its answer cannot be written.
struct DatasetUseTests {
    @Test func `a surface that has changed its dataset releases the old one, also without an answer`() async throws {
        let (store, soundness, plain) = (RefusingStore(), TableSoundness(), ActiveUsers.table)
        let watched = Table(
            trusting: plain.xName, xKind: plain.xKind, x: plain.x, columns: plain.columns, version: 1,
            soundness: soundness)
        let server = try TestServer()
        let settings = try server.settings
        let dependencies = try ServiceDependencies(
            settings: settings, catalog: LocalDatasetCatalog(["old": plain, "new": watched]), store: store,
            modifiers: .builtIn, logger: .init(settings: settings))
        let routes =
            SessionRoutes(service: dependencies).routes + SurfaceRoutes(service: dependencies).routes
            + DatasetRoutes(service: dependencies).routes
        try await server.test(routes: routes) { client in
            let service = Service(client: client)
            let session = try await service.open(#""dataset":"old""#)
            #expect(try await service.send(.delete, "/v1/datasets/old").status == 409)
            // The rows turn out to be damaged after the change is made and before its answer is written.
            store.onAppend { soundness.noteDamage() }
            let answer = try await service.send(.patch, session.surface + "?window=full", #"{"dataset":"new"}"#)
            answer.isProblem("dataset.damaged", "\(answer.text)")
            #expect(try await service.send(.delete, "/v1/datasets/old").status == 204)
            // The end releases the new one, which the change has counted once.
            #expect(try await service.send(.delete, session.path).status == 204)
        }
    }
}
