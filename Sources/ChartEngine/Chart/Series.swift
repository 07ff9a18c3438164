public import ChartJSON
public import ChartSeries

/// One plotted column.
///
/// ```swift
/// let series = Series(id: "close", column: 3, xAxis: "x", yAxis: "y", name: "Close", kind: .line, unit: "EUR")
/// assert(series.isVisible && series.stack == nil)
/// ```
public struct Series: Sendable, Hashable, Codable {
    /// The series' id, unique on its surface.
    public internal(set) var id: String
    /// The dataset of its rows; `nil` for the surface's.
    public var dataset: String?
    /// The index of the column in the table.
    public internal(set) var column: Int
    /// The id of its x axis.
    public internal(set) var xAxis: String
    /// The id of its y axis.
    public internal(set) var yAxis: String
    /// The name to display.
    public var name: String
    /// A CSS colour; `nil` leaves it to the client.
    public var color: String?
    /// Whether the series is drawn.
    public var isVisible: Bool
    /// How the series is drawn; `nil` follows the window, see ``Chart/kind(of:)``.
    public var kind: SeriesKind?
    /// The name of the stack; series of one name on one y axis are stacked in their order.
    public var stack: String?
    /// How bars aggregate the series; `nil` follows the window.
    public var aggregate: Aggregate?
    /// The unit of the values, such as `°C`; `nil` for that of the y axis.
    public var unit: String?
    /// The lengths in points of the dashes of the line and of the gaps between them; `nil` for an unbroken line.
    public var dash: [Double]?
    /// The columns of the open, high, low and close of a candlestick series; `nil` finds them by their names.
    public var ohlc: CandleColumns?
    /// The width in points of the line, or of the outline of bars, bands and candlesticks; `nil` for that of the kind.
    public var width: Double?
    /// The shape at each row of a line, step, area or scatter series; `nil` is a dot on scatter series, else none.
    public var marker: SeriesMarker?
    /// How many points a marker is across; `nil` is as many as a dot has.
    public var markerSize: Double?
    /// Where the line of a line, step or area series breaks; `nil` is where a value is missing.
    public var gaps: SeriesGaps?
    /// Whether the line or area is read between two rows; `nil` leaves it to the modifier that reads.
    public var reading: SeriesReadingRule?
    /// What it shows of its rows; `nil` for them as they are.
    public var transform: SeriesTransform?

    /// Creates a series.
    public init(
        id: String, column: Int, xAxis: String, yAxis: String, name: String, color: String? = nil,
        isVisible: Bool = true, kind: SeriesKind? = nil, stack: String? = nil,
        aggregate: Aggregate? = nil, unit: String? = nil, dash: [Double]? = nil,
        ohlc: CandleColumns? = nil
    ) {
        self.id = id
        self.column = column
        self.xAxis = xAxis
        self.yAxis = yAxis
        self.name = name
        self.color = color
        self.isVisible = isVisible
        self.kind = kind
        self.stack = stack
        self.aggregate = aggregate
        self.unit = unit
        self.dash = dash
        self.ohlc = ohlc
    }

    /// The series of one number of its candlesticks, with another column.
    func part(_ role: CandlePart.Role, column: Int) -> Series {
        var part = Series(
            id: id, column: column, xAxis: xAxis, yAxis: yAxis, name: name, color: color, isVisible: isVisible,
            kind: kind, aggregate: role.aggregate, unit: unit)
        part.dataset = dataset
        return part
    }
}

extension Series {
    /// Whether its line may go on over missing values, or break between values.
    public var bridgesGaps: Bool { gaps != nil && gaps != .break }

    /// Whether its line goes from one row to the next one with a value, where it ``bridgesGaps``.
    ///
    /// - Parameters:
    ///   - x: The x of the row.
    ///   - next: That of the next.
    /// - Returns: Whether it does.
    public func joins(_ x: Double, _ next: Double) -> Bool {
        switch gaps {
        case .connect?: true
        case .longerThan(let length)?: next - x <= length
        case .break?, nil: false
        }
    }

    /// Whether it is read between two rows, where a modifier would do so or not.
    func isRead(interpolated isInterpolated: Bool, as kind: SeriesKind) -> Bool {
        guard kind == .line || kind == .area, let reading else { return isInterpolated }
        return reading == .interpolated
    }
}

/// A shape that stands at the rows of a series.
public enum SeriesMarker: String, Sendable, Hashable, Codable, CaseIterable {
    /// No shape.
    case none
    /// A filled circle.
    case circle
    /// A filled square.
    case square
    /// A filled square on its corner.
    case diamond
    /// A filled triangle with a corner above.
    case triangle
    /// Two lines from corner to corner.
    case cross
}

/// Where a series is read.
public enum SeriesReadingRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// At its nearest row.
    case row
    /// On its line, between two rows too.
    case interpolated
}

/// Where a line breaks.
public enum SeriesGaps: Sendable, Hashable {
    /// Where a value is missing.
    case `break`
    /// Nowhere.
    case connect
    /// Between two rows with values that are further apart, in the unit of x, milliseconds for dates.
    case longerThan(Double)
}

extension SeriesGaps: Codable {
    private enum Key: String, CodingKey {
        case longerThan
    }

    /// Reads `"break"`, `"connect"` or `{"longerThan":n}`.
    public init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: Key.self) {
            self = .longerThan(try keyed.decode(Double.self, forKey: .longerThan))
            return
        }
        let container = try decoder.singleValueContainer()
        switch try container.decode(String.self) {
        case "break": self = .break
        case "connect": self = .connect
        default:
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Expected break, connect or an object with longerThan.")
        }
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .break, .connect:
            var container = encoder.singleValueContainer()
            try container.encode(self == .break ? "break" : "connect")
        case .longerThan(let length):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(length, forKey: .longerThan)
        }
    }
}

/// What the description of a series needs from the surface that it stands on.
public struct SeriesPlace: Sendable {
    /// The surface's dataset; `nil` for none.
    public var dataset: String?
    /// Its rows.
    public var table: Table
    /// The rows of other datasets that series may name.
    public var others: [OtherRows]
    /// The x axes, at least one.
    public var xAxes: [Axis]
    /// The y axes, at least one.
    public var yAxes: [Axis]
    /// The civil time of dates without a zone.
    public var calendar: CivilCalendar

    /// Creates a place.
    public init(
        dataset: String? = nil, table: Table, others: [OtherRows] = [], xAxes: [Axis], yAxes: [Axis],
        calendar: CivilCalendar = .utc
    ) {
        (self.dataset, self.table, self.others) = (dataset, table, others)
        (self.xAxes, self.yAxes, self.calendar) = (xAxes, yAxes, calendar)
    }

    /// Creates the place that a surface with contents is.
    public init(_ contents: ChartContents, dataset: String?, calendar: CivilCalendar = .utc) {
        self.init(
            dataset: dataset, table: contents.table, others: contents.others, xAxes: contents.xAxes,
            yAxes: contents.yAxes, calendar: calendar)
    }

    /// The rows of a series' dataset, for `nil` of the surface's; `nil` for an unknown dataset.
    public func table(of dataset: String?) -> Table? {
        guard let dataset, dataset != self.dataset else { return table }
        return others.first { $0.dataset == dataset }?.table
    }

    /// The id and the name of a series that has none of its own.
    public func name(ofColumn column: String, dataset: String?) -> String {
        guard let dataset, dataset != self.dataset else { return column }
        return "\(dataset).\(column)"
    }

    fileprivate func rows(of series: Series) -> Table { table(of: series.dataset) ?? table }

    fileprivate func column(_ json: JSONValue, of series: Series, at pointer: JSONPointer) throws(Problem) -> Int {
        let name = try JSONCoding.decode(String.self, from: json, at: pointer)
        guard let column = rows(of: series).index(ofColumn: name) else {
            throw Problem(
                .specificationUnknownColumn, "The dataset has no numeric column \"\(name)\".", at: pointer)
        }
        return column
    }
}

extension Series: Described {
    /// The surface that it stands on.
    public typealias Place = SeriesPlace

    /// The longest name of a series or a column, in bytes.
    package static let longestName = Column.longestName

    /// What a client can set.
    public static let properties: [Property<Series>] = [
        Property(
            "id", \.id, Schema(.string),
            "The name of its column unless given, behind the dataset and a point if that is not the surface's.",
            reading: identifier),
        Property(
            "dataset", \.dataset, Schema(.string, as: "DatasetName").orNull,
            "The dataset of its rows; left out, that of the surface.",
            reading: { json, _, place, pointer throws(Problem) in
                let name = try JSONCoding.decode(String?.self, from: json, at: pointer)
                guard place.table(of: name) != nil else {
                    throw Problem(
                        .specificationUnknownDataset, "There is no dataset \"\(name ?? "")\".", at: pointer)
                }
                return name
            }),
        Property(
            "x", Schema(.string), "The column of its x: that of the dataset.",
            read: { json, series, place, pointer throws(Problem) in
                let name = place.rows(of: series).xName
                guard json != .null, try JSONCoding.decode(String.self, from: json, at: pointer) != name else { return }
                throw Problem(.specificationUnknownColumn, "The x of the dataset is \"\(name)\".", at: pointer)
            }, json: { series, place in place.map { .string($0.rows(of: series).xName) } }),
        Property(
            "y", Schema(.string), "The plotted column; needless with a `transform` of columns.",
            read: { json, series, place, pointer throws(Problem) in
                series.column = try place.column(json, of: series, at: pointer)
            },
            json: { series, place in
                guard series.plotsColumn else { return nil }
                return place.map { .string($0.rows(of: series).columns[series.column].name) }
            }),
        Property(
            "xAxis", \.xAxis, Schema(.string), "The id of its x axis; the first one unless given.",
            reading: axis(\.xAxis, \.xAxes)),
        Property(
            "yAxis", \.yAxis, Schema(.string), "The id of its y axis; the first one unless given.",
            reading: axis(\.yAxis, \.yAxes)),
        Property(
            "name", \.name, Schema(.string), "The name for people; unless given, what `id` is unless given.",
            reading: { json, series, place, pointer throws(Problem) in
                try shortText(json, series, place, pointer) ?? series.name
            }),
        Property("color", \.color, Schema(.string).orNull, "A CSS colour.", reading: shortText),
        Property(
            "visible", \.isVisible, Schema(.boolean), "Whether it is drawn.", reading: Property.keeping(\.isVisible)),
        .word("kind", \.kind, "How it is drawn; left out, as the window says."),
        Property("stack", \.stack, Schema(.string).orNull, "The name of its stack.", reading: shortText),
        .word("aggregate", \.aggregate, "What its bars of civil time show; left out, as the window says."),
        Property(
            "unit", \.unit, Schema(.string, as: "Unit").orNull, "The unit of its values; left out, that of the y axis.",
            reading: { json, _, _, pointer throws(Problem) in
                let text = try JSONCoding.decode(String?.self, from: json, at: pointer)
                if let text { try ReadableText.check(text, atMost: ReadableText.longestUnit, at: pointer) }
                return text
            }),
        Property(
            "dash", \.dash, Schema(.array, as: "Dash").orNull,
            "The lengths in points of the dashes of its line and of the gaps between them.",
            reading: { json, _, _, pointer throws(Problem) in
                let dash = try JSONCoding.decode([Double]?.self, from: json, at: pointer)
                if let dash { try ReadableText.check(dash: dash, at: pointer) }
                return dash
            }),
        Property(
            "ohlc", Schema(.object, as: "CandleColumns").orNull, "The columns of its candlesticks.",
            read: { json, series, place, pointer throws(Problem) in
                series.ohlc = try CandleColumns(json, of: series, in: place, at: pointer)
            }, json: { series, place in place.flatMap { series.ohlc?.json(in: $0.rows(of: series)) } }),
        .number(
            "width", \.width, 0.5...20,
            "The width in points of its line, or of the outline of its bars, band or candlesticks; left out, that of its kind."
        ),
        .word(
            "marker", \.marker,
            "The shape at the rows of a line, step, area or scatter series; left out, a dot on scatter series, else none."
        ),
        .number(
            "markerSize", \.markerSize, 1...40, "How many points a marker is across; left out, as many as a dot has."),
        Property(
            "gaps", \.gaps, Schema(.string, as: "SeriesGaps").orNull,
            "Where the line of a line, step or area series breaks; left out, where a value is missing.",
            reading: { json, _, _, pointer throws(Problem) in try SeriesGaps(json, at: pointer) }),
        .word(
            "reading", \.reading,
            "Where its line or area is read, whatever a modifier's `useInterpolation` says; left out, that decides."),
        Property(
            "transform", Schema(.object, as: "SeriesTransform").orNull,
            "What it shows of its rows in place of them; left out, the rows.",
            read: { json, series, place, pointer throws(Problem) in
                series.transform = try SeriesTransform(
                    json, of: place.rows(of: series), calendar: place.calendar, at: pointer)
                if case .columns(_, let one, _)? = series.transform { series.column = one }
            }, json: { series, place in place.flatMap { series.transform?.json(in: $0.rows(of: series)) } }),
    ]

    /// Creates a series of the first column, which a description then changes.
    public init() { self.init(id: "", column: 0, xAxis: "", yAxis: "", name: "") }

    /// Creates the series that a body specifies.
    ///
    /// - Parameters:
    ///   - body: The body, with a `y`.
    ///   - place: The surface.
    ///   - pointer: The place of the body.
    /// - Throws: A problem that names the place.
    public init(_ body: JSONObject, in place: SeriesPlace, at pointer: JSONPointer) throws(Problem) {
        let column: String
        if body["y"] == nil, Self.isOfColumns(body) {
            let id = pointer.appending("id")
            guard let json = body["id"] else { throw .missing(id) }
            column = try JSONCoding.decode(String.self, from: json, at: id)
        } else {
            guard let y = body["y"] else { throw .missing(pointer.appending("y")) }
            column = try JSONCoding.decode(String.self, from: y, at: pointer.appending("y"))
        }
        let dataset = try JSONCoding.decode(
            String?.self, from: body["dataset"] ?? .null, at: pointer.appending("dataset"))
        let name = place.name(ofColumn: column, dataset: dataset)
        self.init(id: name, column: 0, xAxis: place.xAxes[0].id, yAxis: place.yAxes[0].id, name: name)
        // The other members need the rows.
        self.dataset = dataset
        try take(body, in: place, at: pointer)
    }

    /// Whether a body has a transform that computes its values from two columns.
    public static func isOfColumns(_ body: JSONObject) -> Bool {
        guard case .object(let transform)? = body["transform"] else { return false }
        return transform["kind"] == .string(SeriesTransform.Kind.columns.rawValue)
    }

    /// Whether its values come from its column.
    private var plotsColumn: Bool {
        guard case .columns? = transform else { return true }
        return false
    }

    private static let identifier: Property<Series>.Reading<String> = { json, series, _, pointer throws(Problem) in
        guard json != .null else { return series.id }
        let id = try JSONCoding.decode(String.self, from: json, at: pointer)
        guard (1...longestName).contains(id.utf8.count) else {
            throw Problem(.specificationInvalid, "An id has 1 to \(longestName) bytes.", at: pointer)
        }
        return id
    }

    private static let shortText: Property<Series>.Reading<String?> = { json, _, _, pointer throws(Problem) in
        let text = try JSONCoding.decode(String?.self, from: json, at: pointer)
        if let text, text.utf8.count > longestName {
            throw Problem(.specificationInvalid, "It has at most \(longestName) bytes.", at: pointer)
        }
        return text
    }

    private static func axis(
        _ path: any KeyPath<Series, String> & Sendable, _ axes: any KeyPath<SeriesPlace, [Axis]> & Sendable
    ) -> Property<Series>.Reading<String> {
        { json, series, place, pointer throws(Problem) in
            let id = try JSONCoding.decode(String?.self, from: json, at: pointer) ?? series[keyPath: path]
            guard place[keyPath: axes].contains(where: { $0.id == id }) else {
                throw Problem(.specificationUnknownReference, "There is no axis \"\(id)\" of this kind.", at: pointer)
            }
            return id
        }
    }
}

extension SeriesGaps {
    /// Reads the gaps of a body; nil for null.
    fileprivate init?(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
        switch json {
        case .null: return nil
        case .string("break"): self = .break
        case .string("connect"): self = .connect
        case .object(let members):
            guard let length = members["longerThan"] else { throw .missing(pointer.appending("longerThan")) }
            if let other = members.keys.first(where: { $0 != "longerThan" }) {
                throw .unknown(pointer.appending(other))
            }
            guard case .number(let number) = length, number > 0, number.isFinite else {
                throw Problem(.propertyInvalid, "Expected a number above 0.", at: pointer.appending("longerThan"))
            }
            self = .longerThan(number)
        default:
            throw Problem(.propertyInvalid, "Expected break, connect or an object with longerThan.", at: pointer)
        }
    }
}

extension CandleColumns {
    /// Reads the names of four columns; nil for null.
    fileprivate init?(
        _ json: JSONValue, of series: Series, in place: SeriesPlace, at pointer: JSONPointer
    ) throws(Problem) {
        struct Names: Decodable { let open, high, low, close: JSONValue }
        guard let names = try JSONCoding.decode(Names?.self, from: json, at: pointer) else { return nil }
        self.init(
            open: try place.column(names.open, of: series, at: pointer.appending("open")),
            high: try place.column(names.high, of: series, at: pointer.appending("high")),
            low: try place.column(names.low, of: series, at: pointer.appending("low")),
            close: try place.column(names.close, of: series, at: pointer.appending("close")))
    }

    fileprivate func json(in table: Table) -> JSONValue {
        func name(_ column: Int) -> JSONValue { .string(table.columns[column].name) }
        return ["open": name(open), "high": name(high), "low": name(low), "close": name(close)]
    }
}

/// The columns of the four numbers of candlesticks, by their positions in the table.
public struct CandleColumns: Sendable, Hashable, Codable {
    /// The column of the first value.
    public var open: Int
    /// The column of the largest value.
    public var high: Int
    /// The column of the smallest value.
    public var low: Int
    /// The column of the last value.
    public var close: Int

    /// Creates columns.
    public init(open: Int, high: Int, low: Int, close: Int) {
        self.open = open
        self.high = high
        self.low = low
        self.close = close
    }

    /// The column of a number.
    public subscript(role: CandlePart.Role) -> Int {
        switch role {
        case .open: open
        case .high: high
        case .low: low
        case .close: close
        }
    }
}
