import Foundation
import NIOSSL
import Synchronization
import Testing

@testable import ChartObjectStore

@Suite struct S3CredentialKeeperTests {
    /// A source whose credentials last as long as a test wants, and a clock.
    private final class Source: Sendable {
        struct Content {
            var now = Date(timeIntervalSince1970: 1_000_000)
            var lifetime: TimeInterval = 3_600
            var fails = false
            var count = 0
            var failures = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
            var isHeld = false
        }

        let content = Mutex(Content())

        func pass(_ seconds: TimeInterval) { content.withLock { $0.now += seconds } }
        var count: Int { content.withLock(\.count) }
        var failures: Int { content.withLock(\.failures) }

        var keeper: S3CredentialKeeper {
            S3CredentialKeeper(
                now: { [self] in content.withLock(\.now) },
                onFailure: { [self] _ in content.withLock { $0.failures += 1 } },
                fetch: { [self] () async throws(S3Error) in
                    if content.withLock(\.isHeld) {
                        await withCheckedContinuation { held in content.withLock { $0.waiting.append(held) } }
                    }
                    return try content.withLock { content throws(S3Error) in
                        content.count += 1
                        if content.fails { throw S3Error(isTemporary: true, "no") }
                        return S3Credentials(
                            accessKey: "\(content.count)", secretKey: "", expiration: content.now + content.lifetime)
                    }
                })
        }

        /// Lets held requests go on.
        func release() {
            let held = content.withLock { content in
                content.isHeld = false
                defer { content.waiting = [] }
                return content.waiting
            }
            for held in held { held.resume() }
        }
    }

    private let source = Source()

    @Test(arguments: [(3_600, 3_299, 3_301), (21_600, 21_299, 21_301), (900, 674, 676), (4, 2.9, 3.1)])
    func `credentials are renewed in the last quarter, five minutes before their end at most`(
        lifetime: TimeInterval, before: TimeInterval, after: TimeInterval
    ) async throws {
        source.content.withLock { $0.lifetime = lifetime }
        let keeper = source.keeper
        #expect(try await keeper.credentials().accessKey == "1")
        source.pass(before)
        #expect(try await keeper.credentials().accessKey == "1")
        source.pass(after - before)
        #expect(try await keeper.credentials().accessKey == "2")
        #expect(try await keeper.credentials().accessKey == "2")
    }

    @Test func `a day passes without one request with ended credentials`() async throws {
        let keeper = source.keeper
        for _ in 0..<86_400 / 20 {
            let credentials = try await keeper.credentials()
            #expect(credentials.isValid(at: source.content.withLock(\.now)))
            source.pass(20)
        }
        #expect((24...27).contains(source.count))
    }

    @Test func `a failed renewal leaves the old credentials in force until they end, and is tried again`() async throws
    {
        let keeper = source.keeper
        #expect(try await keeper.credentials().accessKey == "1")
        source.pass(3_301)
        source.content.withLock { $0.fails = true }
        #expect(try await keeper.credentials().accessKey == "1")
        #expect(try await keeper.credentials().accessKey == "1")
        #expect(source.count == 2 && source.failures == 1)
        source.pass(31)
        #expect(try await keeper.credentials().accessKey == "1")
        #expect(source.count == 3 && source.failures == 2)
        source.pass(300)
        await #expect(throws: S3Error.self) { try await keeper.credentials() }
        source.content.withLock { $0.fails = false }
        #expect(try await keeper.credentials().accessKey == "5")
    }

    @Test(.timeLimit(.minutes(10)))
    func `callers share one request, and use what is in force meanwhile`() async throws {
        let (source, keeper) = (source, source.keeper)
        source.content.withLock { $0.isHeld = true }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await keeper.credentials().accessKey } }
            while source.content.withLock({ $0.waiting.isEmpty }) { await Task.yield() }
            source.release()
            for try await key in group { #expect(key == "1") }
        }
        #expect(source.count == 1)
        source.pass(3_400)
        source.content.withLock { $0.isHeld = true }
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask { try await keeper.credentials().accessKey }
            while source.content.withLock({ $0.waiting.isEmpty }) { await Task.yield() }
            let meanwhile = try await keeper.credentials().accessKey
            #expect(meanwhile == "1")
            source.release()
            for try await key in group { #expect(key == "2") }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `those who wait for a request that fails are told, and ask no more`() async throws {
        let (source, keeper) = (source, source.keeper)
        source.content.withLock { ($0.isHeld, $0.fails) = (true, true) }
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await keeper.credentials()) == nil }
            while source.content.withLock({ $0.waiting.isEmpty }) { await Task.yield() }
            for _ in 0..<5 { group.addTask { (try? await keeper.credentials()) == nil } }
            for _ in 0..<1_000 { await Task.yield() }
            source.release()
            for await isRefused in group { #expect(isRefused) }
        }
        #expect(source.count <= 6)
    }

    @Test func `what the bucket calls ended is forgotten, and keys that no one renews stay`() async throws {
        let keeper = source.keeper
        let first = try await keeper.credentials()
        #expect(keeper.discard(first))
        let second = try await keeper.credentials()
        #expect(second.accessKey == "2")
        #expect(keeper.discard(first))
        #expect(try await keeper.credentials() == second)
        let keys = S3Credentials(accessKey: "a", secretKey: "b")
        let fixed = S3CredentialKeeper(
            source: .keys(keys), trustRoots: .default, now: { Date() }, onFailure: { _ in })
        #expect(!fixed.discard(keys))
        #expect(try await fixed.credentials() == keys)
    }
}
