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

extension JSONWriter {
    /// Writes a member that holds text.
    public mutating func member(_ name: StaticString, _ text: String) {
        key(name)
        value(text)
    }

    /// Writes a member that holds text, or `null` for nil.
    public mutating func member(_ name: StaticString, orNull text: String?) {
        key(name)
        if let text { value(text) } else { null() }
    }

    /// Writes a member that holds a finite number.
    public mutating func member(_ name: StaticString, _ number: Double) {
        key(name)
        value(number)
    }

    /// Writes a member that holds a number, or `null` for nil or a number that is not finite.
    public mutating func member(_ name: StaticString, orNull number: Double?) {
        key(name)
        self.number(orNull: number ?? .nan)
    }

    /// Writes a member that holds a whole number.
    public mutating func member(_ name: StaticString, _ number: Int) {
        key(name)
        value(number)
    }

    /// Writes a member that holds bytes as hexadecimal digits.
    public mutating func member(_ name: StaticString, hexadecimal octets: [UInt8]) {
        key(name)
        value(hexadecimal: octets)
    }

    /// Writes a member that is true or false.
    public mutating func member(_ name: StaticString, _ flag: Bool) {
        key(name)
        value(flag)
    }

    /// Writes a member that holds a list; `write` writes each element.
    @inlinable
    public mutating func member<Element>(
        _ name: StaticString, list elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements where !isOverLimit { write(element, &self) }
        endArray()
    }

    /// Writes a member that holds an object; `write` writes its members.
    @inlinable
    public mutating func member(_ name: StaticString, object write: (inout JSONWriter) -> Void) {
        key(name)
        object(write)
    }

    /// Writes a member of any name that holds a finite number.
    @_disfavoredOverload
    public mutating func member(_ name: String, _ number: Double) {
        key(name)
        value(number)
    }

    /// Writes a member of any name that holds a number, or `null` for nil or a number that is not finite.
    @_disfavoredOverload
    public mutating func member(_ name: String, orNull number: Double?) {
        key(name)
        self.number(orNull: number ?? .nan)
    }

    /// Writes a member of any name that holds a list; `write` writes each element.
    @_disfavoredOverload
    @inlinable
    public mutating func member<Element>(
        _ name: String, list elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements where !isOverLimit { write(element, &self) }
        endArray()
    }

    /// Writes an object; `write` writes its members.
    @inlinable
    public mutating func object(_ write: (inout JSONWriter) -> Void) {
        beginObject()
        write(&self)
        endObject()
    }
}

extension JSONWriter {
    /// Writes lists of the same length as the next elements of a list, such as the rows of a table.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of all lists, one list after the other; a number that is not finite becomes `null`.
    ///   - width: The length of each list, at least 1.
    public mutating func lists(_ numbers: Span<Double>, width: Int) {
        precondition(width > 0 && numbers.count % width == 0, "every list has as many numbers")
        var isNext = needsComma
        // The writer reserves capacity for several lists at once, with about 64 numbers in all.
        let together = width * max(1, 64 / width)
        for start in stride(from: 0, to: numbers.count, by: together) {
            let end = min(start + together, numbers.count)
            // A list of one number also has a comma and two brackets.
            append(upTo: (end - start) * (OutputSpan<UInt8>.roomForNumber + 3)) { text in
                for list in stride(from: start, to: end, by: width) {
                    if isNext { text.append(UInt8(ascii: ",")) }
                    text.append(UInt8(ascii: "["))
                    for index in list..<list + width {
                        if index > list { text.append(UInt8(ascii: ",")) }
                        if numbers[index].isFinite { text.append(numbers[index]) } else { text.appendNull() }
                    }
                    text.append(UInt8(ascii: "]"))
                    isNext = true
                }
            }
        }
        needsComma = isNext
    }

    /// Writes whole numbers as the next elements of a list.
    public mutating func values(_ numbers: Span<Int>) {
        var isNext = needsComma
        for start in stride(from: 0, to: numbers.count, by: 8) {
            append(upTo: 8 * (OutputSpan<UInt8>.roomForNumber + 1)) { text in
                for index in start..<min(start + 8, numbers.count) {
                    if isNext { text.append(UInt8(ascii: ",")) }
                    text.append(UInt64(numbers[index].magnitude), isNegative: numbers[index] < 0)
                    isNext = true
                }
            }
        }
        needsComma = isNext
    }
}

extension OutputSpan<UInt8> {
    /// The capacity that a number needs: its digits, and up to seven bytes more, because whole words are stored.
    static var roomForNumber: Int { 48 }

    /// Appends the shortest digits of a finite number.
    ///
    /// A decimal of at most 15 digits that reads back as the number is the only one of its length, and so the shortest.
    /// Hence whole numbers and k / 10ᵈ with d ≤ 6 need no search. The text is that of the standard library, without the
    /// `.0` of whole numbers.
    @inline(__always)
    mutating func append(_ number: Double) {
        let magnitude = number.magnitude
        // Converting to UInt64 by way of Int takes fewer instructions.
        if magnitude <= 0x1p53, Double(Int(magnitude)) == magnitude {
            append(UInt64(Int(magnitude)), isNegative: number < 0)
        } else if magnitude < 1e9, appendDecimal(number, scale: 1_000_000) {
            return
        } else if magnitude < 1e12, appendDecimal(number, scale: 1000) {
            return
        } else {
            appendShortest(number)
        }
    }

    /// Appends a whole number.
    @inline(__always)
    mutating func append(_ magnitude: UInt64, isNegative: Bool) {
        if isNegative { append(UInt8(ascii: "-")) }
        appendDigits(magnitude)
    }

    fileprivate mutating func appendNull() {
        append(word: 0x6C6C_756E, count: 4)
    }

    /// Appends a number other than 0, without an exponent from 10⁻⁴ to 2⁵³, and with one outside.
    @inline(never)
    private mutating func appendShortest(_ number: Double) {
        let decimal = ShortestDecimal(number.magnitude)
        let count = decimal.digits.decimalDigitCount
        // The number is 0.d₁d₂… · 10ᵖ.
        let point = count + decimal.exponent
        if number < 0 { append(UInt8(ascii: "-")) }
        if point < -3 || number.magnitude > 0x1p53 {
            append(decimal.digits, count: count, point: 1)
            append(UInt8(ascii: "e"))
            append(UInt8(ascii: point < 1 ? "-" : "+"))
            let exponent = UInt64((point - 1).magnitude)
            append(exponent, count: Swift.max(2, exponent.decimalDigitCount))
        } else {
            append(decimal.digits, count: count, point: point)
        }
    }

    /// Appends the number if it is a whole number divided by `scale`, which must divide 10⁸.
    ///
    /// It is inlined for each scale, so that the divisors are constants.
    ///
    /// - Returns: Whether the number was appended.
    @inline(__always)
    private mutating func appendDecimal(_ number: Double, scale: UInt64) -> Bool {
        let scaled = UInt64(Int(number.magnitude * Double(scale) + 0.5))
        guard Double(scaled) / Double(scale) == number.magnitude else { return false }
        if number < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
        appendDigits(whole)
        append(UInt8(ascii: "."))
        let fraction = EightDigits(rest * (100_000_000 / scale))
        append(fraction, from: 0, to: fraction.countBeforeTrailingZeros)
        return true
    }

    /// Appends the decimal digits of a whole number, at most 20.
    ///
    /// It is inlined for up to 16 digits, because instants and row numbers have no more.
    @inline(__always)
    fileprivate mutating func appendDigits(_ number: UInt64) {
        guard number >= 100_000_000 else { return appendFewDigits(number) }
        let (front, back) = number.quotientAndRemainder(dividingBy: 100_000_000)
        if front < 100_000_000 { appendFewDigits(front) } else { appendManyDigits(front) }
        append(EightDigits(back), from: 0, to: 8)
    }

    /// Appends the decimal digits of a whole number below 10⁸.
    @inline(__always)
    private mutating func appendFewDigits(_ number: UInt64) {
        let digits = EightDigits(number)
        append(digits, from: min(digits.countOfLeadingZeros, 7), to: 8)
    }

    /// Appends the decimal digits of a whole number from 10⁸ to 10¹⁶.
    @inline(never)
    private mutating func appendManyDigits(_ number: UInt64) {
        let (front, back) = number.quotientAndRemainder(dividingBy: 100_000_000)
        appendFewDigits(front)
        append(EightDigits(back), from: 0, to: 8)
    }

    /// Appends a whole number as `count` decimal digits, at most 20, with leading zeros.
    mutating func append(_ number: UInt64, count: Int) {
        guard count > 8 else { return append(EightDigits(number), from: 8 - count, to: 8) }
        let (front, back) = number.quotientAndRemainder(dividingBy: 100_000_000)
        append(front, count: count - 8)
        append(EightDigits(back), from: 0, to: 8)
    }

    /// Appends a number of `count` digits with a decimal point after the first `point`; 0 or less adds leading zeros.
    fileprivate mutating func append(_ digits: UInt64, count: Int, point: Int) {
        guard point < count else { return append(digits, count: count) }
        guard point > 0 else {
            append(UInt8(ascii: "0"))
            append(UInt8(ascii: "."))
            for _ in point..<0 { append(UInt8(ascii: "0")) }
            return append(digits, count: count)
        }
        let (whole, rest) = digits.quotientAndRemainder(dividingBy: UInt64.powersOfTen[count - point])
        append(whole, count: point)
        append(UInt8(ascii: "."))
        append(rest, count: count - point)
    }

    @inline(__always)
    fileprivate mutating func append(_ digits: EightDigits, from start: Int, to end: Int) {
        append(word: (digits.lanes | 0x3030_3030_3030_3030) >> UInt64(start * 8), count: end - start)
    }

    /// Appends the lowest bytes of a word, the lowest first.
    ///
    /// It stores the whole word at once, which is much faster than byte by byte. Later bytes overwrite the rest of it.
    @inline(__always)
    private mutating func append(word: UInt64, count: Int) {
        unsafe withUnsafeMutableBufferPointer { room, used in
            guard let start = room.baseAddress, room.count - used >= 8 else {
                preconditionFailure("no room for a number")
            }
            unsafe UnsafeMutableRawPointer(start + used).storeBytes(of: word.littleEndian, as: UInt64.self)
            used += count
        }
    }
}

extension UInt64 {
    /// 10⁰ to 10¹⁹.
    fileprivate static let powersOfTen: [UInt64] = (0..<20).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

    /// The number of decimal digits, at least 1.
    fileprivate var decimalDigitCount: Int {
        // 1233 / 4096 is a little more than log₁₀ 2.
        let guess = ((64 - (self | 1).leadingZeroBitCount) * 1233) >> 12
        return guess + (self | 1 < Self.powersOfTen[guess] ? 0 : 1)
    }
}

/// The eight decimal digits of a number below 10⁸, one in each byte, the first digit in the lowest byte.
private struct EightDigits {
    let lanes: UInt64

    /// Splits the number into halves, quarters and digits, in all lanes at once.
    ///
    /// A multiplication and a shift replace each division by 100 or 10. They are exact for the numbers of a lane.
    init(_ number: UInt64) {
        let (front, back) = UInt32(number).quotientAndRemainder(dividingBy: 10_000)
        let halves = UInt64(front) | UInt64(back) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let quarters = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
        lanes = tens | (quarters &- tens &* 10) << 8
    }

    var countOfLeadingZeros: Int { lanes.trailingZeroBitCount / 8 }
    var countBeforeTrailingZeros: Int { 8 - lanes.leadingZeroBitCount / 8 }
}

extension OutputSpan<UInt8> {
    /// Appends the name of a member, which must need no escapes.
    @inline(__always)
    mutating func append(key name: StaticString, afterComma isNext: Bool) {
        name.withUTF8Buffer { name in
            unsafe append(quoting: name, afterComma: isNext)
        }
        append(UInt8(ascii: ":"))
    }

    /// Appends text between quotation marks, without escapes.
    @inline(__always)
    mutating func append(quoting text: UnsafeBufferPointer<UInt8>, afterComma isNext: Bool) {
        if isNext { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        unsafe append(copying: text)
        append(UInt8(ascii: "\""))
    }

    /// Appends bytes, which must fit in the capacity.
    @inline(__always)
    private mutating func append(copying text: UnsafeBufferPointer<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            precondition(text.count <= buffer.count - count)
            guard let source = text.baseAddress, let start = buffer.baseAddress else { return }
            unsafe (start + count).initialize(from: source, count: text.count)
            count += text.count
        }
    }

    /// Appends the two hexadecimal digits of a byte.
    @inline(__always)
    mutating func append(hexadecimal octet: UInt8) {
        append(Hexadecimal.digit(octet >> 4))
        append(Hexadecimal.digit(octet & 15))
    }
}
