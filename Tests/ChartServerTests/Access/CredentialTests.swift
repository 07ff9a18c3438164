import Testing

@testable import ChartServer

struct CredentialTests {
    @Test(arguments: [
        ("Bearer abc", Credential.token("abc")), ("bearer abc", .token("abc")), ("BEARER abc", .token("abc")),
        ("  Bearer   abc  ", .token("abc")), ("Bearer csk_1", .apiKey("csk_1")), ("Bearer a.b.c", .jwt("a.b.c")),
        ("Bearer a.b", .token("a.b")), ("Bearer a.b.c.d", .token("a.b.c.d")), ("Bearer é", .token("é")),
    ])
    func `one word after Bearer is the credential`(header: String, credential: Credential) {
        #expect(Credential(authorization: header, queryToken: "other") == credential)
    }

    @Test(arguments: [
        "", " ", "Bearer", "Bearer ", "Bearerabc", "Bearer a b", "Basic abc", "Beare abc", "Bearers abc", "\"earer abc",
        "Bearer\tabc", "abc",
    ])
    func `another header is a token of no session`(header: String) {
        #expect(Credential(authorization: header, queryToken: "other") == .token(""))
    }

    @Test func `the token of the query counts without a header`() {
        #expect(Credential(authorization: nil, queryToken: "csk_1") == .token("csk_1"))
        #expect(Credential(authorization: nil, queryToken: nil) == .none)
    }
}
