import Testing

@testable import ChartServer
@testable import ServerTestSupport

struct JWTKeySetTests {
    private func count(_ elements: String...) throws -> [Int] {
        let set = try JWTKeySet.parse(Array("{\"keys\":[\(elements.joined(separator: ","))]}".utf8))
        return [set.count, set.ignoredCount]
    }

    @Test func `a set has the keys of all types`() async throws {
        let set = try JWTKeySet.parse(try JWTIssuer().set())
        #expect(set.count == 3 && set.ignoredCount == 0)
        #expect(try JWTKeySet.parse(Array(#"{"keys":[]}"#.utf8)).count == 0)
    }

    @Test func `keys of other types, uses, curves and algorithms are ignored`() async throws {
        let issuer = try JWTIssuer()
        let (rsa, p256, ed25519) = (
            try issuer.numbers(of: "rsa"), try issuer.numbers(of: "p256"), try issuer.numbers(of: "ed25519")
        )
        #expect(
            try count("{\(rsa)}", "{\(p256),\"use\":\"sig\"}", "{\(ed25519),\"key_ops\":[\"verify\"]}") == [3, 0])
        let ignored = [
            "{}", "[]", "null", #"{"kty":"oct","k":"AAAA"}"#, #"{"kty":"new"}"#, #"{"kty":1}"#,
            "{\(rsa),\"use\":\"enc\"}", "{\(rsa),\"key_ops\":[\"encrypt\"]}", "{\(rsa),\"key_ops\":\"verify\"}",
            "{\(rsa),\"alg\":\"RS512\"}", "{\(rsa),\"alg\":\"HS256\"}", "{\(rsa),\"alg\":null}", "{\(rsa),\"kid\":1}",
            "{\(p256),\"alg\":\"RS256\"}", "{\(p256.replacing("P-256", with: "P-384"))}",
            "{\(ed25519.replacing("Ed25519", with: "X25519"))}", "{\(ed25519.replacing("\"x\"", with: "\"y\""))}",
        ]
        for key in ignored { #expect(try count(key) == [0, 1], "\(key)") }
    }

    @Test func `numbers that are no key or out of range are ignored`() async throws {
        func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> String {
            #"{"kty":"RSA","n":"\#(JWTIssuer.base64(modulus))","e":"\#(JWTIssuer.base64(exponent))"}"#
        }
        func modulus(_ bytes: Int, first: UInt8 = 0x80) -> [UInt8] {
            [first] + [UInt8](repeating: 0xff, count: bytes - 1)
        }
        let e: [UInt8] = [1, 0, 1]
        #expect(try count(rsa(modulus(256), e)) == [1, 0])
        #expect(try count(rsa([0, 0] + modulus(256), e)) == [1, 0])
        #expect(try count(rsa(modulus(1_024), e)) == [1, 0])
        let wrong = [
            rsa(modulus(256, first: 0x7f), e), rsa(modulus(1_025, first: 1), e), rsa([], e), rsa([0], e),
            rsa(modulus(256), []), rsa(modulus(256), [0]), rsa(modulus(256), [1]), rsa(modulus(256), [2]),
            rsa(modulus(256), [1, 0, 0, 0, 1]), rsa(modulus(128), e), rsa(Array(modulus(256).dropLast()) + [0], e),
            #"{"kty":"RSA","n":"a b","e":"AQAB"}"#, #"{"kty":"RSA","e":"AQAB"}"#,
            #"{"kty":"EC","crv":"P-256","x":"\#(zeros(32))","y":"\#(zeros(32))"}"#,
            #"{"kty":"EC","crv":"P-256","x":"\#(zeros(31))","y":"\#(zeros(33))"}"#,
            #"{"kty":"OKP","crv":"Ed25519","x":"\#(zeros(31))"}"#,
        ]
        for key in wrong { #expect(try count(key) == [0, 1], "\(key.prefix(80))") }
    }

    private func zeros(_ count: Int) -> String { JWTIssuer.base64([UInt8](repeating: 0, count: count)) }

    @Test func `the first of two keys with one name counts`() async throws {
        let (issuer, other) = (try JWTIssuer(), try JWTIssuer())
        let keys = "{\"kid\":\"k\",\(try issuer.numbers(of: "p256"))},{\"kid\":\"k\",\(try other.numbers(of: "p256"))}"
        let verifier = try await JWTIssuer.verifier(Array("{\"keys\":[\(keys)]}".utf8))
        guard case .success = await verifier.verify(try await issuer.token("ES256", kid: "k"), now: JWTIssuer.now)
        else {
            Issue.record("the first key is not used")
            return
        }
        let second = try await other.token("ES256", kid: "k")
        #expect(await verifier.verify(second, now: JWTIssuer.now) == .failure(.signature))
    }

    @Test func `100 keys and 1 MiB are read, more are refused`() async throws {
        let key = #"{"kty":"new"}"#
        #expect(try count(Array(repeating: key, count: 100).joined(separator: ",")) == [0, 100])
        let many = Array("{\"keys\":[\(Array(repeating: key, count: 101).joined(separator: ","))]}".utf8)
        #expect(throws: JWTKeySetError("it has more than 100 keys")) { try JWTKeySet.parse(many) }
        let set = Array(#"{"keys":[]}"#.utf8)
        let largest = set + [UInt8](repeating: 0x20, count: 1_048_576 - set.count)
        #expect(try JWTKeySet.parse(largest).count == 0)
        #expect(throws: JWTKeySetError.self) { try JWTKeySet.parse(largest + [0x20]) }
    }

    @Test(arguments: ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[}"#, "null", "<html>", "\u{0}"])
    func `a text that is no set is refused`(text: String) async {
        #expect(throws: JWTKeySetError.self) { try JWTKeySet.parse(Array(text.utf8)) }
    }

    @Test func `random changes of a set trap nowhere`() async throws {
        let set = try JWTIssuer().set()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var changed = set
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
                    in: .min ... .max, using: &generator)
            }
            if let keys = try? JWTKeySet.parse(changed) { #expect(keys.count <= 3) }
            let random = (0..<100).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(throws: JWTKeySetError.self) { try JWTKeySet.parse(random) }
        }
    }
}
