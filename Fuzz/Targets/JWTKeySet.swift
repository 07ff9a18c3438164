import Foundation

@testable import ChartServer

/// Reads sets of public keys, up to the numbers that jwt-kit gets.
///
/// - Parameters:
///   - data: The input.
///   - size: Its length in bytes.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
    do throws(JWTKeySetError) {
        let set = try JSONWebKeySet(bytes)
        let elements = object?["keys"] as? [Any]
        precondition(elements?.count == set.keys.count + set.ignoredCount, "a key is lost")
        precondition(set.keys.count <= JSONWebKeySet.mostKeys, "there are too many keys")
        for key in set.keys { check(key) }
    } catch {
        precondition(!error.description.isEmpty, "a refusal says nothing")
    }
    return 0
}

private func check(_ key: JSONWebKey) {
    precondition(!key.algorithms.isEmpty, "a key has no algorithm")
    switch key.numbers {
    case .rsa(let modulus, let exponent):
        precondition(key.algorithms.allSatisfy { $0 == .rs256 || $0 == .ps256 }, "an RSA key has another algorithm")
        precondition((256...1_024).contains(key.signatureBytes), "an RSA key has another size")
        precondition(bytes(modulus).drop { $0 == 0 }.count == key.signatureBytes, "a signature has another size")
        precondition(bytes(exponent).last.map { !$0.isMultiple(of: 2) } == true, "an exponent is even")
    case .p256(let x, let y):
        precondition(key.algorithms == [.es256] && key.signatureBytes == 64, "a key on P-256 has another algorithm")
        precondition(bytes(x).count == 32 && bytes(y).count == 32, "a coordinate has another size")
    case .ed25519(let x):
        precondition(key.algorithms == [.edDSA] && key.signatureBytes == 64, "a key on Ed25519 has another algorithm")
        precondition(bytes(x).count == 32, "a key on Ed25519 has another size")
    }
}

/// The bytes of a base64 text, as Foundation reads them.
private func bytes(_ text: String) -> Data {
    let digits = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
    return Data(base64Encoded: digits + padding) ?? Data()
}
