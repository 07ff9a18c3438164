import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOSSL
import Synchronization
import Testing

@testable import ChartObjectStore

@Suite struct S3CredentialRequestsTests {
    private let service = FakeCredentials()

    private func withService(
        _ body: @escaping @Sendable (_ url: String, _ requests: S3CredentialRequests) async throws -> Void
    ) async throws {
        let router = Router()
        service.add(to: router)
        try await Application(router: router).test(.live) { client in
            let port = try #require(client.port)
            try await body("http://localhost:\(port)", S3CredentialRequests(trustRoots: .default))
        }
    }

    private func file(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func identity(_ url: String, _ path: String) -> S3CredentialSource {
        .webIdentity(.init(tokenFile: path, role: "arn:aws:iam::1:role/r+1", session: "s", url: url))
    }

    private func credentials(_ number: Int, session: String? = nil) -> S3Credentials {
        S3Credentials(
            accessKey: "key-\(number)", secretKey: "secret-\(number)", sessionToken: session ?? "session-\(number)",
            expiration: service.now + 3_600)
    }

    @Test func `the security token service is asked with the token in the file, which is read anew`() async throws {
        let path = try file("token-1\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withService { url, requests in
            let found = try await requests.credentials(of: self.identity(url, path))
            #expect(found == self.credentials(1, session: "session-1&"))
            #expect(
                self.service.requests == [
                    """
                    POST / Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleArn=arn:aws:iam::1:role/r%2B1\
                    &RoleSessionName=s&WebIdentityToken=token-1
                    """
                ])
            self.service.expect("token-2")
            try "token-2".write(toFile: path, atomically: true, encoding: .utf8)
            let again = try await requests.credentials(of: self.identity(url, path))
            #expect(again == self.credentials(2, session: "session-2&"))
        }
    }

    @Test func `the endpoint of a container is asked with the authorization in the file, which is read anew`()
        async throws
    {
        let path = try file("token-1")
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withService { url, requests in
            let source = S3CredentialSource.container(.init(url: url + "/container/role", authorization: .file(path)))
            let first = try await requests.credentials(of: source)
            #expect(first == self.credentials(1))
            self.service.expect("token-2")
            try "token-2\n".write(toFile: path, atomically: true, encoding: .utf8)
            let second = try await requests.credentials(of: source)
            #expect(second == self.credentials(2))
            let fixed = S3CredentialSource.container(
                .init(url: url + "/container/role", authorization: .token("token-2")))
            let third = try await requests.credentials(of: fixed)
            #expect(third == self.credentials(3))
            #expect(self.service.requests.last == "GET /container/role token-2")
        }
    }

    @Test func `an instance is asked for a token, its role and the credentials`() async throws {
        try await withService { url, requests in
            let found = try await requests.credentials(of: .instance(url: url))
            #expect(found == self.credentials(1))
            let folder = "/latest/meta-data/iam/security-credentials/"
            #expect(
                self.service.requests == [
                    "PUT /latest/api/token 60", "GET \(folder) token-1", "GET \(folder)chart-role token-1",
                ])
        }
    }

    /// A source, its answers, what its error says, and whether the same request may succeed later.
    @Test(
        arguments: [
            (
                "identity", [(403, "<Error><Code>AccessDenied</Code><Message>Not yours</Message></Error>")],
                "AccessDenied Not", false
            ),
            ("identity", [(400, "<Error><Code>IDPCommunicationError</Code></Error>")], "AWS_ROLE_ARN arn:aws", true),
            ("identity", [(503, "")], "503", true), ("identity", [(200, "<html>")], "AWS_ENDPOINT_URL_STS", false),
            ("container", [(401, "token-1")], "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", false),
            ("container", [(500, "token-1")], "500", true), ("container", [(200, "[]")], "no JSON", false),
            (
                "container", [(200, #"{"AccessKeyId":"a","SecretAccessKey":"token-1","Expiration":"soon"}"#)],
                "be read", false
            ),
            (
                "container", [(200, #"{"AccessKeyId":"a","SecretAccessKey":"b","Token":"token-1\n"}"#)], "be read",
                false
            ),
            ("instance", [(403, "")], "version 2", false),
            ("instance", [(200, "t"), (404, "")], "knows no role", false),
            ("instance", [(200, "t"), (200, "")], "knows no role", false),
            ("instance", [(200, "t"), (503, "")], "503", true),
            (
                "instance", [(200, "t"), (200, "chart-role"), (200, #"{"Code":"AssumeRoleUnauthorizedAccess"}"#)],
                "AssumeRole",
                true
            ),
        ] as [(String, [(Int, String)], String, Bool)])
    func `an error names the source and what to do, and has no secret`(
        name: String, answers: [(Int, String)], text: String, isTemporary: Bool
    ) async throws {
        let path = try file("token-1")
        defer { try? FileManager.default.removeItem(atPath: path) }
        service.fail(answers.map { (.init(code: $0.0), $0.1) })
        try await withService { url, requests in
            let source: S3CredentialSource =
                switch name {
                case "identity": self.identity(url, path)
                case "container": .container(.init(url: url + "/container/role", authorization: .file(path)))
                default: .instance(url: url)
                }
            let error = await #expect(throws: S3Error.self) { try await requests.credentials(of: source) }
            let description = try #require(error?.description)
            #expect(description.contains(text) && description.contains(url) && !description.contains("token-1"))
            #expect(error?.isTemporary == isTemporary && error?.lacksCredentials == (text == "version 2"))
        }
    }

    @Test func `an answer that quotes the token is not passed on`() async throws {
        let path = try file("token-9")
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withService { url, requests in
            let error = await #expect(throws: S3Error.self) {
                try await requests.credentials(of: self.identity(url, path))
            }
            #expect(error?.description.contains("InvalidIdentityToken") == true)
            #expect(error?.description.contains("token-9") == false)
        }
    }

    @Test(arguments: ["", "\n", "two\nlines", "a\u{7}"])
    func `a file without a token of one line is refused with its variable`(text: String) async throws {
        let path = try file(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let requests = S3CredentialRequests(trustRoots: .default)
        let error = await #expect(throws: S3Error.self) {
            try await requests.credentials(of: .container(.init(url: "http://localhost:1", authorization: .file(path))))
        }
        #expect(error?.description.contains("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE \(path)") == true)
        let missing = await #expect(throws: S3Error.self) {
            try await requests.credentials(of: self.identity("http://localhost:1", path + "-none"))
        }
        #expect(missing?.description.contains("AWS_WEB_IDENTITY_TOKEN_FILE \(path)-none cannot be read") == true)
    }

    @Test func `a service that does not answer is named, and for an instance all that could be set`() async throws {
        let requests = S3CredentialRequests(trustRoots: .default)
        let container = await #expect(throws: S3Error.self) {
            try await requests.credentials(of: .container(.init(url: "http://localhost:1/x", authorization: nil)))
        }
        #expect(container?.description.contains("endpoint http://localhost:1/x does not answer") == true)
        #expect(container?.isTemporary == true && container?.lacksCredentials == false)
        let instance = await #expect(throws: S3Error.self) {
            try await requests.credentials(of: .instance(url: "http://localhost:1"))
        }
        for name in ["data.s3.accessKey", "AWS_ACCESS_KEY_ID", "AWS_WEB_IDENTITY_TOKEN_FILE", "http://localhost:1"] {
            #expect(instance?.description.contains(name) == true)
        }
        #expect(instance?.lacksCredentials == true)
    }
}
