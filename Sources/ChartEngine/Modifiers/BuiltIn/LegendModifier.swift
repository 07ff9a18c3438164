public import Gestures

/// The names of the series, each with its colour and whether it is drawn; a tap on an entry shows or hides its series.
///
/// The entries stand one after the other from ``Parameters/location``, all of one size, so that the server knows which one
/// a tap has hit: a client draws each in its `rect`, inside the plot area or outside of it.
public struct LegendModifier: GestureModifier {
    /// `legend`.
    public static let typeName = "legend"
    /// Updates.
    public static let needs: ModifierNeeds = [.updates]

    /// How the entries follow each other.
    public enum Orientation: String, Sendable, Hashable, Codable {
        /// From top to bottom.
        case vertical
        /// From left to right.
        case horizontal
    }

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// Which series have an entry.
        public var sourceMode = SourceMode.allSeries
        /// How the entries follow each other.
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

        /// Refuses entries that nobody can hit and places that no screen has.
        public func validate() throws(ModifierError) {
            guard location.x.magnitude <= 1e6, location.y.magnitude <= 1e6 else {
                throw ModifierError(property: "location", reason: "The location is within a million points.")
            }
            for (property, length) in [("entryWidth", entryWidth), ("entryHeight", entryHeight)] {
                guard length >= 1, length <= 10_000 else {
                    throw ModifierError(property: property, reason: "The length is 1 to 10000 points.")
                }
            }
        }
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing: what is drawn is the chart's.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// One tap.
    public func makeGestureRecognizer(on chart: Chart) -> TapGestureRecognizer { TapGestureRecognizer() }

    /// Touches that began on an entry.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        parameters.toggles && entry(at: touch.startLocation, on: chart) != nil
    }

    /// Shows or hides the series whose entry was tapped; a tap elsewhere is left to the other modifiers.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard gesture.values == .tap(taps: 1), gesture.state == .ended, parameters.toggles,
            let series = entry(at: gesture.location, on: chart)
        else { return }
        args.isHandled = true
        chart.setVisible(!series.isVisible, series: series.id)
    }

    /// Shows the entries at once.
    public mutating func attach(to chart: inout Chart, as id: String) { onUpdate(of: &chart, as: id) }

    /// Shows the entries, in drawing order.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        let entries = chart.series(of: parameters.sourceMode)
        guard !entries.isEmpty else {
            chart.setOverlays([], of: id)
            return
        }
        let items = entries.enumerated().map { index, series in
            Overlay.Item(
                series: series.id, name: series.name, rect: rect(ofEntry: index), color: series.color,
                isVisible: series.isVisible)
        }
        chart.setOverlays([Overlay(modifier: id, kind: "legend", rect: rect(of: entries.count), items: items)], of: id)
    }

    private func entry(at location: Point, on chart: Chart) -> Series? {
        chart.series(of: parameters.sourceMode).enumerated()
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
