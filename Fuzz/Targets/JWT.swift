import ChartSessions
import Foundation

@testable import ChartServer

/// Reads JWTs and their claims, up to the signature, which jwt-kit verifies.
///
/// The first byte of the input says what the rest is: the text of a token, or the header, the claims and the signature
/// as lines, which nearly no change of a base64 text would reach.
///
/// - Parameters:
///   - data: The input.
///   - size: Its length in bytes.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size > 0 else { return 0 }
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    if input[0] & 1 == 0 {
        readText(String(decoding: input.dropFirst(), as: UTF8.self))
    } else {
        let lines = input.dropFirst().split(
            separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        readParts(lines.map { Array($0) } + Array(repeating: [], count: 3 - lines.count))
    }
    return 0
}

private let settings = JWTSettings(issuer: "i", audience: "a", keys: .file("keys.json"))

private func readText(_ text: String) {
    do throws(JWTRefusal) {
        let envelope = try JWTEnvelope(text)
        precondition(text.utf8.count <= JWTEnvelope.mostBytes, "a token is too long")
        let signed = String(decoding: envelope.signed, as: UTF8.self)
        precondition(text == "\(signed).\(base64(envelope.signature))", "a token has two texts")
        precondition(signed.hasSuffix(".\(base64(envelope.payload))"), "the claims are not the signed ones")
        use(envelope)
    } catch {
        precondition(error == .malformed || error == .algorithm, "a token is refused as \(error)")
    }
}

private func readParts(_ parts: [[UInt8]]) {
    let header = object(parts[0])
    do throws(JWTRefusal) {
        let envelope = try JWTEnvelope(parts.map { base64($0) }.joined(separator: "."))
        precondition(envelope.payload == parts[1] && envelope.signature == parts[2], "a part is read as another")
        precondition(header?["alg"] as? String == envelope.algorithm.rawValue, "the header has another algorithm")
        precondition(header?["kid"] as? String == envelope.kid, "the header names another key")
        precondition(header?["crit"] == nil, "a critical extension is ignored")
        use(envelope)
    } catch {
        guard let header, error == .algorithm else { return }
        let name = header["alg"] as? String
        precondition(name.flatMap { SignatureAlgorithm(rawValue: $0) } == nil, "\(name ?? "") is refused")
    }
}

private func use(_ envelope: JWTEnvelope) {
    do throws(JWTRefusal) {
        let claims = try JWTClaims(envelope.payload, for: settings)
        let object = object(envelope.payload)
        precondition(object?["iss"] as? String == "i", "another issuer is accepted")
        precondition(object?["sub"] as? String == claims.principal.subject, "the subject is another")
        precondition(!claims.principal.subject.hasPrefix("csk_"), "the subject of a key is accepted")
        precondition(object?["exp"] is NSNumber && !claims.lastMoment.isNaN, "a token without exp is accepted")
        _ = claims.principal.datasets.matches("sales-2026")
        for time in [Int64.min, 0, 1_700_000_000_000, .max] { check(claims, at: time) }
    } catch {
        switch error {
        case .claim, .malformed: break
        case .algorithm, .unknownKey, .signature, .expired, .notYetValid, .keysUnavailable:
            preconditionFailure("claims are refused as \(error)")
        }
    }
}

private func check(_ claims: JWTClaims, at time: Int64) {
    do throws(JWTRefusal) {
        try claims.check(at: time)
        precondition(Double(time) <= claims.lastMoment, "an expired token is accepted")
    } catch {
        precondition(error == .expired || error == .notYetValid, "a time is refused as \(error)")
    }
}

private func object(_ bytes: [UInt8]) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
}

private func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
