/// Converts the cells of x to ascending doubles, one row after the other.
///
/// It keeps no more of the options than it needs, because each row moves it.
struct XReader: Sendable {
    /// The last millisecond since 1970 that has a civil date; calendar days and bars cannot represent later ones.
    private static let farthestDate = 8.64e15

    private let column: String
    private let xKind: ImportOptions.XInterpretation
    private let xUnit: ImportOptions.XUnit
    private let instants: (@Sendable (_ civilMilliseconds: Int64) -> CivilInstants)?
    private let isInAnyOrder: Bool
    private let lastBefore: Double
    /// The least and the greatest number that was read as a date.
    private var dated: ClosedRange<Double>?
    /// Whether the last row's time is one that clocks skip.
    private var isSkipped = false
    /// The lower bound of the next x.
    var last: Double
    /// The x of the row before of the same text, where texts make columns; `nil` for the row before.
    var lastOfText: Double?
    /// What x measures; `nil` before the first row.
    private(set) var kind: XKind?

    init(column: String, options: ImportOptions) {
        self.column = column
        (xKind, xUnit, instants) = (options.xKind, options.xUnit, options.instants)
        isInAnyOrder = options.isInAnyOrder || options.dialect.sortedCells != nil
        lastBefore = options.lastX ?? -.infinity
        last = -.infinity
    }

    /// Reads a cell that is a number.
    mutating func read(number: Double, line: Int) throws(ImportError) -> Double {
        let kind = resolve(isText: false)
        guard number.isFinite else { throw error(.notFinite, line) }
        switch (kind, xKind) {
        case (.number, _):
            return try ascending(number, line)
        case (.date, .date):
            let date = xUnit.milliseconds(number)
            guard date.magnitude <= Self.farthestDate || !date.isFinite else { throw farDate(number, line) }
            dated = min(dated?.lowerBound ?? date, date)...max(dated?.upperBound ?? date, date)
            return try ascending(date, line)
        case (.date, .automatic):
            throw error(.badDate(text: Self.text(of: number, .number)), line)
        }
    }

    /// Reads a cell that is text.
    mutating func read(text bytes: Span<UInt8>, line: Int) throws(ImportError) -> Double {
        guard let date = ISO8601(utf8: bytes) else {
            guard let text = String(utf8: bytes) else { throw error(.invalidUTF8, line) }
            let excerpt = ImportError.excerpt(of: text)
            let isDateWanted = xKind == .date || kind == .date || (kind == nil && Self.startsLikeDate(bytes))
            throw error(isDateWanted ? .badDate(text: excerpt) : .notANumber(text: excerpt), line)
        }
        guard resolve(isText: true) == .date else {
            let text = String(utf8: bytes) ?? ""
            throw error(.notANumber(text: ImportError.excerpt(of: text)), line)
        }
        return try read(date, line)
    }

    /// Reads a cell that is a date of the dialect's format.
    mutating func read(date: ISO8601, line: Int) throws(ImportError) -> Double {
        _ = resolve(isText: true)
        return try read(date, line)
    }

    /// Reads a date.
    ///
    /// Of a time that clocks show twice it is the first instant that is later than the row before.
    private mutating func read(_ date: ISO8601, _ line: Int) throws(ImportError) -> Double {
        guard let instants, date.offsetMinutes == nil else {
            isSkipped = false
            return try ascending(date.epochMilliseconds, line)
        }
        let civil = instants(date.civilMilliseconds)
        let first = Double(civil.first) + date.millisecondFraction
        let before = lastOfText ?? max(last, lastBefore)
        guard let second = civil.second, !isInAnyOrder, first <= before else {
            guard !isSkipped || first >= last || isInAnyOrder else { throw error(.xDecreasingByClock, line) }
            isSkipped = civil.isSkipped
            return try ascending(first, line)
        }
        let later = Double(second) + date.millisecondFraction
        guard later > before else { throw error(.xDecreasingByClock, line) }
        isSkipped = false
        return try ascending(later, line)
    }

    /// Refuses numbers whose dates are all unlikely, if they are likely ones in another unit.
    func refuseUnlikelyDates() throws(ImportError) {
        guard let dated, ImportOptions.XUnit.isUnlikely(dated) else { return }
        // Rows that follow such dates have them too.
        guard !lastBefore.isFinite || !ImportOptions.XUnit.isUnlikely(lastBefore...lastBefore) else { return }
        let numbers = xUnit.number(dated.lowerBound)...xUnit.number(dated.upperBound)
        guard let unit = ImportOptions.XUnit.likely(for: numbers) else { return }
        throw error(.unlikelyDates(first: ISO8601.format(dated.lowerBound), unit: unit), 1)
    }

    /// Makes the error of a number that is no date in its unit.
    private func farDate(_ number: Double, _ line: Int) -> ImportError {
        let unit = ImportOptions.XUnit.likely(for: number...number)
        let text = Self.text(of: number, .number)
        return error(unit.map { .unlikelyDates(first: text, unit: $0) } ?? .badDate(text: text), line)
    }

    /// Makes the error of a cell that is no date of the dialect's format; `nil` as text means that it is not UTF-8.
    func badDate(_ text: String?, line: Int) -> ImportError {
        error(text.map { .badDate(text: ImportError.excerpt(of: $0)) } ?? .invalidUTF8, line)
    }

    /// Forgets what the first row decided, because it was dropped.
    mutating func reset() {
        kind = nil
        last = -.infinity
        dated = nil
    }

    /// Makes the error of a row without x.
    func missing(line: Int) -> ImportError {
        error(.missingX, line)
    }

    private mutating func resolve(isText: Bool) -> XKind {
        let resolved = kind ?? (isText || xKind == .date ? .date : .number)
        kind = resolved
        return resolved
    }

    private mutating func ascending(_ x: Double, _ line: Int) throws(ImportError) -> Double {
        guard x.isFinite else { throw error(.notFinite, line) }
        guard kind != .date || x.magnitude <= Self.farthestDate else {
            throw error(.badDate(text: Self.text(of: x, .number)), line)
        }
        guard !isInAnyOrder else { return x }
        guard x >= last else { throw error(.xDecreasing, line) }
        guard x >= lastBefore else {
            throw error(.beforeLast(x: Self.text(of: x, kind), last: Self.text(of: lastBefore, kind)), line)
        }
        last = x
        return x
    }

    /// An x as a dataset writes it.
    static func text(of x: Double, _ kind: XKind?) -> String {
        guard kind != .date else { return ISO8601.format(x) }
        return x == x.rounded() && x.magnitude < 1e15 ? "\(Int(x))" : "\(x)"
    }

    /// The x that the row before may have had at most, for the first row of a text.
    var beforeFirstOfText: Double { max(last, lastBefore).nextDown }

    /// Whether numbers were read as dates.
    var hasDatedNumbers: Bool { dated != nil }

    private func error(_ reason: ImportError.Reason, _ line: Int) -> ImportError {
        ImportError(reason: reason, line: line, column: column)
    }

    private static func startsLikeDate(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 4, bytes[4] == UInt8(ascii: "-") else { return false }
        return (0..<4).allSatisfy { bytes[$0] &- UInt8(ascii: "0") < 10 }
    }
}

extension String {
    /// Copies UTF-8 bytes; `nil` if they are invalid.
    init?(utf8 bytes: Span<UInt8>) {
        self.init(validating: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
}
