import AsyncHTTPClient
import ChartJSON
package import ChartStores
package import Foundation
import NIOCore
import NIOHTTP1
package import NIOSSL
package import Tracing

/// Stores segments as objects of a bucket: each at `prefix/ab/abcd…`, named by its SHA-256 in hexadecimal digits.
///
/// The bucket checks each upload against that name. The credentials need the rights to get, put and delete objects, and
/// to list the bucket, without which S3 does not tell a missing object from a forbidden one.
package final class S3SegmentStore: SegmentStore {
    /// The longest time of a request with all its attempts.
    private static let patience = TimeAmount.seconds(30)
    /// The attempts of a request that meets a busy or broken service.
    private static let attempts = 4
    /// The most bytes of an error that are read.
    private static let errorBytes = 65_536
    private static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private let bucket: S3Bucket
    private let endpoint: S3Endpoint
    private let credentials: S3CredentialKeeper
    private let now: @Sendable () -> Date
    private let client: HTTPClient

    /// Creates the store; it asks nothing yet.
    ///
    /// - Parameters:
    ///   - bucket: The bucket, which exists.
    ///   - endpoint: Where it is asked.
    ///   - credentials: Where the keys that sign its requests come from.
    ///   - trustRoots: The authorities that an https endpoint is held to.
    ///   - tracer: The tracer for the spans of its requests; `nil` for none.
    ///   - now: The clock of signatures and credentials.
    ///   - onFailedRenewal: Called when credentials were not renewed, while the old ones count.
    package init(
        bucket: S3Bucket, endpoint: S3Endpoint, credentials: S3CredentialSource,
        trustRoots: NIOSSLTrustRoots = .default, tracer: (any Tracer)? = nil,
        now: @escaping @Sendable () -> Date = { Date() },
        onFailedRenewal: @escaping @Sendable (S3Error) -> Void = { _ in }
    ) {
        self.bucket = bucket
        self.endpoint = endpoint
        self.now = now
        self.credentials = S3CredentialKeeper(
            source: credentials, trustRoots: trustRoots, now: now, onFailure: onFailedRenewal)
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = trustRoots
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(3)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tracing.tracer = tracer
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // No request runs any more. The client closes its idle connections in the background.
        client.shutdown { _ in }
    }

    /// Asks for an object that is not there, to find a bucket or credentials that cannot be used.
    ///
    /// - Throws: ``S3Error``.
    package func check() async throws(S3Error) {
        _ = try await ask(.GET, "\(bucket.prefix)check")
    }

    /// Stores a segment; see `SegmentStore.put(_:named:)`.
    package func put(_ bytes: [UInt8], named hash: [UInt8]) async throws(DatasetStoreError) {
        do throws(S3Error) {
            // An object that is there has the same bytes, so it may stay.
            _ = try await ask(.PUT, key(of: hash), ["if-none-match": "*"], bytes, named: hash, accepting: [412])
        } catch {
            throw error.ofDatasets
        }
    }

    /// Reads a segment; see `SegmentStore.read(_:_:)`.
    package func read(_ hash: [UInt8], _ take: ([UInt8]) -> Void) async throws(DatasetStoreError) -> Bool {
        do throws(S3Error) {
            for key in [key(of: hash), key(ofRemoved: hash)] {
                if try await ask(.GET, key, taking: take) != 404 { return true }
            }
            return false
        } catch {
            throw error.ofDatasets
        }
    }

    /// Removes segments; see `SegmentStore.remove(_:unless:)`.
    package func remove(
        _ hashes: [[UInt8]], unless noted: ([[UInt8]]) async throws(DatasetStoreError) -> Set<[UInt8]>
    ) async throws(DatasetStoreError) {
        for hash in hashes { try await move(key(of: hash), to: key(ofRemoved: hash)) }
        let kept = try await noted(hashes)
        for hash in hashes {
            if kept.contains(hash) {
                try await move(key(ofRemoved: hash), to: key(of: hash))
            } else {
                try await delete(key(ofRemoved: hash))
            }
        }
    }

    private func key(of hash: [UInt8]) -> String {
        let name = Hexadecimal.text(of: hash)
        return "\(bucket.prefix)\(name.prefix(2))/\(name)"
    }

    private func key(ofRemoved hash: [UInt8]) -> String { key(of: hash) + ".removed" }

    /// Moves an object, if it is there.
    private func move(_ key: String, to target: String) async throws(DatasetStoreError) {
        var answer: [UInt8] = []
        do throws(S3Error) {
            let source = ["x-amz-copy-source": "/\(bucket.name)/\(key)"]
            guard try await ask(.PUT, target, source, taking: { answer += $0 }) != 404 else { return }
        } catch {
            throw error.ofDatasets
        }
        // A copy that fails after its answer has begun has the status 200 and an error.
        let text = String(decoding: answer, as: UTF8.self)
        guard !text.contains("<Error>") else { throw S3Error(status: 500, body: text, bucket: bucket).ofDatasets }
        try await delete(key)
    }

    private func delete(_ key: String) async throws(DatasetStoreError) {
        do throws(S3Error) {
            _ = try await ask(.DELETE, key)
        } catch {
            throw error.ofDatasets
        }
    }

    /// Asks the bucket, several times if need be.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - key: The key of the object.
    ///   - headers: Headers beside those of every request.
    ///   - body: The body.
    ///   - hash: The SHA-256 of the body; `nil` without a body.
    ///   - accepted: Statuses that are no errors, beside 2xx and a missing object.
    ///   - take: Takes the parts of the answer.
    /// - Returns: The status; 404 for a missing object.
    /// - Throws: ``S3Error``.
    private func ask(
        _ method: HTTPMethod, _ key: String, _ headers: [String: String] = [:], _ body: [UInt8] = [],
        named hash: [UInt8]? = nil, accepting accepted: Set<Int> = [], taking take: ([UInt8]) -> Void = { _ in }
    ) async throws(S3Error) -> Int {
        let deadline = NIODeadline.now() + Self.patience
        var delay = Duration.milliseconds(50)
        for attempt in 1... {
            var hasTaken = false
            var used: S3Credentials?
            do throws(S3Error) {
                let credentials = try await self.credentials.credentials()
                used = credentials
                let hash = hash.map { Hexadecimal.text(of: $0) } ?? Self.emptyHash
                let request = request(method, key, headers, body, hash, signedWith: credentials)
                return try await answer(to: request, accepting: accepted, by: deadline) { part in
                    hasTaken = true
                    take(part)
                }
            } catch {
                // What was taken cannot be taken back.
                let hasOthers = error.isOfEndedCredentials && used.map(credentials.discard) ?? false
                guard error.isTemporary || hasOthers, !hasTaken, attempt < Self.attempts, NIODeadline.now() < deadline,
                    (try? await Task.sleep(for: delay)) != nil
                else { throw error }
                delay *= 4
            }
        }
        preconditionFailure("the attempts are counted")
    }

    private func request(
        _ method: HTTPMethod, _ key: String, _ headers: [String: String], _ body: [UInt8], _ hash: String,
        signedWith credentials: S3Credentials
    ) -> HTTPClientRequest {
        let signature = S3Signature(credentials: credentials, region: endpoint.region)
        let date = S3Signature.date(now())
        let path = endpoint.root + key
        var headers = headers
        headers["host"] = endpoint.host
        headers["x-amz-content-sha256"] = hash
        headers["x-amz-date"] = date
        headers["x-amz-security-token"] = credentials.sessionToken
        var request = HTTPClientRequest(url: endpoint.base + path)
        request.method = method
        request.headers = HTTPHeaders(headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        request.headers.add(
            name: "authorization",
            value: signature.authorization(method: method.rawValue, path: path, headers: headers, date: date))
        if !body.isEmpty { request.body = .bytes(body) }
        return request
    }

    private func answer(
        to request: HTTPClientRequest, accepting accepted: Set<Int>, by deadline: NIODeadline,
        _ take: ([UInt8]) -> Void
    ) async throws(S3Error) -> Int {
        let (status, text): (Int, String)
        do {
            let response = try await client.execute(request, deadline: deadline)
            status = Int(response.status.code)
            if (200..<300).contains(status) {
                for try await part in response.body { take(Array(part.readableBytesView)) }
                return status
            }
            text = String(buffer: try await response.body.collect(upTo: Self.errorBytes))
        } catch {
            throw S3Error(isTemporary: true, "the bucket \(bucket.name) at \(endpoint.base) does not answer: \(error)")
        }
        if accepted.contains(status) { return status }
        if status == 404, XMLText.element("Code", of: text).map({ $0 == "NoSuchKey" }) ?? true { return 404 }
        throw S3Error(status: status, body: text, bucket: bucket)
    }
}
