/// Reads InfluxDB line protocol: `measurement,tag=a field=1,other=2i 1700000000000000000`.
package struct LineProtocol {
    /// The unit of timestamps.
    package enum Precision: String, Sendable, CaseIterable {
        case ns, n, us, u, ms, s, m, h

        /// The nanoseconds of a unit; `nil` where a unit is longer than a millisecond.
        private var partsOfMillisecond: Int64? {
            switch self {
            case .ns, .n: 1_000_000
            case .us, .u: 1_000
            case .ms: 1
            case .s, .m, .h: nil
            }
        }

        /// The milliseconds of a timestamp; `nil` for one beyond all dates.
        func milliseconds(_ time: Int64) -> Double? {
            let milliseconds: Double
            if let parts = partsOfMillisecond {
                milliseconds = Double(time / parts) + Double(time % parts) / Double(parts)
            } else {
                let unit = self == .s ? 1_000.0 : self == .m ? 60_000 : 3_600_000
                milliseconds = Double(time) * unit
            }
            return milliseconds.magnitude <= 8.64e15 ? milliseconds : nil
        }
    }

    /// A line that is read.
    package struct Point: Sendable, Equatable {
        /// The number of the line, from 1.
        package var line: Int
        /// What was measured.
        package var measurement: String
        /// The tags, in the order of the line.
        package var tags: [Tag]
        /// The fields that are numbers, in the order of the line.
        package var fields: [Field]
        /// The milliseconds since 1970; `nil` where the line does not say it.
        package var time: Double?

        /// A tag.
        package struct Tag: Sendable, Equatable {
            /// The key.
            package var key: String
            /// The value.
            package var value: String
        }

        /// A field that is a number.
        package struct Field: Sendable, Equatable {
            /// The key.
            package var key: String
            /// The value.
            package var value: Double
        }
    }

    /// A line that cannot be taken.
    package struct Fault: Error, Sendable, Equatable {
        /// The number of the line, from 1.
        package var line: Int
        /// Why, some words.
        package var reason: String

        /// Creates a fault.
        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    private struct Reason: Error {
        let text: String
    }

    private let bytes: [UInt8]
    private let precision: Precision
    private var place = 0
    private var line = 1

    private static let (space, comma, equals) = (UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "="))
    private static let (newline, backslash, quote) = (UInt8(ascii: "\n"), UInt8(ascii: "\\"), UInt8(ascii: "\""))

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - bytes: The lines.
    ///   - precision: The unit of timestamps.
    package init(_ bytes: [UInt8], precision: Precision = .ns) {
        self.bytes = bytes
        self.precision = precision
    }

    /// Reads the next line that is neither blank nor a comment.
    ///
    /// - Returns: The point, or what is wrong with the line; `nil` at the end.
    package mutating func next() -> Result<Point, Fault>? {
        while skipToLine() {
            let first = line
            do throws(Reason) {
                return .success(try point(ofLine: first))
            } catch {
                skipLine()
                return .failure(Fault(line: first, reason: error.text))
            }
        }
        return nil
    }

    /// Moves to the next line with a point.
    ///
    /// - Returns: Whether there is one.
    private mutating func skipToLine() -> Bool {
        while place < bytes.count {
            switch bytes[place] {
            case Self.newline:
                line += 1
                place += 1
            case Self.space, UInt8(ascii: "\r"), UInt8(ascii: "\t"): place += 1
            case UInt8(ascii: "#"): skipLine()
            case _: return true
            }
        }
        return false
    }

    private mutating func skipLine() {
        while place < bytes.count, bytes[place] != Self.newline { place += 1 }
    }

    private mutating func point(ofLine line: Int) throws(Reason) -> Point {
        var point = Point(line: line, measurement: "", tags: [], fields: [], time: nil)
        point.measurement = try text(until: [Self.comma, Self.space], escaping: [Self.comma, Self.space])
        guard !point.measurement.isEmpty else { throw Reason(text: "missing measurement") }
        while peek == Self.comma {
            place += 1
            let key = try text(until: [Self.equals], escaping: [Self.comma, Self.equals, Self.space])
            guard !key.isEmpty, peek == Self.equals else { throw Reason(text: "missing tag key or value") }
            place += 1
            let value = try text(
                until: [Self.comma, Self.space], escaping: [Self.comma, Self.equals, Self.space])
            guard !value.isEmpty else { throw Reason(text: "missing tag value") }
            point.tags.append(Point.Tag(key: key, value: value))
        }
        guard skipSpaces(), !isAtEnd else { throw Reason(text: "missing fields") }
        var hasField = false
        repeat {
            if hasField { place += 1 }
            let key = try text(until: [Self.equals], escaping: [Self.comma, Self.equals, Self.space])
            guard !key.isEmpty, peek == Self.equals else { throw Reason(text: "missing field key or value") }
            place += 1
            if let value = try fieldValue() { point.fields.append(Point.Field(key: key, value: value)) }
            hasField = true
        } while peek == Self.comma
        if skipSpaces(), !isAtEnd { point.time = try timestamp() }
        guard isAtEnd else { throw Reason(text: "text behind the fields that is no timestamp") }
        return point
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Whether the line ends here; a carriage return before its end counts to it.
    private var isAtEnd: Bool {
        guard let byte = peek else { return true }
        if byte == UInt8(ascii: "\r") { return place + 1 >= bytes.count || bytes[place + 1] == Self.newline }
        return byte == Self.newline
    }

    private mutating func skipSpaces() -> Bool {
        let start = place
        while peek == Self.space { place += 1 }
        return place > start
    }

    /// Reads up to one of some bytes that no backslash escapes, or to the end of the line.
    private mutating func text(until ends: [UInt8], escaping escaped: [UInt8]) throws(Reason) -> String {
        var text: [UInt8] = []
        while let byte = peek, !isAtEnd, !ends.contains(byte) {
            if byte == Self.backslash, place + 1 < bytes.count, escaped.contains(bytes[place + 1]) {
                place += 1
            }
            text.append(bytes[place])
            place += 1
        }
        guard let text = String(validating: text, as: UTF8.self) else { throw Reason(text: "text that is not UTF-8") }
        return text
    }

    /// Reads the value of a field; `nil` for a text.
    private mutating func fieldValue() throws(Reason) -> Double? {
        if peek == Self.quote {
            try skipString()
            return nil
        }
        let start = place
        while let byte = peek, !isAtEnd, byte != Self.comma, byte != Self.space { place += 1 }
        let value = String(decoding: bytes[start..<place], as: UTF8.self)
        guard let number = Self.number(value) else {
            throw Reason(text: "invalid field value \(value.prefix(32))")
        }
        return number
    }

    /// Skips a text in quotes, which may have ends of lines.
    private mutating func skipString() throws(Reason) {
        let start = (place, line)
        place += 1
        while let byte = peek {
            place += 1
            switch byte {
            case Self.quote: return
            case Self.backslash where peek == Self.quote || peek == Self.backslash: place += 1
            case Self.newline: line += 1
            case _: break
            }
        }
        (place, line) = start
        throw Reason(text: "unbalanced quotes")
    }

    /// The number of a value: an integer, a float or a boolean.
    private static func number(_ value: String) -> Double? {
        switch value {
        case "t", "T", "true", "True", "TRUE": return 1
        case "f", "F", "false", "False", "FALSE": return 0
        case _: break
        }
        if value.hasSuffix("i") { return Int64(value.dropLast()).map { Double($0) } }
        if value.hasSuffix("u") { return UInt64(value.dropLast()).map { Double($0) } }
        let digits = "0123456789+-.eE".utf8
        guard value.utf8.allSatisfy({ digits.contains($0) }), let number = Double(value), number.isFinite else {
            return nil
        }
        // Zero has no sign.
        return number + 0
    }

    private mutating func timestamp() throws(Reason) -> Double {
        let start = place
        while let byte = peek, !isAtEnd, byte != Self.space { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        guard let time = Int64(text) else { throw Reason(text: "invalid timestamp \(text.prefix(32))") }
        _ = skipSpaces()
        guard let milliseconds = precision.milliseconds(time) else {
            throw Reason(text: "timestamp \(text.prefix(32)) beyond all dates")
        }
        return milliseconds
    }
}
