import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Asks the services that hand out credentials.
///
/// The tokens that prove its right go to these services alone; no error has them.
final class S3CredentialRequests: Sendable {
    /// The longest time of a request.
    private static let patience = TimeAmount.seconds(5)
    /// The longest time of a request for the metadata of the instance: where there is none, no one refuses it.
    private static let instancePatience = TimeAmount.seconds(2)
    /// The most bytes of an answer.
    private static let mostBytes = 65_536
    /// How long the token of an instance counts, in seconds.
    private static let instanceTokenTime = "60"

    private let client: HTTPClient

    /// Creates the client.
    ///
    /// - Parameter trustRoots: Authorities that https services are held to, beside those of the system.
    init(trustRoots: NIOSSLTrustRoots) {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        if case .certificates(let certificates) = trustRoots {
            configuration.tlsConfiguration?.additionalTrustRoots = [.certificates(certificates)]
        }
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(3)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tracing.tracer = nil
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // No request runs any more. The client closes its idle connections in the background.
        client.shutdown { _ in }
    }

    /// Gets credentials from a source.
    ///
    /// - Parameter source: The source.
    /// - Returns: The credentials.
    /// - Throws: ``S3Error``, which names the source and says what to do.
    func credentials(of source: S3CredentialSource) async throws(S3Error) -> S3Credentials {
        switch source {
        case .keys(let credentials): credentials
        case .webIdentity(let identity): try await credentials(of: identity)
        case .container(let endpoint): try await credentials(of: endpoint)
        case .instance(let url): try await credentials(ofInstance: url)
        }
    }

    // MARK: - Web identity

    private func credentials(of identity: S3CredentialSource.WebIdentity) async throws(S3Error) -> S3Credentials {
        let token = try Self.token(in: identity.tokenFile, of: "AWS_WEB_IDENTITY_TOKEN_FILE")
        let service = "the security token service at \(identity.url)"
        var form = URLComponents()
        form.queryItems = [
            URLQueryItem(name: "Action", value: "AssumeRoleWithWebIdentity"),
            URLQueryItem(name: "Version", value: "2011-06-15"), URLQueryItem(name: "RoleArn", value: identity.role),
            URLQueryItem(name: "RoleSessionName", value: identity.session),
            URLQueryItem(name: "WebIdentityToken", value: token),
        ]
        var request = HTTPClientRequest(url: identity.url.hasSuffix("/") ? identity.url : identity.url + "/")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        // In a form a plus sign is a blank.
        request.body = .bytes(
            Array((form.percentEncodedQuery ?? "").replacing("+", with: "%2B").utf8))
        let (status, text) = try await answer(to: request, of: service)
        guard status == 200 else {
            let code = XMLText.element("Code", of: text) ?? ""
            let message = XMLText.element("Message", of: text).flatMap { $0.contains(token) ? nil : $0 } ?? ""
            let isTemporary = Self.isTemporary(status) || ["IDPCommunicationError", "Throttling"].contains(code)
            throw S3Error(
                isTemporary: isTemporary,
                "\(service) answers \(status) \(code) \(message.prefix(200)): check AWS_ROLE_ARN \(identity.role), whom it "
                    + "trusts, and the token in AWS_WEB_IDENTITY_TOKEN_FILE \(identity.tokenFile)")
        }
        guard let part = XMLText.element("Credentials", of: text),
            let accessKey = XMLText.element("AccessKeyId", of: part),
            let secretKey = XMLText.element("SecretAccessKey", of: part),
            let sessionToken = XMLText.element("SessionToken", of: part),
            let expiration = XMLText.element("Expiration", of: part).flatMap(Self.date),
            [accessKey, secretKey, sessionToken].allSatisfy(Self.isLine)
        else {
            throw S3Error(isTemporary: false, "\(service) answers without credentials: check AWS_ENDPOINT_URL_STS")
        }
        return S3Credentials(
            accessKey: accessKey, secretKey: secretKey, sessionToken: sessionToken, expiration: expiration)
    }

    // MARK: - Container

    private func credentials(of endpoint: S3CredentialSource.ContainerEndpoint) async throws(S3Error) -> S3Credentials {
        var request = HTTPClientRequest(url: endpoint.url)
        request.headers.add(name: "accept", value: "application/json")
        switch endpoint.authorization {
        case nil: break
        case .token(let token):
            request.headers.add(
                name: "authorization", value: try Self.line(token, of: "AWS_CONTAINER_AUTHORIZATION_TOKEN"))
        case .file(let path):
            let name = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"
            request.headers.add(name: "authorization", value: try Self.token(in: path, of: name))
        }
        let service = "the container's credentials endpoint \(endpoint.url)"
        let (status, text) = try await answer(to: request, of: service)
        guard status == 200 else {
            throw S3Error(
                isTemporary: Self.isTemporary(status),
                """
                \(service) answers \(status): check AWS_CONTAINER_CREDENTIALS_FULL_URI or …_RELATIVE_URI, the role of the \
                container, and AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE or AWS_CONTAINER_AUTHORIZATION_TOKEN
                """)
        }
        return try Self.credentials(text, of: service)
    }

    // MARK: - Instance

    private func credentials(ofInstance url: String) async throws(S3Error) -> S3Credentials {
        let service = "the instance metadata at \(url)"
        var request = HTTPClientRequest(url: url + "/latest/api/token")
        request.method = .PUT
        request.headers.add(name: "x-aws-ec2-metadata-token-ttl-seconds", value: Self.instanceTokenTime)
        let (status, token): (Int, String)
        do throws(S3Error) {
            (status, token) = try await answer(to: request, of: service, within: Self.instancePatience)
        } catch {
            throw .noCredentials(error.description, isTemporary: true)
        }
        guard status == 200 else {
            throw .noCredentials(
                "\(service) answers \(status) to the request for a token of version 2",
                isTemporary: Self.isTemporary(status))
        }
        let folder = url + "/latest/meta-data/iam/security-credentials/"
        let roles = try await metadata(folder, token, of: service)
        guard let role = roles.split(whereSeparator: \.isNewline).first.map(String.init),
            let path = role.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        else { throw .noRole(service) }
        return try Self.credentials(try await metadata(folder + path, token, of: service), of: service)
    }

    private func metadata(_ url: String, _ token: String, of service: String) async throws(S3Error) -> String {
        var request = HTTPClientRequest(url: url)
        request.headers.add(name: "x-aws-ec2-metadata-token", value: try Self.line(token, of: service))
        let (status, text) = try await answer(to: request, of: service, within: Self.instancePatience)
        if status == 404 { throw .noRole(service) }
        guard status == 200 else {
            throw S3Error(
                isTemporary: Self.isTemporary(status), "\(service) answers \(status) to the request for a role")
        }
        return text
    }

    // MARK: - Parts

    private func answer(
        to request: HTTPClientRequest, of service: String, within patience: TimeAmount = S3CredentialRequests.patience
    ) async throws(S3Error) -> (status: Int, text: String) {
        do {
            let response = try await client.execute(request, deadline: .now() + patience)
            let body = try await response.body.collect(upTo: Self.mostBytes)
            return (Int(response.status.code), String(buffer: body))
        } catch {
            throw S3Error(isTemporary: true, "\(service) does not answer: \(error)")
        }
    }

    /// What the endpoint of a container, and an instance, answer with.
    private struct Body: Decodable {
        let code: String?
        let accessKey: String?
        let secretKey: String?
        let sessionToken: String?
        let expiration: String?

        enum CodingKeys: String, CodingKey {
            case code = "Code"
            case accessKey = "AccessKeyId"
            case secretKey = "SecretAccessKey"
            case sessionToken = "Token"
            case expiration = "Expiration"
        }
    }

    private static func credentials(_ json: String, of service: String) throws(S3Error) -> S3Credentials {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(json.utf8)) else {
            throw S3Error(isTemporary: false, "\(service) answers no JSON of credentials")
        }
        guard body.code ?? "Success" == "Success" else {
            // Such as AssumeRoleUnauthorizedAccess, where the role does not trust the service of the instance.
            let code = (body.code ?? "").filter { $0.isASCII && $0.isLetter }.prefix(80)
            throw S3Error(
                isTemporary: true, "\(service) has no credentials: \(code); check the role and whom it trusts")
        }
        let expiration = body.expiration.flatMap(date)
        guard let accessKey = body.accessKey, let secretKey = body.secretKey,
            (body.expiration == nil) == (expiration == nil),
            [accessKey, secretKey, body.sessionToken ?? secretKey].allSatisfy(isLine)
        else { throw S3Error(isTemporary: false, "\(service) answers without credentials that can be read") }
        return S3Credentials(
            accessKey: accessKey, secretKey: secretKey, sessionToken: body.sessionToken, expiration: expiration)
    }

    private static func isTemporary(_ status: Int) -> Bool { status >= 500 || [408, 429].contains(status) }

    private static func date(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    /// Reads the token in a file, which another program replaces from time to time.
    private static func token(in path: String, of variable: String) throws(S3Error) -> String {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw S3Error(
                isTemporary: false, "\(variable) \(path) cannot be read: let the server read it, or unset the variable")
        }
        return try line(text.trimmingCharacters(in: .whitespacesAndNewlines), of: "\(variable) \(path)")
    }

    /// A text that is the value of a header.
    private static func line(_ text: String, of place: String) throws(S3Error) -> String {
        guard isLine(text) else { throw S3Error(isTemporary: false, "\(place) has no token of one line") }
        return text
    }

    /// Whether a text can be the value of a header; the error of the client would quote another one.
    private static func isLine(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension S3Error {
    fileprivate static func noRole(_ service: String) -> S3Error {
        S3Error(isTemporary: false, "\(service) knows no role: attach one to the instance, or name other credentials")
    }
}
