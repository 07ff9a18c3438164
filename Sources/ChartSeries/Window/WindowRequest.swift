/// A request for rows: a range of x, the plotted columns, and the maximum number of rows.
public struct WindowRequest: Sendable {
    /// The smallest x of the window, inclusive.
    public var from: Double
    /// The largest x of the window, inclusive.
    public var to: Double
    /// The plotted columns, as positions in the table's `columns`.
    public var columns: [Int]
    /// How the rows are chosen.
    public var method: WindowMethod
    /// The number of pixel columns that the window is drawn on, at least 1.
    public var width: Int
    /// The maximum number of rows of the window, at least 1.
    public var maximumRows: Int
    /// Maps an x to the value that is compared with the range, such as the start of its civil day; `nil` is x itself.
    public var key: (@Sendable (Double) -> Double)?
    /// Where the rows lie; for `index`, `from` and `to` are indices and `key` is ignored.
    public var rowPosition: RowPosition
    /// Maps an x to its place along the axis, which pixel columns divide; `nil` is x itself.
    public var place: (@Sendable (Double) -> Double)?
    /// Whether pixels count from the largest x, as on a flipped axis or one that runs upwards.
    public var isReversed: Bool
    /// The columns of which only positive values are drawn, as positions in the table's `columns`.
    public var positiveColumns: Set<Int>
    /// The number of rows per series, or of bars, at least 3; `nil` derives it from the width.
    public var points: Int?
    /// The aggregate of bars.
    public var aggregate: Aggregate
    /// The columns that bars aggregate; `nil` is each of `columns` with `aggregate`.
    public var gathers: [GatheredColumn]?
    /// The unit of a bar's step; `nil` derives it from the width.
    public var unit: CalendarUnit?
    /// The number of units of a bar's step, if `unit` is set.
    public var unitCount: Int
    /// The day on which the weeks of bars begin.
    public var weekStart: WeekStart
    /// Finds the whole step of civil time that contains an instant; `nil` if x is no date.
    public var civil: CivilSteps?

    /// Makes a request for the rows between two x.
    ///
    /// - Parameters:
    ///   - from: The smallest x of the window, finite.
    ///   - to: The largest x of the window, finite and not below `from`.
    ///   - columns: The plotted columns, as positions in the table's `columns`.
    ///   - method: How the rows are chosen.
    ///   - width: The number of pixel columns that the window is drawn on, at least 1.
    ///   - maximumRows: The maximum number of rows of the window, at least 1.
    ///   - key: Maps an x to the value that is compared with the range; never decreasing.
    ///   - rowPosition: Where the rows lie.
    ///   - place: Maps an x to its place along the axis; increasing.
    ///   - isReversed: Whether pixels count from the largest x.
    ///   - positiveColumns: The columns of which only positive values are drawn.
    ///   - points: The number of rows per series, or of bars, at least 3.
    ///   - aggregate: The aggregate of bars.
    ///   - gathers: The columns that bars aggregate; `nil` is each of `columns` with `aggregate`.
    ///   - unit: The unit of a bar's step.
    ///   - unitCount: The number of units of a bar's step, if `unit` is set, at least 1.
    ///   - weekStart: The day on which the weeks of bars begin.
    ///   - civil: Finds the whole step of civil time that contains an instant; `nil` if x is no date.
    public init(
        from: Double,
        to: Double,
        columns: [Int],
        method: WindowMethod = .auto,
        width: Int,
        maximumRows: Int,
        key: (@Sendable (Double) -> Double)? = nil,
        rowPosition: RowPosition = .x,
        place: (@Sendable (Double) -> Double)? = nil,
        isReversed: Bool = false,
        positiveColumns: Set<Int> = [],
        points: Int? = nil,
        aggregate: Aggregate = .sum,
        gathers: [GatheredColumn]? = nil,
        unit: CalendarUnit? = nil,
        unitCount: Int = 1,
        weekStart: WeekStart = .monday,
        civil: CivilSteps? = nil
    ) {
        self.from = from
        self.to = to
        self.columns = columns
        self.method = method
        self.width = width
        self.maximumRows = maximumRows
        self.key = key
        self.rowPosition = rowPosition
        self.place = place
        self.isReversed = isReversed
        self.positiveColumns = positiveColumns
        self.points = points
        self.aggregate = aggregate
        self.gathers = gathers
        self.unit = unit
        self.unitCount = unitCount
        self.weekStart = weekStart
        self.civil = civil
    }

    /// Finds the steps of bars; `nil` if the request has no bars.
    var barSteps: CivilSteps? { method == .calendar && rowPosition == .x ? civil : nil }

    /// The columns that bars aggregate, and their aggregates.
    var gatheredColumns: [GatheredColumn] {
        gathers ?? columns.map { GatheredColumn(column: $0, aggregate: aggregate) }
    }

    /// The most pixel columns of all plotted columns together: those of 32 lines on a screen of 4,096 points.
    static let mostPixelColumns = 131_072

    /// The pixel columns of the window; fewer where the plotted columns together would have very many.
    var grid: PixelGrid {
        let most = max(1, Self.mostPixelColumns / max(1, columns.count))
        return PixelGrid(from: from, to: to, width: min(width, most), place: place, isReversed: isReversed)
    }
}
