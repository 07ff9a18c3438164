import HTTPTypes
import Testing

@testable import ChartCommands
@testable import ServerTestSupport
@testable import SessionTestSupport

/// The log of a session, and its replay.
@Suite struct ReplayTests {
    private static let logType = "application/x-ndjson"
    private static let followed = #""dataset":"line","xAxes":[{"id":"x","follow":"extend","visibleRange":[20,60]}]"#

    /// Sends one of each kind of change.
    private static func change(_ session: OpenSession) async throws {
        let service = session.service
        func send(_ body: String, to place: String = "events") async throws {
            let reply = try await service.send(.post, "\(session.surface)/\(place)", body)
            try #require(reply.status == 200, "\(body) \(reply.text)")
        }
        func touch(_ phase: String, _ x: Int, _ time: Int) -> String {
            #"{"type":"touch","phase":"\#(phase)","time":\#(time),"touches":[{"id":1,"x":\#(x),"y":100}]}"#
        }
        try await send(
            "{\"client\":\"c\",\"sequence\":1,\n\"events\":[\(touch("began", 400, 0)),\(touch("moved", 300, 16))]}")
        try await send(#"{"client":"c","sequence":2,"events":[\#(touch("ended", 300, 400))]}"#)
        try await send(#"{"command":"undo"}"#, to: "commands")
        try await send(#"{"command":"redo"}"#, to: "commands")
        let calls: [(method: HTTPRequest.Method, path: String, body: String?)] = [
            (.patch, session.surface, #"{"size":{"width":640,"height":300}}"#),
            (.patch, session.surface + "/axes/y", #"{"visibleRange":[10,20]}"#),
            (.put, session.surface + "/modifiers/rolling?before=cursor", #"{"type":"rollover"}"#),
            (.patch, session.surface + "/modifiers/rolling", #"{"isEnabled":false}"#),
            (.delete, session.surface + "/modifiers/cursor", nil),
            (.post, session.path + "/surfaces", #"{"id":"second","dataset":"line"}"#),
            (.post, session.path + "/surfaces", #"{"id":"third"}"#),
            (.delete, session.path + "/surfaces/third", nil),
        ]
        for call in calls {
            let reply = try await service.send(call.method, call.path, call.body)
            try #require((200..<300).contains(reply.status), "\(call) \(reply.text)")
        }
        _ = try await service.send(.post, "/v1/datasets/line/rows", "t,v\n101,5\n102,7\n", type: "text/csv")
        try await send(
            #"{"events":[{"type":"wheel","time":1,"x":200,"y":100,"deltaX":0,"deltaY":-120,"deltaMode":"pixel"}]}"#)
        try await send(#"{"events":[\#(touch("began", 10, 500))]}"#)
    }

    private static func log(of session: OpenSession) async throws -> [String] {
        let reply = try await session.service.send(.get, "\(session.path)/log")
        #expect(reply.status == 200 && reply.headers[.contentType] == logType)
        return reply.text.split(separator: "\n").map(String.init)
    }

    private static func replay(_ lines: [String], on service: Service) async throws -> Reply {
        try await service.send(.post, "/v1/replays", lines.joined(separator: "\n") + "\n", type: logType)
    }

    @Test(arguments: ["sqlite", "memory"])
    func `a replayed log gives the session byte for byte`(store: String) async throws {
        try await Service.run(["store.kind": store]) { service in
            try await service.importLine()
            let session = try await service.open(Self.followed)
            try await Self.change(session)
            let lines = try await Self.log(of: session)
            #expect(lines.count == 1 + 14)
            let reply = try await Self.replay(lines, on: service)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.integer("revisions") == 14)
            #expect(reply["firstDifference"] == nil)
            let state = try await service.send(.get, session.path)
            let expiry = try #require(state.integer("expiresAt"))
            let expected = state.text.replacing("\"expiresAt\":\(expiry)", with: "\"expiresAt\":0")
            #expect(reply.text.hasSuffix(",\"session\":\(expected)}"))
            #expect(lines.last?.contains(#""stateHash":"\#(try #require(reply.string("stateHash")))""#) == true)
        }
    }

    @Test func `a call that changes nothing is in no log`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open()
            let tick = #"{"client":"c","sequence":1,"events":[{"type":"tick","time":1}]}"#
            for path in ["events?dryRun=true", "events", "events"] {
                let reply = try await service.send(.post, "\(session.surface)/\(path)", tick)
                #expect(reply.status == 200)
            }
            for body in ["{", #"{"events":[]}"#, #"{"client":"c","sequence":5,"events":[{"type":"tick","time":1}]}"#] {
                let reply = try await service.send(.post, "\(session.surface)/events", body)
                #expect(reply.status >= 400)
            }
            try await service.send(.get, session.path)
            let lines = try await Self.log(of: session)
            #expect(lines.count == 2)
        }
    }

    @Test func `the answer names the first revision that differs`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(Self.followed)
            try await Self.change(session)
            var lines = try await Self.log(of: session)
            lines[6] = lines[6].replacing(#""visibleRange":[10,20]"#, with: #""visibleRange":[10,21]"#)
            let reply = try await Self.replay(lines, on: service)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.integer("firstDifference/revision") == 6)
            #expect(reply.string("firstDifference/expected") != reply.string("firstDifference/actual"))
        }
    }

    @Test func `the problem of an invalid log names the line`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(Self.followed)
            try await Self.change(session)
            let lines = try await Self.log(of: session)
            let faulty: [(lines: [String], line: Int)] = [
                (Array(lines.dropFirst()), 1), ([lines[0], lines[0]], 2), ([lines[0], lines[2]], 2),
                ([lines[0], lines[1], lines[1]], 3), ([lines[0], "{"], 2), ([lines[0], #"{"kind":"song"}"#], 2),
                ([lines[0], lines[1].replacing(#""surface":"main""#, with: #""surface":"other""#)], 2),
                ([lines[0], lines[1].replacing(#""moved""#, with: #""glided""#)], 2),
            ]
            for fault in faulty {
                let reply = try await Self.replay(fault.lines, on: service)
                reply.isProblem("log.invalid")
                #expect(reply.integer("line") == fault.line, "\(reply.text)")
            }
            try await Self.replay([], on: service).isProblem("log.invalid")
            try await service.send(.post, "/v1/replays", lines[0], type: "application/json")
                .isProblem("content-type.unsupported")
        }
    }

    @Test func `a log of earlier rules can be replayed until the current rules differ`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(Self.followed)
            try await Self.change(session)
            var lines = try await Self.log(of: session)
            lines[0].replace(#""format":4"#, with: #""format":1"#)
            let same = try await Self.replay(lines, on: service)
            #expect(same.status == 200 && same.string("firstDifference/expected") == nil, "\(same.text.prefix(300))")
            lines[6] = lines[6].replacing(#""visibleRange":[10,20]"#, with: #""visibleRange":[10,21]"#)
            let other = try await Self.replay(lines, on: service)
            other.isProblem("log.version")
            #expect(other.integer("line") == 7)
            for format in [0, 5] {
                let line = lines[0].replacing(#""format":1"#, with: "\"format\":\(format)")
                let reply = try await Self.replay([line], on: service)
                reply.isProblem("log.version")
                #expect(reply.integer("line") == 1)
            }
        }
    }

    @Test func `a log beyond the bounds of the server is refused before it takes time`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(Self.followed)
            let lines = try await Self.log(of: session)
            for (name, bound) in [("modifiersPerSurface", 64), ("surfacesPerSession", 64), ("eventsPerBatch", 1_024)] {
                let larger = lines[0].replacing("\"\(name)\":\(bound)", with: "\"\(name)\":\(bound + 1)")
                #expect(larger != lines[0])
                let reply = try await Self.replay([larger], on: service)
                reply.isProblem("log.invalid")
                #expect(reply.string("pointer") == "/bounds/\(name)")
            }
            let many = (0..<65).map { _ in "{}" }.joined(separator: ",")
            let snapshots = [
                #"{"surfaces":[{"surface":{"modifiers":[\#(many)]}}]}"#, #"{"surfaces":[\#(many)]}"#,
            ]
            for snapshot in snapshots {
                let line = #"{"kind":"snapshot","revision":0,"state":{"format":1,"session":\#(snapshot)}}"#
                let reply = try await Self.replay([lines[0], line], on: service)
                reply.isProblem("log.invalid")
                #expect(reply.string("pointer") == "/state/session/surfaces", "\(reply.text)")
            }
        }
    }

    @Test func `the problem says when rows of the log are gone`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open()
            let lines = try await Self.log(of: session)
            let later = lines[0].replacing(#""rows":101"#, with: #""rows":102"#)
            try await Self.replay([later], on: service).isProblem("log.dataset-differs")
            try await service.send(.delete, session.path)
            try await service.send(.delete, "/v1/datasets/line")
            try await Self.replay(lines, on: service).isProblem("log.dataset-differs")
        }
    }

    @Test(arguments: ["sqlite", "memory"])
    func `with required tokens a replay needs the token of any session that has not ended`(store: String) async throws {
        try await Service.run(["auth.mode": "token", "store.kind": store]) { service in
            try await service.importLine()
            let (session, other) = (try await service.open(), try await service.open())
            let driver = try session.headers(token: "driverToken")
            let log = try await service.send(.get, "\(session.path)/log", headers: driver).text
            func replay(_ headers: HTTPFields) async throws -> Reply {
                try await service.send(.post, "/v1/replays", log, type: Self.logType, headers: headers)
            }
            try await replay([:]).isProblem("auth.token-missing")
            try await replay([.authorization: "Bearer x"]).isProblem("auth.token-unknown")
            for headers in [driver, try session.headers(token: "viewerToken"), try other.headers(token: "viewerToken")]
            {
                #expect(try await replay(headers).status == 200)
            }
            #expect(try await service.send(.delete, session.path, headers: driver).status == 204)
            try await replay(driver).isProblem("auth.token-unknown")
            #expect(try await replay(try other.headers(token: "driverToken")).status == 200)
        }
    }
}
