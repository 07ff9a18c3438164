public import ChartJSON
public import Gestures

/// Lists the series with their names, colours and visibility; a tap on an entry shows or hides its series.
///
/// The entries have one size and follow each other from ``Parameters/location``, so that the server knows which entry a
/// tap hits. A client draws each entry in its `rect`, inside or outside the plot area.
public struct LegendModifier: GestureModifier, OverlayModifier {
    /// `legend`.
    public static let typeName = "legend"
    /// What it does.
    public static let meaning =
        "Names and colours of the series; a tap in the `rect` of an entry shows or hides its series."

    /// The direction in which the entries follow each other.
    public enum Orientation: String, Sendable, Hashable, Codable, CaseIterable {
        /// From top to bottom.
        case vertical
        /// From left to right.
        case horizontal
    }

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var sourceMode = SourceMode.allSeries, series: [String]?, orientation = Orientation.vertical,
            location = Point(x: 8, y: 8), entryWidth = 120.0, entryHeight = 20.0, toggles = true

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("sourceMode", \.sourceMode, "The series that have an entry."),
            .series(\.series, "The ids of the series that have an entry, of those of `sourceMode`; `null` is all."),
            .word("orientation", \.orientation, "The direction of the list."),
            Property(
                "location", \.location, Schema(.object, as: "LegendLocation"),
                "The top left corner of the first entry, in points.",
                fault: { max($0.x.magnitude, $0.y.magnitude) > 1e6 ? "The location is within a million points." : nil }),
            .number("entryWidth", \.entryWidth, from: 1, to: 10_000, "The width of an entry, in points."),
            .number("entryHeight", \.entryHeight, from: 1, to: 10_000, "The height of an entry, in points."),
            .flag("toggles", \.toggles, "Whether a tap on an entry shows or hides its series."),
        ]

        /// Creates the defaults.
        public init() {}
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
