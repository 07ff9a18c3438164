import ChartWire
import HTTPTypes

/// The checked content type of a request.
enum ContentType {
    /// Finds the content type of a body among the accepted ones.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - accepted: The accepted media types, in lower case.
    /// - Returns: The media type, in lower case and without its parameters.
    /// - Throws: `content-type.unsupported`, also for a charset other than UTF-8 or ASCII and for a compressed body.
    static func check(_ headers: HTTPFields, accepted: [String]) throws(Problem) -> String {
        var list: String { accepted.joined(separator: " or ") }
        guard let field = headers.value(of: .contentType) else {
            throw Problem(.contentTypeUnsupported, "The request has no content type; this route takes \(list).")
        }
        if let encoding = headers.value(of: .contentEncoding), encoding.lowercased() != "identity" {
            throw Problem(
                .contentTypeUnsupported, "A body with the content encoding \(encoding.prefix(64)) is not taken.")
        }
        return accepted.contains(field) ? field : try mediaType(of: field, accepted: accepted, list: list)
    }

    private static func mediaType(
        of field: String, accepted: [String], list: @autoclosure () -> String
    ) throws(Problem) -> String {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { trimmed($0).lowercased() }
        let mediaType = parts[0]
        guard accepted.contains(mediaType) else {
            throw Problem(
                .contentTypeUnsupported, "The content type \(mediaType.prefix(64)) is not taken here; \(list()) is.")
        }
        for parameter in parts.dropFirst() where parameter.hasPrefix("charset=") {
            let charset = parameter.dropFirst("charset=".count).filter { $0 != "\"" }
            guard ["utf-8", "utf8", "us-ascii"].contains(charset) else {
                throw Problem(.contentTypeUnsupported, "The charset \(charset.prefix(64)) is not taken; utf-8 is.")
            }
        }
        return mediaType
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
