import ChartSessions
import Crypto
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@testable import ChartObjectStore

@Suite struct S3SegmentStoreTests {
    private let bytes = [UInt8](repeating: 7, count: 100_000)
    private let bucket = FakeBucket()

    private var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }

    private var path: String { "/charts/rows/\(hexadecimal(hash.prefix(1)))/\(hexadecimal(hash))" }

    private func withStore(
        _ name: String = "s3://charts/rows", _ body: @escaping @Sendable (S3SegmentStore) async throws -> Void
    ) async throws {
        try await Application(router: bucket.router).test(.live) { client in
            let port = try #require(client.port)
            let place = try #require(S3Bucket(name))
            let endpoint = try #require(S3Endpoint(of: place, url: "http://localhost:\(port)"))
            try await body(
                S3SegmentStore(
                    bucket: place, endpoint: endpoint, credentials: S3Credentials(accessKey: "a", secretKey: "b")))
        }
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
            bucket: place, endpoint: endpoint, credentials: S3Credentials(accessKey: "a", secretKey: "b"))
        let away = await #expect(throws: S3Error.self) { try await store.check() }
        #expect(away?.isTemporary == true)
    }
}
