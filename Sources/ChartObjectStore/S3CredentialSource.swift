import Foundation

/// Where the keys that sign requests to S3 come from.
///
/// Source: "Standardized credential providers" of the AWS SDKs and Tools Reference Guide.
package enum S3CredentialSource: Sendable, Hashable {
    /// The keys themselves, which no one renews.
    case keys(S3Credentials)
    /// The security token service, which takes the token of another identity provider for those of a role.
    case webIdentity(WebIdentity)
    /// An endpoint beside the container.
    case container(ContainerEndpoint)
    /// The metadata of the instance, in version 2 of their protocol.
    ///
    /// - Parameter url: The scheme, host and port, without a slash at the end.
    case instance(url: String)

    /// What the security token service is asked with.
    package struct WebIdentity: Sendable, Hashable {
        /// The file of the token, which is read anew for each request.
        let tokenFile: String
        /// The role.
        let role: String
        /// What the log of the service calls this use of the role.
        let session: String
        /// The URL of the service.
        let url: String
    }

    /// An endpoint that answers with credentials.
    package struct ContainerEndpoint: Sendable, Hashable {
        /// What a request proves its right with.
        enum Authorization: Sendable, Hashable {
            /// A text.
            case token(String)
            /// A file with the text, which is read anew for each request.
            case file(String)
        }

        /// The URL.
        let url: String
        /// The value of the header `Authorization`; `nil` for none.
        let authorization: Authorization?
    }

    /// Finds the first source that the environment names; one that cannot be used is no reason for the next.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process; an empty one counts as missing.
    ///   - region: The region of the bucket, whose security token service is asked unless `AWS_REGION` names another.
    /// - Throws: ``S3Error`` for variables that contradict each other, and where the environment excludes every source.
    package init(environment: [String: String], region: String) throws(S3Error) {
        let environment = environment.filter { !$0.value.isEmpty }
        if let keys = try Self.keys(environment) {
            self = .keys(keys)
        } else if let identity = try Self.webIdentity(environment, region: region) {
            self = .webIdentity(identity)
        } else if let endpoint = try Self.container(environment) {
            self = .container(endpoint)
        } else {
            self = .instance(url: try Self.instance(environment))
        }
    }

    private static func keys(_ environment: [String: String]) throws(S3Error) -> S3Credentials? {
        switch (environment["AWS_ACCESS_KEY_ID"], environment["AWS_SECRET_ACCESS_KEY"]) {
        case (nil, nil): return nil
        case (let accessKey?, let secretKey?):
            return S3Credentials(
                accessKey: accessKey, secretKey: secretKey, sessionToken: environment["AWS_SESSION_TOKEN"])
        case (nil, _?): throw .half("AWS_SECRET_ACCESS_KEY", without: "AWS_ACCESS_KEY_ID")
        case (_?, nil): throw .half("AWS_ACCESS_KEY_ID", without: "AWS_SECRET_ACCESS_KEY")
        }
    }

    private static func webIdentity(
        _ environment: [String: String], region: String
    ) throws(S3Error) -> WebIdentity? {
        // A role alone is for the profiles of other programs.
        guard let file = environment["AWS_WEB_IDENTITY_TOKEN_FILE"] else { return nil }
        guard let role = environment["AWS_ROLE_ARN"] else {
            throw .half("AWS_WEB_IDENTITY_TOKEN_FILE", without: "AWS_ROLE_ARN")
        }
        let region = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? region
        let url = environment["AWS_ENDPOINT_URL_STS"] ?? "https://sts.\(region).amazonaws.com"
        guard let parts = URL(string: url), ["http", "https"].contains(parts.scheme), parts.host() != nil else {
            throw S3Error(isTemporary: false, "AWS_ENDPOINT_URL_STS is no http or https URL of a service")
        }
        return WebIdentity(
            tokenFile: file, role: role, session: environment["AWS_ROLE_SESSION_NAME"] ?? "chart-surface", url: url)
    }

    private static func container(_ environment: [String: String]) throws(S3Error) -> ContainerEndpoint? {
        let authorization: ContainerEndpoint.Authorization? =
            if let file = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] {
                .file(file)
            } else {
                environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"].map { .token($0) }
            }
        if let path = environment["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] {
            guard path.hasPrefix("/") else {
                throw S3Error(isTemporary: false, "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI does not begin with a slash")
            }
            return ContainerEndpoint(url: "http://169.254.170.2" + path, authorization: authorization)
        }
        guard let url = environment["AWS_CONTAINER_CREDENTIALS_FULL_URI"] else { return nil }
        guard let parts = URL(string: url), let host = parts.host(), !host.isEmpty,
            parts.scheme == "https" || parts.scheme == "http" && isBesideContainer(host)
        else {
            throw S3Error(
                isTemporary: false,
                """
                AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https URL, or an http URL of a loopback address, \
                169.254.170.2, 169.254.170.23 or [fd00:ec2::23]
                """)
        }
        return ContainerEndpoint(url: url, authorization: authorization)
    }

    /// Whether a request to a host does not leave the machine, so that its secrets need no TLS.
    private static func isBesideContainer(_ host: String) -> Bool {
        let host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
        if ["localhost", "::1", "169.254.170.2", "169.254.170.23", "fd00:ec2::23"].contains(host) { return true }
        let octets = host.split(separator: ".", omittingEmptySubsequences: false)
        return octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
    }

    private static func instance(_ environment: [String: String]) throws(S3Error) -> String {
        if environment["AWS_EC2_METADATA_DISABLED"]?.lowercased() == "true" {
            throw .noCredentials("", isTemporary: false)
        }
        if let url = environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"] {
            guard let parts = URL(string: url), ["http", "https"].contains(parts.scheme), parts.host() != nil else {
                throw S3Error(isTemporary: false, "AWS_EC2_METADATA_SERVICE_ENDPOINT is no http or https URL")
            }
            return url.hasSuffix("/") ? String(url.dropLast()) : url
        }
        let isIPv6 = environment["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"]?.lowercased() == "ipv6"
        return isIPv6 ? "http://[fd00:ec2::254]" : "http://169.254.169.254"
    }
}

extension S3Error {
    /// The error of a server that was given no credentials.
    ///
    /// - Parameters:
    ///   - reason: Why the last source, the metadata of the instance, has none; empty where it is excluded.
    ///   - isTemporary: Whether it may have some later.
    /// - Returns: The error, which names all that could be set.
    static func noCredentials(_ reason: String, isTemporary: Bool) -> S3Error {
        S3Error(
            isTemporary: isTemporary, lacksCredentials: true,
            """
            there are no credentials\(reason.isEmpty ? "" : ", and \(reason)"); set data.s3.accessKey and \
            data.s3.secretKeyFile, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_WEB_IDENTITY_TOKEN_FILE and \
            AWS_ROLE_ARN, or AWS_CONTAINER_CREDENTIALS_FULL_URI, or attach a role to the instance
            """)
    }

    fileprivate static func half(_ name: String, without other: String) -> S3Error {
        S3Error(isTemporary: false, "\(name) is set without \(other): set both, or neither")
    }
}
