import ChartSeries

/// The room of the bars of one series along x, in points.
public struct BarRoom: Sendable, Hashable {
    /// The share of the distance between rows that their bars fill.
    private static let fill = 0.72
    /// The widest bars of a row together, in points.
    private static let widest = 48.0

    /// The width of the bars of a row that stand side by side, together.
    public let thickness: Double
    private let slot: Int
    private let slots: Int

    /// - Parameters:
    ///   - distance: The distance between rows, in points; `nil` for a single one.
    ///   - slot: The position of the series among those that stand side by side.
    ///   - slots: Their number.
    fileprivate init(distance: Double?, slot: Int, slots: Int) {
        thickness = max(1, min(Self.widest, Self.fill * (distance ?? Self.widest)))
        self.slot = slot
        self.slots = slots
    }

    /// The span of the bar of a row.
    ///
    /// - Parameter centre: Where the row stands, in points.
    /// - Returns: Its ends, in points.
    public func span(at centre: Double) -> ClosedRange<Double> {
        let width = thickness / Double(slots)
        let start = centre - thickness / 2 + Double(slot) * width
        return start...start + width
    }
}

/// The room of the bars of all series of a chart, measured once for all of them.
public struct BarRooms: Sendable {
    /// The positions of the visible stacks and single series with bars, by x axis.
    private var slots: [String: [Slot: Int]] = [:]
    /// The series that have bars.
    private var bars: Set<String> = []
    /// The distance between rows, of several parts the shortest one, by x axis, as a share of what the axis shows.
    private var shares: [String: Double] = [:]

    /// Measures the bars of a chart.
    public init(of chart: Chart) {
        for one in chart.series where chart.kind(of: one) == .bar {
            bars.insert(one.id)
            guard one.isVisible else { continue }
            let (slot, next) = (Slot(one), slots[one.xAxis]?.count ?? 0)
            if slots[one.xAxis]?[slot] == nil { slots[one.xAxis, default: [:]][slot] = next }
        }
        let axes = Set(chart.series.lazy.filter { chart.kind(of: $0).hasWidth }.map(\.xAxis))
        for axis in chart.xAxes where axes.contains(axis.id) {
            let distances = chart.parts.compactMap { $0.chart.distanceInWindow(on: axis) }
            shares[axis.id] = distances.min().map { $0 / axis.visiblePositions.span }
        }
    }

    /// The room of a series' bars, by the median distance of what the window shows.
    ///
    /// - Parameters:
    ///   - series: A series of the chart.
    ///   - length: The number of points along its x axis.
    /// - Returns: The room.
    public func room(of series: Series, length: Double) -> BarRoom {
        let distance = shares[series.xAxis].map { $0 * length }
        let slots = bars.contains(series.id) ? slots[series.xAxis] : nil
        return BarRoom(distance: distance, slot: slots?[Slot(series)] ?? 0, slots: slots?.count ?? 1)
    }
}

extension Chart {
    /// The room of bars, where one of some kinds has a width.
    func barRooms(for kinds: some Sequence<SeriesKind>) -> BarRooms? {
        kinds.contains(where: \.hasWidth) ? BarRooms(of: self) : nil
    }

    /// The most distances of which a median is taken; among more rows they are taken evenly.
    private static let mostDistances = 4_096
    /// A day, in milliseconds.
    private static let day = 86_400_000.0

    /// The median distance of all rows along an x axis, in positions; `nil` without two places.
    func distanceOfAll(on axis: Axis) -> Double? { medianDistance(ofRows: 0..<table.rowCount, on: axis) }

    fileprivate func distanceInWindow(on axis: Axis) -> Double? {
        guard let step = barStep else {
            let rows = rows(in: axis.visibleRange)
            return medianDistance(
                ofRows: max(0, rows.lowerBound - 1)..<min(table.rowCount, rows.upperBound + 1), on: axis)
        }
        let bars = visibleBars
        let first = bars.first?.rows.lowerBound ?? visibleRows.lowerBound
        let last = bars.last?.rows.upperBound ?? visibleRows.lowerBound
        let before = table.bar(holding: first - 1, step: step, civil: calendar.civilSteps)
        let after = table.bar(holding: last, step: step, civil: calendar.civilSteps)
        return Self.median(ofPlaces: ([before] + bars + [after]).compactMap { $0?.start }, on: axis)
    }

    private func medianDistance(ofRows rows: Range<Int>, on axis: Axis) -> Double? {
        guard rows.count > 1 else { return nil }
        switch rowPosition {
        case .index: return 1
        case .x: break
        }
        if windowOptions.rowUnit == .day, axis.options.type == .date { return Self.day }
        let step = (rows.count - 1 + Self.mostDistances - 1) / Self.mostDistances
        let scale = axis.scale
        return Self.median(
            of: stride(from: rows.lowerBound, to: rows.upperBound - 1, by: step).map { row in
                scale.position(of: table.x[row + 1]) - scale.position(of: table.x[row])
            })
    }

    private static func median(ofPlaces places: [Double], on axis: Axis) -> Double? {
        let positions = places.map(axis.scale.position)
        return median(of: zip(positions, positions.dropFirst()).map { $1 - $0 })
    }

    /// The median of the positive ones of some distances; of an even number, the smaller of the two in the middle.
    private static func median(of distances: [Double]) -> Double? {
        let sorted = distances.filter { $0 > 0 && $0.isFinite }.sorted()
        return sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
    }
}

/// A stack of bars, or a single series.
private struct Slot: Hashable {
    let series: String?
    let stack: String?
    let yAxis: String?

    init(_ one: Series) {
        series = one.stack == nil ? one.id : nil
        stack = one.stack
        yAxis = one.stack == nil ? nil : one.yAxis
    }
}
