import ChartSeries
import ChartStores
import CoreTestSupport
import Foundation

@testable import ChartServer

extension FuzzLaw {
    /// JWTs and their claims are read as they are written, up to the signature, which jwt-kit verifies.
    ///
    /// The first byte of the input says what the rest is: the text of a token, or the header, the claims and the
    /// signature as lines, which nearly no change of a base64 text would reach.
    static let jwt = FuzzLaw("JWT") { input in
        guard let choice = input.first else { return }
        if choice & 1 == 0 {
            try readText(String(decoding: input.dropFirst(), as: UTF8.self))
        } else {
            let lines = input.dropFirst().split(
                separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
            try readParts(lines.map { Array($0) } + Array(repeating: [], count: 3 - lines.count))
        }
    }
}

private let settings = JWTSettings(issuer: "i", audience: "a", keys: .file("keys.json"))

private func readText(_ text: String) throws {
    switch Result(catching: { () throws(JWTRefusal) in try JWTEnvelope(text) }) {
    case .success(let envelope):
        try require(text.utf8.count <= JWTEnvelope.mostBytes, "a token is too long")
        let signed = String(decoding: envelope.signed, as: UTF8.self)
        try require(text == "\(signed).\(base64(envelope.signature))", "a token has two texts")
        try require(signed.hasSuffix(".\(base64(envelope.payload))"), "the claims are not the signed ones")
        try use(envelope)
    case .failure(let refusal):
        try require(refusal == .malformed || refusal == .algorithm, "a token is refused as \(refusal)")
    }
}

private func readParts(_ parts: [[UInt8]]) throws {
    let header = object(parts[0])
    let text = parts.map { base64($0) }.joined(separator: ".")
    switch Result(catching: { () throws(JWTRefusal) in try JWTEnvelope(text) }) {
    case .success(let envelope):
        try require(envelope.payload == parts[1] && envelope.signature == parts[2], "a part is read as another")
        try require(header?["alg"] as? String == envelope.algorithm.rawValue, "the header has another algorithm")
        try require(header?["kid"] as? String == envelope.kid, "the header names another key")
        try require(header?["crit"] == nil, "a critical extension is ignored")
        try use(envelope)
    case .failure(let refusal):
        guard let header, refusal == .algorithm else { return }
        let name = header["alg"] as? String
        try require(name.flatMap { SignatureAlgorithm(rawValue: $0) } == nil, "\(name ?? "") is refused")
    }
}

private func use(_ envelope: JWTEnvelope) throws {
    switch Result(catching: { () throws(JWTRefusal) in try JWTClaims(envelope.payload, for: settings) }) {
    case .success(let claims):
        let object = object(envelope.payload)
        try require(object?["iss"] as? String == "i", "another issuer is accepted")
        try require(object?["sub"] as? String == claims.principal.subject.text, "the subject is another")
        try require(!claims.principal.subject.text.utf8.starts(with: "csk_".utf8), "the subject of a key is accepted")
        try require(object?["exp"] is NSNumber && !claims.lastMoment.isNaN, "a token without exp is accepted")
        _ = claims.principal.datasets.matches("sales-2026")
        for time in [Int64.min, 0, 1_700_000_000_000, .max] { try check(claims, at: time) }
    case .failure(.claim), .failure(.malformed): break
    case .failure(let refusal): throw BrokenLaw("claims are refused as \(refusal)")
    }
}

private func check(_ claims: JWTClaims, at time: Int64) throws {
    switch Result(catching: { () throws(JWTRefusal) in try claims.check(at: time) }) {
    case .success:
        try require(Double(time) <= claims.lastMoment, "an expired token is accepted")
    case .failure(let refusal):
        try require(refusal == .expired || refusal == .notYetValid, "a time is refused as \(refusal)")
    }
}

private func object(_ bytes: [UInt8]) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
}

private func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
