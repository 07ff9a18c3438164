/// What rows a client wants to see: a range of x, the columns that it plots, and how many rows it can take.
public struct WindowRequest: Sendable {
    /// The smallest x of the window.
    public var from: Double
    /// The largest x of the window, which belongs to it.
    public var to: Double
    /// The columns that are plotted, as positions in the table's `columns`.
    public var columns: [Int]
    /// How the rows are chosen.
    public var method: WindowMethod
    /// How many pixel columns the window is drawn on, at least 1.
    public var width: Int
    /// The most rows that the window may have, at least 1.
    public var maximumRows: Int
    /// Makes the value by which a row counts out of its x, such as the start of its civil day; `nil` is x itself.
    public var key: (@Sendable (Double) -> Double)?
    /// Where the rows lie; by index, `from` and `to` are indices too and `key` does not count.
    public var rowPosition: RowPosition
    /// Makes the place along the axis of an x, as pixel columns divide it; `nil` is x itself.
    public var place: (@Sendable (Double) -> Double)?
    /// Whether pixels are counted from the largest x, as on a flipped axis or on one that runs upwards.
    public var isReversed: Bool
    /// The columns of which only positive values are drawn, as positions in the table's `columns`.
    public var positiveColumns: Set<Int>
    /// How many rows are wanted of each series, or how many bars, at least 3; `nil` leaves it to the width.
    public var points: Int?
    /// What bars tell of their rows.
    public var aggregate: Aggregate
    /// The columns that bars gather, and how; `nil` is each of `columns` by `aggregate`.
    public var gathers: [GatheredColumn]?
    /// The unit that a bar stands for; `nil` leaves it to the width.
    public var unit: CalendarUnit?
    /// For how many units a bar stands, where the unit is named.
    public var unitCount: Int
    /// The day on which the weeks of bars begin.
    public var weekStart: WeekStart
    /// Finds the whole step of civil time that holds an instant; `nil` where x is no date.
    public var civil: CivilSteps?

    /// Asks for the rows between two x.
    ///
    /// - Parameters:
    ///   - from: The smallest x of the window, finite.
    ///   - to: The largest x of the window, finite and not below `from`.
    ///   - columns: The columns that are plotted, as positions in the table's `columns`.
    ///   - method: How the rows are chosen.
    ///   - width: How many pixel columns the window is drawn on, at least 1.
    ///   - maximumRows: The most rows that the window may have, at least 1.
    ///   - key: Makes the value by which a row counts; it never decreases where x grows.
    ///   - rowPosition: Where the rows lie.
    ///   - place: Makes the place along the axis of an x; it grows where x grows.
    ///   - isReversed: Whether pixels are counted from the largest x.
    ///   - positiveColumns: The columns of which only positive values are drawn.
    ///   - points: How many rows are wanted of each series, or how many bars, at least 3.
    ///   - aggregate: What bars tell of their rows.
    ///   - gathers: The columns that bars gather, and how, where it is not each column by `aggregate`.
    ///   - unit: The unit that a bar stands for.
    ///   - unitCount: For how many units a bar stands, where the unit is named, at least 1.
    ///   - weekStart: The day on which the weeks of bars begin.
    ///   - civil: Finds the whole step of civil time that holds an instant, where x is a date.
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

    /// Finds the steps of bars; `nil` where rows are not gathered into bars.
    var barSteps: CivilSteps? { method == .calendar && rowPosition == .x ? civil : nil }

    /// The columns that bars gather.
    var gatheredColumns: [GatheredColumn] {
        gathers ?? columns.map { GatheredColumn(column: $0, aggregate: aggregate) }
    }

    /// The pixel columns of the window.
    var grid: PixelGrid { PixelGrid(from: from, to: to, width: width, place: place, isReversed: isReversed) }
}
