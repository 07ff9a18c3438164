import Gestures

/// Lines across the plot area at fixed x, and what each series says on them.
///
/// The lines stand at x values of the data and move with the axis; one out of the visible range is not shown. The
/// pointer has a line of its own, which comes last.
public struct VerticalSliceModifier: ReadingModifier {
    /// `verticalSlice`.
    public static let typeName = "verticalSlice"
    /// Updates.
    public static let needs: ModifierNeeds = [.updates]

    /// The most fixed lines.
    public static let maximumSlices = 64

    /// What a client can set.
    public struct Parameters: PointerParameters {
        /// The x values of the fixed lines; dates are milliseconds since 1970.
        public var slices: [Double] = []
        /// Whether values between two rows are interpolated; otherwise the nearest row is read.
        public var useInterpolation = true
        /// Which series are read out.
        public var sourceMode = SourceMode.allVisibleSeries
        /// How far a row may be from the line to be read, in points; 0 is any distance.
        public var hitTestRadius = 0.0
        /// What of a finger has a line too.
        public var touch = PointerTouch.longPress
        /// Whether a drag has a line too; it competes with other drags then.
        public var followsPan = false

        /// Creates the defaults.
        public init() {}

        /// Refuses a negative radius and more lines than anybody reads.
        public func validate() throws(ModifierError) {
            guard slices.count <= maximumSlices else {
                throw ModifierError(property: "slices", reason: "There are at most \(maximumSlices) slices.")
            }
            guard hitTestRadius >= 0 else {
                throw ModifierError(property: "hitTestRadius", reason: "The radius is not negative.")
            }
        }
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Where the pointer is.
    public var state = PointerState()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// Each series on each fixed line, and on that of the pointer.
    public func readings(ofSeries count: Int) -> Int { (parameters.slices.count + 1) * count }

    /// Shows the lines at once.
    public mutating func attach(to chart: inout Chart, as id: String) { onUpdate(of: &chart, as: id) }

    /// Shows the lines, in the order in which they were given, with what the series say on them now.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        let axis = chart.xAxes[0]
        let viewport = chart.viewport(of: axis)
        var overlays = parameters.slices.filter(axis.visibleRange.contains).map { x in
            slice(at: .x(x), point: viewport.apply(x), across: axis, of: chart, as: id)
        }
        if let location = state.location {
            let point = chart.coordinate(of: location, along: axis)
            overlays.append(slice(at: .location(location), point: point, across: axis, of: chart, as: id))
        }
        chart.setOverlays(overlays, of: id)
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
