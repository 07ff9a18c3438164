import HTTPTypes
import Tracing

/// The trace of a request, as its header `traceparent` names it (W3C Trace Context).
struct TraceParent: Sendable, Hashable {
    /// The trace, 32 hexadecimal digits.
    let traceID: String
    /// The span of the caller, 16 hexadecimal digits.
    let parentID: String

    /// Reads the value of the header.
    ///
    /// - Returns: `nil` for an invalid value; the request then begins a new trace.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, Self.isHexadecimal(parts[0], count: 2), parts[0] != "ff",
            parts.count == 4 || parts[0] != "00", Self.isHexadecimal(parts[1], count: 32),
            Self.isHexadecimal(parts[2], count: 16), Self.isHexadecimal(parts[3], count: 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        traceID = String(parts[1])
        parentID = String(parts[2])
    }

    private static func isHexadecimal(_ text: Substring, count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
                case _: false
                }
            }
    }
}

/// Passes the headers of a request to a tracer, which continues the trace that they name.
struct TraceHeaders: Extractor {
    func extract(key: String, from headers: HTTPFields) -> String? {
        HTTPField.Name(key).flatMap { headers[$0] }
    }
}
