import AsyncHTTPClient
import ChartSessions
import ChartWire
import Configuration
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import ChartServer
@testable import ServerTestSupport
@testable import SessionTestSupport

/// Streams over a socket, as a browser or curl reads them.
struct StreamTests {
    private static let pan = [
        TouchEvents.touch("began", 0, (1, 400, 200)), TouchEvents.touch("moved", 16, (1, 300, 200)),
        TouchEvents.touch("moved", 32, (1, 200, 200)), TouchEvents.touch("ended", 48, (1, 200, 200)),
    ]

    @Test(.timeLimit(.minutes(10))) func `a viewer gets the state, each revision as it was answered, and the end`()
        async throws
    {
        try await StreamedSession.run { session in
            var stream = try await session.watch("?ticks=false")
            #expect(stream.headers.first(name: "content-type") == "text/event-stream")
            #expect(stream.headers.first(name: "cache-control") == "no-store")
            #expect(stream.headers.first(name: "x-accel-buffering") == "no")
            let state = try #require(try await stream.next())
            #expect(state.name == "state" && state.id == "0")
            #expect(state.body.settledText == (try await session.reply("?ticks=false")).settledText)
            for (revision, event) in Self.pan.enumerated() {
                let answer = try await session.post(event, query: "?ticks=false")
                let update = try #require(try await stream.next())
                #expect(update.name == "update" && update.id == String(revision + 1))
                let expected = answer.text.replacing(#""ignored":[],"#, with: "")
                #expect(update.body.text == expected)
            }
            try await session.end()
            let end = try #require(try await stream.next())
            #expect(end.name == "end" && end.id == nil && end.body.string("reason") == "deleted")
            #expect(try await stream.next() == nil)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["rows", "columns", "objects"]) func `the query shapes the stream`(
        layout: String
    ) async throws {
        try await StreamedSession.run { session in
            var stream = try await session.watch("?layout=\(layout)&window=full&ticks=false")
            let query = "?layout=\(layout)&window=full&ticks=false"
            #expect(try await stream.next()?.body.settledText == session.reply(query).settledText)
            var bare = try await session.watch("?window=none")
            let state = try #require(try await bare.next())
            #expect(state.body["surfaces/0/window"] == nil && state.body["surfaces/0/xAxes/0/ticks"] != nil)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a viewer that applies all events has the ranges of the session`()
        async throws
    {
        try await StreamedSession.run(body: StreamedSession.linked) { session in
            var stream = try await session.watch("?window=none&ticks=false")
            var seen = SeenRanges()
            for (index, event) in Self.pan.enumerated() {
                if index == 2 { try await session.append(101...(105)) }
                try await session.post(event)
                while seen.revision < index + 1 { seen.take(try #require(try await stream.next())) }
                #expect(seen.ranges == SeenRanges.ranges(of: try await session.reply()))
            }
            try await session.append(106...120)
            seen.take(try #require(try await stream.next()))
            #expect(seen.ranges == SeenRanges.ranges(of: try await session.reply()))
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a viewer that returns with the last id continues from there`() async throws {
        try await StreamedSession.run { session in
            var other = try await session.watch()
            for event in Self.pan { try await session.post(event) }
            var seen = 0
            while seen < 4 { seen = try #require(try await other.next()?.revision) }
            var back = try await session.watch(lastID: "2")
            #expect(try await back.next()?.id == "3")
            #expect(try await back.next()?.id == "4")
            var stale = try await session.watch(lastID: "77")
            let state = try await stale.next()
            #expect(state?.name == "state" && state?.id == "4")
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a viewer that returns with the last id gets no rows again`() async throws {
        try await StreamedSession.run(body: StreamedSession.linked) { session in
            try await session.append(101...110)
            var stream = try await session.watch()
            let state = try await stream.next()
            #expect(state?.name == "state" && state?.id == "0")
            try await session.append(111...120)
            #expect(try await stream.next()?.body.integer("version") == 3)
            try await session.append(121...130)
            #expect(try await stream.next()?.body.integer("version") == 4)
            // The id of an event comes before it is asked for, and that of rows after it: the next event is read with both.
            try await session.post(Self.pan[0])
            var back = try await session.watch(lastID: "0 line@3")
            #expect(try await back.next()?.body.integer("version") == 4)
            #expect(stream.lastID == "0 line@3" || stream.lastID == "0 line@4")
            #expect(try await stream.next()?.id == "1")
            var last = try await session.watch(lastID: "0 line@4")
            #expect(try await last.next()?.id == "1")
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: 0..<4)
    func `a stream that nobody watched goes on after any revision`(known: Int) async throws {
        try await StreamedSession.run { session in
            for event in Self.pan { try await session.post(event) }
            var stream = try await session.watch(lastID: "\(known)")
            for revision in known + 1...4 {
                let event = try await stream.next()
                #expect(event?.name == "update" && event?.id == "\(revision)")
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a viewer gets appended rows with the moved surfaces`() async throws {
        try await StreamedSession.run(body: StreamedSession.linked) { session in
            var stream = try await session.watch()
            _ = try await stream.next()
            try await session.append(101...120)
            let data = try #require(try await stream.next())
            #expect(data.name == "data" && data.id == nil)
            #expect(data.body.string("dataset") == "line" && data.body.integer("rows") == 121)
            #expect(data.body.integer("version") == 2)
            #expect(data.body.count("surfaces") == 2)
            #expect(data.body["surfaces/0/window/rows"] != nil && data.body["surfaces/0/size"] != nil)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a viewer gets the events of the data, unless it wants no annotations`()
        async throws
    {
        try await StreamedSession.run { session in
            var (all, none) = (try await session.watch("?scene=auto"), try await session.watch("?annotations=none"))
            _ = (try await all.next(), try await none.next())
            try await session.noteEvent("deploy", at: 40)
            let (told, untold) = (try #require(try await all.next()), try #require(try await none.next()))
            #expect(told.name == "data" && told.body.integer("rows") == 101 && told.body.integer("version") == 2)
            #expect(told.body.string("surfaces/0/annotations/0/id") == "deploy")
            #expect(told.body.text.contains(#""key":"event/deploy""#))
            #expect(untold.body.integer("surfaces/0/annotationsVersion") == 2)
            #expect(untold.body["surfaces/0/annotations"] == nil)
            try await session.append(101...120)
            #expect(try await all.next()?.body["surfaces/0/annotations"] == nil)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a stream takes any of its tokens, from the header or the query`()
        async throws
    {
        try await StreamedSession.run(["auth.mode": "token"]) { session in
            let viewer = try #require(session.opened.string("viewerToken"))
            #expect(try await session.status("") == 401)
            #expect(try await session.status("?token=wrong") == 401)
            #expect(try await session.status("?token=") == 401)
            #expect(try await session.status("?token=\(viewer)", token: "wrong") == 401)
            #expect(try await session.status("?token=\(viewer)") == 200)
            #expect(try await session.status("", token: viewer) == 200)
            #expect(try await session.status("?token=\(viewer)&colour=red") == 400)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `more viewers than the limit are refused`() async throws {
        try await StreamedSession.run(["limits.viewersPerSession": 1]) { session in
            let first = try await session.watch()
            let refused = try await session.get("")
            #expect(refused.status == .tooManyRequests && refused.headers.first(name: "retry-after") == "5")
            let problem = String(buffer: try await refused.body.collect(upTo: 65_536))
            #expect(Reply(status: 429, headers: [:], text: problem).code == "limits.viewers")
            withExtendedLifetime(first) {}
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a viewer that leaves makes room at once`() async throws {
        try await StreamedSession.run(["limits.viewersPerSession": 1]) { session in
            #expect(try await session.status("") == 200)
            for _ in 0..<1_000 {
                if try await session.status("") == 200 { return }
                try await Task.sleep(for: .milliseconds(5))
            }
            Issue.record("the first viewer is there still")
        }
    }

    @Test func `a HEAD of a stream is answered and leaves no viewer`() async throws {
        try await Service.run(["limits.viewersPerSession": "1"]) { service in
            try await service.importLine()
            let session = try await service.open()
            for _ in 1...3 {
                let reply = try await service.send(.head, session.path + "/stream")
                #expect(reply.status == 200 && reply.headers[.contentType] == "text/event-stream")
            }
        }
    }

    @Test func `the viewers of a server that shuts down come back at different times, and no others`() throws {
        var returns: Set<Int> = []
        for _ in 0..<200 {
            let text = String(buffer: ServerSentEvents.bytes(of: .end(.shutdown)))
            let match = try #require(text.wholeMatch(of: /retry: (\d+)\nevent: end\ndata: \{"reason":"shutdown"\}\n\n/))
            returns.insert(try #require(Int(match.1)))
        }
        #expect(returns.count > 100 && returns.allSatisfy { (500...3_000).contains($0) })
        let deleted = String(buffer: ServerSentEvents.bytes(of: .end(.deleted)))
        #expect(deleted == "event: end\ndata: {\"reason\":\"deleted\"}\n\n")
    }

    @Test func `line breaks in a client's meta do not end the data`() {
        let body = Array("{\"a\":\n1,\r\n\"b\":\"\\n\"}".utf8)
        let bytes = ServerSentEvents.bytes(of: .state(revision: 3, body: body))
        #expect(String(buffer: bytes) == "id: 3\nevent: state\ndata: {\"a\":1,\"b\":\"\\n\"}\n\n")
        #expect(String(buffer: ServerSentEvents.bytes(of: .silence)) == ":\n\n")
        let seen = StreamBookmark(revision: 5, versions: ["users": 3, "prices": 12])
        #expect(String(buffer: ServerSentEvents.bytes(of: .bookmark(seen))) == "id: 5 prices@12 users@3\n\n")
        let rows = ServerSentEvents.bytes(of: .data(dataset: "prices", seen, body: Array("{}".utf8)))
        #expect(String(buffer: rows) == "event: data\ndata: {}\n\nid: 5 prices@12 users@3\n\n")
    }
}
