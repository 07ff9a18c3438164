import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes
import Logging
import NIOCore
import StoreTestSupport
import Testing

@testable import ChartServer
@testable import ServerTestSupport

@Suite(.serialized) struct LongWorkTests {
    /// More than there are threads for requests.
    private static let manyHolders = System.coreCount * 2

    @Test(.timeLimit(.minutes(10)))
    func `routes with long work do not block the others`() async throws {
        let barrier = Barrier()
        let routes = [
            Route(method: .get, pattern: "/long", operationID: "long", access: .open) { _ in
                .longWork { _ in .now(.json(Array("\(barrier.hold())".utf8))) }
            },
            Route(method: .get, pattern: "/quick", operationID: "quick", access: .open) { _ in .now(.noContent()) },
        ]
        try await TestServer().test(routes: routes) { client in
            try await withThrowingTaskGroup { group in
                for _ in 0..<Self.manyHolders {
                    group.addTask {
                        try await client.execute(uri: "/long", method: .get) { String(buffer: $0.body) }
                    }
                }
                try await barrier.somebody(System.coreCount)
                for _ in 0..<Self.manyHolders {
                    try await client.execute(uri: "/quick", method: .get) { #expect($0.status == .noContent) }
                }
                barrier.open()
                for try await answer in group { #expect(answer == "true") }
            }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func `long work has its own threads, also after a suspension`(waits: Bool) async throws {
        let barrier = Barrier()
        try await withThrowingTaskGroup { group in
            for _ in 0..<Self.manyHolders {
                group.addTask {
                    await LongWork.run {
                        if waits { await Task.yield() }
                        return barrier.hold()
                    }
                }
            }
            // On the threads of requests these tasks would not all run.
            try await barrier.somebody(System.coreCount)
            try await Task.sleep(for: .milliseconds(1))
            barrier.open()
            for try await isOpened in group { #expect(isOpened) }
        }
    }

    @Test func `clients take turns in the queue, each in its own order`() {
        var queue = FairQueue<Int>()
        for element in 0..<4 { queue.append(element, of: "busy") }
        queue.append(10, of: "a")
        queue.append(20, of: "b")
        queue.append(11, of: "a")
        #expect(queue.count(of: "busy") == 4 && queue.count(of: "unknown") == 0)
        var order: [Int] = []
        while let element = queue.next() {
            order.append(element)
            if element == 20 { queue.append(21, of: "b") }
        }
        #expect(order == [0, 10, 20, 1, 11, 21, 2, 3])
        #expect(queue.count(of: "busy") == 0)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a client with too many waiting requests is refused, and others are not`() async throws {
        let barrier = Barrier()
        try await withThrowingTaskGroup { group in
            for _ in 0..<System.coreCount + LongWork.mostWaiting {
                group.addTask {
                    await LongWork.$client.withValue("crowd") { await LongWork.run { barrier.hold() } }
                }
            }
            try await barrier.somebody(System.coreCount)
            var refusal: Problem?
            while refusal == nil {
                await Task.yield()
                LongWork.$client.withValue("crowd") {
                    do throws(Problem) { try LongWork.checkRoom() } catch { refusal = error }
                }
            }
            #expect(refusal?.code == .serverBusy && refusal?.retryAfter == 1)
            try LongWork.$client.withValue("other") { try LongWork.checkRoom() }
            barrier.open()
            for try await isOpened in group { #expect(isOpened) }
        }
    }

    /// A store whose removals wait at a barrier.
    private struct HoldingStore: DatasetStore {
        let barrier: Barrier
        private let base = MemoryDatasetStore()

        init(_ barrier: Barrier) { self.barrier = barrier }

        func makeDraft(
            for name: String, shape: RowShape, owner: String?
        ) throws(DatasetStoreError) -> any DatasetDraft {
            try base.makeDraft(for: name, shape: shape, owner: owner)
        }

        func append(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
            try base.append(rows, to: table, named: name)
        }

        func remove(_ name: String) throws(DatasetStoreError) {
            guard barrier.hold() else { throw DatasetStoreError(.unavailable, "nobody has opened the barrier") }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `sessions that wait for a dataset's files do not block the others`() async throws {
        let (server, barrier) = (try TestServer(), Barrier())
        let catalog = LocalDatasetCatalog(["walk": RandomWalk(seed: 1).table(rows: 10)], store: HoldingStore(barrier))
        let service = try ServiceDependencies(
            settings: Settings(reader: server.reader), catalog: catalog, store: MemorySessionStore(),
            modifiers: .builtIn, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let routes =
            DatasetRoutes(service: service).routes + SessionRoutes(service: service).routes
            + SurfaceRoutes(service: service).routes
        try await server.test(routes: routes) { client in
            let json: HTTPFields = [.contentType: "application/json"]
            let opened = try object(
                await client.execute(
                    uri: "/v1/sessions", method: .post, headers: json, body: ByteBuffer(string: #"{"surfaces":[{}]}"#)))
            guard case .string(let id)? = opened["id"] else { throw NotAnObject() }
            let path = "/v1/sessions/\(id)"
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await client.execute(uri: "/v1/datasets/walk", method: .delete) { $0.status.code }
                }
                try await barrier.somebody()
                for index in 0..<Self.manyHolders {
                    let surface = #"{"id":"s\#(index)","dataset":"walk"}"#
                    for (uri, body) in [
                        ("/v1/sessions", #"{"surfaces":[\#(surface)]}"#), (path + "/surfaces", surface),
                    ] {
                        group.addTask {
                            try await client.execute(
                                uri: uri, method: .post, headers: json, body: ByteBuffer(string: body)
                            ) { $0.status.code }
                        }
                    }
                }
                for _ in 0..<Self.manyHolders {
                    try await client.execute(uri: path, method: .get) { #expect($0.status == .ok) }
                    try await Task.sleep(for: .milliseconds(1))
                }
                barrier.open()
                // The dataset was gone when the sessions ran.
                let statuses = try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
                #expect(statuses == [204: 1, 422: 2 * Self.manyHolders])
            }
        }
    }

    @Test func `an error of the work is rethrown`() async {
        await #expect(throws: Problem.draining) {
            try await LongWork.run { throw Problem.draining }
        }
    }
}
