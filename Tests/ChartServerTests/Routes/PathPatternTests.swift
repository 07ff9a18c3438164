import Testing

@testable import ChartServer

struct PathPatternTests {
    private let pattern = PathPattern("/v1/sessions/{id}/surfaces/{sid}/events")

    private func found(in path: String) -> PathParameters? {
        let parts = PathParts(path)
        return parts.count == pattern.count ? pattern.parameters(of: parts) : nil
    }

    @Test(arguments: ["", "?window=none", "#part", "?a=/b/c"])
    func `a matching path gives its parameters, whatever query follows`(rest: String) throws {
        let parameters = try #require(found(in: "/v1/sessions/ab12/surfaces/main/events" + rest))
        #expect(parameters["id"] == "ab12")
        #expect(parameters["sid"] == "main")
        #expect(parameters["aid"] == nil)
    }

    @Test(arguments: [
        "/v1/sessions/ab12/surfaces/main/events/", "//v1/sessions//ab12/surfaces/main/events",
        "v1/sessions/ab12/surfaces/main/events",
    ])
    func `empty parts are no parts`(path: String) throws {
        let parameters = try #require(found(in: path))
        #expect(parameters["id"] == "ab12")
        #expect(parameters["sid"] == "main")
    }

    @Test func `a parameter stands as it was sent`() throws {
        let parameters = try #require(found(in: "/v1/sessions/a%20/surfaces/b%2Fc/events"))
        #expect(parameters["id"] == "a%20")
        #expect(parameters["sid"] == "b%2Fc")
    }

    @Test(arguments: [
        "", "/", "/v1/sessions/a/surfaces/b", "/v1/sessions/a/surfaces/b/event", "/v1/sessions/a/surfaces/b/events/c",
        "/v1/sessions//surfaces/b/events", "/v1/sessions/a/surfaces//events", "/V1/sessions/a/surfaces/b/events",
        "/v1/sessions/a/surfaces/b?/events", "/v1%2Fsessions/a/surfaces/b/events",
    ])
    func `any other path has another pattern`(path: String) {
        #expect(found(in: path) == nil)
    }
}
