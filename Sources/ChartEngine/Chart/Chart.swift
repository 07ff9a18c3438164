public import ChartSeries
public import Gestures

/// What a modifier sees and changes: the axes, series, rows and selection of one surface.
///
/// A value: a copy is a snapshot, and a change that fails half-way is dropped with its copy.
public struct Chart: Sendable {
    /// The id of the surface.
    public let id: String
    /// The size of the plot area.
    public internal(set) var size: ChartSize
    /// The axes of the rows' x, at least one.
    public internal(set) var xAxes: [Axis]
    /// The axes of the columns' values, at least one.
    public internal(set) var yAxes: [Axis]
    /// The plotted columns, in drawing order: the last lies on top.
    public internal(set) var series: [Series]
    /// The rows.
    public internal(set) var table: Table
    /// How rows are counted and answered.
    public internal(set) var windowOptions: WindowOptions
    /// The civil time of the surface.
    public let calendar: CivilCalendar
    /// What is selected.
    public internal(set) var selection: Selection
    /// What is drawn over the series, in the order of its modifiers.
    public internal(set) var overlays: [Overlay]
    /// What modifiers have reported by ``report(_:by:)`` during the last update, in order.
    public internal(set) var recognized: [RecognizedGesture] = []
    /// How many updates were published: scopes of ``suspendUpdates(_:)`` and changes outside of any.
    public internal(set) var publishedUpdates: Int
    /// What decides between the gestures of the surface, and how fast a release goes on.
    public internal(set) var thresholds: GestureThresholds {
        get { common.value }
        set { common = .of(newValue) }
    }
    private var common = CommonThresholds.of(GestureThresholds())
    var suspensionDepth: Int
    /// How many scopes of ``suspendUpdates(_:)`` have ended, nested ones too: it grows whenever a range may have changed.
    private(set) var changeCount = 0
    /// The axes of other surfaces that modifiers look at.
    var watchedAxes: [WatchedAxis] = []
    /// What is to go to other surfaces of the session, in order.
    var signals: [Signal] = []
    /// Whether other surfaces have heard of an action that goes on.
    var hasUnfinishedSignals = false
    /// The bars that y axes were measured with; derived, so that it is not measured for every question.
    var barMeasure = RareValue<BarMeasure>.none
    /// What the surface has noticed; `nil` unless somebody wants to know.
    var trace: Trace?

    /// Creates a chart and ranges its axes on the rows.
    ///
    /// - Parameters:
    ///   - id: The id of the surface.
    ///   - size: The size of the plot area.
    ///   - xAxes: At least one axis of dimension x.
    ///   - yAxes: At least one axis of dimension y.
    ///   - series: What to plot; each names an axis of either list and a column of the table.
    ///   - table: The rows.
    ///   - windowOptions: How rows are counted and answered.
    ///   - calendar: The civil time.
    public init(
        id: String, size: ChartSize, xAxes: [Axis], yAxes: [Axis], series: [Series], table: Table,
        windowOptions: WindowOptions = WindowOptions(), calendar: CivilCalendar = .utc
    ) {
        precondition(!xAxes.isEmpty && !yAxes.isEmpty, "a chart has an axis of either dimension")
        self.id = id
        self.size = size
        self.xAxes = xAxes
        self.yAxes = yAxes
        self.series = series
        self.table = table
        self.windowOptions = windowOptions
        self.calendar = calendar
        selection = Selection()
        overlays = []
        publishedUpdates = 0
        suspensionDepth = 0
        suspendUpdates { $0.measureData() }
    }

    /// Runs changes as one update; scopes nest, and the outermost one publishes.
    ///
    /// - Parameter changes: The changes.
    /// - Returns: What the changes return.
    /// - Throws: What the changes throw; what they have changed so far stays.
    public mutating func suspendUpdates<Result, Failure: Error>(
        _ changes: (inout Chart) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        suspensionDepth += 1
        defer { resumeUpdates() }
        return try changes(&self)
    }

    private mutating func resumeUpdates() {
        suspensionDepth -= 1
        changeCount += 1
        if suspensionDepth == 0 { publishUpdate() }
    }

    /// Publishes what has changed.
    mutating func publishUpdate() {
        measureMovedBars()
        showRowsInView()
        for index in xAxes.indices where xAxes[index].options.follow != .none || xAxes[index].followState != nil {
            xAxes[index].updateFollowState(lastRow: lastRow)
        }
        publishedUpdates += 1
    }
}

/// The size of a plot area in points, both sides positive.
public struct ChartSize: Sendable, Hashable, Codable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The number of points from top to bottom, or from left to right.
    func length(isVertical: Bool) -> Double { isVertical ? height : width }
}

/// How rows are counted and answered.
public struct WindowOptions: Sendable, Hashable, Codable {
    /// What of a row must lie in the window.
    public enum RowUnit: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its x.
        case instant
        /// The start of its civil day.
        case day
    }

    /// How rows are thinned out.
    public var method: WindowMethod
    /// The most rows that an answer holds.
    public var maximumRows: Int
    /// What of a row must lie in the window.
    public var rowUnit: RowUnit
    /// How many rows are wanted of each series, or how many bars, at least ``fewestPoints``; `nil` leaves it to the width.
    public var points: Int?
    /// What bars tell of the rows that they gather.
    public var aggregate: Aggregate
    /// The civil unit of a bar; `nil` leaves it to the width.
    public var unit: CalendarUnit?
    /// For how many units a bar stands where the unit is named; `nil` is 1.
    public var unitCount: Int?
    /// The day on which the weeks of bars begin; `nil` is Monday.
    public var weekStart: WeekStart?

    /// The fewest points that can be wanted.
    public static let fewestPoints = 3

    /// Creates options.
    public init(
        method: WindowMethod = .auto, maximumRows: Int = 4_000, rowUnit: RowUnit = .instant, points: Int? = nil,
        aggregate: Aggregate = .sum, unit: CalendarUnit? = nil, unitCount: Int? = nil, weekStart: WeekStart? = nil
    ) {
        self.method = method
        self.maximumRows = maximumRows
        self.rowUnit = rowUnit
        self.points = points
        self.aggregate = aggregate
        self.unit = unit
        self.unitCount = unitCount
        self.weekStart = weekStart
    }
}
