import ChartSessions
import ChartWire
import HTTPTypes
import Testing

@testable import SessionTestSupport

/// What a refusal advises.
@Suite struct ImportAdviceTests {
    /// Days of which the last excludes that months come first.
    private static let days = "d,v\n" + (1...13).map { "0\(min($0, 9))/01/2024,1\n" }.joined() + "14/01/2024,2\n"

    /// A logger's file, with a line of the station before the names, and units and kinds behind them.
    private static let logger: String = {
        let head = [
            "\"TOA5\",\"station\",\"CR1000\",\"1\"", "\"TIMESTAMP\",\"RECORD\",\"BattV\"", "\"TS\",\"RN\",\"Volts\"",
            "\"\",\"\",\"Smp\"",
        ]
        let rows = (0..<9).map { "\"2020-01-01 00:0\($0):00\",\($0),12.5" }
        return (head + rows).joined(separator: "\n") + "\n"
    }()

    /// Tables that are refused, the query with which they are sent, and what the refusal must say.
    static let refused: [(query: String, body: String, advice: String)] = [
        ("", "t,v\n1,NaN\n2,3\n", "Try `null=NaN`."),
        ("", "t,v\n1,-Inf\n2,3\n", "Try `null=-Inf`."),
        ("", "t,v\n1,NA\n2,n/a\n3,4\n", "Try `null=NA,n/a`."),
        ("null=NA", "t,v\n1,NA\n2,-\n3,4\n", "Try `null=NA,-`."),
        ("", "d,v\n01/02/2024,1\n02/02/2024,2\n", "Try `dateFormat=dd/MM/yyyy` or `dateFormat=MM/dd/yyyy`."),
        (
            "sort=true", days,
            "Try `dateFormat=dd/MM/yyyy` or `dateFormat=d/M/yyyy`."
        ),
        (
            "", "Datum;Preis;Ort\n16.10.2024;1.234,50 €;Rom\n17.10.2024;7,00 €;Bern\n",
            "Try `dateFormat=dd.MM.yyyy` and `numberFormat=1.234,56 €`."
        ),
        (
            "", "Datum;Temp, C\n01.02.2020 10:30;1,5\n01.02.2020 10:31;2,5\n",
            "`dateFormat=dd.MM.yyyy HH:mm` and `numberFormat=1.234,56`"
        ),
        (
            "", "Tag;Wert\n01/02/2024;1,5\n03/02/2024;2,5\n",
            "Try `dateFormat=dd/MM/yyyy` and `numberFormat=1.234,56`, or `dateFormat=MM/dd/yyyy` and"
        ),
        ("", "t;v\n1;1,5\n2;2,5\n", "Try `numberFormat=1.234,56`."),
        ("", "t,v\n2,1\n1,1\n", "Try `sort=true`."),
        ("", "time,device,value\n1,a,1\n2,a,2\n1,b,3\n2,b,4\n", "Try `sort=true` and `split=device`, or"),
        ("", "t,v\n1,1\n2\n3,4\n", "Skip such rows with `skipBad=10`."),
        ("", "t,v\n1,1\n2,two\n3,4\n4,5\n", "Skip such rows with `skipBad=10`."),
        ("", "Plot of pump 7\nt,v\n1,1\n2,2\n", "Try `headerLine=2`."),
        ("", "# by hand\n# for a test\nt,v\n1,1\n# pause\n2,2\n", "`comment=#`"),
        (
            "",
            logger,
            "`headerLine=2` and `skipBad=10`"
        ),
        ("xKind=date", "t,v\n1700000000,1\n", "Try `xUnit=seconds` or `plausible=false`."),
        ("xKind=date&xUnit=seconds", "t,v\n1700000000000,1\n", "Try `xUnit=milliseconds` or `plausible=false`."),
        ("xKind=date", "t,v\n1700000000000000,1\n", "Try `xUnit=microseconds`"),
        ("", "Date,Time,Value\n2024-01-01,00:00,1\n2024-01-01,00:30,2\n", "Try `x=Date,Time` or"),
        (
            "", "Datum;Zeit;Wert\n01.02.2020;10:30;1,5\n01.02.2020;10:31;2,5\n",
            "Try `x=Datum,Zeit` and `dateFormat=dd.MM.yyyy HH:mm` and `numberFormat=1.234,56`"
        ),
        ("", "time,device,value\n1,a,1\n1,b,2\n", "Try `split=device` or `split=false`."),
        ("", "time;device;value\n1;a;1,5\n1;b;2,5\n", "`split=device` and `numberFormat=1.234,56`"),
        ("delimiter=;", "t,v\n1,2\n", "Try `delimiter=,`."),
        ("", "name,day,v\nRome,2024-01-01,1\nBonn,2024-01-02,2\n", "`x=day`"),
        ("", "t,v,v\n1,2,3\n", "Name the columns to take in `columns`."),
        ("x=q", "t,v\n1,2\n", "The columns are t, v."),
        ("", "d,v\n01/02/20,1\n02/02/20,2\n", "Its year has two digits, whose century is a guess"),
        ("", "Country,2020-01-01,2020-01-02\nIndia,1,2\n", "The names of the columns are dates"),
        (
            "timeZone=Europe/Berlin", "t,v\n2020-03-29 02:30,1\n2020-03-29 03:00,2\n",
            "Give the times with their offsets"
        ),
    ]

    /// The options in backquotes, of which each list is followed alone.
    private func options(in detail: String) -> [[String]] {
        var found: [[String]] = []
        for sentence in detail.matches(
            of: /(Try|Skip such rows with) (`[A-Za-z]+=[^`]*`((,? or | and )`[A-Za-z]+=[^`]*`)*)/)
        {
            for alternative in String(sentence.output.2).split(separator: #/,? or /#) {
                found.append(
                    alternative.split(separator: "` and `").map { String($0.replacing("`", with: "")) })
            }
        }
        return found
    }

    /// A query with further options, which take the place of those of the same name.
    private func query(_ given: String, with options: [String]) -> String {
        let name = { (option: String) in option.split(separator: "=", maxSplits: 1)[0] }
        let kept = given.split(separator: "&").map(String.init).filter { one in
            !options.contains { name($0) == name(one) }
        }
        let added = options.map { option in
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return "\(parts[0])=\(PercentEncoding.segment(String(parts[1])))"
        }
        return (kept + added).joined(separator: "&")
    }

    @Test func `what a refusal advises makes the table readable`() async throws {
        try await Service.run { service in
            for one in Self.refused {
                let reply = try await service.send(.put, "/v1/datasets/a?\(one.query)", one.body, type: "text/csv")
                #expect(reply.status == 422, "\(one): \(reply.text)")
                let detail = reply.string("detail") ?? ""
                #expect(detail.contains(one.advice), "\(one): \(detail)")
                for options in options(in: detail) {
                    let query = query(one.query, with: options)
                    let followed = try await service.send(
                        .put, "/v1/datasets/a?dryRun=true&\(query)", one.body, type: "text/csv")
                    #expect(followed.status == 200, "\(one.query) \(query): \(followed.text)")
                }
            }
        }
    }

    @Test(arguments: [
        "t,v\n1,nan\n2,nan\n", "t,v\n1,x\n2,y\n3,z\n", "a\n1\n2\n", "t,v\n1,1;2\n", "t,v\nx,1\ny,2\n", "1,2\n3,4\n",
        "t,v\n1,\"2\n", "",
    ])
    func `no option is named where none helps`(body: String) async throws {
        try await Service.run { service in
            let reply = try await service.send(.put, "/v1/datasets/a", body, type: "text/csv")
            let detail = reply.string("detail") ?? ""
            for options in options(in: detail) {
                let followed = try await service.send(
                    .put, "/v1/datasets/a?dryRun=true&\(query("", with: options))", body, type: "text/csv")
                #expect(followed.status == 200, "\(detail): \(followed.text)")
            }
        }
    }

    @Test func `bytes of another encoding are refused with the one to try`() async throws {
        try await Service.run { service in
            let latin: [UInt8] = Array("t,Gr".utf8) + [0xF6, 0xDF] + Array("e\n1,2\n".utf8)
            let wide = "t,v\n1,2\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            for (bytes, encoding) in [(latin, "windows-1252"), (wide, "utf-16")] {
                let refused = try await service.send(
                    .put, "/v1/datasets/a", bytes: bytes, headers: [.contentType: "text/csv"])
                #expect(refused.string("detail")?.contains("Try `encoding=\(encoding)`.") == true, "\(refused.text)")
                let read = try await service.send(
                    .put, "/v1/datasets/a?dryRun=true&encoding=\(encoding)", bytes: bytes,
                    headers: [.contentType: "text/csv"])
                #expect(read.status == 200, "\(read.text)")
            }
        }
    }

    @Test func `advice is tried on the first 64 KiB of a long table`() async throws {
        try await Service.run { service in
            let rows = (0..<20_000).map { "\($0 % 19 + 10).01.\(2000 + $0 / 19);\($0),5\n" }.joined()
            let reply = try await service.send(.put, "/v1/datasets/a", "Tag;Wert\n" + rows, type: "text/csv")
            reply.isProblem("dataset.value-invalid", "\(reply.text)")
            let advice = "`dateFormat=dd.MM.yyyy` and `numberFormat=1.234,56`"
            #expect(reply.string("detail")?.contains(advice) == true, "\(reply.text)")
            let late = "t,v\n" + (0..<20_000).map { "\($0),1\n" }.joined() + "20000,NA\n"
            let missing = try await service.send(.put, "/v1/datasets/a", late, type: "text/csv")
            #expect(missing.string("detail")?.contains("Try `null=NA`.") == true, "\(missing.text)")
        }
    }

    @Test func `rows before the last one of the dataset do not fit, and are told as the dataset writes them`()
        async throws
    {
        try await Service.run { service in
            _ = try await service.send(.put, "/v1/datasets/n", "t,v\n5,1\n", type: "text/csv")
            for rows in ["6,1\n3,2\n7,3\n", "3,2\n6,1\n"] {
                let reply = try await service.send(
                    .post, "/v1/datasets/n/rows?skipBad=1&dryRun=true", "t,v\n" + rows, type: "text/csv")
                #expect(reply.status == 200 && reply.integer("import/skipped/rows") == 1, "\(reply.text)")
            }
            let early = try await service.send(.post, "/v1/datasets/n/rows", "t,v\n3,2\n", type: "text/csv")
            early.isProblem("dataset.out-of-order", "\(early.text)")
            #expect(early.string("detail")?.contains("The x 3 is below the last one of the dataset, 5") == true)
            _ = try await service.send(.put, "/v1/datasets/d", "t,v\n2024-01-02,1\n", type: "text/csv")
            let date = try await service.send(
                .post, "/v1/datasets/d/rows", "t,v\n2024-01-01T12:00,2\n", type: "text/csv")
            #expect(
                date.string("detail")?.contains(
                    "The x 2024-01-01T12:00:00Z is below the last one of the dataset, 2024-01-02T00:00:00Z")
                    == true, "\(date.text)")
        }
    }
}
