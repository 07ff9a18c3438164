/// Writes JSON text in UTF-8, and adds the commas.
///
/// The caller must follow the grammar: every begin needs its end, and inside an object each value follows a key.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.key("values")
/// writer.beginArray()
/// writer.value(1.5)
/// writer.null()
/// writer.endArray()
/// writer.endObject()
/// assert(String(decoding: writer.bytes, as: UTF8.self) == #"{"values":[1.5,null]}"#)
/// ```
public struct JSONWriter: Sendable {
    /// The text so far.
    public private(set) var bytes: [UInt8] = []
    var needsComma = false
    @usableFromInline var limit: Int

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes to reserve.
    ///   - limit: The largest number of bytes of the text; see ``isOverLimit``.
    public init(reservingCapacity capacity: Int = 0, limit: Int = .max) {
        self.limit = limit
        bytes.reserveCapacity(capacity)
    }

    /// Whether the text has more bytes than the limit.
    ///
    /// The writer then ends lists early, so the text grows only a little more. It is no longer valid JSON: discard it.
    /// A caller that writes many elements itself should check this property now and then.
    @inlinable
    public var isOverLimit: Bool { bytes.count > limit }

    /// Puts the writer over its limit if the next `count` bytes would exceed it.
    ///
    /// - Returns: Whether the writer is over its limit.
    public mutating func givesUp(before count: Int) -> Bool {
        if count > limit - bytes.count { limit = -1 }
        return isOverLimit
    }

    /// Reserves capacity for a number of further bytes.
    public mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }

    /// Opens an object.
    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Closes the object opened last.
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Opens an array.
    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Closes the array opened last.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes the name of the next member, a constant that must need no escapes.
    public mutating func key(_ name: StaticString) {
        let isNext = needsComma
        append(upTo: name.utf8CodeUnitCount + 4) { $0.append(key: name, afterComma: isNext) }
        needsComma = false
    }

    /// Writes the name of the next member.
    @_disfavoredOverload
    public mutating func key(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string, with only the escapes that JSON requires.
    public mutating func value(_ text: String) {
        let isNext = needsComma
        // Most text is contiguous and needs no escapes, and is copied as a whole.
        let isPlain = unsafe text.utf8.withContiguousStorageIfAvailable { text in
            guard unsafe !text.contains(where: Self.mustEscape) else { return false }
            append(upTo: text.count + 3) { unsafe $0.append(quoting: text, afterComma: isNext) }
            return true
        }
        if isPlain != true { appendEscaped(Array(text.utf8)) }
        needsComma = true
    }

    /// Writes bytes as a string; they must be UTF-8 that needs no escapes.
    public mutating func value(plain text: [UInt8]) {
        let isNext = needsComma
        unsafe text.withUnsafeBufferPointer { text in
            append(upTo: text.count + 3) { unsafe $0.append(quoting: text, afterComma: isNext) }
        }
        needsComma = true
    }

    /// Writes a finite number in the fewest digits that read back as the same Double, −0 as `0`.
    public mutating func value(_ number: Double) {
        precondition(number.isFinite, "JSON has no number that is not finite")
        let isNext = needsComma
        append(upTo: OutputSpan<UInt8>.roomForNumber + 1) { text in
            if isNext { text.append(UInt8(ascii: ",")) }
            text.append(number)
        }
        needsComma = true
    }

    /// Writes a number, or `null` if it is not finite, as for a missing data value.
    public mutating func number(orNull number: Double) {
        if number.isFinite {
            value(number)
        } else {
            null()
        }
    }

    /// Writes a whole number with all its digits.
    public mutating func value(_ number: Int) {
        let isNext = needsComma
        append(upTo: OutputSpan<UInt8>.roomForNumber + 1) { text in
            if isNext { text.append(UInt8(ascii: ",")) }
            text.append(UInt64(number.magnitude), isNegative: number < 0)
        }
        needsComma = true
    }

    /// Writes bytes as a string of hexadecimal digits, two for each byte, in lower case.
    public mutating func value(hexadecimal octets: [UInt8]) {
        let isNext = needsComma
        append(upTo: 2 * octets.count + 3) { text in
            if isNext { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "\""))
            for octet in octets { text.append(hexadecimal: octet) }
            text.append(UInt8(ascii: "\""))
        }
        needsComma = true
    }

    /// Writes a word as a string of its 16 hexadecimal digits, in lower case.
    public mutating func value(hexadecimal word: UInt64) {
        let isNext = needsComma
        append(upTo: 19) { text in
            if isNext { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "\""))
            for shift in stride(from: 56, through: 0, by: -8) {
                text.append(hexadecimal: UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
            text.append(UInt8(ascii: "\""))
        }
        needsComma = true
    }

    /// Writes `true` or `false`.
    public mutating func value(_ flag: Bool) {
        separate()
        append(contentsOf: flag ? "true" : "false")
        needsComma = true
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        append(contentsOf: "null")
        needsComma = true
    }

    /// Writes a value that is JSON text already.
    public mutating func rawValue(_ text: [UInt8]) {
        separate()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma {
            bytes.append(UInt8(ascii: ","))
        }
    }

    /// Appends up to `count` bytes, which `body` stores in place; inlined, which halves the time of a number.
    @inline(__always)
    mutating func append(upTo count: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        bytes.append(addingCapacity: count, initializingWith: body)
    }

    mutating func append(contentsOf text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private static func mustEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscaped(_ text: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): append(contentsOf: "\\\"")
            case UInt8(ascii: "\\"): append(contentsOf: "\\\\")
            case 0x08: append(contentsOf: "\\b")
            case 0x0C: append(contentsOf: "\\f")
            case 0x0A: append(contentsOf: "\\n")
            case 0x0D: append(contentsOf: "\\r")
            case 0x09: append(contentsOf: "\\t")
            case 0x00..<0x20:
                append(contentsOf: "\\u00")
                append(contentsOf: Hexadecimal.text(of: CollectionOfOne(byte)))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
