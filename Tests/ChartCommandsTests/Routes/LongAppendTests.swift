import HTTPTypes
import Testing

@testable import SessionTestSupport

/// Appends with more rows than one block.
@Suite struct LongAppendTests {
    private static let path = "/v1/datasets/line"
    private static let rows = 100_000

    /// Rows whose x continues from 101, as CSV or as JSON; the last x may differ.
    private static func body(isJSON: Bool, lastX: Int = 100 + rows) -> String {
        let cells = (101..<(100 + rows)).map { "\($0),\($0 % 7)" } + ["\(lastX),1"]
        guard isJSON else { return "t,v\n" + cells.joined(separator: "\n") + "\n" }
        return #"{"columns":["t","v"],"rows":["# + cells.map { "[\($0)]" }.joined(separator: ",") + "]}"
    }

    @Test(arguments: [false, true])
    func `all rows are appended as one version, or none are`(isJSON: Bool) async throws {
        let type = isJSON ? "application/json" : "text/csv"
        try await Service.run(["demo.enabled": "false"]) { service in
            try await service.importLine()
            let tag = try #require(try await service.send(.get, Self.path).headers[.eTag])
            let refused = try await service.send(
                .post, Self.path + "/rows", Self.body(isJSON: isJSON, lastX: 5), type: type)
            refused.isProblem("dataset.out-of-order", "\(refused.text)")
            #expect(try await service.send(.get, Self.path).headers[.eTag] == tag, "nothing has changed")
            let other = try await service.send(
                .post, Self.path + "/rows", Self.body(isJSON: isJSON), type: type, headers: [.ifMatch: "\"x\""])
            other.isProblem("precondition.failed", "\(other.text)")
            let taken = try await service.send(
                .post, Self.path + "/rows", Self.body(isJSON: isJSON), type: type, headers: [.ifMatch: tag])
            #expect(taken.status == 200 && taken.integer("version") == 2, "\(taken.text)")
            #expect(taken.integer("rows") == 101 + Self.rows)
            let window = try await service.send(.get, Self.path + "/window?from=65630&to=65632")
            #expect(window.text.contains(#""rows":[[65630,5],[65631,6],[65632,0]]"#), "\(window.text)")
            let late = try await service.send(.post, Self.path + "/rows", "t,v\n7,1\n", type: "text/csv")
            late.isProblem("dataset.out-of-order", "\(late.text)")
        }
    }

    @Test func `rows with other columns are refused before all have arrived`() async throws {
        try await Service.run(["demo.enabled": "false"]) { service in
            try await service.importLine()
            let body = "t,other\n" + Self.body(isJSON: false).dropFirst(4)
            let refused = try await service.send(.post, Self.path + "/rows", body, type: "text/csv")
            refused.isProblem("dataset.unknown-column", "\(refused.text)")
        }
    }
}
