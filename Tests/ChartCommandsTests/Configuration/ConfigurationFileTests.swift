import Testing

@testable import ChartCommands
@testable import ChartServer

struct ConfigurationFileTests {
    private func values(_ text: String, path: String) throws(ConfigurationError) -> [String: String] {
        try ConfigurationFile(path: path, bytes: Array(text.utf8)).values
    }

    @Test(arguments: [
        ("c.yaml", "http:\n  port: 8081\nlimits.batchesPerSecond: off\ndemo: {enabled: true}\n"),
        ("c.yml", "http.port: 8081\nlimits: {batchesPerSecond: off}\ndemo.enabled: true\n"),
        ("c.json", #"{"http":{"port":8081},"limits":{"batchesPerSecond":"off"},"demo.enabled":true}"#),
    ])
    func `keys may be nested or dotted, in YAML and JSON`(path: String, text: String) throws {
        #expect(
            try values(text, path: path)
                == ["http.port": "8081", "limits.batchesPerSecond": "off", "demo.enabled": "true"])
    }

    @Test func `an empty file configures nothing`() throws {
        #expect(try values("", path: "c.yaml").isEmpty)
        #expect(try values("# nothing\n", path: "c.yaml").isEmpty)
        #expect(try values("{}", path: "c.json").isEmpty)
    }

    @Test(arguments: [
        ("c.yaml", "htp: {port: 1}", "unknown key in c.yaml: htp.port; did you mean http.port?"),
        ("c.json", #"{"http":{"port":"x"}}"#, #"http.port in c.json is "x"; it takes 0 to 65535"#),
        ("c.yaml", "http.port: 1\nhttp: {port: 2}", "c.yaml gives http.port twice"),
        ("c.yaml", "http: {port: [1]}", "http.port in c.yaml must be one value"),
        ("c.json", #"{"http":null}"#, "http in c.json must be one value"),
        ("c.yaml", "just text", "c.yaml must be a mapping of keys to values"),
        ("c.toml", "", "the configuration file c.toml must end in .yaml, .yml or .json"),
    ])
    func `the error of a bad file is one sentence`(path: String, text: String, sentence: String) {
        let error = #expect(throws: ConfigurationError.self) { try values(text, path: path) }
        #expect(error?.description == sentence)
    }

    @Test(arguments: [("c.yaml", "a: [", "c.yaml is not YAML"), ("c.json", "{", "c.json is not JSON")])
    func `the error of a file that does not parse says so`(path: String, text: String, start: String) {
        let error = #expect(throws: ConfigurationError.self) { try values(text, path: path) }
        #expect(error?.description.hasPrefix(start) == true)
    }

    @Test func `a missing file stops the start`() {
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "/no/such/file.yaml") }
    }
}
