import HTTPTypes
import Testing

@testable import ChartServer

struct RouteTableTests {
    private let table = RouteTable([
        Route(method: .get, pattern: "/", operationID: "root", access: .open) { _ in .now(.noContent()) },
        Route(method: .get, pattern: "/a/{x}", operationID: "getX", access: .open) { _ in .now(.noContent()) },
        Route(method: .delete, pattern: "/a/{x}", operationID: "deleteX", access: .open) { _ in .now(.noContent()) },
        Route(method: .post, pattern: "/a/list", operationID: "list", access: .open) { _ in .now(.noContent()) },
    ])

    @Test(arguments: [
        ("/a/1", "/a/{x}", "GET HEAD DELETE"), ("/a/list", "/a/list", "POST"), ("/", "/", "GET HEAD"),
        ("/a/1/", "/a/{x}", "GET HEAD DELETE"),
    ])
    func `a path finds its pattern and methods, and a literal wins over a parameter`(
        path: String, pattern: String, methods: String
    ) throws {
        guard case .otherMethod(let found, let known) = table.match(.trace, path) else {
            Issue.record("\(path) is not known")
            return
        }
        #expect(found == pattern)
        #expect(known.map(\.rawValue).joined(separator: " ") == methods)
    }

    @Test(arguments: ["/b", "/a", "/a/1/2", ""])
    func `another path finds nothing`(path: String) {
        switch table.match(.trace, path) {
        case .otherMethod(let pattern, _): #expect(path.isEmpty && pattern == "/")
        case .unknown: #expect(!path.isEmpty)
        case .route(let entry, _): Issue.record("\(path) finds \(entry.route.pattern)")
        }
    }
}
