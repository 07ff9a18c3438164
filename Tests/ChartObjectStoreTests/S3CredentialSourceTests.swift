import Testing

@testable import ChartObjectStore

@Suite struct S3CredentialSourceTests {
    private static let keys = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": "c"]
    private static let identity = ["AWS_WEB_IDENTITY_TOKEN_FILE": "/token", "AWS_ROLE_ARN": "arn:role"]
    private static let container = ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:8/x"]

    private func source(_ variables: [String: String]...) throws(S3Error) -> S3CredentialSource {
        let environment = variables.reduce(into: [:]) { $0.merge($1) { _, last in last } }
        return try S3CredentialSource(environment: environment, region: "eu-central-1")
    }

    @Test func `the first source that is set counts`() throws {
        #expect(
            try source(Self.keys, Self.identity, Self.container)
                == .keys(S3Credentials(accessKey: "a", secretKey: "b", sessionToken: "c")))
        #expect(
            try source(Self.identity, Self.container)
                == .webIdentity(
                    .init(
                        tokenFile: "/token", role: "arn:role", session: "chart-surface",
                        url: "https://sts.eu-central-1.amazonaws.com")))
        #expect(try source(Self.container) == .container(.init(url: "http://127.0.0.1:8/x", authorization: nil)))
        #expect(try source() == .instance(url: "http://169.254.169.254"))
    }

    @Test func `an empty variable counts as missing`() throws {
        let empty = Self.keys.merging(Self.identity) { first, _ in first }.mapValues { _ in "" }
        #expect(try source(empty, Self.container) == source(Self.container))
    }

    @Test func `variables choose the service, the session and the authorization`() throws {
        #expect(
            try source(Self.identity, ["AWS_REGION": "us-west-2", "AWS_ROLE_SESSION_NAME": "node"])
                == .webIdentity(
                    .init(
                        tokenFile: "/token", role: "arn:role", session: "node",
                        url: "https://sts.us-west-2.amazonaws.com")))
        guard case .webIdentity(let identity) = try source(Self.identity, ["AWS_ENDPOINT_URL_STS": "http://s:1/x"])
        else {
            Issue.record("another source")
            return
        }
        #expect(identity.url == "http://s:1/x")
        let both = ["AWS_CONTAINER_AUTHORIZATION_TOKEN": "t", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "/f"]
        #expect(
            try source(Self.container, both)
                == .container(.init(url: "http://127.0.0.1:8/x", authorization: .file("/f"))))
        #expect(
            try source(Self.container, ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x"], both)
                == .container(.init(url: "http://169.254.170.2/v2/x", authorization: .file("/f"))))
        #expect(
            try source(["AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://localhost:9/"])
                == .instance(url: "http://localhost:9"))
        #expect(
            try source(["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE": "IPv6"]) == .instance(url: "http://[fd00:ec2::254]"))
    }

    @Test(arguments: [
        "https://example.org/x", "http://localhost:1/x", "http://127.8.9.1/x", "http://[::1]:80/",
        "http://169.254.170.2/",
        "http://169.254.170.23/v1/credentials", "http://[fd00:ec2::23]/v1/credentials",
    ])
    func `an endpoint beside the container may be asked without TLS`(url: String) throws {
        let found = try source(["AWS_CONTAINER_CREDENTIALS_FULL_URI": url])
        #expect(found == .container(.init(url: url, authorization: nil)))
    }

    @Test(arguments: [
        (["AWS_ACCESS_KEY_ID": "a"], "AWS_SECRET_ACCESS_KEY"),
        (["AWS_SECRET_ACCESS_KEY": "hidden"], "AWS_ACCESS_KEY_ID"),
        (["AWS_WEB_IDENTITY_TOKEN_FILE": "/t"], "AWS_ROLE_ARN"),
        (identity.merging(["AWS_ENDPOINT_URL_STS": "sts"]) { $1 }, "AWS_ENDPOINT_URL_STS"),
        (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://example.org/x"], "AWS_CONTAINER_CREDENTIALS_FULL_URI"),
        (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1.example.org/"], "AWS_CONTAINER_CREDENTIALS_FULL_URI"),
        (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "file:///x"], "AWS_CONTAINER_CREDENTIALS_FULL_URI"),
        (["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "x"], "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"),
        (["AWS_EC2_METADATA_SERVICE_ENDPOINT": "x"], "AWS_EC2_METADATA_SERVICE_ENDPOINT"),
        (["AWS_EC2_METADATA_DISABLED": "true"], "data.s3.accessKey"),
    ])
    func `what is set by half or cannot be used is refused, not passed over`(variables: [String: String], name: String)
    {
        let error = #expect(throws: S3Error.self) { try source(variables) }
        #expect(error?.description.contains(name) == true && error?.isTemporary == false)
        #expect(error?.description.contains("hidden") == false)
    }
}
