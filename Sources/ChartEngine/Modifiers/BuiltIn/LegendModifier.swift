public import Gestures

/// Lists the series with their names, colours and visibility; a tap on an entry shows or hides its series.
///
/// The entries have one size and follow each other from ``Parameters/location``, so that the server knows which entry a
/// tap hits. A client draws each entry in its `rect`, inside or outside the plot area.
public struct LegendModifier: GestureModifier, OverlayModifier {
    /// `legend`.
    public static let typeName = "legend"

    /// The direction in which the entries follow each other.
    public enum Orientation: String, Sendable, Hashable, Codable {
        /// From top to bottom.
        case vertical
        /// From left to right.
        case horizontal
    }

    /// The properties that a client can set.
    public struct Parameters: SeriesParameters {
        /// The series that have an entry.
        public var sourceMode = SourceMode.allSeries
        /// The ids of the series that have an entry, of those of ``sourceMode``; `nil` is all.
        public var series: [String]?
        /// The direction in which the entries follow each other.
        public var orientation = Orientation.vertical
        /// The top left corner of the first entry, in points.
        public var location = Point(x: 8, y: 8)
        /// The width of an entry, in points.
        public var entryWidth = 120.0
        /// The height of an entry, in points.
        public var entryHeight = 20.0
        /// Whether a tap on an entry shows or hides its series.
        public var toggles = true

        /// Creates the defaults.
        public init() {}

        /// Refuses locations beyond a million points, and lengths outside 1 to 10000 points.
        public func validate() throws(ModifierError) {
            try require(
                location.x.magnitude <= 1e6 && location.y.magnitude <= 1e6, "location",
                "The location is within a million points.")
            for (property, length) in [("entryWidth", entryWidth), ("entryHeight", entryHeight)] {
                try require(length >= 1 && length <= 10_000, property, "The length is 1 to 10000 points.")
            }
        }
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a recognizer of one tap.
    public func makeGestureRecognizer(on chart: Chart) -> TapGestureRecognizer { TapGestureRecognizer() }

    /// Accepts touches that began on an entry, if entries toggle.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        parameters.toggles && entry(at: touch.startLocation, on: chart) != nil
    }

    /// Claims taps on an entry, if entries toggle.
    public func claims(_ location: Point, for kind: GestureKind, on chart: Chart) -> Bool {
        switch kind {
        case .tap, .doubleTouchDown: parameters.toggles && entry(at: location, on: chart) != nil
        case .longPress, .pan, .pinch, .rotation, .swipe, .hover, .wheel, .marquee: false
        }
    }

    /// Shows or hides the series of the tapped entry; ignores a tap elsewhere.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard gesture.values == .tap(taps: 1), gesture.state == .ended, parameters.toggles,
            let series = entry(at: gesture.location, on: chart)
        else { return }
        args.isHandled = true
        chart.setVisible(!series.isVisible, series: series.id)
    }

    /// Returns the legend with one entry a series, in drawing order.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        let entries = chart.series(of: parameters.sourceMode, named: parameters.series)
        guard !entries.isEmpty else { return [] }
        let items = entries.enumerated().map { index, series in
            Overlay.Item(
                series: series.id, name: series.name, rect: rect(ofEntry: index), color: series.color,
                isVisible: series.isVisible)
        }
        return [Overlay(modifier: id, kind: "legend", rect: rect(of: entries.count), items: items)]
    }

    private func entry(at location: Point, on chart: Chart) -> Series? {
        chart.series(of: parameters.sourceMode, named: parameters.series).enumerated()
            .first { index, _ in rect(ofEntry: index).contains(location) }?.element
    }

    private func rect(ofEntry index: Int) -> Rect {
        let origin = parameters.location
        let (width, height) = (parameters.entryWidth, parameters.entryHeight)
        switch parameters.orientation {
        case .vertical: return Rect(x: origin.x, y: origin.y + Double(index) * height, width: width, height: height)
        case .horizontal: return Rect(x: origin.x + Double(index) * width, y: origin.y, width: width, height: height)
        }
    }

    private func rect(of count: Int) -> Rect {
        var rect = rect(ofEntry: 0)
        switch parameters.orientation {
        case .vertical: rect.height *= Double(count)
        case .horizontal: rect.width *= Double(count)
        }
        return rect
    }
}
