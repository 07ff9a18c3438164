import ChartSeries
import ChartWire
import HTTPTypes

/// The checked content type of a request.
enum ContentType {
    /// Finds the content type of a body among the accepted ones.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - accepted: The accepted media types, in lower case.
    ///   - takesGzip: Whether the body may be compressed by gzip.
    /// - Returns: The media type, in lower case and without its parameters.
    /// - Throws: `content-type.unsupported`, also for a charset other than UTF-8 or ASCII (of CSV, another than an
    ///   import reads) and for a body that is compressed otherwise.
    static func check(_ headers: HTTPFields, accepted: [String], takesGzip: Bool = false) throws(Problem) -> String {
        var list: String { accepted.joined(separator: " or ") }
        guard let field = headers.value(of: .contentType) else {
            throw Problem(.contentTypeUnsupported, "The request has no content type; this route takes \(list).")
        }
        if let encoding = headers.value(of: .contentEncoding), encoding.lowercased() != "identity" {
            guard takesGzip, isGzip(headers) else {
                throw Problem(
                    .contentTypeUnsupported,
                    "A body with the content encoding \(encoding.prefix(64)) is not taken\(takesGzip ? "; gzip is" : "")."
                )
            }
        }
        return accepted.contains(field) ? field : try mediaType(of: field, accepted: accepted, list: list)
    }

    /// Whether a body is compressed by gzip.
    static func isGzip(_ headers: HTTPFields) -> Bool {
        ["gzip", "x-gzip"].contains(headers.value(of: .contentEncoding)?.lowercased())
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
            let isTaken = mediaType == "text/csv" ? encodings[charset] != nil : encodings[charset] == .utf8
            guard isTaken else {
                throw Problem(.contentTypeUnsupported, "The charset \(charset.prefix(64)) is not taken; utf-8 is.")
            }
        }
        return mediaType
    }

    /// The encoding that the charset of a text names.
    static func encoding(of headers: HTTPFields) -> TextEncoding? {
        let parts = (headers.value(of: .contentType) ?? "").split(separator: ";").map { trimmed($0).lowercased() }
        return parts.dropFirst().first { $0.hasPrefix("charset=") }
            .flatMap { encodings[$0.dropFirst("charset=".count).filter { $0 != "\"" }] }
    }

    private static let encodings: [String: TextEncoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .utf8, "utf-16": .utf16, "utf-16le": .utf16,
        "windows-1252": .windows1252, "cp1252": .windows1252, "iso-8859-1": .windows1252, "latin1": .windows1252,
    ]

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
