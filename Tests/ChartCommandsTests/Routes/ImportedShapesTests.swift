import ChartWire
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import ChartDatasets
@testable import ChartServer
@testable import ChartSessions
@testable import ServerTestSupport
@testable import SessionTestSupport

/// Tables in the shapes in which people have them, over HTTP.
@Suite struct ImportedShapesTests {
    /// Tables that are read, with the query by which they are.
    static let files: [(query: String, type: String, body: String)] = [
        ("", "text/csv", "t,v\n1,2\n3,4\n"),
        ("", "text/csv", ",A,B\n1,0.1,0.2\n2,0.3,0.4\n"),
        ("", "text/csv", "index,A\n1,0.1\n"),
        ("", "text/csv", "t;v;\n1;2;\n"),
        ("", "text/csv", "\nt|v\n\n1|2\n3|\n"),
        ("", "text/csv", "t\tcity\tv\n1\tRome\t2\n2\tBonn\t3\n"),
        ("", "text/csv", "sep=;\nt;v\n1;2\n"),
        ("", "text/csv", "m,v\n1949-01,112\n1949-02,118\n"),
        ("", "text/csv", "m,v\n2020-Q1,1\n2020-Q2,2\n"),
        ("", "text/csv", "t,\"Temp, C\",\"a\"\"b\"\n1,2,3\n"),
        ("x=%22Temp,%20C%22", "text/csv", "t,\"Temp, C\",v\n1,2,3\n2,3,4\n"),
        ("columns=a&columns=b", "text/csv", "t,a,b,\"a,b\",c\n1,2,3,4,5\n"),
        ("columns=%22a%22,%22b%22", "text/csv", "t,a,b,\"a,b\",c\n1,2,3,4,5\n"),
        ("x=Date,Time", "text/csv", "Date,Time,v\n2024-01-01,00:00,1\n2024-01-01,00:30,2\n"),
        ("x=y,m,d&dateFormat=yyyy%20M%20d", "text/csv", "v,d,m,y\n1,2,1,1970\n2,3,1,1970\n"),
        ("comment=%23&null=NA,-", "text/csv", "# by hand\nt,v,w\n#x\n1,NA,2\n2,3,-\n"),
        ("null=%22a,b%22,c", "text/csv", "t,v\n1,\"a,b\"\n2,C\n3,4\n"),
        ("headerLine=3&skipBad=1", "text/csv", "Plot of x\n\nt,v\ns,V\n1,2\n"),
        (
            "dateFormat=dd.MM.yyyy+HH:mm&numberFormat=1.234,56&timeZone=Europe/Berlin", "text/csv",
            "Zeit;Wert\n01.02.2020 10:30;1.234,5\n01.02.2020 10:31;-2\n"
        ),
        ("xKind=date&xUnit=seconds", "text/csv", "t,v\n1700000000,1\n1700000001.5,2\n"),
        ("xKind=date", "text/csv", "t,v\n1700000000000,1\n"),
        ("xKind=date&plausible=false", "text/csv", "t,v\n1700000000,1\n"),
        ("xKind=date&xUnit=seconds", "text/csv", "t,v\n2024-01-01,1\n"),
        ("sort=true", "text/csv", "t,v\n2,1\n1,2\n"),
        ("skipBad=3", "text/csv", "t,v\n2024-01-01,1\n7,2\n2024-01-02,3\n"),
        ("encoding=windows-1252", "text/csv", "t,v\n1,2\n"),
        ("split=device", "text/csv", "time,device,value\n1,a,1\n1,b,2\n2,a,3\n"),
        ("split=device", "text/csv", "time,device,v,w\n1,a,1,4\n1,b,2,5\n2,a,3,6\n"),
        ("split=%22a,b%22&sort=true", "text/csv", "time,\"a,b\",v\n1,x,1\n2,x,2\n1,y,3\n"),
        ("split=false", "text/csv", "time,device,value\n1,a,1\n1,b,2\n"),
        ("columns=value", "text/csv", "time,device,value\n1,a,1\n1,b,2\n"),
        ("", "application/json", #"{"columns":["t","v"],"rows":[["2024-01-01",1],["2024-01-02",null]]}"#),
        ("x=v&columns=t", "application/json", #"{"columns":["t","v"],"rows":[[2,1],[3,4]]}"#),
        ("", "application/x-ndjson", "{\"t\":1,\"v\":2}\n{\"t\":2,\"w\":3}\n"),
        ("split=n&sort=true", "application/x-ndjson", "{\"t\":2,\"n\":\"a\",\"v\":2}\n{\"t\":1,\"n\":\"b\",\"v\":3}\n"),
        ("xKind=date&xUnit=seconds&x=t", "application/x-ndjson", "{\"v\":1,\"t\":1700000000}\n"),
    ]

    /// The query that a dialect makes.
    private func query(of reply: Reply) throws -> String {
        let dialect = try #require(reply["import/dialect"] as? [String: Any], "\(reply.text)")
        #expect(dialect.count >= 13, "\(reply.text)")
        return dialect.keys.sorted().compactMap { name -> String? in
            switch dialect[name] {
            case let text as String: "\(name)=\(PercentEncoding.segment(text))"
            case let number as Int: "\(name)=\(number)"
            case _: nil
            }
        }.joined(separator: "&")
    }

    @Test func `an import reads the same again by its dialect`() async throws {
        try await Service.run { service in
            for (index, file) in Self.files.enumerated() {
                let path = "/v1/datasets/set-\(index)"
                let made = try await service.send(.put, "\(path)?\(file.query)", file.body, type: file.type)
                #expect(made.status == 201, "\(file): \(made.text)")
                let rows = try await service.send(.get, path + "/rows").text
                let query = try query(of: made)
                let again = try await service.send(.put, "\(path)?\(query)", file.body, type: file.type)
                #expect(again.status == 200, "\(query): \(again.text)")
                #expect(try await service.send(.get, path + "/rows").text == rows, "\(query)")
                #expect(try self.query(of: again) == query, "\(file): \(again.text)")
            }
        }
    }

    @Test func `a dialect tells what was given and decided`() async throws {
        try await Service.run { service in
            let german = try await service.send(
                .put, "/v1/datasets/a?dateFormat=dd.MM.yyyy&numberFormat=1.234,56&sort=true&skipBad=2",
                "# x\nTag;Wert;Ort\n01.02.2020;1,5;Bonn\n", type: "text/csv")
            german.isProblem("dataset.empty", "\(german.text)")
            let reply = try await service.send(
                .put, "/v1/datasets/a?comment=%23&dateFormat=dd.MM.yyyy&numberFormat=1.234,56&sort=true&skipBad=2",
                "# x\nTag;Wert;Ort\n01.02.2020;1,5;Bonn\n", type: "text/csv")
            #expect(
                reply.text.contains(
                    ##""dialect":{"delimiter":";","headerLine":2,"comment":"#","x":"Tag","columns":"Wert","dateFormat":"dd.MM.yyyy","numberFormat":"1.234,56","timeZone":"UTC","xKind":"date","xUnit":null,"null":null,"encoding":"utf-8","split":null,"sort":"true","skipBad":2}"##
                ), "\(reply.text)")
            let plain = try await service.send(.put, "/v1/datasets/b", ",v\n1,2\n", type: "text/csv")
            #expect(
                plain.text.contains(
                    #""dialect":{"delimiter":",","headerLine":1,"comment":null,"x":null,"columns":"v","dateFormat":null,"numberFormat":null,"timeZone":"UTC","xKind":null,"xUnit":null,"null":null,"encoding":"utf-8","split":null}"#
                ), "\(plain.text)")
        }
    }

    @Test func `a dry run answers what the import would, and makes nothing`() async throws {
        try await Service.run { service in
            for (index, file) in Self.files.enumerated() {
                let path = "/v1/datasets/set-\(index)"
                let tried = try await service.send(
                    .put, "\(path)?dryRun=true&\(file.query)", file.body, type: file.type)
                #expect(tried.status == 200, "\(file): \(tried.text)")
                #expect(try await service.send(.get, path).status == 404)
                let made = try await service.send(
                    .put, "\(path)?dryRun=false&\(file.query)", file.body, type: file.type)
                let settled = { (reply: Reply) in reply.text.replacing(/"milliseconds":[0-9]+/, with: "") }
                #expect(settled(made) == settled(tried), "\(file)")
            }
            let before = try await service.send(.get, "/v1/datasets/set-0").text
            let rows = "t,v\n5,6\n7,8\n"
            let append = try await service.send(.post, "/v1/datasets/set-0/rows?dryRun=true", rows, type: "text/csv")
            #expect(append.status == 200 && append.integer("rows") == 4 && append.integer("version") == 2)
            #expect(try await service.send(.get, "/v1/datasets/set-0").text == before)
            let late = try await service.send(
                .post, "/v1/datasets/set-0/rows?dryRun=true", "t,v\n1,1\n", type: "text/csv")
            late.isProblem("dataset.out-of-order", "\(late.text)")
            let old = try await service.send(
                .put, "/v1/datasets/set-0?dryRun=true", "t,v\n1,1\n", type: "text/csv",
                headers: [.ifMatch: "\"other\""])
            #expect(old.status == 412, "\(old.text)")
            let unsure = try await service.send(.put, "/v1/datasets/z?dryRun=maybe", "t,v\n1,1\n", type: "text/csv")
            unsure.isProblem("query.invalid", "\(unsure.text)")
        }
    }

    @Test(arguments: ["sqlite", "memory"])
    func `an append names its split again, and a new text adds a column`(store: String) async throws {
        try await Service.run(["store.kind": store]) { service in
            let path = "/v1/datasets/long"
            let table = "time,device,value\n1,a,1\n1,b,2\n2,a,3\n"
            let refused = try await service.send(.put, path, table, type: "text/csv")
            refused.isProblem("import.long-table", "\(refused.text)")
            #expect(refused.string("detail")?.contains("`split=device` or `split=false`") == true, "\(refused.text)")
            let made = try await service.send(.put, path + "?split=device", table, type: "text/csv")
            #expect(made.status == 201 && made.integer("rows") == 2, "\(made.text)")
            let session = try await service.open(#""dataset":"long","series":[{"y":"a"}]"#)
            let bare = try await service.send(
                .post, path + "/rows", "time,device,value\n3,a,4\n", type: "text/csv")
            bare.isProblem("dataset.unknown-column", "\(bare.text)")
            let one = try await service.send(
                .post, path + "/rows?split=device", "time,device,value\n3,b,4\n", type: "text/csv")
            #expect(one.status == 200 && one.integer("rows") == 3, "\(one.text)")
            let new = try await service.send(
                .post, path + "/rows?split=device", "time,device,value\n3,a,5\n4,c,6\n4,a,7\n", type: "text/csv")
            #expect(new.status == 200 && new.integer("rows") == 5 && new.integer("version") == 3, "\(new.text)")
            let rows = try await service.send(.get, path + "/rows").text
            #expect(rows == "time,a,b,c\n1,1,2,\n2,3,,\n3,,4,\n3,5,,\n4,7,,6\n", "\(rows)")
            let shown = try await service.send(.get, session.surface)
            #expect(shown.integer("window/datasetVersion") == 3 && shown.count("window/rows") == 2, "\(shown.text)")
            let lines = try await service.send(
                .post, path + "/rows?split=device", "{\"device\":\"d\",\"time\":5,\"value\":1}\n",
                type: "application/x-ndjson")
            #expect(lines.status == 200 && lines["columns/4/name"] as? String == "d", "\(lines.text)")
            let plain = try await service.send(.post, path + "/rows", "time,a,b,c,d\n6,1,2,3,4\n", type: "text/csv")
            #expect(plain.status == 200 && plain.integer("rows") == 7, "\(plain.text)")
        }
    }

    @Test func `rows with an index without a name are appended as they were imported`() async throws {
        try await Service.run { service in
            for (x, first, next) in [
                ("", ",A\n1,2\n", ",A\n3,4\n"),
                ("?x=Date,Time", "Date,Time,v\n2024-01-01,00:00,1\n", "Time,Date,v\n01:00,2024-01-01,2\n"),
            ] {
                let path = "/v1/datasets/a\(x.count)"
                _ = try await service.send(.put, path + x, first, type: "text/csv")
                let reply = try await service.send(.post, path + "/rows" + x, next, type: "text/csv")
                #expect(reply.status == 200 && reply.integer("rows") == 2, "\(reply.text)")
            }
        }
    }

    @Test func `too many texts, and tables of too many cells, are too large`() async throws {
        try await Service.run(["limits.datasetBytes": "20000"]) { service in
            let lines = (0..<1_025).map { "1,d\($0),1\n" }.joined()
            let many = try await service.send(
                .put, "/v1/datasets/a?split=device", "time,device,value\n" + lines, type: "text/csv")
            many.isProblem("dataset.too-large", "\(many.text)")
            let wide = (0..<400).map { "\($0),d\($0),1\n" }.joined()
            let cells = try await service.send(
                .put, "/v1/datasets/a?split=device", "time,device,value\n" + wide, type: "text/csv")
            cells.isProblem("dataset.too-large", "\(cells.text)")
            #expect(try await service.send(.get, "/v1/datasets/a").status == 404)
        }
    }

    @Test func `what rows write out goes in`() async throws {
        try await Service.run { service in
            let table = "d,a,\"b \"\"x\"\"\"\n2024-01-01,1.5,\n2024-01-01T00:00:00.000250Z,,-3e-7\n2024-01-02,7,0\n"
            for (name, body) in [("dates", table), ("numbers", "t,a,b\n-1.5,,\n0,1e300,\n7,,3\n")] {
                let path = "/v1/datasets/\(name)"
                #expect(try await service.send(.put, path, body, type: "text/csv").status == 201)
                let lines = try await service.send(.get, path + "/rows?format=ndjson").text
                let copy = try await service.send(.put, path + "-copy", lines, type: "application/x-ndjson")
                #expect(copy.status == 201, "\(copy.text)")
                #expect(try await service.send(.get, path + "-copy/rows?format=ndjson").text == lines)
                let csv = try await service.send(.get, path + "/rows").text
                #expect(try await service.send(.get, path + "-copy/rows").text == csv)
                let last = lines.split(separator: "\n").last.map(String.init) ?? ""
                let more = try await service.send(.post, path + "/rows", last, type: "application/x-ndjson")
                #expect(more.status == 200 && more.integer("rows") == 4, "\(more.text)")
            }
        }
    }

    @Test(arguments: [
        ("{\"t\":1,\"v\":2}\n{\"t\":2", "body.malformed", 2), ("[1,2]\n", "dataset.value-invalid", 1),
        ("{\"t\":1,\"v\":true}\n", "dataset.value-invalid", 1),
        ("{\"t\":1,\"v\":1}\n\n{\"v\":1}\n", "dataset.value-invalid", 3),
        ("{\"t\":2,\"v\":1}\n{\"t\":1,\"v\":1}\n", "dataset.out-of-order", 2),
        ("{\"t\":1,\"t\":2,\"v\":1}\n", "body.duplicate-key", 1), ("\n", "dataset.empty", 1),
        ("{\"t\":1,\"n\":\"a\",\"v\":1}\n{\"t\":1,\"n\":\"b\",\"v\":1}\n", "import.long-table", 2),
    ])
    func `lines of JSON that do not fit are refused with their line`(
        body: String, code: String, line: Int
    ) async throws {
        try await Service.run { service in
            let reply = try await service.send(.put, "/v1/datasets/a", body, type: "application/x-ndjson")
            reply.isProblem(code, "\(reply.text)")
            #expect(reply.integer("line") == line, "\(reply.text)")
            #expect(try await service.send(.get, "/v1/datasets/a").status == 404)
        }
    }

    private static let gzip: HTTPFields = [.contentType: "text/csv", .contentEncoding: "gzip"]

    @Test func `bodies may be gzip`() async throws {
        try await Service.run(["limits.datasetBytes": "100000"]) { service in
            let one = try await service.send(
                .put, "/v1/datasets/a", bytes: Self.packed(Self.twoMembers), headers: Self.gzip)
            #expect(one.status == 201 && one.integer("rows") == 2 && one.integer("import/bytes") == 12, "\(one.text)")
            let rows = try await service.send(.put, "/v1/datasets/b", bytes: Self.packed(Self.rows), headers: Self.gzip)
            #expect(rows.status == 201 && rows.integer("rows") == 300, "\(rows.text)")
            let more = try await service.send(
                .post, "/v1/datasets/b/rows?skipBad=299", bytes: Self.packed(Self.rows), headers: Self.gzip)
            #expect(more.status == 200 && more.integer("rows") == 301, "\(more.text)")
            let packed = Self.packed(Self.rows)
            for body in [Array(packed.dropLast(9)), [], [1, 2, 3], packed + [7], Array("t,v\n1,2\n".utf8)] {
                let reply = try await service.send(.put, "/v1/datasets/c", bytes: body, headers: Self.gzip)
                reply.isProblem("body.malformed", "\(reply.text)")
            }
            var damaged = packed
            damaged[packed.count / 2] ^= 0x55
            let reply = try await service.send(.put, "/v1/datasets/c", bytes: damaged, headers: Self.gzip)
            #expect((400..<500).contains(reply.status), "\(reply.text)")
            let bomb = try await service.send(.put, "/v1/datasets/c", bytes: Self.packed(Self.bomb), headers: Self.gzip)
            bomb.isProblem("dataset.too-large", "\(bomb.text)")
            let other = try await service.send(
                .put, "/v1/datasets/c", bytes: packed, headers: [.contentType: "text/csv", .contentEncoding: "br"])
            other.isProblem("content-type.unsupported", "\(other.text)")
            #expect(try await service.send(.get, "/v1/datasets/c").status == 404)
            let session = try await service.send(
                .post, "/v1/sessions", bytes: packed,
                headers: [.contentType: "application/json", .contentEncoding: "gzip"])
            session.isProblem("content-type.unsupported", "\(session.text)")
        }
    }

    @Test func `gzip is unpacked wherever its bytes are cut`() throws {
        for text in [Self.twoMembers, Self.rows, Self.bomb] {
            let packed = Self.packed(text)
            func unpacked(pieceLength: Int) throws -> [UInt8] {
                let reader = try GzipReader(mostBytes: 1 << 20)
                var bytes: [UInt8] = []
                for start in stride(from: 0, to: packed.count, by: pieceLength) {
                    try reader.append(packed[start..<min(packed.count, start + pieceLength)]) { bytes += $0 }
                }
                try reader.finish()
                return bytes
            }
            let whole = try unpacked(pieceLength: packed.count)
            #expect(whole.starts(with: Array("t,v\n1".utf8)) || text == Self.rows)
            for length in [1, 2, 7, 64] { #expect(try unpacked(pieceLength: length) == whole) }
        }
    }

    private static func packed(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

    private static let twoMembers =
        "H4sIAAAAAAAC/yvRKeMy1DHiAgC5eIumCAAAAB+LCAAAAAAAAv8z1jHhAgA+LXKpBAAAAA=="
    /// 300 rows.
    private static let rows =
        "H4sIAAAAAAAC/yWVMbYjMQzDep9lCpO2ZOle/+35l1SaVGNkEgHW3/dv7W8vfG/xwzpfrftxxdcrv7Peh73qu6s/YGF/sYAPXOCX"
        + "C8dHr84idBip03g6jtJ5tADcJhBCkGbwiMFrBkMMphh8/v4Sgy3G2WIciHEoxjlmnCvGCTNOinGeGafEOC3G3WJcvdy69K84Ytwr"
        + "xg0xbppxnxi3zLgtRmwzAmIExYgjRujlVoQYkf4rnhhRYkSbkVuMhBlJMfKYkVeMDDEyxUi93MoSI1uMt8V48B9KM94R410zXojx"
        + "0oz3xHglxmsxSi+3CmIUxagjRl0xKmYqKUY9M6rEqDajtxgNMZpitF5u9RWjQ4xOMfqJ0WVGtxjY+zdceLqbM959PN99PeAdnvBO"
        + "j3g/z3iXh7zbU5YUR58wD9JCQHlhoMywLjFAySGg7PBTZaD80EMSREAJYqdooAwR0IroUTkioCQxUJoIaE/8cI+BY++xvzg2GMcO"
        + "49hiHHuMY5NxxmUc24zz8/mO0Pdn9B2l78/pkfqO1Xe0vuP1HbGvzUaM2gi7jRi5EbYbMXoj7DfCgiPeVGLFEXYcacmRthxpzZHj"
        + "OdKiI8d0pFVHjutIy4607XjWHc++43HCs/F4Vh7PzuON9Hi2Hm+0x7P3qBEfZfNRVh9l91GWH2X7UTkp23+UA0BNAWgngJ4G0I4A"
        + "PRWgnQHaHaAdAtoloJ0C2i1wOwZuzO0wOXC7B+4JgttFcE8S3G6C21FwuwrCWRDugnAYhMsgnAYRv/vGcRBTB+E8iOmDdCCkCyGd"
        + "COlGSEdCuhLSmZDuhJxQSJfCs39XmEvhmVJ4XAqPS+FxKTwuhcel8LgUHpfC61J4pxRel8I7pfDeuRSnFF6XwutSeF0Kr0thuBSG"
        + "S2G4FIZLYUwpDJfCmFIYLoVRv2u25551Kcy56dOlMF0K06UwXQrTpTCnFKZLYU4pfC6Fb0rhcyl8Z25ul8LnUvhcCp9L4XMpfLMD"
        + "6rcEarZA/dZAzR6o3yKo2QQ1q6B+u2CWQbkUtkthuxS2S2FPKWyXwp5S2C6FPaWwXQrbpfwHhIWvLuMGAAA="
    /// 200 kB of rows.
    private static let bomb =
        "H4sIAAAAAAAC/+3DMQ0AAAgDsB8te/BG0I8G/jbpZKvTqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
        + "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
        + "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
        + "qurzAZUZAxxEDQMA"
}

extension Service {
    /// Sends bytes.
    func send(
        _ method: HTTPRequest.Method, _ path: String, bytes: [UInt8], headers: HTTPFields
    ) async throws -> Reply {
        try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: bytes)) {
            response in
            Reply(status: response.status.code, headers: response.headers, text: String(buffer: response.body))
        }
    }
}
