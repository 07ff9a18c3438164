import ChartSeries
import Gestures

/// The encoded state of a chart, without its rows and what is as in a new chart.
struct ChartState: Codable {
    var id: String
    var size: ChartSize
    var xAxes: [AxisState]
    var yAxes: [AxisState]
    var series: [Series]?
    var windowOptions: WindowOptions?
    var caption: ChartCaption?
    var timeZone: String
    var selection: SelectionState?
    var overlays: [Overlay]?
    var recognized: [RecognizedGesture]?
    var publishedUpdates: Int
    var profile: GestureProfile
    var thresholds: GestureThresholds?
    var watchedAxes: [WatchedAxisState]?
    var signals: [Signal]?
    var hasUnfinishedSignals: Bool?
    var annotations: AnnotationsState?

    init(of chart: Chart) {
        id = chart.id
        size = chart.size
        xAxes = chart.xAxes.map(AxisState.init)
        yAxes = chart.yAxes.map(AxisState.init)
        series = chart.series.unlessEmpty
        windowOptions = chart.windowOptions.unless(WindowOptions())
        caption = chart.caption.unless(ChartCaption())
        timeZone = chart.calendar.identifier
        selection = chart.selection == Selection() ? nil : SelectionState(of: chart)
        overlays = chart.overlays.unlessEmpty
        recognized = chart.recognized.unlessEmpty
        publishedUpdates = chart.publishedUpdates
        profile = chart.thresholds.profile
        thresholds = chart.thresholds.unless(GestureThresholds(profile: profile))
        watchedAxes = chart.watchedAxes.map(WatchedAxisState.init).unlessEmpty
        signals = chart.signals.unlessEmpty
        hasUnfinishedSignals = chart.hasUnfinishedSignals.unless(false)
        annotations = AnnotationsState(of: chart.annotations)
    }

    /// Creates the chart.
    ///
    /// - Parameters:
    ///   - table: The rows of the surface's dataset.
    ///   - others: Those of the other datasets that its series name.
    /// - Returns: The chart.
    /// - Throws: ``UnsoundState`` for a state that no chart of these rows can have.
    func chart(of table: Table, _ others: [OtherRows]) throws(UnsoundState) -> Chart {
        let (x, y) = (try axes(xAxes, .x), try axes(yAxes, .y))
        let series = series ?? []
        let window = windowOptions ?? WindowOptions()
        guard let calendar = CivilCalendar(timeZone: timeZone) else {
            throw UnsoundState("the time zone \(timeZone), which nobody knows")
        }
        try UnsoundState.require(
            [size.width, size.height].allSatisfy { $0 > 0 && $0 <= 1e9 }, "a plot area without a size")
        try UnsoundState.require(
            Self.areUnique((xAxes + yAxes).map(\.id)) && Self.areUnique(series.map(\.id)), "an id used twice")
        try UnsoundState.require(
            series.allSatisfy { one in
                let own = one.dataset.flatMap { name in others.first { $0.dataset == name }?.table } ?? table
                return own.columns.indices.contains(one.column)
                    && CandlePart.Role.allCases.allSatisfy { role in
                        one.ohlc.map { own.columns.indices.contains($0[role]) } ?? true
                    } && one.transform?.isSound(on: own) ?? true && x.contains { $0.id == one.xAxis }
                    && y.contains { $0.id == one.yAxis }
            }, "a series without its column or its axes")
        try UnsoundState.require(
            (1...1_000_000_000).contains(window.maximumRows) && (window.points ?? 3) >= WindowOptions.fewestPoints,
            "a window without rows")
        try UnsoundState.require(
            (1...CalendarStep.mostUnits).contains(window.unitCount ?? 1), "bars of no unit, or of too many")
        try UnsoundState.require(UnsoundState.counts.contains(publishedUpdates), "too many updates")
        var chart = Chart(
            id: id, size: size, xAxes: x, yAxes: y, series: series, table: table, others: others, windowOptions: window,
            calendar: calendar)
        (chart.xAxes, chart.yAxes) = (x, y)
        chart.selection = try selection?.selection(on: chart) ?? Selection()
        chart.caption = caption ?? ChartCaption()
        chart.overlays = overlays ?? []
        chart.recognized = recognized ?? []
        chart.publishedUpdates = publishedUpdates
        chart.thresholds = try thresholds?.sound ?? GestureThresholds(profile: profile)
        for watched in watchedAxes ?? [] { chart.watchedAxes.append(try watched.watchedAxis()) }
        chart.signals = signals ?? []
        chart.hasUnfinishedSignals = hasUnfinishedSignals ?? false
        chart.annotations = try annotations?.list() ?? AnnotationList()
        return chart
    }

    private func axes(_ states: [AxisState], _ dimension: AxisDimension) throws(UnsoundState) -> [Axis] {
        try UnsoundState.require(!states.isEmpty, "a chart without an axis of either dimension")
        var axes: [Axis] = []
        for state in states {
            try UnsoundState.require(state.dimension == dimension, "an axis of the other dimension")
            axes.append(try state.axis())
        }
        return axes
    }

    static func areUnique(_ ids: [String]) -> Bool { Set(ids).count == ids.count }
}

extension GestureThresholds {
    /// The thresholds, if all are finite and not negative.
    fileprivate var sound: GestureThresholds {
        get throws(UnsoundState) {
            let amounts = [
                tapSlop, tapMaximumPress ?? 0, multiTapGap, multiTapDistance, multiTapMinimumGap, longPressDuration,
                longPressMovement, panHysteresis, panHysteresisOneAxis, pinchMinimumScaleDelta, pinchSpanSlop,
                flingMinimumVelocity, flingMaximumVelocity ?? 0,
            ]
            try UnsoundState.require(amounts.allSatisfy { $0 >= 0 && $0.isFinite }, "a threshold that is none")
            return self
        }
    }
}

extension InertialMotion {
    private enum CodingKeys: String, CodingKey {
        case start, velocity, decelerationRate
    }

    /// Reads a motion, and refuses one without a speed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        start = try container.decode(Timestamp.self, forKey: .start)
        velocity = try container.decode(Vector.self, forKey: .velocity)
        decelerationRate = try container.decode(DecelerationRate.self, forKey: .decelerationRate)
        guard velocity.length > 0, velocity.length.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: .velocity, in: container, debugDescription: "A motion without a speed.")
        }
    }

    /// Writes the start, the velocity and the deceleration rate.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start, forKey: .start)
        try container.encode(velocity, forKey: .velocity)
        try container.encode(decelerationRate, forKey: .decelerationRate)
    }
}
