import ChartDatasets
import ChartEngine
import ChartSeries
import ChartStores
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport
@testable import SessionTestSupport

/// What the event loop of a connection answers, and what it leaves to a task.
@Suite struct EventLoopAnswerTests {
    @Test(arguments: [[:], ["auth.mode": "token"], ["limits.batchesPerSecond": "1000"], ["store.durability": "full"]])
    func `answers are the same, byte for byte, whether the event loop or a task reads the body`(
        settings: [String: String]
    ) async throws {
        let whole = try await Self.transcript(settings, isChunked: false)
        let chunked = try await Self.transcript(settings, isChunked: true)
        #expect(whole.count == chunked.count)
        for (whole, chunked) in zip(whole, chunked) { #expect(whole == chunked) }
        #expect(Set(whole.compactMap { $0.split(separator: " ").first }).count >= 4, "the calls differ in their status")
    }

    /// The answers to valid and invalid windows and batches, without what differs from run to run.
    private static func transcript(_ settings: [String: String], isChunked: Bool) async throws -> [String] {
        let lines = Mutex<[String]>([])
        try await Service.run(settings, over: isChunked ? .chunkedChannel : .channel) { service in
            try await service.importLine()
            let session = try await service.open()
            let driver = try session.headers(token: "driverToken")
            func call(
                _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, type: String? = "application/json",
                headers: HTTPFields = [:]
            ) async throws {
                let reply = try await service.send(method, path, body, type: type, headers: headers)
                var fields = reply.headers
                fields[.date] = nil
                #expect(fields[.requestID] != nil)
                if headers[.requestID] == nil { fields[.requestID] = nil }
                // A client keeps the order of the names and not that of the fields.
                let texts = fields.map { "\($0.name.canonicalName): \($0.value)" }.sorted().joined(separator: "; ")
                lines.withLock { $0.append("\(reply.status) \(texts) \(reply.settledText)") }
            }
            let window = "/v1/datasets/line/window"
            for query in [
                "", "?method=lttb&points=5", "?method=minmax&points=9&from=3&to=70", "?layout=columns&columns=v",
                "?from=7&to=3", "?nothing=1", "?method=calendar", "?columns=v,v", "?width=0",
            ] {
                try await call(.get, window + query)
            }
            let tag = try #require(try await service.send(.get, window).headers[.eTag])
            try await call(.get, window, headers: [.ifNoneMatch: tag])
            try await call(.get, window, headers: [.requestID: "mine", .origin: "http://elsewhere"])
            try await call(.head, window)
            try await call(.get, "/v1/datasets/none/window")

            let events = session.surface + "/events"
            let wheel = #"{"client":"a","sequence":1,"events":[\#(TouchEvents.wheel(1, deltaY: -100))]}"#
            let next = #"{"client":"a","sequence":2,"events":[\#(TouchEvents.tick(2))]}"#
            let gap = #"{"client":"a","sequence":9,"events":[\#(TouchEvents.tick(3))]}"#
            try await call(.post, events, wheel)
            try await call(.post, events, wheel, headers: driver)
            try await call(.post, events, wheel, headers: driver)
            try await call(.post, events + "?window=full&layout=columns&explain=true", next, headers: driver)
            try await call(.post, events + "?dryRun=true", gap, headers: driver)
            try await call(.post, events, gap, headers: driver)
            try await call(.post, events, wheel, headers: driver.merging([.ifMatch: "\"9\""]))
            try await call(.post, events, "{", headers: driver)
            try await call(.post, events, "", headers: driver)
            try await call(.post, events, #"{"events":[{"type":"nothing"}]}"#, headers: driver)
            try await call(.post, events, wheel, type: "text/plain", headers: driver)
            try await call(.post, events, wheel, type: nil, headers: driver)
            try await call(.post, events + "?ticks=perhaps", wheel, headers: driver)
            try await call(.post, events, wheel, headers: [.authorization: "Bearer nobody"])
            try await call(.post, events, wheel, headers: try session.headers(token: "viewerToken"))
            try await call(.post, session.path + "/surfaces/none/events", next, headers: driver)
            try await call(.post, "/v1/sessions/none/surfaces/main/events", next, headers: driver)
            try await call(.get, events)
            try await service.send(.delete, session.path, headers: driver)
            try await call(.post, events, next, headers: driver)
        }
        return lines.withLock(\.self)
    }

    @Test func `a task does what takes longer, and a dry run`() async throws {
        let server = try TestServer()
        let catalog = LocalDatasetCatalog(["walk": RandomWalk(seed: 1).table(rows: 20_001)])
        let service = try ServiceDependencies(
            settings: server.settings, catalog: catalog, store: MemorySessionStore(), modifiers: .builtIn,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let table = RouteTable(
            SessionRoutes(service: service).routes + EventRoutes(service: service).routes
                + DatasetWindowRoutes(service: service).routes)
        try await server.test(routes: table.routes) { client in
            let service = Service(client: client)
            let usual = try await service.open(#""dataset":"walk""#)
            let wide = try await service.open(#""dataset":"walk","window":{"maxRows":20000}"#)
            let many = try await service.open(body: #"{"surfaces":[{},{"id":"b"},{"id":"c"}]}"#)
            let scans = try await service.open(#""dataset":"walk","window":{"method":"lttb"}"#)
            let body = #"{"events":[\#(TouchEvents.tick(1))]}"#
            let calls: [(HTTPRequest.Method, String, String?, isBrief: Bool)] = [
                (.get, "/v1/datasets/walk/window", nil, true),
                (.get, "/v1/datasets/walk/window?method=lttb", nil, false),
                (.get, "/v1/datasets/walk/window?method=none&points=20000", nil, false),
                (.post, usual.surface + "/events", body, true),
                (.post, usual.surface + "/events?dryRun=true", body, false),
                (.post, wide.surface + "/events?window=full", body, false),
                (.post, wide.surface + "/events", body, true),
                (.post, wide.surface + "/events?window=none", body, true),
                (.post, many.surface + "/events?window=full", body, true),
                (.post, many.surface + "/events?window=none", body, true),
                (.post, scans.surface + "/events?window=full", body, false),
                (.post, scans.surface + "/events", body, true),
                (.post, scans.surface + "/events?window=none", body, true),
                (.post, "/v1/sessions/none/surfaces/main/events", body, false),
            ]
            for (method, path, body, isBrief) in calls {
                let isAnswered = try await RequestConnection.isAnswered(
                    method, path, body, by: table, within: isBrief ? nil : .milliseconds(50))
                #expect(isAnswered == isBrief, "\(path)")
            }
        }
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields.append(field) }
        return fields
    }
}
