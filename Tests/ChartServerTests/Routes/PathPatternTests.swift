import Testing

@testable import ChartServer

struct PathPatternTests {
    private let pattern = PathPattern("/v1/sessions/{id}/surfaces/{sid}/events")

    @Test(arguments: ["", "?window=none", "#part", "?a=/b/c"])
    func `a matching path gives its parameters, whatever query follows`(rest: String) throws {
        let parameters = try #require(pattern.parameters(of: "/v1/sessions/ab12/surfaces/main/events" + rest))
        #expect(parameters["id"] == "ab12")
        #expect(parameters["sid"] == "main")
        #expect(parameters["aid"] == nil)
    }

    @Test(arguments: [
        "", "/", "v1/sessions/a/surfaces/b/events", "/v1/sessions/a/surfaces/b", "/v1/sessions/a/surfaces/b/event",
        "/v1/sessions/a/surfaces/b/events/", "/v1/sessions/a/surfaces/b/events/c", "/v1/sessions//surfaces/b/events",
        "/v1/sessions/a/surfaces//events", "/v1/sessions/a%20/surfaces/b/events", "/V1/sessions/a/surfaces/b/events",
        "/v1/sessions/a/surfaces/b?/events", "//v1/sessions/a/surfaces/b/events",
    ])
    func `any other path is left to the router`(path: String) {
        #expect(pattern.parameters(of: path) == nil)
    }
}
