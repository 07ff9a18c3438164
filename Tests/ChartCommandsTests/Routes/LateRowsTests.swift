import HTTPTypes
import Testing

@testable import ChartCommands
@testable import ServerTestSupport
@testable import SessionTestSupport

/// Rows that come late, again, or go, as a client sends them.
@Suite struct LateRowsTests {
    private static let rows = "/v1/datasets/line/rows"

    @discardableResult
    private static func append(_ text: String, on service: Service, type: String = "text/csv") async throws -> Reply {
        try await service.send(.post, rows, text, type: type)
    }

    private static func csv(_ service: Service) async throws -> String {
        try await service.send(.get, rows).text
    }

    @Test(arguments: ["sqlite", "memory"])
    func `the rules of a dataset are given with it, changed later, kept by a replacement, and told`(
        store: String
    ) async throws {
        try await Service.run(["store.kind": store, "demo.enabled": "false"]) { service in
            let path = "/v1/datasets/line"
            let made = try await service.send(.put, path + "?key=x&late=merge", "t,v\n1,1\n2,2\n", type: "text/csv")
            #expect(made.status == 201 && made.string("key") == "x" && made.string("late") == "merge")
            #expect(made["lateRows"] == nil, "what is the default is not told")
            let patched = try await service.send(.patch, path, #"{"lateRows":5,"late":"drop"}"#)
            #expect(patched.status == 200 && patched.integer("lateRows") == 5 && patched.string("late") == "drop")
            #expect(patched.integer("version") == 2 && patched.headers[.eTag] != made.headers[.eTag])
            #expect(try await service.send(.patch, path, "{}").integer("version") == 2)
            let replaced = try await service.send(
                .put, path, #"{"key":null,"columns":["t","v"],"rows":[[1,1],[1,2]],"late":"merge"}"#)
            #expect(replaced.status == 200 && replaced["key"] == nil && replaced.integer("lateRows") == 5)
            #expect(replaced.string("late") == "merge" && replaced.integer("rows") == 2)
            let got = try await service.send(.get, path)
            #expect(got.string("late") == "merge" && got.integer("lateRows") == 5)
            #expect(try await service.send(.get, "/v1/datasets").string("datasets/0/late") == "merge")
            for body in [#"{"late":"never"}"#, #"{"lateRows":0}"#, #"{"key":"y"}"#] {
                try await service.send(.patch, path, body).isProblem("body.invalid-value")
            }
            try await service.send(.patch, path, #"{"colour":1}"#).isProblem("body.unknown-property")
            try await service.send(.patch, "/v1/datasets/none", "{}").isProblem("dataset.unknown")
            try await service.send(.put, path + "?late=never", "t,v\n1,1\n", type: "text/csv")
                .isProblem("query.invalid")
            try await service.send(.post, Self.rows + "?late=merge", "t,v\n3,1\n", type: "text/csv")
                .isProblem("query.unknown")
            try await service.send(.patch, path, "{}", headers: [.ifMatch: "\"old\""]).isProblem("precondition.failed")
        }
    }

    @Test func `late rows are merged or left out, and the answer counts them`() async throws {
        try await Service.run { service in
            try await service.importLine(through: 5)
            try await Self.append("t,v\n3,9\n", on: service).isProblem("dataset.out-of-order")
            try await service.send(.patch, "/v1/datasets/line", #"{"late":"merge"}"#)
            let merged = try await Self.append("t,v\n8,8\n2.5,9\n6,6\n", on: service)
            #expect(merged.status == 200, "\(merged.text)")
            #expect(merged.integer("late/merged") == 1 && merged.integer("late/replaced") == 0)
            #expect(merged.integer("late/dropped") == 0 && merged.integer("rows") == 9)
            #expect(try await Self.csv(service) == "t,v\n0,0\n1,1\n2,2\n2.5,9\n3,3\n4,4\n5,5\n6,6\n8,8\n")
            let json = #"{"columns":["t","v"],"rows":[[9,9],[7,7]]}"#
            #expect(try await Self.append(json, on: service, type: "application/json").integer("late/merged") == 1)
            try await service.send(.patch, "/v1/datasets/line", #"{"late":"drop"}"#)
            let dropped = try await Self.append("t,v\n4,0\n10,10\n", on: service)
            #expect(dropped.integer("late/dropped") == 1 && dropped.integer("rows") == 12)
            let none = try await Self.append("t,v\n4,0\n", on: service)
            #expect(none.status == 200 && none.integer("late/dropped") == 1)
            #expect(none.integer("version") == dropped.integer("version"))
        }
    }

    @Test func `with a key a candle forms, in the columns that the row names`() async throws {
        try await Service.run { service in
            let path = "/v1/datasets/line"
            try await service.send(
                .put, path + "?key=x", "t,open,close\n1,10,11\n2,20,21\n2,22,23\n", type: "text/csv")
            #expect(try await Self.csv(service) == "t,open,close\n1,10,11\n2,22,23\n")
            let formed = try await Self.append("t,close\n2,25\n", on: service)
            #expect(formed.integer("late/replaced") == 1 && formed.integer("late/merged") == 0, "\(formed.text)")
            #expect(try await Self.csv(service) == "t,open,close\n1,10,11\n2,22,25\n")
            #expect(try await Self.append("t,close\n3,31\n3,\n", on: service).integer("late/replaced") == 0)
            #expect(try await Self.csv(service) == "t,open,close\n1,10,11\n2,22,25\n3,,\n")
            try await Self.append("t,close\n2,0\n", on: service).isProblem("dataset.out-of-order")
            try await Self.append("t,high\n4,0\n", on: service).isProblem("dataset.unknown-column")
        }
    }

    @Test func `a row that is too late refuses the request and names the earliest x`() async throws {
        try await Service.run { service in
            let days = (1...9).map { "2024-01-0\($0),\($0)\n" }.joined()
            try await service.send(
                .put, "/v1/datasets/line?late=merge&lateRows=3", "t,v\n" + days, type: "text/csv")
            let refused = try await Self.append("t,v\n2024-01-10,1\n2024-01-05T12:00,1\n", on: service)
            refused.isProblem("rows.too-late")
            #expect(refused.string("detail")?.contains("2024-01-06T00:00:00") == true, "\(refused.text)")
            #expect(try await service.send(.get, "/v1/datasets/line").integer("rows") == 9)
            #expect(try await Self.append("t,v\n2024-01-06,1\n", on: service).integer("late/merged") == 1)
        }
    }

    @Test func `the rows of a closed range are removed`() async throws {
        try await Service.run { service in
            try await service.importLine(through: 9)
            let removed = try await service.send(.delete, Self.rows + "?from=2&to=4")
            #expect(removed.status == 200 && removed.text == #"{"removed":3}"#)
            #expect(removed.headers[.eTag] == (try await service.send(.get, "/v1/datasets/line")).headers[.eTag])
            #expect(try await service.send(.delete, Self.rows + "?from=2&to=4").text == #"{"removed":0}"#)
            #expect(try await service.send(.delete, Self.rows + "?to=1").integer("removed") == 2)
            #expect(try await service.send(.delete, Self.rows + "?from=8").integer("removed") == 2)
            #expect(try await Self.csv(service) == "t,v\n5,5\n6,6\n7,7\n")
            try await service.send(.delete, Self.rows).isProblem("query.invalid")
            try await service.send(.delete, Self.rows + "?from=3&to=1").isProblem("query.invalid")
            try await service.send(.delete, "/v1/datasets/none/rows?from=1").isProblem("dataset.unknown")
            #expect(try await service.send(.delete, Self.rows + "?from=0").integer("removed") == 3)
            #expect(try await service.send(.get, "/v1/datasets/line").integer("rows") == 0)
            #expect(try await Self.append("t,v\n2024-01-01,1\n", on: service).string("xKind") == "date")
        }
    }

    @Test func `a selected row follows its x, and is not selected once that goes`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open()
            try await session.command("selectRow", #","row":50"#)
            try await service.send(.patch, "/v1/datasets/line", #"{"late":"merge"}"#)
            try await Self.append("t,v\n3.5,0\n4.5,0\n", on: service)
            #expect(try await service.send(.get, session.surface)["selection/rows"] as? [Int] == [52])
            try await service.send(.delete, Self.rows + "?from=0&to=9")
            #expect(try await service.send(.get, session.surface)["selection/rows"] as? [Int] == [40])
            try await service.send(.delete, Self.rows + "?from=50&to=50")
            #expect(try await service.send(.get, session.surface).count("selection/rows") == 0)
        }
    }

    @Test(arguments: ["sqlite", "memory"])
    func `the log of a live session is replayed over editions, and of an ended one says that rows are gone`(
        store: String
    ) async throws {
        try await Service.run(["store.kind": store]) { service in
            try await service.importLine()
            try await service.send(.patch, "/v1/datasets/line", #"{"late":"merge","key":"x"}"#)
            let session = try await service.open(#""dataset":"line","yAxes":[{"id":"y","autoRange":"always"}]"#)
            func tick(_ time: Int) async throws {
                try await session.post(#"{"type":"tick","time":\#(time)}"#)
            }
            try await tick(1)
            try await Self.append("t,v\n3,400\n50.5,-70\n", on: service)
            try await session.command("selectRow", #","row":60"#)
            try await service.send(.delete, Self.rows + "?from=3&to=20")
            try await tick(2)
            try await Self.append("t,v\n101,7\n", on: service)
            try await tick(3)
            let log = try await service.send(.get, session.path + "/log").text
            #expect(log.contains(#""edition":"#))
            let type = "application/x-ndjson"
            let replayed = try await service.send(.post, "/v1/replays", log, type: type)
            #expect(replayed.status == 200 && replayed["firstDifference"] == nil, "\(replayed.text.prefix(400))")
            #expect(replayed.integer("revisions") == 4)
            try await service.send(.delete, session.path)
            try await service.send(.delete, Self.rows + "?from=40&to=41")
            let gone = try await service.send(.post, "/v1/replays", log, type: type)
            #expect(gone.status == 200, "\(gone.text)")
            #expect(gone.string("firstDifference/cause") == "rows-gone")
            #expect(gone.integer("firstDifference/revision") == 0 && gone.integer("revisions") == 0)
        }
    }

    /// Columns that came later, by an append and by a replacement, and before and after rows were put between others.
    @Test(arguments: ["sqlite", "memory"])
    func `a log is replayed with the columns that its lines have seen`(store: String) async throws {
        try await Service.run(["store.kind": store]) { service in
            let path = "/v1/datasets/line"
            try await service.send(
                .put, path + "?split=s&late=merge", "t,s,v\n1,a,1\n1,b,2\n3,a,3\n3,b,4\n", type: "text/csv")
            let session = try await service.open(#""dataset":"line""#)
            func open(_ id: String, showing count: Int) async throws {
                let surface = try await service.send(
                    .post, session.path + "/surfaces", #"{"id":"\#(id)","dataset":"line"}"#)
                #expect(surface.status == 201 && surface.count("series") == count, "\(surface.text)")
            }
            try await Self.append("t,a,b\n2,7,8\n", on: service)
            try await open("merged", showing: 2)
            let wider = try await service.send(
                .post, Self.rows + "?split=s", "t,s,v\n4,a,5\n4,c,6\n", type: "text/csv")
            #expect(wider.status == 200 && wider.string("columns/3/name") == "c", "\(wider.text)")
            try await open("wider", showing: 3)
            try await Self.append("t,a,b,c\n2.5,1,1,1\n", on: service)
            try await open("between", showing: 3)
            let replaced = try await service.send(.put, path, "t,a,b,c,d\n1,1,1,1,1\n", type: "text/csv")
            #expect(replaced.status == 200, "\(replaced.text)")
            try await open("replaced", showing: 4)
            let log = try await service.send(.get, session.path + "/log").text
            let replay = try await service.send(.post, "/v1/replays", log, type: "application/x-ndjson")
            #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
            #expect(replay.integer("revisions") == 4)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `viewers are told the first and the last x that have changed`() async throws {
        try await StreamedSession.run { session in
            var stream = try await session.watch("?window=none&ticks=false")
            _ = try await stream.next()
            try await session.append(101...101)
            let appended = try #require(try await stream.next())
            #expect(appended.name == "data" && appended.body["changed"] == nil)
            #expect(try await session.send(.patch, "/v1/datasets/line", #"{"late":"merge","key":"x"}"#).status == 200)
            _ = try await stream.next()
            let late = try await session.send(.post, Self.rows, "t,v\n7.5,1\n102,2\n", type: "text/csv")
            #expect(late.status == 200, "\(late.text)")
            let merged = try #require(try await stream.next())
            #expect(merged.name == "data" && merged.body.numbers("changed") == [7.5, 102])
            #expect(merged.body.integer("rows") == 104 && merged.body["replaced"] == nil)
            #expect(try await session.send(.delete, Self.rows + "?from=10&to=20").status == 200)
            #expect(try #require(try await stream.next()).body.numbers("changed") == [10, 20])
        }
    }
}

/// Datasets that are replaced under sessions.
@Suite struct ReplacedUnderSessionsTests {
    private static let path = "/v1/datasets/line"

    private static func put(_ text: String, _ query: String = "", on service: Service) async throws -> Reply {
        try await service.send(.put, path + query, text, type: "text/csv")
    }

    @Test(arguments: ["sqlite", "memory"])
    func `a refresh replaces the rows under a session, whose selection follows x`(store: String) async throws {
        try await Service.run(["store.kind": store]) { service in
            try await service.importLine()
            let axes = #""xAxes":[{"id":"x","visibleRange":[10,20]}],"yAxes":[{"id":"y","autoRange":"always"}]"#
            let session = try await service.open(#""dataset":"line",\#(axes)"#)
            try await session.command("selectRow", #","row":15"#)
            let text = "v,t\n" + (5...40).map { "\(10 * $0),\($0)\n" }.joined()
            #expect(try await Self.put(text, "?x=t&whenShown=refuse", on: service).code == "dataset.in-use")
            let replaced = try await Self.put(text, "?x=t", on: service)
            #expect(replaced.status == 200 && replaced.integer("rows") == 36, "\(replaced.text)")
            let seen = try await service.send(.get, session.surface)
            #expect(seen.numbers("xAxes/0/visibleRange") == [10, 20])
            #expect(seen["selection/rows"] as? [Int] == [10])
            #expect(seen.numbers("yAxes/0/dataRange") == [50, 400])
            let far = (1_000...1_040).map { "\($0),\($0)\n" }.joined()
            #expect(try await Self.put("t,v\n" + far, on: service).status == 200)
            let moved = try await service.send(.get, session.surface)
            #expect(moved.numbers("xAxes/0/visibleRange") == [1_000, 1_040])
            #expect(moved.count("selection/rows") == 0)
            try await session.post(#"{"type":"tick","time":1}"#)
            let log = try await service.send(.get, session.path + "/log").text
            let replayed = try await service.send(.post, "/v1/replays", log, type: "application/x-ndjson")
            #expect(replayed.status == 200 && replayed["firstDifference"] == nil, "\(replayed.text.prefix(400))")
        }
    }

    @Test func `rows that lack what sessions may show are refused with the names`() async throws {
        try await Service.run { service in
            _ = try await Self.put("t,a,b\n1,1,1\n", on: service)
            _ = try await service.open(#""dataset":"line","series":[{"y":"a"}]"#)
            for (text, names) in [("t,a\n1,1\n", #""b""#), ("u,a,b\n1,1,1\n", #""t""#), ("u,a\n1,1\n", #""t", "b""#)] {
                let refused = try await Self.put(text, on: service)
                refused.isProblem("dataset.in-use")
                #expect(refused.string("detail")?.contains(names) == true, "\(refused.text)")
            }
            let wider = try await Self.put("t,c,b,a\n1,3,2,1\n", on: service)
            #expect(wider.status == 200, "\(wider.text)")
            #expect(try await service.send(.get, Self.path + "/rows").text == "t,a,b,c\n1,1,2,3\n")
            try await service.send(.delete, Self.path).isProblem("dataset.in-use")
        }
    }

    @Test(.timeLimit(.minutes(5))) func `viewers are told that other rows took the place of all`() async throws {
        try await StreamedSession.run { session in
            var stream = try await session.watch("?window=none&ticks=false")
            _ = try await stream.next()
            let put = try await session.send(.put, Self.path, "t,v\n700,1\n900,2\n", type: "text/csv")
            #expect(put.status == 200, "\(put.text)")
            let event = try #require(try await stream.next())
            #expect(event.name == "data" && event.body["replaced"] as? Bool == true)
            #expect(event.body.integer("rows") == 2)
            #expect(event.body.numbers("surfaces/0/xAxes/0/visibleRange") != nil)
        }
    }
}
