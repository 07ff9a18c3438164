import Gestures

/// Shows lines across the plot area at fixed x values, with the values of the series on them.
///
/// The lines move with the axis, and the modifier shows only those in the visible range. The pointer has a line too,
/// which comes last.
public struct VerticalSliceModifier: ReadingModifier, OverlayModifier {
    /// `verticalSlice`.
    public static let typeName = "verticalSlice"
    /// The most fixed lines of a modifier.
    public static let maximumSlices = 64

    /// The properties that a client can set.
    public struct Parameters: PointerParameters {
        /// The x values of the fixed lines; dates are in milliseconds since 1970.
        public var slices: [Double] = []
        /// Whether the modifier interpolates between two rows; otherwise it reads the nearest row.
        public var useInterpolation = true
        /// The series that the modifier reads.
        public var sourceMode = SourceMode.allVisibleSeries
        /// The largest distance between a line and a row that the modifier reads, in points; 0 is any distance.
        public var hitTestRadius = 0.0
        /// Which finger gestures have a line too.
        public var touch = PointerTouch.longPress
        /// Whether a drag has a line too, and then competes with other drags.
        public var followsPan = false

        /// Creates the defaults.
        public init() {}

        /// Refuses a negative radius and more than ``maximumSlices`` lines.
        public func validate() throws(ModifierError) {
            try require(slices.count <= maximumSlices, "slices", "There are at most \(maximumSlices) slices.")
            try require(hitTestRadius >= 0, "hitTestRadius", "The radius is not negative.")
        }
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The location of the pointer.
    public var state = PointerState()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Counts each series on each fixed line and on the pointer's line.
    public func readings(ofSeries count: Int) -> Int { (parameters.slices.count + 1) * count }

    /// Returns the fixed lines in the order of the parameters, then the pointer's line.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        let axis = chart.xAxes[0]
        let viewport = chart.viewport(of: axis)
        var overlays = parameters.slices.filter(axis.visibleRange.contains).map { x in
            slice(at: .x(x), point: viewport.apply(x), across: axis, of: chart, as: id)
        }
        if let location = state.location {
            let point = chart.coordinate(of: location, along: axis)
            overlays.append(slice(at: .location(location), point: point, across: axis, of: chart, as: id))
        }
        return overlays
    }

    private func slice(
        at place: ReadingPlace, point: Double, across axis: Axis, of chart: Chart, as id: String
    ) -> Overlay {
        let items = chart.readings(
            at: place, of: parameters.sourceMode, isInterpolated: parameters.useInterpolation,
            within: parameters.hitTestRadius)
        return Overlay(modifier: id, kind: "verticalSlice", rect: chart.crossing(axis, at: point), items: items)
    }
}
