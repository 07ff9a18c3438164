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

    private static func withSession(_ body: @escaping @Sendable (OpenSession) async throws -> Void) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await service.send(.put, "/v1/datasets/wide", "t,v,w\n0,5,1\n10,6,2\n500,7,3\n", type: "text/csv")
            try await body(try await service.open())
        }
    }

    @Test func `a dataset that the session no longer shows can be deleted, a shown one cannot`() async throws {
        try await Self.withSession { session in
            let (service, wide) = (session.service, #"{"dataset":"wide"}"#)
            #expect(try await service.send(.delete, "/v1/datasets/line").status == 409)
            try await service.send(.patch, session.surface + "?dryRun=true", wide)
            #expect(try await service.send(.delete, "/v1/datasets/line").status == 409)
            try await service.send(.patch, session.surface, wide)
            #expect(try await service.send(.delete, "/v1/datasets/wide").status == 409)
            #expect(try await service.send(.delete, "/v1/datasets/line").status == 204)
            try await service.send(.delete, session.path)
            #expect(try await service.send(.delete, "/v1/datasets/wide").status == 204)
        }
    }

    @Test func `a dry run and a refusal hold no dataset`() async throws {
        try await Self.withSession { session in
            let service = session.service
            for (query, body, status) in [
                ("?dryRun=true", #"{"dataset":"wide"}"#, 200),
                ("", #"{"dataset":"wide","window":{"method":"none","maxRows":0}}"#, 422),
            ] {
                #expect(try await service.send(.patch, session.surface + query, body).status == status)
                #expect(try await service.send(.delete, "/v1/datasets/wide").status == 204)
                try await service.send(.put, "/v1/datasets/wide", "t,v,w\n0,5,1\n", type: "text/csv")
            }
            let taken = try await service.send(.post, session.path + "/surfaces", #"{"dataset":"wide"}"#)
            taken.isProblem("surface.exists")
            #expect(try await service.send(.delete, "/v1/datasets/wide").status == 204)
        }
    }
}
