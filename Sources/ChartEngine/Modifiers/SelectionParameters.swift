import Gestures

/// What a client can set about a modifier that selects with a tap or a marquee.
public struct SelectionParameters: ModifierParameters {
    /// How what is hit joins the selection; Control adds, Shift inverts.
    public var mode = SelectionMode.replace
    /// How far a tap may be from what it hits, in points.
    public var hitTestRadius = 24.0
    /// Whether a marquee selects too; it competes with other drags.
    public var selectsByMarquee = true

    /// Creates the defaults.
    public init() {}

    /// Refuses a negative radius.
    public func validate() throws(ModifierError) {
        guard hitTestRadius >= 0 else {
            throw ModifierError(property: "hitTestRadius", reason: "The radius is not negative.")
        }
    }

    /// The marquee beside the tap, when one selects.
    var companions: [CompanionRecognizer] {
        selectsByMarquee ? [CompanionRecognizer(MarqueeGestureRecognizer())] : []
    }
}

/// What a gesture of a selecting modifier asks for.
enum SelectionRequest: Sendable, Hashable {
    /// What lies under a tap.
    case tap(Point)
    /// What lies in the final rectangle of a marquee.
    case marquee(Rect)
}

extension SelectionRequest {
    /// Reads a gesture, and shows the rectangle of a marquee while it is dragged.
    ///
    /// - Parameters:
    ///   - gesture: The gesture of a modifier with ``SelectionParameters``.
    ///   - args: The gesture's way so far; one that concerns the modifier is handled.
    ///   - chart: The chart that shows the rectangle.
    init?(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        switch gesture.values {
        case .tap(let taps):
            guard taps == 1, gesture.state == .ended, args.isInSourceBounds else { return nil }
            args.isHandled = true
            self = .tap(gesture.location)
        case .marquee(let rect):
            args.isHandled = true
            let shown = Overlay(modifier: args.modifier, kind: "marquee", rect: rect)
            chart.setOverlays(gesture.state.isActive ? [shown] : [], of: args.modifier)
            guard gesture.state == .ended else { return nil }
            self = .marquee(rect)
        case .doubleTouchDown, .longPress, .pan, .pinch, .rotation, .swipe, .hover, .wheel:
            return nil
        }
    }
}
