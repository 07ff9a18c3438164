import HTTPTypes
import Testing

@testable import ChartServer

struct RouteTableTests {
    private let table = RouteTable([
        Route(method: .get, pattern: "/", operationID: "root") { _ in .noContent() },
        Route(method: .get, pattern: "/a/{x}", operationID: "getX") { _ in .noContent() },
        Route(method: .delete, pattern: "/a/{x}", operationID: "deleteX") { _ in .noContent() },
        Route(method: .post, pattern: "/a/list", operationID: "list") { _ in .noContent() },
    ])

    @Test(arguments: [
        ("/a/1", "/a/{x}", "GET HEAD DELETE"), ("/a/list", "/a/list", "POST"), ("/", "/", "GET HEAD"),
        ("/a/1/", "/a/{x}", "GET HEAD DELETE"),
    ])
    func `a path finds its pattern and methods, and a literal wins over a parameter`(
        path: String, pattern: String, methods: String
    ) throws {
        let found = try #require(table.methods(ofPath: path))
        #expect(found.pattern == pattern)
        #expect(found.methods.map(\.rawValue).joined(separator: " ") == methods)
    }

    @Test(arguments: ["/b", "/a", "/a/1/2", ""])
    func `another path finds nothing`(path: String) {
        #expect(table.methods(ofPath: path)?.pattern == (path.isEmpty ? "/" : nil))
    }
}
