/// The trace of a request, as its header `traceparent` names it.
///
/// Source: W3C Trace Context.
package struct TraceParent: Sendable, Hashable {
    /// The trace, 32 hexadecimal digits.
    package let traceID: String
    /// The span of the caller, 16 hexadecimal digits.
    package let parentID: String
    /// The flags, of which the lowest tells that the caller records the trace.
    package let flags: UInt8

    /// Names a trace and a span.
    ///
    /// - Parameters:
    ///   - traceID: The trace, 32 hexadecimal digits in lower case.
    ///   - parentID: The span, 16 hexadecimal digits in lower case.
    ///   - flags: The flags.
    package init(traceID: String, parentID: String, flags: UInt8) {
        self.traceID = traceID
        self.parentID = parentID
        self.flags = flags
    }

    /// Reads the value of the header.
    ///
    /// - Returns: `nil` for an invalid value; the request then begins a new trace.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, Self.isHexadecimal(parts[0], count: 2), parts[0] != "ff",
            parts.count == 4 || parts[0] != "00", Self.isHexadecimal(parts[1], count: 32),
            Self.isHexadecimal(parts[2], count: 16), Self.isHexadecimal(parts[3], count: 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" }),
            let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        self.init(traceID: String(parts[1]), parentID: String(parts[2]), flags: flags)
    }

    /// The value of the header.
    package var text: String {
        "00-\(traceID)-\(parentID)-\(flags < 16 ? "0" : "")\(String(flags, radix: 16))"
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
