import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

struct ConfigurationSourcesTests {
    @Test func `the order of precedence is command line, environment, file, default`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("http: {port: 1, host: localhost}\nlog.level: debug\n", to: "c.yaml")
        func settings(_ arguments: [String], _ environment: [String: String]) throws -> Settings {
            try Settings(
                reader: ConfigurationSources(arguments: arguments, environment: environment, filePath: file).reader)
        }
        let environment = ["CHART_SURFACE_HTTP_PORT": "2"]
        #expect(try settings(["--http-port", "3"], environment).port == 3)
        #expect(try settings([], environment).port == 2)
        #expect(try settings([], [:]).port == 1)
        #expect(try settings([], [:]).host == "localhost")
        #expect(try settings([], [:]).logLevel == .debug)
        #expect(try settings([], [:]).limits.touches == 16)
    }

    @Test func `an equals sign may join an option and its value, and a flag needs no value`() throws {
        let options = try CommandLineOptions(arguments: ["--http-port=80", "--demo-enabled", "--log-level", "error"])
        #expect(options.normalized == ["--http-port=80", "--demo-enabled=true", "--log-level=error"])
        #expect(try CommandLineOptions(arguments: ["--demo-enabled", "false"]).normalized == ["--demo-enabled=false"])
    }

    @Test func `a text with commas stays whole on the command line`() throws {
        let sources = try ConfigurationSources(arguments: ["--data-dir", "a,b,"], environment: [:], filePath: nil)
        #expect(try Settings(reader: sources.reader).dataDirectory == "a,b,")
    }

    @Test(arguments: [
        (["--http-prot", "1"], "unknown option --http-prot; did you mean --http-port?"),
        (["-p", "1"], "unknown option -p"),
        (["--http-port"], "--http-port needs a value; it takes 0 to 65535"),
        (["--http-port", "x"], #"http.port in the command line is "x"; it takes 0 to 65535"#),
        (["--http-port", "-1"], #"http.port in the command line is "-1"; it takes 0 to 65535"#),
        (["--http-port", "1", "--http-port", "2"], "--http-port is given twice"),
        (["stray"], "unknown command stray"), (["--http-port", "1", "stray"], "unexpected argument stray"),
        (["--store-kind", "disk"], #"store.kind in the command line is "disk"; it takes sqlite, memory or postgres"#),
    ])
    func `the error of a bad command line is one sentence`(arguments: [String], sentence: String) {
        let error = #expect(throws: ConfigurationError.self) { try CommandLineOptions(arguments: arguments) }
        #expect(error?.description == sentence)
    }

    @Test func `a bad variable stops the start even when it is overridden, an unknown one is a warning`() throws {
        #expect(throws: ConfigurationError.self) {
            try ConfigurationSources(
                arguments: ["--http-port", "1"], environment: ["CHART_SURFACE_HTTP_PORT": "x"], filePath: nil)
        }
        let sources = try ConfigurationSources(
            arguments: [], environment: ["CHART_SURFACE_HTP": "1", "CHART_SURFACE_A": "", "HOME": "/"], filePath: nil)
        #expect(
            sources.warnings == [
                "unknown environment variable CHART_SURFACE_A", "unknown environment variable CHART_SURFACE_HTP",
            ])
    }
}
