public import Gestures

/// A modifier that selects with a tap or a marquee.
public protocol SelectionModifier: GestureModifier
where Parameters == SelectionParameters, State == NoState, Recognizer == TapGestureRecognizer {
    /// Selects what a gesture hits.
    ///
    /// - Parameters:
    ///   - target: The tap or the final rectangle.
    ///   - mode: How the hit changes the selection.
    ///   - chart: The chart to change.
    func select(_ target: SelectionTarget, mode: SelectionMode, on chart: inout Chart)
}

/// The place at which a gesture selects.
public enum SelectionTarget: Sendable, Hashable {
    /// The location of a tap.
    case tap(Point)
    /// The final rectangle of a marquee.
    case marquee(Rect)
}

extension SelectionModifier {
    /// Counts one search in each series, for the place nearest to a tap or for the points in a marquee.
    public func readings(ofSeries count: Int) -> Int { SeriesHit.readings * count }

    /// True where a marquee selects too.
    public var searchesRectangles: Bool { parameters.selectsByMarquee }
    /// True: a tap selects what is nearest.
    public var searchesNearestPoint: Bool { true }

    /// Makes a recognizer of one tap.
    public func makeGestureRecognizer(on chart: Chart) -> TapGestureRecognizer { TapGestureRecognizer() }

    /// Makes a marquee recognizer when a marquee selects.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        parameters.selectsByMarquee ? [CompanionRecognizer(MarqueeGestureRecognizer())] : []
    }

    /// None: the modifier moves no axis.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] { [] }

    /// Selects what the tap or the final rectangle hits, and shows the rectangle during the drag.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        let mode = parameters.mode.overridden(by: gesture.modifiers)
        switch gesture.values {
        case .tap(let taps):
            guard taps == 1, gesture.state == .ended, args.isInSourceBounds else { return }
            args.isHandled = true
            select(.tap(gesture.location), mode: mode, on: &chart)
        case .marquee(let rect):
            args.isHandled = true
            chart.showDrag(of: rect, as: "marquee", by: gesture, of: args.modifier)
            if gesture.state == .ended { select(.marquee(rect), mode: mode, on: &chart) }
        case .doubleTouchDown, .longPress, .pan, .pinch, .rotation, .swipe, .hover, .wheel:
            break
        }
    }
}
