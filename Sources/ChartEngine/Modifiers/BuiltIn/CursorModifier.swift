public import Gestures

/// A crosshair that reads out the series under the pointer.
public struct CursorModifier: GestureModifier {
    /// `cursor`.
    public static let typeName = "cursor"

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// Whether values between two rows are interpolated; otherwise the nearest row is read.
        public var useInterpolation = true
        /// Which series are read out.
        public var sourceMode = SourceMode.allVisibleSeries
        /// How far a row may be from the pointer along the x axis to be read, in points; 0 is any distance.
        public var hitTestRadius = 0.0

        /// Creates the defaults.
        public init() {}

        /// Refuses a negative radius.
        public func validate() throws(ModifierError) {
            guard hitTestRadius >= 0 else {
                throw ModifierError(property: "hitTestRadius", reason: "The radius is not negative.")
            }
        }
    }

    /// Where the pointer is.
    public struct State: ModifierState {
        /// The pointer's position in the plot area; `nil` while it is elsewhere.
        public var location: Point?
        /// Creates the state before the pointer comes.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Where the pointer is.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// A pointer that hovers.
    public func makeGestureRecognizer(on chart: Chart) -> HoverGestureRecognizer { HoverGestureRecognizer() }

    /// Notes where the pointer is, or that it has left the plot area.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        args.isHandled = true
        state.location = gesture.state.isActive && args.isInSourceBounds ? gesture.location : nil
    }

    /// Shows the crosshair with what the series say under it now.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let location = state.location else {
            chart.setOverlays([], of: id)
            return
        }
        let items = chart.readings(
            at: .location(location), of: parameters.sourceMode, isInterpolated: parameters.useInterpolation,
            within: parameters.hitTestRadius)
        chart.setOverlays([Overlay(modifier: id, kind: "crosshair", location: location, items: items)], of: id)
    }
}
