import ChartSeries
import ChartSessions
import ChartStores
import Foundation
import Logging
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartServer
@testable import ServerTestSupport

struct JWTKeySourceTests {
    private static let now = JWTIssuer.now
    private static let interval = Duration.milliseconds(5)

    private static func settings(_ keys: JWTSettings.KeySource) -> JWTSettings {
        JWTSettings(issuer: "https://issuer.example", audience: "charts", keys: keys)
    }

    /// Runs a source and a verifier over an address whose set the test changes.
    private static func serving(
        _ place: FakeAddress, clock: ManualClock = ManualClock(), log: LogLines = LogLines(),
        _ body: (JWTVerifier, JWTKeySource) async throws -> Void
    ) async throws {
        let settings = settings(.url("https://issuer.example/keys"))
        let source = try await JWTKeySource.make(
            settings, fetch: { try await place.fetch($0) }, logger: log.logger, interval: interval,
            now: { clock.now })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await source.run() }
            try await body(JWTVerifier(settings: settings, source: source), source)
            group.cancelAll()
        }
    }

    @Test func `a URL is fetched at the start, and again when a token names an unknown key`() async throws {
        let issuer = try JWTIssuer()
        let place = FakeAddress(try issuer.set())
        let clock = ManualClock()
        try await Self.serving(place, clock: clock) { verifier, source in
            try await eventually { source.keys != nil }
            let old = try await issuer.token("EdDSA")
            #expect(try await verifier.verify(old, now: Self.now).get().subject == "anna")
            #expect(place.count == 1)
            place.answer = try issuer.set(suffix: "-2")
            let new = try await issuer.token("EdDSA", kid: "ed25519-2")
            #expect(try await verifier.verify(new, now: Self.now).get().subject == "anna")
            #expect(place.count == 2)
            // The old name is gone, and with it the remembered token.
            #expect(verifier.remembered(old, now: Self.now) == nil)
            #expect(await verifier.verify(old, now: Self.now) == .failure(.unknownKey))
            #expect(place.count == 2)
            clock.advance(byMilliseconds: 60_000)
            #expect(await verifier.verify(old, now: Self.now) == .failure(.unknownKey))
            #expect(place.count == 3)
        }
    }

    @Test func `requests with an unknown key wait for one fetch`() async throws {
        let issuer = try JWTIssuer()
        let place = FakeAddress(try issuer.set())
        try await Self.serving(place) { verifier, source in
            try await eventually { source.keys != nil }
            place.answer = try issuer.set(suffix: "-2")
            let tokens = try await [issuer.token("EdDSA", kid: "ed25519-2"), issuer.token("ES256", kid: "p256-2")]
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask { (try? await verifier.verify(tokens[number % 2], now: Self.now).get()) != nil }
                }
                for await isAccepted in group { #expect(isAccepted) }
            }
            #expect(place.count == 2)
        }
    }

    @Test func `a failing fetch keeps the last keys, and is logged`() async throws {
        let issuer = try JWTIssuer()
        let (place, clock, log) = (FakeAddress(try issuer.set()), ManualClock(), LogLines())
        try await Self.serving(place, clock: clock, log: log) { verifier, source in
            try await eventually { source.keys != nil }
            place.answer = nil
            clock.advance(byMilliseconds: 900_000)
            try await eventually { log.levels == [.error] }
            #expect(try await verifier.verify(try await issuer.token("RS256"), now: Self.now).get().subject == "anna")
            place.answer = Array("<html>".utf8)
            clock.advance(byMilliseconds: 60_000)
            try await eventually { log.levels == [.error, .error] }
            #expect(source.keys?.count == 3)
            place.answer = Array(#"{"keys":[]}"#.utf8)
            clock.advance(byMilliseconds: 60_000)
            try await eventually { source.keys?.count == 0 }
            #expect(log.levels == [.error, .error, .warning])
        }
    }

    @Test func `without any keys a token is refused as such, also while the service does not run`() async throws {
        let issuer = try JWTIssuer()
        let place = FakeAddress(nil)
        let token = try await issuer.token("EdDSA")
        try await Self.serving(place) { verifier, _ in
            #expect(await verifier.verify(token, now: Self.now) == .failure(.keysUnavailable))
            #expect(verifier.remembered(token, now: Self.now) == nil)
        }
        let settings = Self.settings(.url("https://issuer.example/keys"))
        let source = try await JWTKeySource.make(
            settings, fetch: { try await place.fetch($0) }, logger: LogLines().logger)
        let verifier = JWTVerifier(settings: settings, source: source)
        #expect(await verifier.verify(token, now: Self.now) == .failure(.keysUnavailable))
    }

    @Test func `a waiting request that is cancelled, or that a shutdown finds, is judged`() async throws {
        let issuer = try JWTIssuer()
        let place = FakeAddress(try issuer.set(), hangs: true)
        let token = try await issuer.token("EdDSA")
        let settings = Self.settings(.url("https://issuer.example/keys"))
        let source = try await JWTKeySource.make(
            settings, fetch: { try await place.fetch($0) }, logger: LogLines().logger, interval: Self.interval)
        let verifier = JWTVerifier(settings: settings, source: source)
        try await withThrowingTaskGroup(of: Void.self) { service in
            service.addTask { try await source.run() }
            try await eventually { place.count == 1 }
            await withTaskGroup(of: Result<Principal, JWTRefusal>.self) { group in
                group.addTask { await verifier.verify(token, now: Self.now) }
                group.cancelAll()
                for await result in group { #expect(result == .failure(.keysUnavailable)) }
            }
            service.addTask {
                #expect(await verifier.verify(token, now: Self.now) == .failure(.keysUnavailable))
            }
            service.cancelAll()
        }
    }

    @Test func `a file is read again when it changes, and a broken one keeps the last keys`() async throws {
        let issuer = try JWTIssuer()
        let directory = try TemporaryDirectory()
        func write(_ set: [UInt8]) throws -> String {
            let path = directory.path + "/keys.json"
            try Data(set).write(to: URL(fileURLWithPath: path), options: .atomic)
            return path
        }
        let settings = Self.settings(.file(try write(try issuer.set(["ed25519"]))))
        let log = LogLines()
        let source = try await JWTKeySource.make(
            settings, fetch: { _ in [] }, logger: log.logger, interval: Self.interval)
        let verifier = JWTVerifier(settings: settings, source: source)
        let (old, new) = (try await issuer.token("EdDSA"), try await issuer.token("ES256"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await source.run() }
            #expect(try await verifier.verify(old, now: Self.now).get().subject == "anna")
            #expect(await verifier.verify(new, now: Self.now) == .failure(.unknownKey))
            _ = try write(Array("{".utf8))
            try await eventually { log.levels == [.error] }
            #expect(verifier.remembered(old, now: Self.now) != nil)
            _ = try write(try issuer.set(["p256"]))
            try await eventually { await verifier.verify(new, now: Self.now) != .failure(.unknownKey) }
            #expect(try await verifier.verify(new, now: Self.now).get().subject == "anna")
            #expect(await verifier.verify(old, now: Self.now) == .failure(.unknownKey))
            try FileManager.default.removeItem(atPath: directory.path + "/keys.json")
            try await eventually { log.levels == [.error, .error] }
            #expect(try await verifier.verify(new, now: Self.now).get().subject == "anna")
            group.cancelAll()
        }
    }

    @Test func `a file that is missing or no set stops the start with its path`() async throws {
        let directory = try TemporaryDirectory()
        let broken = try directory.write("{", to: "broken.json")
        for path in [broken, directory.path + "/none.json", directory.path] {
            let error = await #expect(throws: ConfigurationError.self) {
                try await JWTKeySource.make(
                    Self.settings(.file(path)), fetch: { _ in [] }, logger: LogLines().logger)
            }
            #expect(error?.description.hasPrefix("auth.jwt.keys \(path) cannot be used: ") == true)
        }
    }
}

/// An address whose answer the test changes.
private final class FakeAddress: Sendable {
    private let content: Mutex<(answer: [UInt8]?, count: Int)>
    private let hangs: Bool

    init(_ answer: [UInt8]?, hangs: Bool = false) {
        content = Mutex((answer, 0))
        self.hangs = hangs
    }

    /// The number of fetches.
    var count: Int { content.withLock { $0.count } }

    /// The set; nil for a server that does not answer.
    var answer: [UInt8]? {
        get { content.withLock { $0.answer } }
        set { content.withLock { $0.answer = newValue } }
    }

    func fetch(_ url: String) async throws -> [UInt8] {
        let answer = content.withLock { content in
            content.count += 1
            return content.answer
        }
        if hangs { try await Task.sleep(for: .seconds(100)) }
        guard let answer else { throw NoAnswer() }
        return answer
    }

    struct NoAnswer: Error {}
}
