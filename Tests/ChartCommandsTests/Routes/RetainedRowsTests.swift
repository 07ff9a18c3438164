import HTTPTypes
import Synchronization
import Testing

@testable import ChartCommands
@testable import ServerTestSupport
@testable import SessionTestSupport

/// Datasets that retain so many rows, or rows of such an age.
@Suite struct RetainedRowsTests {
    private static let path = "/v1/datasets/line"

    private static func text(_ rows: Range<Int>) -> String { "t,v\n" + rows.map { "\($0),\($0)\n" }.joined() }

    @discardableResult
    private static func append(_ rows: Range<Int>, on service: Service) async throws -> Reply {
        let reply = try await service.send(.post, path + "/rows", text(rows), type: "text/csv")
        #expect(reply.status == 200, "\(reply.text)")
        return reply
    }

    @Test(arguments: ["sqlite", "memory"])
    func `a retention is given in the query or in JSON, as a whole, told, and taken back`(store: String) async throws {
        try await Service.run(["store.kind": store, "demo.enabled": "false"]) { service in
            let made = try await service.send(
                .put, Self.path + "?retain.rows=100&retain.age=5e3", Self.text(0..<300), type: "text/csv")
            #expect(made.status == 201 && made.integer("rows") == 108, "\(made.text)")
            #expect(made.integer("firstRow") == 192 && made.numbers("extent") == [192, 299])
            #expect(made.integer("retain/rows") == 100 && made.integer("retain/age") == 5_000)
            let whole = try await service.send(.patch, Self.path, #"{"retain":{"age":20}}"#)
            #expect(whole["retain/rows"] == nil && whole.integer("retain/age") == 20 && whole.integer("rows") == 44)
            let json = try await service.send(
                .put, Self.path, #"{"columns":["t","v"],"rows":[[1,1],[2,2]],"retain":{"rows":7}}"#)
            #expect(json.integer("retain/rows") == 7 && json["firstRow"] == nil && json.integer("rows") == 2)
            let kept = try await service.send(.put, Self.path, Self.text(0..<3), type: "text/csv")
            #expect(kept.integer("retain/rows") == 7, "what a replacement does not name stays")
            #expect(try await service.send(.get, "/v1/datasets").integer("datasets/0/retain/rows") == 7)
            #expect(try await service.send(.patch, Self.path, #"{"retain":null}"#)["retain"] == nil)
            for (body, pointer) in [
                (#"{"retain":{}}"#, "/retain"), (#"{"retain":5}"#, "/retain"),
                (#"{"retain":{"rows":0}}"#, "/retain/rows"), (#"{"retain":{"rows":1.5}}"#, "/retain/rows"),
                (#"{"retain":{"age":0.5}}"#, "/retain/age"), (#"{"retain":{"rows":null,"age":null}}"#, "/retain"),
            ] {
                let refused = try await service.send(.patch, Self.path, body)
                refused.isProblem("body.invalid-value", "\(body)")
                #expect(refused.string("pointer") == pointer)
            }
            try await service.send(.patch, Self.path, #"{"retain":{"days":1}}"#).isProblem("body.unknown-property")
            for query in ["retain.rows=0", "retain.rows=some", "retain.age=null", "retain.rows=1.5"] {
                let refused = try await service.send(.put, Self.path + "?" + query, Self.text(0..<3), type: "text/csv")
                refused.isProblem("query.invalid", "\(query)")
                #expect(refused.string("detail")?.contains(String(query.prefix { $0 != "=" })) == true)
            }
            try await service.send(.put, Self.path + "?retain=5", Self.text(0..<3), type: "text/csv")
                .isProblem("query.unknown")
        }
    }

    @Test(arguments: ["sqlite", "memory"])
    func `rows keep their numbers, and one that is dropped is not selected any more`(store: String) async throws {
        try await Service.run(["store.kind": store]) { service in
            try await service.send(.put, Self.path + "?retain.rows=400", Self.text(0..<400), type: "text/csv")
            let session = try await service.open(
                #""dataset":"line","xAxes":[{"id":"x","visibleRange":[380,390]}],"yAxes":[{"id":"y","autoRange":"always"}]"#
            )
            try await session.command("selectRow", #","row":385"#)
            #expect(try await Self.append(400..<528, on: service).integer("firstRow") == 128)
            let seen = try await service.send(.get, session.surface)
            #expect(seen["selection/rows"] as? [Int] == [385] && seen.integer("window/firstIndex") == 380)
            #expect(seen.numbers("yAxes/0/dataRange") == [128, 527])
            try await session.command("selectRow", #","row":130"#)
            try await service.send(
                .post, session.surface + "/commands", #"{"command":"selectRow","row":127}"#
            ).isProblem("row.unknown")
            try await service.send(
                .post, session.surface + "/commands", #"{"command":"selectRow","row":528}"#
            ).isProblem("row.unknown")
            try await Self.append(528..<592, on: service)
            let later = try await service.send(.get, session.surface)
            #expect(later.count("selection/rows") == 0, "\(later.text.prefix(600))")
            let window = try await service.send(.get, Self.path + "/window?from=190&to=600&width=10&method=m4")
            #expect(window.integer("index/0") == 192, "\(window.text)")
        }
    }

    /// Of the rows before, those of the last drop alone can be made.
    @Test(arguments: ["sqlite", "memory"])
    func `a log is replayed over a drop, and says after the next one that rows are gone`(store: String) async throws {
        try await Service.run(["store.kind": store]) { service in
            try await service.send(.put, Self.path + "?retain.rows=400", Self.text(0..<400), type: "text/csv")
            let session = try await service.open(#""dataset":"line""#)
            try await session.post(#"{"type":"tick","time":1}"#)
            try await Self.append(400..<528, on: service)
            try await session.post(#"{"type":"tick","time":2}"#)
            let log = try await service.send(.get, session.path + "/log").text
            let type = "application/x-ndjson"
            let replayed = try await service.send(.post, "/v1/replays", log, type: type)
            #expect(replayed.status == 200 && replayed["firstDifference"] == nil, "\(replayed.text.prefix(400))")
            // In memory a snapshot takes the place of the lines before it.
            #expect(replayed.integer("revisions") == (store == "memory" ? 1 : 2))
            try await Self.append(528..<592, on: service)
            let gone = try await service.send(.post, "/v1/replays", log, type: type)
            #expect(
                gone.status == 200 && gone.string("firstDifference/cause") == "rows-gone", "\(gone.text.prefix(400))")
            #expect(gone.integer("firstDifference/revision") == 0)
        }
    }

    /// What the session has seen is gone by then, once with its own log alone.
    @Test func `a session goes on after a restart, whatever was dropped meanwhile`() async throws {
        let server = try TestServer()
        let view = "?window=none"
        let range = "surfaces/0/xAxes/0/visibleRange"
        let sessions = Mutex<[(path: String, range: [Double]?)]>([])
        try await server.test { client in
            let service = Service(client: client)
            try await service.send(.put, Self.path + "?retain.rows=400", Self.text(0..<400), type: "text/csv")
            for axes in [
                #""xAxes":[{"id":"x","follow":"shift","visibleRange":[300,399]}],"yAxes":[{"id":"y","autoRange":"visible"}]"#,
                #""xAxes":[{"id":"x","visibleRange":[100,500]}]"#,
            ] {
                let session = try await service.open(#""dataset":"line","# + axes)
                try await session.command("selectRow", #","row":399"#)
                sessions.withLock { $0.append((session.path, nil)) }
            }
            for start in stride(from: 400, to: 760, by: 64) { try await Self.append(start..<(start + 64), on: service) }
            let paths = sessions.withLock { $0.map(\.path) }
            for (index, path) in paths.enumerated() {
                let seen = try await service.send(.get, path + view).numbers(range)
                sessions.withLock { $0[index].range = seen }
            }
            #expect(sessions.withLock { $0.map(\.range) } == [[684, 783], [100, 500]])
            let log = try await service.send(.get, paths[0] + "/log").text
            let gone = try await service.send(.post, "/v1/replays", log, type: "application/x-ndjson")
            #expect(gone.string("firstDifference/cause") == "rows-gone")
        }
        try await server.test { client in
            let service = Service(client: client)
            for (path, seen) in sessions.withLock({ $0 }) {
                let restored = try await service.send(.get, path + view)
                #expect(restored.status == 200, "\(restored.text)")
                #expect(restored.numbers(range) == seen)
                #expect(restored["surfaces/0/selection/rows"] as? [Int] == [399])
            }
            try await Self.append(784..<1_200, on: service)
        }
        try await server.test { client in
            let service = Service(client: client)
            let paths = sessions.withLock { $0.map(\.path) }
            let followed = try await service.send(.get, paths[0] + view)
            #expect(followed.numbers(range) == [1_100, 1_199], "\(followed.text)")
            let other = try await service.send(.get, paths[1] + view)
            #expect(other.status == 200 && other.count("surfaces/0/selection/rows") == 0)
        }
    }
}
