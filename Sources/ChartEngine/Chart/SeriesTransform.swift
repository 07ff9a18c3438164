import ChartJSON
public import ChartSeries
import Gestures

/// What a series shows of its rows in place of them.
public enum SeriesTransform: Sendable, Hashable {
    /// At x the row that stood at x + `by`.
    case shift(by: XLength)
    /// `factor · y + offset`.
    case scale(factor: Double, offset: Double)
    /// The change since a base, in percent of its magnitude.
    case percentChange(base: PercentBase)
    /// The mean of the values of a span that ends at each row.
    case movingAverage(span: MeanSpan)
    /// The difference to the row before.
    case difference
    /// The difference to the row before, for a length of x.
    case rate(per: XLength)
    /// The sum of the values up to each row.
    case cumulative
    /// Two columns, by their positions in the table, row by row.
    case columns(Derivation.Operation, Int, Int)

    /// The row whose value is 0 percent.
    public enum PercentBase: Sendable, Hashable {
        /// The first one with a value.
        case first
        /// The first one with a value in view.
        case view
        /// The first one with a value at or after an x.
        case x(Double)
    }

    /// Over which rows a mean goes.
    public enum MeanSpan: Sendable, Hashable {
        /// The last rows, of which the row is one.
        case rows(Int)
        /// A length of time.
        case length(XLength)

        var derivation: Derivation.Span {
            switch self {
            case .rows(let rows): .rows(rows)
            case .length(let length): .length(length.value)
            }
        }
    }

    /// What it is called.
    enum Kind: String, CaseIterable, Codable {
        case shift, scale, percentChange, movingAverage, difference, rate, cumulative, columns
    }

    /// How far it moves rows; `nil` where it does not.
    var shift: RowShift? {
        guard case .shift(let by) = self else { return nil }
        return by.shift
    }

    /// Whether a series of a table can have it.
    func isSound(on table: Table) -> Bool {
        switch self {
        case .columns(_, let one, let other): [one, other].allSatisfy(table.columns.indices.contains)
        case .movingAverage(.rows(let rows)): rows >= 1
        case .movingAverage(.length(let length)), .rate(let length): length.value > 0
        case .shift, .scale, .percentChange, .difference, .cumulative: true
        }
    }

    var kind: Kind {
        switch self {
        case .shift: .shift
        case .scale: .scale
        case .percentChange: .percentChange
        case .movingAverage: .movingAverage
        case .difference: .difference
        case .rate: .rate
        case .cumulative: .cumulative
        case .columns: .columns
        }
    }
}

/// A length of x: a number, or whole numbers of a unit of time.
public enum XLength: Sendable, Hashable {
    /// A number.
    case number(Double)
    /// So many of a unit.
    case time(Int, Unit)

    /// A unit of time, in which lengths of dates are given.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Seconds.
        case second = "s"
        /// Minutes.
        case minute = "min"
        /// Hours.
        case hour = "h"
        /// Days, which are civil ones where rows are moved, and else 24 hours.
        case day = "d"
        /// Weeks of seven days.
        case week = "w"
        /// Months.
        case month = "mo"
        /// Years.
        case year = "y"

        /// The milliseconds; `nil` for months and years.
        var milliseconds: Double? {
            switch self {
            case .second: 1_000
            case .minute: 60_000
            case .hour: 3_600_000
            case .day: 86_400_000
            case .week: 604_800_000
            case .month, .year: nil
            }
        }
    }

    /// The most units.
    static let mostUnits = 1_000_000

    /// The length in the unit of x; not a number for months and years.
    var value: Double {
        switch self {
        case .number(let number): number
        case .time(let count, let unit): unit.milliseconds.map { Double(count) * $0 } ?? .nan
        }
    }

    /// The shift of rows.
    var shift: RowShift {
        switch self {
        case .number, .time(_, .second), .time(_, .minute), .time(_, .hour): .length(value)
        case .time(let count, .day): .days(count)
        case .time(let count, .week): .days(7 * count)
        case .time(let count, .month): .months(count)
        case .time(let count, .year): .months(12 * count)
        }
    }

    /// Reads text such as `-7d`; `nil` for any other.
    init?(_ text: String) {
        guard let unit = Unit.allCases.last(where: { text.hasSuffix($0.rawValue) && Self.count(text, $0) != nil }),
            let count = Self.count(text, unit), count.magnitude <= Self.mostUnits
        else { return nil }
        self = .time(count, unit)
    }

    private static func count(_ text: String, _ unit: Unit) -> Int? {
        Int(text.dropLast(unit.rawValue.count))
    }

    /// As a client gives it.
    var json: JSONValue {
        switch self {
        case .number(let number): .number(number)
        case .time(let count, let unit): .string("\(count)\(unit.rawValue)")
        }
    }
}

extension SeriesTransform {
    /// Reads a transform of a body; `nil` for null.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - table: The rows of the series.
    ///   - calendar: The civil time of dates without a zone.
    ///   - pointer: The place of the value.
    /// - Throws: A problem that names the place.
    init?(_ json: JSONValue, of table: Table, calendar: CivilCalendar, at pointer: JSONPointer) throws(Problem) {
        guard json != .null else { return nil }
        guard case .object(let body) = json else { throw Problem(.propertyInvalid, "Expected an object.", at: pointer) }
        guard let name = body["kind"] else { throw .missing(pointer.appending("kind")) }
        guard case .string(let text) = name, let kind = Kind(rawValue: text) else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.propertyInvalid, "Expected one of \(kinds).", at: pointer.appending("kind"))
        }
        let reader = TransformReader(body: body, table: table, calendar: calendar, pointer: pointer)
        try reader.check(names: kind.names)
        switch kind {
        case .shift: self = .shift(by: try reader.length("by", isCivil: true, isPositive: false))
        case .scale:
            self = .scale(factor: try reader.number("factor") ?? 1, offset: try reader.number("offset") ?? 0)
        case .percentChange: self = .percentChange(base: try reader.base("base"))
        case .movingAverage: self = .movingAverage(span: try reader.span("span"))
        case .difference: self = .difference
        case .rate: self = .rate(per: try reader.length("per", isCivil: false, isPositive: true))
        case .cumulative: self = .cumulative
        case .columns:
            let (one, other) = try reader.columns("of")
            self = .columns(try reader.operation("op"), one, other)
        }
    }

    /// The transform as a client gives it.
    func json(in table: Table) -> JSONValue {
        var members: JSONObject = ["kind": .string(kind.rawValue)]
        switch self {
        case .shift(let by): members["by"] = by.json
        case .scale(let factor, let offset):
            members["factor"] = .number(factor)
            members["offset"] = .number(offset)
        case .percentChange(.first): members["base"] = "first"
        case .percentChange(.view): members["base"] = "view"
        case .percentChange(.x(let x)): members["base"] = .number(x)
        case .movingAverage(.rows(let rows)): members["span"] = .number(Double(rows))
        case .movingAverage(.length(let length)): members["span"] = length.json
        case .difference, .cumulative: break
        case .rate(let per): members["per"] = per.json
        case .columns(let operation, let one, let other):
            members["op"] = .string(operation.rawValue)
            members["of"] = .array([one, other].map { .string(table.columns[$0].name) })
        }
        return .object(members)
    }
}

extension SeriesTransform.Kind {
    /// The names of its members beside `kind`.
    fileprivate var names: Set<String> {
        switch self {
        case .shift: ["by"]
        case .scale: ["factor", "offset"]
        case .percentChange: ["base"]
        case .movingAverage: ["span"]
        case .difference, .cumulative: []
        case .rate: ["per"]
        case .columns: ["op", "of"]
        }
    }
}

/// Reads the members of a transform.
private struct TransformReader {
    let body: JSONObject
    let table: Table
    let calendar: CivilCalendar
    let pointer: JSONPointer

    func check(names: Set<String>) throws(Problem) {
        if let other = body.keys.first(where: { $0 != "kind" && !names.contains($0) }) {
            throw .unknown(pointer.appending(other))
        }
    }

    private func member(_ name: String) throws(Problem) -> JSONValue {
        guard let json = body[name], json != .null else { throw .missing(pointer.appending(name)) }
        return json
    }

    private func fault(_ name: String, _ sentence: String) -> Problem {
        Problem(.propertyInvalid, sentence, at: pointer.appending(name))
    }

    /// A finite number; `nil` where it is left out.
    func number(_ name: String) throws(Problem) -> Double? {
        switch body[name] {
        case nil, .null?: return nil
        case .number(let number)? where number.isFinite: return number
        default: throw fault(name, "Expected a number.")
        }
    }

    /// A length of the rows' x: text for dates, else a number.
    func length(_ name: String, isCivil: Bool, isPositive: Bool) throws(Problem) -> XLength {
        let units = isCivil ? "s, min, h, d, w, mo or y" : "s, min, h, d or w"
        let length: XLength
        switch try member(name) {
        case .string(let text) where table.xKind == .date || table.rowCount == 0:
            guard let read = XLength(text) else {
                throw fault(name, "Expected a whole number of \(units), such as \(isCivil ? "-7d" : "1h").")
            }
            length = read
        case .number(let number) where (table.xKind == .number || table.rowCount == 0) && number.isFinite:
            length = .number(number)
        default:
            throw fault(
                name,
                table.xKind == .date
                    ? "Expected a whole number of \(units), such as \(isCivil ? "-7d" : "1h")." : "Expected a number.")
        }
        guard isCivil || !length.value.isNaN else { throw fault(name, "Expected a whole number of \(units).") }
        guard !isPositive || length.value > 0 else { throw fault(name, "Expected a length above 0.") }
        return length
    }

    func span(_ name: String) throws(Problem) -> SeriesTransform.MeanSpan {
        guard case .number(let number) = try member(name) else {
            return .length(try length(name, isCivil: false, isPositive: true))
        }
        guard let rows = Int(exactly: number), rows >= 1 else {
            throw fault(name, "Expected a whole number of rows from 1, or a length of time such as 7d.")
        }
        return .rows(rows)
    }

    func base(_ name: String) throws(Problem) -> SeriesTransform.PercentBase {
        switch body[name] {
        case nil, .null?, .string("first")?: return .first
        case .string("view")?: return .view
        case .number(let number)? where number.isFinite: return .x(number)
        case .string(let text)?:
            if table.xKind == .date, let instant = calendar.instant(iso8601: text) { return .x(instant) }
        default: break
        }
        throw fault(name, "Expected first, view or an x.")
    }

    func operation(_ name: String) throws(Problem) -> Derivation.Operation {
        guard case .string(let text) = try member(name), let operation = Derivation.Operation(rawValue: text) else {
            throw fault(name, "Expected one of + - * /.")
        }
        return operation
    }

    func columns(_ name: String) throws(Problem) -> (Int, Int) {
        guard case .array(let names) = try member(name), names.count == 2 else {
            throw fault(name, "Expected the names of two columns.")
        }
        var columns: [Int] = []
        for (index, one) in names.enumerated() {
            let place = pointer.appending(name).appending(index)
            let text = try JSONCoding.decode(String.self, from: one, at: place)
            guard let column = table.index(ofColumn: text) else {
                throw Problem(.specificationUnknownColumn, "The dataset has no numeric column \"\(text)\".", at: place)
            }
            columns.append(column)
        }
        return (columns[0], columns[1])
    }
}

extension SeriesTransform: Codable {
    private enum Key: String, CodingKey {
        case kind, by, factor, offset, base, span, per, op, of
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .shift: self = .shift(by: try container.decode(XLength.self, forKey: .by))
        case .scale:
            self = .scale(
                factor: try container.decode(Double.self, forKey: .factor),
                offset: try container.decode(Double.self, forKey: .offset))
        case .percentChange: self = .percentChange(base: try container.decode(PercentBase.self, forKey: .base))
        case .movingAverage: self = .movingAverage(span: try container.decode(MeanSpan.self, forKey: .span))
        case .difference: self = .difference
        case .rate: self = .rate(per: try container.decode(XLength.self, forKey: .per))
        case .cumulative: self = .cumulative
        case .columns:
            let columns = try container.decode([Int].self, forKey: .of)
            try UnsoundState.require(columns.count == 2, "a transform of other than two columns")
            self = .columns(try container.decode(Derivation.Operation.self, forKey: .op), columns[0], columns[1])
        }
    }

    /// Writes it as a client gives it, with the positions of columns.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .kind)
        switch self {
        case .shift(let by): try container.encode(by, forKey: .by)
        case .scale(let factor, let offset):
            try container.encode(factor, forKey: .factor)
            try container.encode(offset, forKey: .offset)
        case .percentChange(let base): try container.encode(base, forKey: .base)
        case .movingAverage(let span): try container.encode(span, forKey: .span)
        case .difference, .cumulative: break
        case .rate(let per): try container.encode(per, forKey: .per)
        case .columns(let operation, let one, let other):
            try container.encode(operation, forKey: .op)
            try container.encode([one, other], forKey: .of)
        }
    }
}

extension XLength: Codable {
    /// Reads a number or text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let length = Self(try container.decode(String.self)) {
            self = length
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected a length such as -7d.")
        }
    }

    /// Writes a number or text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .time(let count, let unit): try container.encode("\(count)\(unit.rawValue)")
        }
    }
}

extension SeriesTransform.PercentBase: Codable {
    /// Reads a word or a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let x = try? container.decode(Double.self) {
            self = .x(x)
        } else {
            self = try container.decode(String.self) == "view" ? .view : .first
        }
    }

    /// Writes a word or a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .first: try container.encode("first")
        case .view: try container.encode("view")
        case .x(let x): try container.encode(x)
        }
    }
}

extension SeriesTransform.MeanSpan: Codable {
    /// Reads a number of rows or a length.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let rows = try? container.decode(Int.self) {
            self = .rows(rows)
        } else {
            self = .length(try container.decode(XLength.self))
        }
    }

    /// Writes a number of rows or a length.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .rows(let rows): try container.encode(rows)
        case .length(let length): try container.encode(length)
        }
    }
}
