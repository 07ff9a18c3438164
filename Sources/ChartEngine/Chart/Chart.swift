public import ChartJSON
public import ChartSeries
public import Gestures

/// The axes, series, rows and selection of one surface, which its modifiers read and change.
///
/// A chart is a value: a copy is a snapshot, and a change that fails half-way is dropped with its copy.
///
/// ```swift
/// let table = try Table(xName: "x", xKind: .number, x: [0, 1, 2], columns: [(name: "y", values: [3, 1, 2])])
/// let chart = Chart(
///     id: "main", size: ChartSize(width: 400, height: 200), xAxes: [Axis(id: "x", dimension: .x, options: .init())],
///     yAxes: [Axis(id: "y", dimension: .y, options: .init())],
///     series: [Series(id: "y", column: 0, xAxis: "x", yAxis: "y", name: "y")], table: table)
/// assert(chart.xAxes[0].dataRange == AxisRange(min: 0, max: 2))
/// ```
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
    public internal(set) var series: [Series] { didSet { noteParts() } }
    /// The rows of the surface's dataset.
    public internal(set) var table: Table
    /// The rows of other datasets on which series stand, in no order that means anything.
    public internal(set) var others: [OtherRows] = [] { didSet { noteParts() } }
    /// Whether series stand on other rows than ``table``, or on derived ones; derived from them when they change.
    public private(set) var hasParts = false
    /// Whether it is a part of a chart, whose table has the values of its series.
    var isPart = false { didSet { noteParts() } }
    /// How the window counts and decimates rows.
    public internal(set) var windowOptions: WindowOptions
    /// What people read above the chart.
    public internal(set) var caption: ChartCaption {
        get { rareCaption.value ?? ChartCaption() }
        set { rareCaption = RareValue(newValue.isEmpty ? nil : newValue) }
    }
    private var rareCaption = RareValue<ChartCaption>.none
    /// What people have left on the chart.
    public internal(set) var annotations = AnnotationList()
    /// The civil time of the surface.
    public let calendar: CivilCalendar
    /// What is selected.
    public internal(set) var selection: Selection
    /// What modifiers draw over the series, in the order of the modifiers.
    public internal(set) var overlays: [Overlay]
    /// The gestures that modifiers reported by ``report(_:by:annotation:)`` during the last update, in order.
    public internal(set) var recognized: [RecognizedGesture] = []
    /// The number of published updates: scopes of ``suspendUpdates(_:)``, and changes outside of any.
    public internal(set) var publishedUpdates: Int
    /// The thresholds of the surface's gestures and of its inertia.
    public internal(set) var thresholds: GestureThresholds {
        get { common.value }
        set { common = .of(newValue) }
    }
    private var common = CommonThresholds.of(GestureThresholds())
    var suspensionDepth: Int
    /// The number of ended scopes of ``suspendUpdates(_:)``, nested ones too; it grows with every change of a range.
    private(set) var changeCount = 0
    /// The axes of other surfaces that modifiers watch.
    var watchedAxes: [WatchedAxis] = []
    /// The signals to other surfaces of the session, in order.
    var signals: [Signal] = []
    /// Whether an unfinished action has sent signals to other surfaces.
    var hasUnfinishedSignals = false
    /// The bars by which the y axes were measured; derived, so that a query does not measure them again.
    var barMeasure = RareValue<BarMeasure>.none
    /// The step of the bars of the chart that this is a look at, on a plot of another size.
    var heldStep = RareValue<CalendarStep>.none
    /// The trace of the surface; `nil` unless it is traced.
    var trace: Trace?

    /// Creates a chart and ranges its axes on the rows.
    ///
    /// - Parameters:
    ///   - id: The id of the surface.
    ///   - size: The size of the plot area.
    ///   - xAxes: At least one axis of dimension x.
    ///   - yAxes: At least one axis of dimension y.
    ///   - series: The plotted columns; each names its axes and a column of the table.
    ///   - table: The rows of the surface's dataset.
    ///   - others: The rows of the other datasets that the series name.
    ///   - windowOptions: How the window counts and decimates rows.
    ///   - calendar: The calendar of the surface's time zone.
    public init(
        id: String, size: ChartSize, xAxes: [Axis], yAxes: [Axis], series: [Series], table: Table,
        others: [OtherRows] = [], windowOptions: WindowOptions = WindowOptions(), calendar: CivilCalendar = .utc
    ) {
        precondition(!xAxes.isEmpty && !yAxes.isEmpty, "a chart has an axis of either dimension")
        self.id = id
        self.size = size
        self.xAxes = xAxes
        self.yAxes = yAxes
        self.series = series
        self.table = table
        self.others = others
        self.windowOptions = windowOptions
        self.calendar = calendar
        selection = Selection()
        overlays = []
        publishedUpdates = 0
        suspensionDepth = 0
        noteParts()
        suspendUpdates { $0.measureData() }
    }

    private mutating func noteParts() {
        hasParts = !isPart && (!others.isEmpty || series.contains { $0.transform != nil })
    }

    /// Runs changes as one update; scopes nest, and the outermost one publishes.
    ///
    /// - Parameter changes: The changes.
    /// - Returns: What the changes return.
    /// - Throws: What the changes throw; the changes made so far stay.
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

    /// Publishes the changes.
    mutating func publishUpdate() {
        measureMovedBars()
        if hasParts, series.contains(where: { $0.transform == .percentChange(base: .view) }) { measureValues() }
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

    /// The height along a vertical axis, else the width.
    func length(isVertical: Bool) -> Double { isVertical ? height : width }
}

extension ChartSize: Described {
    /// Nothing: a size depends on nothing else.
    public typealias Place = Void

    /// The longest side of a plot area, in points.
    package static let longestSide = 100_000.0

    /// What a client can say.
    public static let properties: [Property<ChartSize>] = [
        .number("width", \.width, from: 1, to: longestSide, "The width in points."),
        .number("height", \.height, from: 1, to: longestSide, "The height in points."),
    ]

    /// Creates the size of a plot area whose client names none.
    public init() { self.init(width: 800, height: 400) }

    /// Reads a size, both sides of which must be given.
    package init(_ body: JSONObject, at pointer: JSONPointer) throws(Problem) {
        self.init()
        for property in Self.properties where body[property.name] == nil {
            throw .missing(pointer.appending(property.name))
        }
        try take(body, in: (), at: pointer)
    }
}
