extension GestureThresholds {
    /// Describes what a gesture of a kind requires, for people.
    ///
    /// - Parameter gesture: The gesture as measured so far.
    /// - Returns: A clause in lower case, with the numbers of these thresholds.
    public func requirement(of gesture: Gesture) -> String {
        switch gesture.values {
        case .tap: tapRequirement
        case .doubleTouchDown: "a double touch down is the second touch down of a double tap, before any move"
        case .longPress:
            "a long press is held for \(text(longPressDuration)) ms and moves by at most \(text(longPressMovement)) points"
        case .pan: "\(dragRequirement("a pan")), with as many fingers as the modifier takes"
        case .marquee: dragRequirement("a marquee")
        case .pinch(let scale, _, _): pinchRequirement(scale: scale)
        case .rotation: "a rotation begins when two fingers have turned by 1 degree"
        case .swipe:
            "a swipe goes at least \(text(GestureConstants.swipeMinimumPrimary)) points one way within "
                + "\(text(GestureConstants.swipeMaximumDuration)) ms, nearly straight"
        case .hover: "a hover needs a pointer without buttons"
        case .wheel: "a wheel gesture needs a wheel"
        }
    }

    private var tapRequirement: String {
        let press = tapMaximumPress.map { ", is pressed for at most \(text($0)) ms" } ?? ""
        let minimum = multiTapMinimumGap > 0 ? "\(text(multiTapMinimumGap)) to " : "at most "
        return "a tap strays by at most \(text(tapSlop)) points\(press), and the next one follows after "
            + "\(minimum)\(text(multiTapGap)) ms within \(text(multiTapDistance)) points"
    }

    private func dragRequirement(_ name: String) -> String {
        let comparison = profile == .uikit ? "at least" : "more than"
        let distance =
            panHysteresis == panHysteresisOneAxis
            ? "\(text(panHysteresis)) points"
            : "\(text(panHysteresis)) points, or \(text(panHysteresisOneAxis)) along the one axis of its direction"
        return "\(name) begins when the fingers' centre has moved by \(comparison) \(distance)"
    }

    private func pinchRequirement(scale: Double) -> String {
        let span =
            pinchSpanSlop > 0
            ? "the distance of two fingers has changed by more than \(text(pinchSpanSlop)) points" : nil
        let least =
            pinchMinimumScaleDelta > 0 ? "the scale has left 1 by at least \(text(pinchMinimumScaleDelta))" : nil
        let needed = [span, least].compactMap(\.self).joined(separator: " and ")
        return "a pinch begins when \(needed.isEmpty ? "the distance of two fingers has changed" : needed)"
            + "; the scale was \(text(scale))"
    }

    /// A number as text, without `.0` if it is whole.
    private func text(_ number: Double) -> String {
        Int(exactly: number).map(\.description) ?? number.description
    }
}
