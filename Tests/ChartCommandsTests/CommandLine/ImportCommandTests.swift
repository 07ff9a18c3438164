import ArgumentParser
import ChartDatasets
import ChartSeries
import ChartServer
import ChartSessions
import Foundation
import HTTPTypes
import NIOCore
import NIOPosix
import Testing

@testable import ChartCommands
@testable import ChartStorage
@testable import ServerTestSupport
@testable import SessionTestSupport

struct ImportCommandTests {
    private static let european =
        "Datum;Preis;Ort\n16/10/2024;1.234,50 €;Rom\n15/10/2024;-;Bonn\n17/10/2024;7;Bern\n17/10/2024;x;Oslo\n"
    private static let options = [
        "--date-format", "dd/MM/yyyy", "--number-format", "1.234,56 €", "--null", "-,NA", "--sort", "--skip-bad", "1",
    ]

    private func run(_ arguments: [String]) async throws {
        var command = try ChartSurfaceCommand.parseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    private func message(_ arguments: [String]) -> String {
        do {
            _ = try ChartSurfaceCommand.parseAsRoot(arguments)
            return "accepted"
        } catch {
            return ChartSurfaceCommand.message(for: error)
        }
    }

    @Test func `a file of another dialect is imported as its options say, under its own name`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(Self.european, to: "prices.csv")
        try await run(["import", file, "--data-dir", directory.path] + Self.options)
        let found = try DatasetDirectory(dataDirectory: directory.path).open()
        let table = try #require(found.first { $0.name == "prices" }).table.get()
        #expect(table.x == [1_728_950_400_000, 1_729_036_800_000, 1_729_123_200_000])
        #expect(table.columns.map(\.name) == ["Preis"] && table.columns[0].missingCount == 1)
        #expect(Array(table.columns[0].values.dropFirst()) == [1234.5, 7])
    }

    private func table(_ name: String, in directory: TemporaryDirectory) throws -> Table {
        let found = try DatasetDirectory(dataDirectory: directory.path).open()
        return try #require(found.first { $0.name == name }).table.get()
    }

    @Test func `a long table is split, and lines of JSON and packed files are read`() async throws {
        let directory = try TemporaryDirectory()
        let long = try directory.write("time,device,value\n1,a,1\n1,b,2\n", to: "Kopie (1).csv")
        await #expect(throws: ExitCode(65)) { try await run(["import", long, "--data-dir", directory.path]) }
        try await run(["import", long, "--data-dir", directory.path, "--split", "device"])
        #expect(try table("Kopie-1", in: directory).columns.map(\.name) == ["a", "b"])
        try await run(["import", long, "--data-dir", directory.path, "--split", "false", "--name", "whole"])
        #expect(try table("whole", in: directory).x == [1, 1])
        let lines = try directory.write("{\"t\":1,\"v\":2}\n{\"t\":2,\"w\":3}\n", to: "lines.ndjson")
        try await run(["import", lines, "--data-dir", directory.path])
        #expect(try table("lines", in: directory).columns.map(\.name) == ["v", "w"])
        let packed = directory.path + "/packed.csv.gz"
        let bytes = try #require(Data(base64Encoded: "H4sIAAAAAAAC/yvRKeMy1DHiMtYx4QIAm1IodAwAAAA="))
        try bytes.write(to: URL(fileURLWithPath: packed))
        try await run(["import", packed, "--data-dir", directory.path])
        #expect(try table("packed", in: directory).x == [1, 3])
    }

    @Test func `a dry run makes nothing`() async throws {
        let (server, directory) = (try TestServer(), try TemporaryDirectory())
        let file = try directory.write(Self.european, to: "prices.csv")
        let arguments = ["import", file, "--dry-run"] + Self.options
        try await run(arguments + ["--data-dir", directory.path])
        #expect(try DatasetDirectory(dataDirectory: directory.path).open().isEmpty)
        try await server.test(.socket) { client in
            try await run(arguments + ["--url", "http://localhost:\(try #require(client.port))"])
            #expect(try await Service(client: client).send(.get, "/v1/datasets/prices").status == 404)
        }
    }

    @Test(arguments: [
        ("Kopie (1)", "Kopie-1"), ("Größe_2024.v2", "Gro-e_2024.v2"), ("...hidden", "hidden"), ("Été 1", "Ete-1"),
        ("a", "a"), ("気温", nil), ("", nil),
        (
            "1 3 5 7 9 1 3 5 7 9 1 3 5 7 9 1 3 5 7 9 1 3 5 7 9 1 3 5 7 9 1 3 5 7 9",
            "1-3-5-7-9-1-3-5-7-9-1-3-5-7-9-1-3-5-7-9-1-3-5-7-9-1-3-5-7-9-1-3"
        ),
    ])
    func `the name of a file makes the name of a dataset`(file: String, name: String?) {
        #expect(DatasetName.derived(from: file) == name)
    }

    @Test func `the options of a dialect are those of the command`() {
        var dialect = ImportDialect(ImportOptions(), nil)
        (dialect.delimiter, dialect.headerLine, dialect.columns) = (UInt8(ascii: ";"), 2, "\"Bob's, mm\"")
        (dialect.isSorted, dialect.isPlausible) = (true, false)
        #expect(
            ImportNotices.options(DialectTexts.texts(of: dialect, timeZone: "UTC"))
                == "read with --delimiter ';' --header-line 2 --columns '\"Bob'\\''s, mm\"' --sort --no-plausible")
    }

    @Test func `an import may go to a running server`() async throws {
        let (server, directory) = (try TestServer(), try TemporaryDirectory())
        let file = try directory.write(Self.european, to: "prices.csv")
        let bad = try directory.write("t,v\n2,1\n1,1\n", to: "bad.csv")
        try await server.test(.socket) { client in
            let url = "http://localhost:\(try #require(client.port))"
            try await run(["import", file, "--url", url] + Self.options)
            let reply = try await Service(client: client).send(.get, "/v1/datasets/prices")
            #expect(reply.integer("rows") == 3, "\(reply.text)")
            await #expect(throws: ExitCode(65)) { try await run(["import", bad, "--url", url]) }
        }
    }

    @Test func `a server that does not answer exits with 69`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("t,v\n1,1\n", to: "a.csv")
        await #expect(throws: ExitCode(69)) { try await run(["import", file, "--url", "http://127.0.0.1:1"]) }
    }

    @Test(arguments: [
        (["--date-format", "dd/MM/yy"], "years of two digits are refused"), (["--delimiter", ":"], "one of , ; | tab"),
        (["--number-format", "x"], "1.234,56"), (["--skip-bad", "-1"], "--skip-bad"),
        (["--key-file", "k"], "--url"), (["--url", "here"], "no http or https address"),
        (["--url", "http://a", "--data-dir", "d"], "its own data directory"),
        (["--nme", "a"], "Did you mean '--name'"),
        (["--null", "-"], "accepted"), (["--null", "-,NA"], "accepted"), (["--delimiter", "|"], "accepted"),
    ])
    func `options are checked before the command reads anything`(options: [String], answer: String) {
        #expect(message(["import", "f.csv"] + options).contains(answer), "\(message(["import", "f.csv"] + options))")
    }

    @Test func `standard input needs a name`() {
        #expect(message(["import", "-"]).contains("--name"))
        #expect(message(["import", "-", "--name", "a"]) == "accepted")
    }

    @Test(arguments: [("1e6", 1_000_000), ("1_000", 1000), ("12", 12), ("2.5e1", 25)])
    func `a number of rows may have an exponent`(text: String, rows: Int) {
        #expect(RowCount(argument: text)?.rows == rows)
    }

    @Test(arguments: ["1.5", "e6", "", "1e400", "many"])
    func `a number of rows is whole`(text: String) {
        #expect(RowCount(argument: text)?.rows == nil)
    }

    @Test func `a mistyped command gets a suggestion`() {
        #expect(throws: ConfigurationError("unknown command imprt; did you mean import?")) {
            try CommandLineOptions(arguments: ["imprt", "f.csv"])
        }
    }

    @Test func `the list of datasets as JSON`() throws {
        let summaries = [DatasetDirectory.Summary(name: "a", rows: 2, version: 3, columns: ["t", "v"])]
        #expect(
            DatasetsCommand.json(summaries)
                == #"{"datasets":[{"name":"a","rows":2,"version":3,"columns":["t","v"]}]}"#)
    }

    @Test func `a connection that fails is told without system calls`() async throws {
        do {
            _ = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: 1).get()
        } catch {
            #expect(NetworkFailure.text(of: error) == "nothing listens there")
        }
    }

    @Test func `the server's remedies are told as options`() {
        #expect(
            OptionNaming.commandLine.renaming(
                "a.csv: `two`. Try `dateFormat=d/M/yyyy` or `sort=true`, `skipBad=10`, `columns`.")
                == "a.csv: `two`. Try --date-format 'd/M/yyyy' or --sort, --skip-bad 10, --columns.")
    }

    @Test func `notices tell what was left out and the first skipped rows`() {
        #expect(
            ImportNotices.lines(leftOut: ["a", "b"], skippedRows: 3, details: ["x", "y"]) == [
                "left out, because they hold text: a, b", "skipped 3 rows:", "  x", "  y", "  and 1 more",
            ])
        #expect(ImportNotices.lines(leftOut: [], skippedRows: 0, details: []).isEmpty)
    }

    @Test func `progress without a known size has no percentage`() {
        #expect(
            ImportProgress.line(rows: 0, bytes: 2_000_000, done: nil, seconds: 1) == "2 MB at 2 MB/s")
        #expect(
            ImportProgress.line(rows: 10, bytes: 2_000_000, done: 0.5, seconds: 1)
                == "50 %, 10 rows, 10 rows/s, 2 MB at 2 MB/s, 1 s left")
    }
}
