import Testing

@testable import ChartTracing

@Suite struct TraceSettingsTests {
    private func settings(_ variables: [String: String]) -> TraceSettings {
        TraceSettings(environment: variables, version: "7.0")
    }

    @Test(arguments: [
        ("http://c:4318", "http://c:4318/v1/traces"), ("http://c:4318/", "http://c:4318/v1/traces"),
        ("https://c/my", "https://c/my/v1/traces"), ("http://[::1]:4318", "http://[::1]:4318/v1/traces"),
    ])
    func `the endpoint of all signals gets the path of traces`(endpoint: String, url: String) {
        let settings = settings(["OTEL_EXPORTER_OTLP_ENDPOINT": endpoint])
        #expect(settings.export?.url == url && settings.warnings.isEmpty)
    }

    @Test func `the endpoint of traces is taken as it is, before that of all signals`() {
        let settings = settings([
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://b/in?x=1",
        ])
        #expect(settings.export?.url == "http://b/in?x=1" && settings.export?.place == "http://b")
    }

    @Test(arguments: [
        [:], ["OTEL_EXPORTER_OTLP_ENDPOINT": ""], ["OTEL_SERVICE_NAME": "x"],
        ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_SDK_DISABLED": "TRUE"],
        ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_TRACES_EXPORTER": "none"],
    ])
    func `without an endpoint, and where traces are switched off, there is no tracer`(variables: [String: String]) {
        let settings = settings(variables)
        #expect(settings.export == nil && settings.warnings.isEmpty)
        #expect(Traces(settings, version: "7.0", onDropped: { _ in }) == nil)
    }

    @Test(arguments: [
        (["OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4317"], "OTEL_EXPORTER_OTLP_ENDPOINT is no http", false),
        (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://"], "OTEL_EXPORTER_OTLP_ENDPOINT is no http", false),
        (["OTEL_TRACES_EXPORTER": "zipkin"], "OTEL_TRACES_EXPORTER zipkin is not otlp; there are no", false),
        (["OTEL_TRACES_EXPORTER": "console, otlp"], "OTEL_TRACES_EXPORTER console is not otlp; otlp", true),
        (["OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"], "OTEL_EXPORTER_OTLP_PROTOCOL grpc is not http/json", true),
        (["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf"], "http/protobuf is not http/json", true),
        (["OTEL_EXPORTER_OTLP_COMPRESSION": "gzip"], "OTEL_EXPORTER_OTLP_COMPRESSION gzip", true),
        (["OTEL_EXPORTER_OTLP_HEADERS": "secret"], "OTEL_EXPORTER_OTLP_HEADERS is no list", true),
        (["OTEL_EXPORTER_OTLP_HEADERS": "a=secret%0d%0ab:c"], "OTEL_EXPORTER_OTLP_HEADERS is no list", true),
        (["OTEL_RESOURCE_ATTRIBUTES": "a=1,b"], "OTEL_RESOURCE_ATTRIBUTES is no list", true),
        (["OTEL_EXPORTER_OTLP_TIMEOUT": "0"], "OTEL_EXPORTER_OTLP_TIMEOUT is no whole number", true),
        (["OTEL_BSP_MAX_QUEUE_SIZE": "many"], "OTEL_BSP_MAX_QUEUE_SIZE is no whole number", true),
        (["OTEL_EXPORTER_OTLP_CERTIFICATE": "/nowhere.pem"], "OTEL_EXPORTER_OTLP_CERTIFICATE /nowhere.pem", true),
        (["OTEL_SDK_DISABLED": "1"], "OTEL_SDK_DISABLED is neither", true),
        (["OTEL_TRACES_SAMPLER": "xray"], "OTEL_TRACES_SAMPLER xray", true),
    ])
    func `what does not count is warned of, without a secret`(
        variables: [String: String], warning: String, isTraced: Bool
    ) {
        let settings = settings(variables.merging(["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a"]) { given, _ in given })
        #expect(settings.warnings.count == 1 && settings.warnings.first?.contains(warning) == true)
        #expect(settings.warnings.allSatisfy { !$0.contains("secret") })
        #expect((settings.export != nil) == isTraced)
    }

    @Test func `the resource has the name, the version, and what variables add`() {
        let usual = settings(["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a"]).export?.resource
        #expect(usual?["service.name"] == "chart-surface" && usual?["service.version"] == "7.0")
        let named = settings([
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_RESOURCE_ATTRIBUTES": "service.name=x,place = a%2Cb c,",
        ]).export?.resource
        #expect(named?["service.name"] == "x" && named?["place"] == "a,b c")
        let both = settings([
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_RESOURCE_ATTRIBUTES": "service.name=x,service.version=2",
            "OTEL_SERVICE_NAME": "y",
        ]).export?.resource
        #expect(both?["service.name"] == "y" && both?["service.version"] == "2")
        #expect(both?["telemetry.sdk.language"] == "swift")
    }

    @Test func `headers, times and sizes are read`() {
        let export = settings([
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_EXPORTER_OTLP_HEADERS": "a=1",
            "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "authorization=Basic%20eA==,x=y", "OTEL_EXPORTER_OTLP_TIMEOUT": "500",
            "OTEL_BSP_SCHEDULE_DELAY": "20", "OTEL_BSP_MAX_QUEUE_SIZE": "8", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "9",
        ]).export
        #expect(export?.headers == ["authorization": "Basic eA==", "x": "y"])
        #expect(export?.timeout == 500 && export?.delay == 20 && export?.queueSize == 8 && export?.batchSize == 8)
    }
}
