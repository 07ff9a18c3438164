public import Gestures

/// Reports a gesture to the client and changes nothing, so that an application can have gestures of its own.
///
/// Its recognizer competes like that of any modifier; `simultaneousWith` lets it go on beside another one.
public struct GestureObserverModifier: GestureModifier {
    /// `gestureObserver`.
    public static let typeName = "gestureObserver"
    /// Velocities, for it reports them.
    public static let needs: ModifierNeeds = [.velocity]

    /// Which way a pan or a swipe goes.
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

        /// The axes of a pan; `nil` for a swipe's direction.
        var axes: ModifierDirection? { ModifierDirection(rawValue: rawValue) }
        /// The direction of a swipe; `nil` for a pan's.
        var stroke: SwipeDirection? { SwipeDirection(rawValue: rawValue) }
    }

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// What is observed; JSON must name it, and in Swift `nil` is a tap.
        public var gesture: GestureKind?
        /// The number of taps of a tap.
        public var taps = 1
        /// The number of fingers of a tap, long press, pan or swipe.
        public var touches = 1
        /// Which way a pan or a swipe goes; `nil` is any.
        public var direction: Direction?

        /// Creates the defaults.
        public init() {}

        /// Reads the members, of which only the gesture must be there.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            gesture = try container.decode(GestureKind.self, forKey: .gesture)
            taps = try container.decodeIfPresent(Int.self, forKey: .taps) ?? 1
            touches = try container.decodeIfPresent(Int.self, forKey: .touches) ?? 1
            direction = try container.decodeIfPresent(Direction.self, forKey: .direction)
        }

        /// Refuses numbers that no hand makes, and what the gesture does not have.
        public func validate() throws(ModifierError) {
            let kind = gesture ?? .tap
            guard (1...16).contains(taps) else {
                throw ModifierError(property: "taps", reason: "A tap has 1 to 16 taps.")
            }
            guard taps == 1 || kind == .tap else {
                throw ModifierError(property: "taps", reason: "Only a tap has a number of taps.")
            }
            guard (1...16).contains(touches) else {
                throw ModifierError(property: "touches", reason: "A gesture takes 1 to 16 touches.")
            }
            guard touches == 1 || [.tap, .longPress, .pan, .swipe].contains(kind) else {
                throw ModifierError(
                    property: "touches", reason: "Only tap, longPress, pan and swipe take a number of touches.")
            }
            guard let direction else { return }
            guard kind == .pan ? direction.axes != nil : kind == .swipe && direction.stroke != nil else {
                throw ModifierError(
                    property: "direction",
                    reason: "A pan goes x, y or xy, a swipe left, right, up or down, no other gesture has a direction.")
            }
        }
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing: what was reported is the chart's.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// The recognizer of the gesture that is observed.
    public func makeGestureRecognizer(on chart: Chart) -> ObservedGestureRecognizer {
        ObservedGestureRecognizer(parameters, on: chart)
    }

    /// Reports the gesture, if it is the one; a client that recognizes gestures itself may send others of the kind.
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
