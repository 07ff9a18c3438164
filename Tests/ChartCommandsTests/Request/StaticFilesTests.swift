import ChartWire
import Configuration
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import ChartServer
@testable import ServerTestSupport

struct StaticFilesTests {
    private func server(_ enabled: Bool = true, frameAncestors: String = "off") throws -> TestServer {
        let server = try TestServer([
            "demo.enabled": .init(booleanLiteral: enabled), "http.frameAncestors": .init(stringLiteral: frameAncestors),
        ])
        try server.directory.write("<!doctype html>", to: "Public/index.html")
        try server.directory.write("export const a = 1", to: "Public/js/a.js")
        try server.directory.write("secret", to: "secret.txt")
        return server
    }

    @Test func `the origins that the configuration names may show the page in a frame`() async throws {
        let ancestors = "https://a.example.org, https://b.example.org:8443"
        try await server(frameAncestors: ancestors).test { client in
            let policy = try await client.execute(uri: "/", method: .get).headers[.contentSecurityPolicy] ?? ""
            #expect(
                policy.hasSuffix("frame-ancestors 'self' https://a.example.org https://b.example.org:8443"), "\(policy)"
            )
        }
    }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
        ("/js/a.js", "text/javascript; charset=utf-8"), ("/?dataset=walk", "text/html; charset=utf-8"),
    ])
    func `the page and its modules are served for a browser`(path: String, type: String) async throws {
        try await server().test { client in
            let response = try await client.execute(uri: path, method: .get)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == type)
            #expect(response.headers[.cacheControl] == "no-cache")
            #expect(response.headers[.contentSecurityPolicy] == SecurityHeaders.contentSecurityPolicy())
            let eTag = try #require(response.headers[.eTag])
            let again = try await client.execute(uri: path, method: .get, headers: [.ifNoneMatch: eTag])
            #expect(again.status == .notModified)
        }
    }

    @Test(arguments: ["/index.html%00.js", "/js/%00", "/%00"])
    func `a path with a zero byte names no file`(path: String) async throws {
        try await server().test { client in
            let response = try await client.execute(uri: path, method: .get)
            #expect(response.status == .notFound)
        }
    }

    @Test(arguments: ["/../secret.txt", "/%2e%2e/secret.txt", "/js/..%2f..%2fsecret.txt", "/%2e%2e%2fsecret.txt"])
    func `no path leaves the folder`(path: String) async throws {
        try await server().test { client in
            let response = try await client.execute(uri: path, method: .get)
            #expect((400...404).contains(response.status.code))
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func `a link out of the folder is not followed, one within it is`() async throws {
        let server = try server()
        let folder = server.directory.path + "/Public"
        for (link, target) in [
            ("out.txt", "../secret.txt"), ("up", ".."), ("whole.txt", server.directory.path + "/secret.txt"),
            ("b.js", "js/a.js"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder + "/" + link, withDestinationPath: target)
        }
        try await server.test { client in
            for path in ["/out.txt", "/up/secret.txt", "/whole.txt"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .notFound, "\(path)")
            }
            #expect(try await client.execute(uri: "/b.js", method: .get).status == .ok)
        }
    }

    @Test func `a request for a byte range gets the whole file`() async throws {
        try await server().test { client in
            let response = try await client.execute(uri: "/js/a.js", method: .get, headers: [.range: "bytes=9-1"])
            #expect(response.status == .ok)
            #expect(response.headers[.acceptRanges] == nil)
        }
    }

    @Test func `a file has no other method, and the page names its methods`() async throws {
        try await server().test { client in
            try expectProblem(.routeUnknown, try await client.execute(uri: "/js/a.js", method: .post))
            let page = try await client.execute(uri: "/", method: .post)
            try expectProblem(.methodNotAllowed, page)
            #expect(page.headers[.allow] == "GET, HEAD")
        }
    }

    @Test func `nothing is served when the demo is off`() async throws {
        try await server(false).test { client in
            for path in ["/", "/index.html", "/js/a.js"] {
                try expectProblem(.routeUnknown, try await client.execute(uri: path, method: .get))
            }
        }
    }

    @Test func `the documentation is served under its own path, once it was built`() async throws {
        let server = try server()
        try await server.test { client in
            let response = try await client.execute(uri: "/docs", method: .get)
            #expect(response.status == .notFound)
        }
        let first = PageRoutes.documentationPath + "/documentation/chart_surface/"
        try server.directory.write("<!doctype html>docs", to: "docs/documentation/chart_surface/index.html")
        try server.directory.write("1", to: "docs/js/a.js")
        try await server.test { client in
            for path in ["/docs", "/docs/", "/docs?x=1"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .temporaryRedirect && response.headers[.location] == first)
            }
            let page = try await client.execute(uri: first, method: .get)
            #expect(String(buffer: page.body) == "<!doctype html>docs")
            #expect(page.headers[.contentSecurityPolicy] == SecurityHeaders.documentationPolicy)
            #expect(try await client.execute(uri: "/docs/js/a.js", method: .get).status == .ok)
            for path in ["/docs/../secret.txt", "/docs/..%2fsecret.txt", "/docsdocumentation", "/js/b.js"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect((400...404).contains(response.status.code), "\(path)")
            }
            let script = try await client.execute(uri: "/js/a.js", method: .get)
            #expect(script.headers[.contentSecurityPolicy] == SecurityHeaders.contentSecurityPolicy())
        }
    }
}
