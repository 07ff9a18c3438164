import HTTPTypes
import Testing

@testable import ChartCommands
@testable import SessionTestSupport

/// Valid and invalid rows of datasets.
@Suite struct DatasetImportTests {
    /// An import and its rows.
    struct Accepted: Sendable {
        let what: String
        var query = ""
        let body: String
        var type = "text/csv"
        /// The window's `columns` and `rows`, as JSON.
        let columns: String
        let rows: String
    }

    /// An import and its problem.
    struct Refused: Sendable {
        let what: String
        var query = ""
        let body: String
        var type = "text/csv"
        let code: String
        var pointer: String?
        var line: Int?
    }

    static let accepted: [Accepted] = [
        Accepted(what: "numbers", body: "t,v\n1,2\n2,-3.5e1\n", columns: #"["t","v"]"#, rows: "[[1,2],[2,-35]]"),
        Accepted(what: "no last line end", body: "t,v\n1,2", columns: #"["t","v"]"#, rows: "[[1,2]]"),
        Accepted(what: "CRLF", body: "t,v\r\n1,2\r\n2,3\r\n", columns: #"["t","v"]"#, rows: "[[1,2],[2,3]]"),
        Accepted(what: "byte-order mark", body: "\u{FEFF}t,v\n1,2\n", columns: #"["t","v"]"#, rows: "[[1,2]]"),
        Accepted(
            what: "quoted cells", body: "\"t\",\"v, \"\"x\"\"\"\n\"1\",\"2\"\n", columns: #"["t","v, \"x\""]"#,
            rows: "[[1,2]]"),
        Accepted(
            what: "missing cells", body: "t,v,w\n1,,\n2,3,\n", columns: #"["t","v","w"]"#,
            rows: "[[1,null,null],[2,3,null]]"),
        Accepted(what: "equal x", body: "t,v\n1,2\n1,3\n", columns: #"["t","v"]"#, rows: "[[1,2],[1,3]]"),
        Accepted(
            what: "another x", query: "?x=u", body: "t,u,v\n9,1,2\n8,2,3\n", columns: #"["u","t","v"]"#,
            rows: "[[1,9,2],[2,8,3]]"),
        Accepted(
            what: "some columns", query: "?columns=w,v", body: "t,v,text,w\n1,2,no,3\n", columns: #"["t","w","v"]"#,
            rows: "[[1,3,2]]"),
        Accepted(
            what: "dates with a zone", body: "d,v\n1970-01-02T00:00:00+01:00,1\n1970-01-02T00:00:00Z,2\n",
            columns: #"["d","v"]"#, rows: "[[82800000,1],[86400000,2]]"),
        Accepted(
            what: "dates without a zone", body: "d,v\n1970-01-02,1\n", columns: #"["d","v"]"#, rows: "[[86400000,1]]"),
        Accepted(
            what: "dates in a zone", query: "?timeZone=Asia/Tokyo", body: "d,v\n1970-01-02,1\n",
            columns: #"["d","v"]"#, rows: "[[54000000,1]]"),
        Accepted(
            what: "seconds as dates", query: "?xKind=date&xUnit=seconds", body: "d,v\n1.5,1\n",
            columns: #"["d","v"]"#, rows: "[[1500,1]]"),
        Accepted(
            what: "JSON", body: #"{"columns":["t","v"],"rows":[[1,null],[2,3]]}"#, type: "application/json",
            columns: #"["t","v"]"#, rows: "[[1,null],[2,3]]"),
        Accepted(
            what: "JSON dates", body: #"{"columns":["t","v"],"rows":[["1970-01-02",7]]}"#, type: "application/json",
            columns: #"["t","v"]"#, rows: "[[86400000,7]]"),
        Accepted(
            what: "some JSON columns", query: "?columns=w", body: #"{"columns":["t","v","w"],"rows":[[1,2,3]]}"#,
            type: "application/json",
            columns: #"["t","w"]"#, rows: "[[1,3]]"),
    ]

    static let described: [Accepted] = [
        Accepted(what: "semicolons", body: "t;v\n1;2\n", columns: #"["t","v"]"#, rows: "[[1,2]]"),
        Accepted(what: "tabs", body: "t\tv\n1\t2\n", columns: #"["t","v"]"#, rows: "[[1,2]]"),
        Accepted(what: "bars", query: "?delimiter=%7C", body: "t|v\n1|2\n", columns: #"["t","v"]"#, rows: "[[1,2]]"),
        Accepted(
            what: "a named tab", query: "?delimiter=tab", body: "t\tv\n1\t2\n", columns: #"["t","v"]"#, rows: "[[1,2]]"),
        Accepted(what: "text", body: "t,city,v\n1,Rome,2\n", columns: #"["t","v"]"#, rows: "[[1,2]]"),
        Accepted(
            what: "null", query: "?null=NA,-", body: "t,v,w\n1,NA,-\n2,3,4\n", columns: #"["t","v","w"]"#,
            rows: "[[1,null,null],[2,3,4]]"),
        Accepted(
            what: "formats", query: "?dateFormat=dd/MM/yyyy&numberFormat=1.234,56%20%E2%82%AC&timeZone=Asia/Tokyo",
            body: "d;v\n02/01/1970;1.234,5 €\n", columns: #"["d","v"]"#, rows: "[[54000000,1234.5]]"),
        Accepted(
            what: "sort", query: "?sort=true", body: "t,v\n2,1\n1,2\n", columns: #"["t","v"]"#, rows: "[[1,2],[2,1]]"),
        Accepted(
            what: "skip", query: "?skipBad=2", body: "t,v\n1,1\n2,a\n3\n4,4\n", columns: #"["t","v"]"#,
            rows: "[[1,1],[4,4]]"),
    ]

    static let refused: [Refused] = [
        Refused(what: "delimiter", query: "?delimiter=:", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "date format", query: "?dateFormat=dd/MM/yy", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "number format", query: "?numberFormat=1", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "sort", query: "?sort=yes", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "skipBad", query: "?skipBad=-1", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(
            what: "one bad row too many", query: "?skipBad=1", body: "t,v\n1,1\n2,a\n3,b\n",
            code: "dataset.value-invalid", line: 4),
        Refused(what: "bad rows alone", query: "?skipBad=9", body: "t,v\n1,a\n", code: "dataset.empty"),
        Refused(what: "text in JSON", query: "?null=NA", body: "{}", type: "application/json", code: "query.invalid"),
        Refused(
            what: "text in doubles", query: "?columns=t,v&sort=true", body: "", type: "application/octet-stream",
            code: "query.invalid"),
        Refused(what: "empty", body: "", code: "dataset.empty", line: 1),
        Refused(what: "byte-order mark alone", body: "\u{FEFF}", code: "dataset.empty", line: 1),
        Refused(what: "no header", body: "1,2\n3,4\n", code: "dataset.empty", line: 1),
        Refused(what: "x alone", body: "t\n1\n", code: "dataset.empty", line: 1),
        Refused(what: "short row", body: "t,v\n1,2\n3\n", code: "dataset.ragged-row", line: 3),
        Refused(what: "long row", body: "t,v\n1,2,3\n", code: "dataset.ragged-row", line: 2),
        Refused(what: "text", body: "t,v\n1,2\n2,two\n", code: "dataset.value-invalid", line: 3),
        Refused(what: "NaN", body: "t,v\n1,nan\n", code: "dataset.value-invalid", line: 2),
        Refused(what: "inf", body: "t,v\n1,-inf\n", code: "dataset.value-invalid", line: 2),
        Refused(what: "1e400", body: "t,v\n1,1e400\n", code: "dataset.value-invalid", line: 2),
        Refused(what: "x that is NaN", body: "t,v\nnan,1\n", code: "dataset.value-invalid", line: 2),
        Refused(what: "no x", body: "t,v\n1,1\n,1\n", code: "dataset.value-invalid", line: 3),
        Refused(what: "a date that is none", body: "t,v\n2024-02-30,1\n", code: "dataset.value-invalid", line: 2),
        Refused(
            what: "dates, then a word", body: "t,v\n2024-02-28,1\nlater,2\n", code: "dataset.value-invalid", line: 3),
        Refused(what: "open quote", body: "t,v\n1,\"2\n", code: "dataset.value-invalid", line: 2),
        Refused(
            what: "unlikely dates", query: "?xKind=date", body: "t,v\n1700000000,1\n", code: "import.unlikely-dates",
            line: 1),
        Refused(what: "encoding", query: "?encoding=ebcdic", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "comment", query: "?comment=", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "line of names", query: "?headerLine=0", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(
            what: "charset", body: "t,v\n1,1\n", type: "text/csv; charset=koi8-r", code: "content-type.unsupported"),
        Refused(what: "x going down", body: "t,v\n2,1\n1,1\n", code: "dataset.out-of-order", line: 3),
        Refused(what: "a column twice", body: "t,v,v\n1,1,1\n", code: "dataset.unknown-column", line: 1),
        Refused(what: "unknown x", query: "?x=u", body: "t,v\n1,1\n", code: "dataset.unknown-column", line: 1),
        Refused(
            what: "unknown column", query: "?columns=v,u", body: "t,v\n1,1\n", code: "dataset.unknown-column", line: 1),
        Refused(what: "unknown kind", query: "?xKind=time", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "unknown unit", query: "?xUnit=days", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "unknown zone", query: "?timeZone=Mars", body: "t,v\n1,1\n", code: "query.invalid"),
        Refused(what: "typo", query: "?column=v", body: "t,v\n1,1\n", code: "query.unknown"),
        Refused(what: "type", body: "t,v\n1,1\n", type: "text/plain", code: "content-type.unsupported"),
        json("not JSON", #"{"columns":["t","v"],"rows":[[1,2]"#, "body.malformed"),
        json("no rows", #"{"columns":["t","v"]}"#, "body.missing-property", "/rows"),
        json("no columns", #"{"columns":[],"rows":[]}"#, "dataset.empty"),
        json("short row", #"{"columns":["t","v"],"rows":[[1,2],[3]]}"#, "dataset.ragged-row", "/rows/1"),
        json("text", #"{"columns":["t","v"],"rows":[[1,"2"]]}"#, "dataset.value-invalid", "/rows/0/1"),
        json("flag", #"{"columns":["t","v"],"rows":[[1,true]]}"#, "dataset.value-invalid", "/rows/0/1"),
        json("null x", #"{"columns":["t","v"],"rows":[[null,1]]}"#, "dataset.value-invalid", "/rows/0/0"),
        json("object", #"{"columns":["t","v"],"rows":[{"t":1}]}"#, "body.invalid-value", "/rows/0"),
        json("down", #"{"columns":["t","v"],"rows":[[2,1],[1,1]]}"#, "dataset.out-of-order", "/rows/1/0"),
        json("number as name", #"{"columns":["t",7],"rows":[[2,1]]}"#, "body.invalid-value", "/columns/1"),
        json("typo", #"{"columns":["t","v"],"rows":[[2,1]],"row":[]}"#, "body.unknown-property", "/row"),
    ]

    private static func json(
        _ what: String, _ body: String, _ code: String, _ pointer: String? = nil
    ) -> Refused {
        Refused(what: "JSON: " + what, body: body, type: "application/json", code: code, pointer: pointer)
    }

    @Test func `a valid import gives its rows`() async throws {
        try await Service.run { service in
            for (index, one) in (Self.accepted + Self.described).enumerated() {
                let path = "/v1/datasets/set-\(index)"
                let reply = try await service.send(.put, path + one.query, one.body, type: one.type)
                #expect(reply.status == 201, "\(one.what): \(reply.text)")
                #expect(reply.headers[.location] == path && reply.integer("version") == 1, "\(one.what)")
                let window = try await service.send(.get, path + "/window")
                #expect(
                    window.text.hasPrefix(#"{"columns":\#(one.columns),"rows":\#(one.rows),"#),
                    "\(one.what): \(window.text)")
            }
        }
    }

    @Test func `an invalid import is refused with its place and leaves no dataset`() async throws {
        try await Service.run { service in
            try await service.importLine(through: 1)
            let before = try await service.send(.get, "/v1/datasets").text
            for one in Self.refused {
                for (method, path) in [
                    (HTTPRequest.Method.put, "/v1/datasets/new"), (.put, "/v1/datasets/line"),
                ] {
                    let reply = try await service.send(method, path + one.query, one.body, type: one.type)
                    let comment: Comment = "\(one.what): \(reply.status) \(reply.text)"
                    reply.isProblem(one.code, comment)
                    if let line = one.line { #expect(reply.integer("line") == line, comment) }
                    if let pointer = one.pointer { #expect(reply.pointer == pointer, comment) }
                    #expect(try await service.send(.get, "/v1/datasets").text == before, comment)
                }
            }
        }
    }

    @Test func `names`() async throws {
        try await Service.run { service in
            let long = String(repeating: "a", count: 64)
            for name in ["a", "9", "A.b_c-d", long] {
                let reply = try await service.send(.put, "/v1/datasets/\(name)", "t,v\n1,1\n", type: "text/csv")
                #expect(reply.status == 201, "\(name): \(reply.text)")
                #expect(try await service.send(.get, "/v1/datasets/\(name)").string("name") == name)
            }
            for name in [".a", "_a", "-a", "a%20b", "a%2Fb", "..%2Fa", "%C3%A4", "a%00", long + "a", "a%zz"] {
                let reply = try await service.send(.put, "/v1/datasets/\(name)", "t,v\n1,1\n", type: "text/csv")
                reply.isProblem("dataset.name-invalid", "\(name): \(reply.text)")
            }
            let column = String(repeating: "n", count: 256)
            let longer = try await service.send(.put, "/v1/datasets/c", "t,\(column)n\n1,1\n", type: "text/csv")
            longer.isProblem("dataset.column-name-invalid", "\(longer.text.prefix(300))")
            #expect(
                try await service.send(.put, "/v1/datasets/c", "t,\(column)\n1,1\n", type: "text/csv").status == 201)
        }
    }

    @Test func `bodies beyond the limits`() async throws {
        try await Service.run(["limits.datasetBytes": "40", "limits.bodyBytes": "60"]) { service in
            let rows = "t,v\n" + String(repeating: "1,1\n", count: 9)
            #expect(try await service.send(.put, "/v1/datasets/a", rows, type: "text/csv").status == 201)
            for (method, path) in [(HTTPRequest.Method.put, "/v1/datasets/a"), (.post, "/v1/datasets/a/rows")] {
                let reply = try await service.send(method, path, rows + "\n", type: "text/csv")
                reply.isProblem("dataset.too-large", "\(reply.text)")
                #expect(reply.status == 413)
            }
            let body = #"{"surfaces":[{"dataset":"a"}],"meta":{"a":"0123456789012345"}}"#
            #expect(try await service.send(.post, "/v1/sessions", body.replacing("012", with: "")).status == 201)
            try await service.send(.post, "/v1/sessions", body).isProblem("body.too-large")
        }
    }

    @Test func `the answer tells how the text was read`() async throws {
        try await Service.run { service in
            let body = "t;v;city\n1;2;Rome\n2;two;Bonn\n0;3;Oslo\n3;4;Bern\n"
            let reply = try await service.send(.put, "/v1/datasets/a?skipBad=2", body, type: "text/csv")
            #expect(
                reply.text.contains(
                    #""delimiter":";","leftOut":["city"],"skipped":{"rows":2,"first":[{"line":3,"detail":"\"two\" is no number, on line 3 in column \"v\"."},{"line":4,"detail":"The x is below that of the row before, on line 4 in column \"t\"."}]},"dialect":{"delimiter":";","headerLine":1,"#
                ), "\(reply.text)")
            let json = try await service.send(.put, "/v1/datasets/b", #"{"columns":["t","v"],"rows":[[1,2]]}"#)
            #expect(json.status == 201 && !json.text.contains("leftOut"), "\(json.text)")
        }
    }

    @Test func `appended rows may be described, and columns of the dataset stay`() async throws {
        try await Service.run { service in
            _ = try await service.send(.put, "/v1/datasets/a", "d,v\n1970-01-02,1\n", type: "text/csv")
            let path = "/v1/datasets/a/rows?dateFormat=dd.MM.yyyy&numberFormat=1.234,56&sort=true"
            let reply = try await service.send(
                .post, path, "d;v;n\n04.01.1970;2,5;a\n03.01.1970;1,5;b\n", type: "text/csv")
            #expect(reply.status == 200 && reply.integer("rows") == 3, "\(reply.text)")
            #expect(reply.text.contains(#""leftOut":["n"]"#), "\(reply.text)")
            let bad = try await service.send(.post, "/v1/datasets/a/rows", "d,v,w\n1970-01-05,a,1\n", type: "text/csv")
            bad.isProblem("dataset.value-invalid", "\(bad.text)")
        }
    }

    @Test(arguments: [
        ("t;v\n1;1,5\n", "`numberFormat=1,234.56`", false), ("t;v\n1;1,5\n", "Try `numberFormat=1.234,56`.", true),
        ("d,v\n15/10/2024,1\n", "Try `dateFormat=dd/MM/yyyy` or", true), ("t,v\n1,NA\n", "Try `null=NA`.", true),
        ("t,v\n2,1\n1,1\n", "Try `sort=true`.", true),
        ("t,v\n1,1\n2\n", "The delimiter is \",\"; name another in `delimiter`.", true),
        ("t,v\n1,1\n2,inf\n", "`skipBad=10`", true), ("t v\n1 2\n", "name another in `delimiter`.", true),
        ("t,v\n1,1;2\n", "`delimiter=;`", false),
    ])
    func `a refusal names the remedy`(body: String, remedy: String, isNamed: Bool) async throws {
        try await Service.run { service in
            let reply = try await service.send(.put, "/v1/datasets/a", body, type: "text/csv")
            #expect(reply.string("detail")?.contains(remedy) == isNamed, "\(reply.text)")
        }
    }
}
