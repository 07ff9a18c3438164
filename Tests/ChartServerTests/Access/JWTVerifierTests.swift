import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import JWTKit
import Testing

@testable import ChartServer
@testable import ServerTestSupport

struct JWTVerifierTests {
    private static let anna = Principal(
        subject: "anna", scopes: [.readDatasets, .createSessions], datasets: DatasetPatterns(["sales-*"]))
    private static let now = JWTIssuer.now

    @Test(arguments: ["RS256", "PS256", "ES256", "EdDSA"])
    func `a token of each algorithm is accepted, and remembered`(algorithm: String) async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        let token = try await issuer.token(algorithm)
        #expect(verifier.remembered(token, now: Self.now) == nil)
        #expect(await verifier.verify(token, now: Self.now) == .success(Self.anna))
        #expect(verifier.remembered(token, now: Self.now) == .success(Self.anna))
    }

    @Test(arguments: ["RS256", "PS256", "ES256", "EdDSA"])
    func `a token that another has signed or that was changed is refused, and not remembered`(
        algorithm: String
    ) async throws {
        let (issuer, other) = (try JWTIssuer(), try JWTIssuer())
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        let token = try await issuer.token(algorithm)
        let parts = token.split(separator: ".").map { String($0) }
        let claims = JWTIssuer.base64(Array(JWTIssuer.claims(["sub": "eve"]).utf8))
        var refused = [
            "\(parts[0]).\(claims).\(parts[2])", "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1]).AAAA",
            "\(parts[0]).\(parts[1]).\(JWTIssuer.base64([UInt8](repeating: 0, count: 64)))",
            "\(parts[0]).\(parts[1]).\(JWTIssuer.base64([UInt8](repeating: 255, count: 256)))",
        ]
        // All issuers of the tests share one RSA key.
        if !["RS256", "PS256"].contains(algorithm) { refused.append(try await other.token(algorithm)) }
        for token in refused {
            #expect(await verifier.verify(token, now: Self.now) == .failure(.signature), "\(token)")
            #expect(verifier.remembered(token, now: Self.now) == nil)
        }
        #expect(verifier.rememberedCount == 0)
    }

    @Test func `no signature, a secret of the public key's text and other algorithms are refused at once`() async throws
    {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        for algorithm in ["none", "HS256", "RS384"] {
            let token = try await issuer.token(algorithm, kid: "rsa")
            #expect(verifier.remembered(token, now: Self.now) == .failure(.algorithm), "\(algorithm)")
            #expect(await verifier.verify(token, now: Self.now) == .failure(.algorithm), "\(algorithm)")
        }
        for header in ["{}", #"{"alg":null}"#, #"{"alg":"rs256"}"#, #"{"alg":["RS256"]}"#, #"{"alg":"RS256 "}"#] {
            let token = "\(JWTIssuer.base64(Array(header.utf8))).e30.AAAA"
            #expect(verifier.remembered(token, now: Self.now) == .failure(.algorithm), "\(header)")
        }
    }

    @Test func `a key is used with the algorithms of its type alone`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        for (algorithm, kid) in [("RS256", "p256"), ("ES256", "rsa"), ("EdDSA", "p256"), ("ES256", "ed25519")] {
            let token = try await issuer.token(algorithm, kid: kid)
            #expect(await verifier.verify(token, now: Self.now) == .failure(.algorithm), "\(algorithm) \(kid)")
        }
    }

    @Test func `a key that names its algorithm is used with that alone`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set(["rsa"], alg: "PS256"))
        #expect(await verifier.verify(try await issuer.token("PS256"), now: Self.now) == .success(Self.anna))
        #expect(await verifier.verify(try await issuer.token("RS256"), now: Self.now) == .failure(.algorithm))
    }

    @Test func `a token without kid is accepted where exactly one key is for its algorithm`() async throws {
        let issuer = try JWTIssuer()
        let token = try await issuer.token("ES256", kid: nil)
        let one = try await JWTIssuer.verifier(try issuer.set())
        #expect(await one.verify(token, now: Self.now) == .success(Self.anna))
        let other = try JWTIssuer()
        let numbers = (try issuer.numbers(of: "p256"), try other.numbers(of: "p256"))
        let two = try await JWTIssuer.verifier(
            Array("{\"keys\":[{\"kid\":\"a\",\(numbers.0)},{\"kid\":\"b\",\(numbers.1)}]}".utf8))
        #expect(await two.verify(token, now: Self.now) == .failure(.unknownKey))
        #expect(await two.verify(try await issuer.token("ES256", kid: "c"), now: Self.now) == .failure(.unknownKey))
        #expect(await two.verify(try await other.token("ES256", kid: "b"), now: Self.now) == .success(Self.anna))
        let none = try await JWTIssuer.verifier(try issuer.set(["rsa"]))
        #expect(await none.verify(token, now: Self.now) == .failure(.unknownKey))
    }

    @Test func `keys that a header brings or names are ignored, and a critical extension is refused`() async throws {
        let (issuer, attacker) = (try JWTIssuer(), try JWTIssuer())
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        let own = try await attacker.token(
            "ES256",
            header: [
                "jwk": .object(["kty": .string("EC"), "crv": .string("P-256")]), "x5u": .string("https://a.example"),
                "jku": .string("https://attacker.example/keys"), "x5t": .string("AAAA"),
            ])
        #expect(await verifier.verify(own, now: Self.now) == .failure(.signature))
        let critical = try await issuer.token("ES256", header: ["crit": .array([.string("exp")])])
        #expect(verifier.remembered(critical, now: Self.now) == .failure(.malformed))
        #expect(await verifier.verify(critical, now: Self.now) == .failure(.malformed))
    }

    @Test(arguments: [
        ("iss", ""), ("iss", "\"https://other.example\""), ("iss", "[\"https://issuer.example\"]"), ("aud", ""),
        ("aud", "\"chart\""), ("aud", "[\"a\",\"b\"]"), ("aud", "[1,\"charts\"]"), ("aud", "[]"), ("sub", ""),
        ("sub", "\"csk_\\u200d\""),
        ("sub", "\"\""), ("sub", "7"), ("sub", "\"csk_3f1c0a9b7d5e\""), ("sub", "\"a\\u0000b\""),
        ("sub", "\"a\\nb\""), ("sub", "\"\(String(repeating: "a", count: 257))\""), ("exp", ""),
        ("exp", "\"1700000600\""), ("nbf", "\"now\""), ("nbf", "null"), ("scope", "[\"datasets:read\"]"),
        ("scope", "null"), ("datasets", "\"*\""), ("datasets", "[1]"), ("datasets", "[\"a/b\"]"),
        ("datasets", "[\"\"]"), ("datasets", "[\(String(repeating: "\"a\",", count: 64))\"a\"]"), ("datasets", "null"),
    ])
    func `a claim that is missing, malformed or another is refused by its name`(
        name: String, json: String
    ) async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        let value = json.isEmpty ? nil : try JSONValue.parse(Array(json.utf8))
        let token = try await issuer.token("EdDSA", claims: JWTIssuer.claims([name: value]))
        #expect(await verifier.verify(token, now: Self.now) == .failure(.claim(name)))
        #expect(verifier.rememberedCount == 0)
    }

    @Test func `an audience among others, no scope and no datasets are accepted`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        let subject = String(repeating: "ü", count: 128)
        let changes: [String: JSONValue?] = [
            "aud": ["a", "charts"], "scope": nil, "datasets": nil, "sub": .string(subject), "iat": "never",
        ]
        let claims = JWTIssuer.claims(changes)
        let token = try await issuer.token("EdDSA", claims: claims)
        let expected = Principal(subject: ExactName(subject), scopes: [], datasets: .none)
        #expect(await verifier.verify(token, now: Self.now) == .success(expected))
        let all = try await issuer.token("EdDSA", claims: JWTIssuer.claims(["datasets": ["*"]]))
        #expect(try await verifier.verify(all, now: Self.now).get().datasets == .all)
    }

    @Test func `a token expires 30 seconds after its exp, also a remembered one`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        let token = try await issuer.token("EdDSA")
        let exp: Int64 = 1_700_000_600_000
        #expect(await verifier.verify(token, now: exp + 31_000) == .failure(.expired))
        #expect(await verifier.verify(token, now: exp + 30_001) == .failure(.expired))
        #expect(verifier.rememberedCount == 0)
        #expect(await verifier.verify(token, now: exp + 30_000) == .success(Self.anna))
        #expect(verifier.remembered(token, now: exp + 30_000) == .success(Self.anna))
        #expect(verifier.rememberedCount == 1)
        #expect(verifier.remembered(token, now: exp + 31_000) == nil)
        #expect(verifier.rememberedCount == 0)
    }

    @Test func `a token begins 30 seconds before its nbf`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        let token = try await issuer.token("EdDSA", claims: JWTIssuer.claims(["nbf": 1_700_000_000]))
        #expect(await verifier.verify(token, now: Self.now - 31_000) == .failure(.notYetValid))
        #expect(await verifier.verify(token, now: Self.now - 30_000) == .success(Self.anna))
    }

    @Test(arguments: ["1e308", "-1e308", "0", "-1", "1e19"])
    func `any number as exp or nbf is compared, and none traps`(number: String) async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        for claim in ["exp", "nbf"] {
            let claims = String(JWTIssuer.claims([claim: nil]).dropLast())
            let token = try await issuer.token("EdDSA", claims: "\(claims),\"\(claim)\":\(number)}")
            let isLarge = number.hasPrefix("1e")
            let refusal = claim == "exp" ? JWTRefusal.expired : .notYetValid
            let isAccepted = (claim == "exp") == isLarge
            let expected: Result<Principal, JWTRefusal> = isAccepted ? .success(Self.anna) : .failure(refusal)
            #expect(await verifier.verify(token, now: Self.now) == expected, "\(claim) \(number)")
        }
    }

    @Test func `a token of 8 KiB is read, and a larger one is not`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        func token(pad: Int) async throws -> String {
            try await issuer.token(
                "EdDSA", claims: JWTIssuer.claims(["pad": .string(String(repeating: "a", count: pad))]))
        }
        var pad = 5_000
        while try await token(pad: pad + 1).utf8.count <= 8_192 { pad += 1 }
        let (largest, larger) = (try await token(pad: pad), try await token(pad: pad + 2))
        #expect((8_190...8_192).contains(largest.utf8.count) && larger.utf8.count > 8_192)
        #expect(await verifier.verify(largest, now: Self.now) == .success(Self.anna))
        #expect(verifier.remembered(larger, now: Self.now) == .failure(.malformed))
        #expect(await verifier.verify(larger, now: Self.now) == .failure(.malformed))
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b", "a.b.c", "e30", "e30.e30", "e30.e30.e30.e30", "e30.e30.e30.e30.e30", "!.e30.AAAA",
        "W10.e30.AAAA", "eyJhbGciOiJFZERTQSJ9.e30.A", "eyJhbGciOiJFZERTQSJ9.e3.AAAA", "eyJhbGciOiJFZERTQSJ9.e30=.AAAA",
        "eyJhbGciOiJFZERTQSJ9.e30.AAA/", "eyJhbGciOiJFZERTQSIsImtpZCI6MX0.e30.AAAA",
    ])
    func `a malformed token is refused at once`(token: String) async throws {
        let verifier = try await JWTIssuer.verifier(try JWTIssuer().set())
        #expect(verifier.remembered(token, now: Self.now) == .failure(.malformed))
        #expect(await verifier.verify(token, now: Self.now) == .failure(.malformed))
    }

    @Test func `signed claims that are no object are malformed`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        for claims in ["", "[]", "{", "{\"exp\":1,\"exp\":2}", "\u{0}", "{\"exp\":1e999}"] {
            let token = try await issuer.token("EdDSA", claims: claims)
            #expect(await verifier.verify(token, now: Self.now) == .failure(.malformed), "\(claims)")
        }
    }

    @Test func `many valid tokens stay within the bound, and one in use is kept`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set(), capacity: 10)
        let used = try await issuer.token("EdDSA")
        _ = await verifier.verify(used, now: Self.now)
        for number in 0..<100 {
            let token = try await issuer.token("EdDSA", claims: JWTIssuer.claims(["jti": .number(Double(number))]))
            #expect(await verifier.verify(token, now: Self.now) == .success(Self.anna))
            #expect(verifier.rememberedCount <= 10)
            #expect(verifier.remembered(used, now: Self.now) == .success(Self.anna), "\(number)")
        }
    }

    @Test func `random bytes as a token or a part of one are refused`() async throws {
        let issuer = try JWTIssuer()
        let verifier = try await JWTIssuer.verifier(try issuer.set())
        let parts = try await issuer.token("RS256").split(separator: ".").map { String($0) }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            let text = JWTIssuer.base64(bytes)
            for token in [
                String(decoding: bytes, as: UTF8.self), "\(text).\(text).\(text)", "\(text).\(parts[1]).\(parts[2])",
                "\(parts[0]).\(text).\(parts[2])", "\(parts[0]).\(parts[1]).\(text)",
            ] {
                guard case .failure = await verifier.verify(token, now: Self.now) else {
                    Issue.record("accepted: \(token)")
                    continue
                }
            }
        }
    }
}
