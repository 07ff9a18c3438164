import ChartJSON
import Crypto
import Foundation

/// Signs requests as S3 asks for: Signature Version 4, with all headers of the request and the hash of its body.
///
/// Source: "Authenticating Requests: Using the Authorization Header" of the Amazon S3 API reference.
struct S3Signature {
    let credentials: S3Credentials
    let region: String

    /// The value of the header `Authorization`.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, of characters that need no encoding.
    ///   - headers: All headers; their names in lower case, each once, among them `x-amz-content-sha256`.
    ///   - date: The value of the header `x-amz-date`, such as `20130524T000000Z`.
    /// - Returns: The value.
    func authorization(method: String, path: String, headers: [String: String], date: String) -> String {
        let sorted = headers.sorted { $0.key < $1.key }
        let names = sorted.map(\.key).joined(separator: ";")
        let request = """
            \(method)
            \(path)

            \(sorted.map { "\($0.key):\($0.value)\n" }.joined())
            \(names)
            \(headers["x-amz-content-sha256"] ?? "")
            """
        let day = String(date.prefix(8))
        let scope = "\(day)/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(Hexadecimal.text(of: SHA256.hash(data: Data(request.utf8))))"
        var key = SymmetricKey(data: Data("AWS4\(credentials.secretKey)".utf8))
        for part in [day, region, "s3", "aws4_request"] {
            key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
        let signature = Hexadecimal.text(of: HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
        return
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
    }

    /// The value of the header `x-amz-date`.
    static func date(_ moment: Date) -> String {
        moment.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    }
}
