public import ChartJSON
public import Gestures

/// Reports a gesture to the client and changes nothing, so that an application can add gestures of its own.
///
/// Its recognizer competes with those of other modifiers; `simultaneousWith` allows both gestures.
public struct GestureObserverModifier: GestureModifier {
    /// `gestureObserver`.
    public static let typeName = "gestureObserver"
    /// What it does.
    public static let meaning =
        "Changes nothing; reports each gesture in `recognized`, so that an application can have gestures of its own."
    /// Velocities, because the modifier reports them.
    public static let needs: ModifierNeeds = [.velocity]

    /// The direction of a pan or a swipe.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        /// A pan along the x axes.
        case x
        /// A pan along the y axes.
        case y
        /// A pan in any direction.
        case xy
        /// A swipe to the left.
        case left
        /// A swipe to the right.
        case right
        /// A swipe to the top.
        case up
        /// A swipe to the bottom.
        case down

        /// The axes of a pan; `nil` for a direction of swipes.
        var axes: ModifierDirection? { ModifierDirection(rawValue: rawValue) }
        /// The direction of a swipe; `nil` for a direction of pans.
        var stroke: SwipeDirection? { SwipeDirection(rawValue: rawValue) }
    }

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var gesture: GestureKind?, taps = 1, touches = 1, direction: Direction?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("gesture", \.gesture, isRequired: true, "The gesture that it observes."),
            .integer("taps", \.taps, 1...16, "The number of taps of a tap."),
            .integer("touches", \.touches, 1...16, "The number of fingers of a tap, long press, pan or swipe."),
            .word("direction", \.direction, "The direction of a pan or a swipe; `null` is any."),
        ]

        /// Creates the defaults.
        public init() {}

        /// Refuses properties that the gesture does not have.
        public func validate() throws(ModifierError) {
            let kind = gesture ?? .tap
            try require(taps == 1 || kind == .tap, "taps", "Only a tap has a number of taps.")
            try require(
                touches == 1 || [.tap, .longPress, .pan, .swipe].contains(kind), "touches",
                "Only tap, longPress, pan and swipe take a number of touches.")
            guard let direction else { return }
            try require(
                kind == .pan ? direction.axes != nil : kind == .swipe && direction.stroke != nil, "direction",
                "A pan goes x, y or xy, a swipe left, right, up or down, no other gesture has a direction.")
        }
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes the recognizer of the observed gesture.
    public func makeGestureRecognizer(on chart: Chart) -> ObservedGestureRecognizer {
        ObservedGestureRecognizer(parameters, on: chart)
    }

    /// None: the modifier moves no axis.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] { [] }

    /// Reports the gesture if its number of taps or its direction fits.
    ///
    /// A client that recognizes gestures itself may send gestures of the same kind that do not fit.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        switch gesture.values {
        case .tap(let taps):
            guard taps == parameters.taps else { return }
        case .swipe(let direction):
            guard parameters.direction?.stroke ?? direction == direction else { return }
        case .doubleTouchDown, .longPress, .pan, .pinch, .rotation, .hover, .wheel, .marquee:
            break
        }
        chart.report(gesture, by: args.modifier)
    }
}
