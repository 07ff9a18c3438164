import ChartJSON
import ChartStores
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import Synchronization
import Testing
import Tracing

@testable import ChartObjectStore

@Suite struct S3SegmentStoreTests {
    private let bytes = [UInt8](repeating: 7, count: 100_000)
    private let bucket = FakeBucket()
    private let services = FakeCredentials()

    private var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }

    private var path: String { "/charts/rows/\(Hexadecimal.text(of: hash.prefix(1)))/\(Hexadecimal.text(of: hash))" }

    private func withStore(
        _ name: String = "s3://charts/rows", _ body: @escaping @Sendable (S3SegmentStore) async throws -> Void
    ) async throws {
        try await Application(router: bucket.router).test(.live) { client in
            let port = try #require(client.port)
            let place = try #require(S3Bucket(name))
            let endpoint = try #require(S3Endpoint(of: place, url: "http://localhost:\(port)"))
            try await body(
                S3SegmentStore(
                    bucket: place, endpoint: endpoint, credentials: .keys(S3Credentials(accessKey: "a", secretKey: "b"))
                ))
        }
    }

    /// A store whose credentials come from the endpoint of a container, and end after an hour of the services' clock.
    private func withRenewingStore(
        tracer: (any Tracer)? = nil, _ body: @escaping @Sendable (S3SegmentStore) async throws -> Void
    ) async throws {
        let router = bucket.router
        services.add(to: router)
        bucket.content.withLock { [services] in
            // The keys of the last hour are in force, and no others.
            $0.accepts = { key, token in
                key.hasPrefix("key-") && token == "session-" + key.dropFirst(4) && services.isInForce(key)
            }
        }
        try await Application(router: router).test(.live) { [services] client in
            let port = try #require(client.port)
            let place = try #require(S3Bucket("s3://charts/rows"))
            let endpoint = try #require(S3Endpoint(of: place, url: "http://localhost:\(port)"))
            let url = "http://localhost:\(port)/container/role"
            try await body(
                S3SegmentStore(
                    bucket: place, endpoint: endpoint,
                    credentials: .container(.init(url: url, authorization: .token("token-1"))), tracer: tracer,
                    now: { services.now }))
        }
    }

    @Test func `a day of short-lived credentials passes without a failed request`() async throws {
        try await withRenewingStore { store in
            try await store.put(self.bytes, named: self.hash)
            for _ in 0..<247 {
                self.services.now += 350
                let found = try await self.read(store)
                #expect(found == self.bytes)
            }
            // Each tenth request comes in the last five minutes, and renews them.
            #expect(self.services.count == 25)
            let headers = self.bucket.content.withLock(\.headers)
            #expect(headers[.init("x-amz-security-token")!] == "session-25")
            let authorization = try #require(headers[.authorization])
            #expect(authorization.contains("x-amz-date;x-amz-security-token,"))
        }
    }

    @Test func `credentials that the bucket calls ended are replaced at once`() async throws {
        try await withRenewingStore { store in
            try await store.put(self.bytes, named: self.hash)
            self.services.revoke()
            #expect(try await self.read(store) == self.bytes)
            #expect(self.services.count == 2)
        }
    }

    @Test func `a request that comes while credentials cannot be had says so`() async throws {
        try await withRenewingStore { store in
            self.services.fail([(.forbidden, "")])
            let refused = await #expect(throws: DatasetStoreError.self) {
                try await store.put(self.bytes, named: self.hash)
            }
            #expect(refused?.kind == .unreachable)
            #expect(refused?.description.contains("credentials endpoint") == true)
            try await store.put(self.bytes, named: self.hash)
        }
    }

    @Test func `a trace goes on to the bucket, and not to the services of credentials`() async throws {
        let tracer = InMemoryTracer()
        try await withRenewingStore(tracer: tracer) { store in
            let trace = tracer.withSpan("request") { $0.traceID }
            try await tracer.withSpan("request") { span in
                try await store.put(self.bytes, named: self.hash)
                let name = try #require(HTTPField.Name(InMemoryTracer.traceIDKey))
                #expect(self.bucket.content.withLock { $0.headers[name] } == span.traceID)
                #expect(span.traceID != trace)
            }
        }
        #expect(tracer.popFinishedSpans().map(\.operationName) == ["request", "PUT", "request"])
    }

    private func read(_ store: S3SegmentStore) async throws -> [UInt8]? {
        var read: [UInt8] = []
        return try await store.read(hash) { read += $0 } ? read : nil
    }

    @Test func `a segment is read as it was put, and a missing one is told`() async throws {
        try await withStore { store in
            #expect(try await self.read(store) == nil)
            try await store.put(self.bytes, named: self.hash)
            try await store.put(self.bytes, named: self.hash)
            #expect(try await self.read(store) == self.bytes)
            #expect(Array(self.bucket.objects.keys) == [self.path])
        }
    }

    @Test func `what is noted again meanwhile stays, and the rest goes`() async throws {
        let other = Array(SHA256.hash(data: [1]))
        try await withStore { store in
            try await store.put(self.bytes, named: self.hash)
            try await store.put([1], named: other)
            try await store.remove([self.hash, other, Array(SHA256.hash(data: [2]))]) { _ in [self.hash] }
            #expect(Array(self.bucket.objects.keys) == [self.path])
            #expect(try await self.read(store) == self.bytes)
        }
    }

    @Test func `a segment that an interrupted removal left aside is still read`() async throws {
        try await withStore { store in
            self.bucket.content.withLock { $0.objects[self.path + ".removed"] = self.bytes }
            let found = try await self.read(store)
            #expect(found == self.bytes)
        }
    }

    @Test func `a copy that fails after its answer has begun removes nothing`() async throws {
        try await withStore { store in
            try await store.put(self.bytes, named: self.hash)
            self.bucket.content.withLock { $0.failsInCopy = true }
            await #expect(throws: DatasetStoreError.self) { try await store.remove([self.hash]) { _ in [] } }
            #expect(try await self.read(store) == self.bytes)
        }
    }

    @Test func `a busy service is asked again`() async throws {
        try await withStore { store in
            self.bucket.fail([.serviceUnavailable, .conflict])
            try await store.put(self.bytes, named: self.hash)
            self.bucket.fail([.internalServerError])
            #expect(try await self.read(store) == self.bytes)
            #expect(self.bucket.content.withLock(\.requests).count == 5)
        }
    }

    @Test func `a full or forbidden bucket says so, and is asked once`() async throws {
        try await withStore { store in
            self.bucket.fail([.forbidden])
            let forbidden = await #expect(throws: DatasetStoreError.self) {
                try await store.put(self.bytes, named: self.hash)
            }
            #expect(forbidden?.kind == .unreachable)
            #expect(forbidden?.description == "the bucket charts answers 403 Failure No.")
            #expect(self.bucket.content.withLock(\.requests).count == 1)
            self.bucket.fail(.init(repeating: .init(code: 507), count: 4))
            let full = await #expect(throws: DatasetStoreError.self) {
                try await store.put(self.bytes, named: self.hash)
            }
            #expect(full?.kind == .full)
        }
    }

    @Test func `a check finds a missing bucket, and one that does not answer`() async throws {
        try await withStore { try await $0.check() }
        try await withStore("s3://other") { store in
            let missing = await #expect(throws: S3Error.self) { try await store.check() }
            #expect(missing?.isTemporary == false)
            #expect(missing?.description == "the bucket other answers 404 NoSuchBucket No.")
        }
        let place = try #require(S3Bucket("s3://charts"))
        let endpoint = try #require(S3Endpoint(of: place, url: "http://localhost:1"))
        let store = S3SegmentStore(
            bucket: place, endpoint: endpoint, credentials: .keys(S3Credentials(accessKey: "a", secretKey: "b")))
        let away = await #expect(throws: S3Error.self) { try await store.check() }
        #expect(away?.isTemporary == true)
    }
}
