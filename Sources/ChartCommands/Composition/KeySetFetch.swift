import AsyncHTTPClient
import ChartServer
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Tracing

/// Fetches the public keys of an issuer over HTTPS.
struct KeySetFetch: Sendable {
    /// The longest time that a fetch takes.
    private static let patience = Duration.seconds(5)
    /// The most redirects of a fetch.
    private static let mostRedirects = 3

    private let trustRoots: NIOSSLTrustRoots
    private let tracer: (any Tracer)?

    /// Reads the authorities that the server is held to.
    ///
    /// - Parameters:
    ///   - path: Their PEM file; nil for those of the system.
    ///   - tracer: The tracer for the spans of fetches; nil for none.
    /// - Throws: `ConfigurationError` for a file that cannot be used.
    init(trustRoots path: String?, tracer: (any Tracer)? = nil) throws(ConfigurationError) {
        self.tracer = tracer
        trustRoots = try NIOSSLTrustRoots(path: path, named: "auth.jwt.certificates")
    }

    /// Fetches the body of an https URL within five seconds.
    ///
    /// - Parameter url: The URL; a redirect to another scheme is refused.
    /// - Returns: The body.
    /// - Throws: ``Failure``, or what the network throws.
    func callAsFunction(_ url: String) async throws -> [UInt8] {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = trustRoots
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tracing.tracer = tracer
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let body = try await Self.withinPatience { try await Self.body(of: url, client) }
            try await client.shutdown()
            return body
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private static func withinPatience(_ body: @escaping @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: patience)
                throw Failure.late
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw Failure.late }
            return first
        }
    }

    private static func body(of url: String, _ client: HTTPClient) async throws -> [UInt8] {
        var url = url
        for _ in 0...mostRedirects {
            guard url.lowercased().hasPrefix("https://") else { throw Failure.scheme(url) }
            let response = try await client.execute(HTTPClientRequest(url: url), deadline: .distantFuture)
            if (300..<400).contains(response.status.code), let place = response.headers.first(name: "Location"),
                let next = URL(string: place, relativeTo: URL(string: url))
            {
                url = next.absoluteString
                continue
            }
            guard response.status == .ok else { throw Failure.status(Int(response.status.code)) }
            do {
                return Array(try await response.body.collect(upTo: JSONWebKeySet.mostBytes).readableBytesView)
            } catch is NIOTooManyBytesError {
                throw Failure.large
            }
        }
        throw Failure.redirects
    }

    /// Why a fetch has failed.
    enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        case large
        case late
        case redirects
        case scheme(String)
        case status(Int)

        var description: String {
            switch self {
            case .large: "the answer has more than \(JSONWebKeySet.mostBytes) bytes"
            case .late: "the answer was not complete within five seconds"
            case .redirects: "the answer was redirected too often"
            case .scheme(let url): "the answer leads to \(url), which is no https URL"
            case .status(let status): "the answer has the status \(status)"
            }
        }
    }
}
