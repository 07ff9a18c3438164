import CoreTestSupport
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// The inputs that fuzzing has kept, with jwt-kit behind the readers; the laws of the fuzzers end before it.
struct JWTCorpusTests {
    @Test func `jwt-kit takes or refuses each key that was read`() async throws {
        var (read, usable) = (0, 0)
        for input in try FuzzLaw.keptInputs(of: "JWTKeySet") {
            guard let set = try? JSONWebKeySet(input) else { continue }
            let keys = try JWTKeySet.parse(input)
            #expect(keys.ignoredCount >= set.ignoredCount && keys.count <= set.keys.count)
            read += set.keys.count
            usable += keys.count
        }
        #expect(usable > 0 && usable < read)
    }

    @Test func `no kept token is accepted`() async throws {
        let verifier = try await JWTIssuer.verifier(try JWTIssuer().set())
        for input in try FuzzLaw.keptInputs(of: "JWT") {
            let token = String(decoding: input.dropFirst(), as: UTF8.self)
            let answer = await verifier.verify(token, now: JWTIssuer.now)
            #expect(throws: JWTRefusal.self, "\(token)") { try answer.get() }
        }
        #expect(verifier.rememberedCount == 0)
    }
}
