/// A position in a script, which advances over the characters that it reads.
struct ScriptCursor: Sendable {
    private let characters: [Character]
    private var position = 0
    private(set) var line = 1
    private(set) var column = 1

    init(_ text: String) {
        characters = Array(text)
    }

    /// The character at the position; `nil` at the end.
    var next: Character? { position < characters.count ? characters[position] : nil }

    /// Whether a word ends at the position.
    var isAtEndOfWord: Bool {
        guard let next else { return true }
        return next.isWhitespace || next == "#"
    }

    /// The error that something else was expected at the position.
    func expected(_ what: String) -> TouchScriptError {
        TouchScriptError(line: line, column: column, expected: what)
    }

    mutating func advance() {
        guard let next else { return }
        position += 1
        if next.isNewline {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }

    /// Reads a character if it is the next one.
    mutating func take(_ character: Character) -> Bool {
        guard next == character else { return false }
        advance()
        return true
    }

    /// Reads a character that must come next, and the blanks after it on its line.
    mutating func require(_ character: Character) throws(TouchScriptError) {
        guard take(character) else { throw expected("\"\(character)\"") }
        skipBlanks()
    }

    mutating func skipBlanks() {
        while let next, next.isWhitespace, !next.isNewline { advance() }
    }

    /// Advances to the next word, over blanks, line ends and comments.
    mutating func skipToWord() {
        while let next {
            if next == "#" {
                while let next = self.next, !next.isNewline { advance() }
            } else if next.isWhitespace {
                advance()
            } else {
                return
            }
        }
    }

    /// Reads characters as long as they are of a kind.
    mutating func run(where isOfKind: (Character) -> Bool) -> String {
        var text = ""
        while let next, isOfKind(next) {
            text.append(next)
            advance()
        }
        return text
    }

    /// Reads a word of ASCII letters; empty when there is none.
    mutating func letters() -> String { run { $0.isASCII && $0.isLetter } }

    /// Reads a finite number in decimal notation; zero has no sign.
    mutating func number() throws(TouchScriptError) -> Double {
        let start = self
        let text = run { ($0 >= "0" && $0 <= "9") || ".eE+-".contains($0) }
        guard let first = text.first, first != "+", let number = Double(text), number.isFinite else {
            throw start.expected("a number")
        }
        return number + 0
    }

    /// Reads a time in milliseconds, exact to the microsecond if it has no exponent and at most three decimals.
    mutating func moment() throws(TouchScriptError) -> Timestamp {
        var digits = self
        let milliseconds = try number()
        let sign: Int64 = digits.take("-") ? -1 : 1
        let whole = digits.run { $0 >= "0" && $0 <= "9" }
        let fraction = digits.take(".") ? digits.run { $0 >= "0" && $0 <= "9" } : ""
        if digits.position == position, fraction.count <= 3,
            let exact = Int64(whole + fraction + String(repeating: "0", count: 3 - fraction.count)),
            exact <= Timestamp.maximumMicroseconds
        {
            return Timestamp(microseconds: sign * exact)
        }
        guard let time = Timestamp(milliseconds: milliseconds) else {
            throw expected("a time within 285 years of zero")
        }
        return time
    }

    /// Reads a whole number that a Double holds exactly.
    mutating func wholeNumber(_ what: String) throws(TouchScriptError) -> Int {
        let start = self
        let sign = take("-") ? "-" : ""
        let text = sign + run { $0 >= "0" && $0 <= "9" }
        guard let number = Int(text), number.magnitude <= 9_007_199_254_740_991 else { throw start.expected(what) }
        return number
    }

    /// Reads a point in parentheses.
    mutating func point() throws(TouchScriptError) -> Point {
        try require("(")
        let point = try coordinates()
        try requireEnd(")")
        return point
    }

    /// Reads two coordinates within a million points.
    mutating func coordinates() throws(TouchScriptError) -> Point {
        let x = try coordinate()
        try require(",")
        return Point(x: x, y: try coordinate())
    }

    private mutating func coordinate() throws(TouchScriptError) -> Double {
        let start = self
        let coordinate = try number()
        guard coordinate.magnitude <= 1e6 else { throw start.expected("a position within a million points") }
        skipBlanks()
        return coordinate
    }

    /// Reads two numbers in parentheses.
    mutating func vector() throws(TouchScriptError) -> Vector {
        try require("(")
        let dx = try number()
        skipBlanks()
        try require(",")
        let dy = try number()
        skipBlanks()
        try requireEnd(")")
        return Vector(dx: dx, dy: dy)
    }

    /// Reads a closing bracket, and no blanks after it.
    mutating func requireEnd(_ bracket: Character) throws(TouchScriptError) {
        guard take(bracket) else { throw expected("\"\(bracket)\"") }
    }

    /// Reads the attributes in braces, if there are any; `read` reads each by its name.
    mutating func attributes(
        _ read: (_ name: String, _ start: ScriptCursor, _ cursor: inout ScriptCursor) throws(TouchScriptError) -> Void
    ) throws(TouchScriptError) {
        guard next == "{" else { return }
        try require("{")
        while true {
            let start = self
            let name = letters()
            try read(name, start, &self)
            skipBlanks()
            guard next == "," else { break }
            try require(",")
        }
        try requireEnd("}")
    }

    /// Reads the equals sign between an attribute and its value.
    mutating func requireValue() throws(TouchScriptError) {
        guard take("=") else { throw expected("\"=\"") }
    }
}
