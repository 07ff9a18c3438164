/// A position in the bytes of a batch, which reads the tokens there.
///
/// It reads the JSON that programs usually write. It gives up at anything wrong or rare, and the caller then uses the
/// full grammar of ``JSONValue/parse(_:)``.
struct BatchCursor {
    /// The error for bytes that the cursor cannot read.
    struct GivenUp: Error {}

    private var position = 0

    /// Whether a comma must come before the next member or element.
    struct ListState {
        fileprivate var needsComma = false
    }

    /// Checks that only space is left.
    mutating func finish(_ bytes: Span<UInt8>) throws(GivenUp) {
        skipSpace(bytes)
        guard position == bytes.count else { throw GivenUp() }
    }

    /// Opens an object or a list.
    @inline(__always)
    mutating func open(_ bracket: Unicode.Scalar, _ bytes: Span<UInt8>) throws(GivenUp) -> ListState {
        skipSpace(bytes)
        guard take(UInt8(ascii: bracket), bytes) else { throw GivenUp() }
        return ListState()
    }

    /// Advances to the next element of a list, or past its closing bracket.
    ///
    /// - Returns: Whether there is an element.
    @inline(__always)
    mutating func advance(
        _ list: inout ListState, toClosing bracket: Unicode.Scalar, _ bytes: Span<UInt8>
    ) throws(GivenUp) -> Bool {
        skipSpace(bytes)
        if list.needsComma {
            if take(UInt8(ascii: ","), bytes) { return true }
            guard take(UInt8(ascii: bracket), bytes) else { throw GivenUp() }
            return false
        }
        list.needsComma = true
        return !take(UInt8(ascii: bracket), bytes)
    }

    /// Advances to the value of the next member of an object, or past its closing brace.
    ///
    /// - Returns: The name of the member; nil at the end of the object.
    @inline(__always)
    mutating func nextName(_ object: inout ListState, _ bytes: Span<UInt8>) throws(GivenUp) -> ShortWord? {
        guard try advance(&object, toClosing: "}", bytes) else { return nil }
        let name = try shortWord(bytes)
        skipSpace(bytes)
        guard take(UInt8(ascii: ":"), bytes) else { throw GivenUp() }
        return name
    }

    /// Reads a string that is a word of an enumeration.
    @inline(__always)
    mutating func word<Word: RawRepresentable<ShortWord>>(_ bytes: Span<UInt8>) throws(GivenUp) -> Word {
        guard let word = Word(rawValue: try shortWord(bytes)) else { throw GivenUp() }
        return word
    }

    /// Reads a string up to the next quotation mark, without decoding escapes.
    @inline(__always)
    mutating func shortWord(_ bytes: Span<UInt8>) throws(GivenUp) -> ShortWord {
        skipSpace(bytes)
        guard take(UInt8(ascii: "\""), bytes), let (word, count) = ShortWord.read(bytes, at: position) else {
            throw GivenUp()
        }
        position += count
        return word
    }

    /// Reads a string without escapes.
    mutating func text(_ bytes: Span<UInt8>) throws(GivenUp) -> String {
        skipSpace(bytes)
        guard take(UInt8(ascii: "\""), bytes) else { throw GivenUp() }
        let start = position
        var isASCII = true
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                return try text(bytes, start..<position, isASCII: isASCII)
            case UInt8(ascii: "\\"), 0..<0x20: throw GivenUp()
            default:
                isASCII = isASCII && byte < 0x80
                position += 1
            }
        }
        throw GivenUp()
    }

    private func text(_ bytes: Span<UInt8>, _ range: Range<Int>, isASCII: Bool) throws(GivenUp) -> String {
        guard isASCII else {
            guard let text = String(validating: range.map { bytes[$0] }, as: UTF8.self) else { throw GivenUp() }
            return text
        }
        // Writing into the string directly saves an array, a third of the cost of a batch's only text.
        return unsafe String(unsafeUninitializedCapacity: range.count) { text in
            for (index, place) in range.enumerated() { unsafe text[index] = bytes[place] }
            return range.count
        }
    }

    /// Reads a whole number that a Double holds exactly.
    mutating func integer(_ bytes: Span<UInt8>) throws(GivenUp) -> Int {
        let number = try number(bytes)
        guard number.magnitude <= 9_007_199_254_740_991 else { throw GivenUp() }
        let integer = Int(number)
        guard Double(integer) == number else { throw GivenUp() }
        return integer
    }

    /// Reads a number of at most nineteen digits as the nearest Double; zero has no sign.
    mutating func number(_ bytes: Span<UInt8>) throws(GivenUp) -> Double {
        skipSpace(bytes)
        let isNegative = take(UInt8(ascii: "-"), bytes)
        var digits: UInt64 = 0
        var exponent = 0
        if !take(UInt8(ascii: "0"), bytes) {
            _ = try readDigits(into: &digits, bytes)
        } else if digit(bytes) != nil {
            throw GivenUp()
        }
        if take(UInt8(ascii: "."), bytes) {
            exponent = try -readDigits(into: &digits, bytes)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            exponent += try readExponent(bytes)
        }
        guard let magnitude = NearestDouble.of(digits, exponent: exponent) else { throw GivenUp() }
        return isNegative ? 0 - magnitude : magnitude
    }

    /// Reads one or more digits.
    ///
    /// - Returns: The number of digits.
    @inline(__always)
    private mutating func readDigits(into number: inout UInt64, _ bytes: Span<UInt8>) throws(GivenUp) -> Int {
        let start = position
        while let digit = digit(bytes) {
            guard number < 1_000_000_000_000_000_000 else { throw GivenUp() }
            number = number &* 10 &+ UInt64(digit)
            position += 1
        }
        guard position > start else { throw GivenUp() }
        return position - start
    }

    private mutating func readExponent(_ bytes: Span<UInt8>) throws(GivenUp) -> Int {
        let isNegative = take(UInt8(ascii: "-"), bytes)
        if !isNegative { _ = take(UInt8(ascii: "+"), bytes) }
        var exponent: UInt64 = 0
        _ = try readDigits(into: &exponent, bytes)
        guard exponent < 1_000 else { throw GivenUp() }
        return isNegative ? -Int(exponent) : Int(exponent)
    }

    @inline(__always)
    private func digit(_ bytes: Span<UInt8>) -> UInt8? {
        guard position < bytes.count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }
}
