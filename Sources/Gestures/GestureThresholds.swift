/// A platform whose published thresholds a surface can use.
public enum GestureProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// UIKit on iOS; the default.
    case uikit
    /// Android's `ViewConfiguration`.
    case android
    /// Flutter's gesture constants.
    case flutter
    /// Hammer.js 2.
    case hammer
}

/// The distances, durations and speeds that tell the gestures apart.
///
/// Distances are points, durations milliseconds, speeds points per second. A slop, press, gap or movement is exceeded
/// only by a greater value. A long press begins at its duration. A pan begins at ≥ in the `uikit` profile, and at > in
/// the others.
///
/// ```swift
/// var thresholds = GestureThresholds(profile: .android)
/// thresholds.panHysteresis = 4
/// assert(thresholds.longPressDuration == GestureThresholds(profile: .android).longPressDuration)
/// ```
public struct GestureThresholds: Sendable, Hashable, Codable {
    /// The platform whose comparisons apply.
    public var profile: GestureProfile
    /// How far a touch of a tap may stray from its own start.
    public var tapSlop: Double
    /// How long a touch of a tap may be down; `nil` means no limit.
    public var tapMaximumPress: Double?
    /// The longest time from one tap's up to the next tap's down.
    public var multiTapGap: Double
    /// The longest distance from one tap's down to the next tap's down.
    public var multiTapDistance: Double
    /// The shortest time from one tap's up to the next tap's down.
    public var multiTapMinimumGap: Double
    /// How long a touch must be held to become a long press.
    public var longPressDuration: Double
    /// How far the centroid may move before a long press begins.
    public var longPressMovement: Double
    /// How far the centroid must move before a pan begins.
    public var panHysteresis: Double
    /// How far the centroid must move along the axis before a one-axis pan begins.
    public var panHysteresisOneAxis: Double
    /// How far the scale must leave 1 before a pinch begins.
    public var pinchMinimumScaleDelta: Double
    /// How much the finger distance must change before a pinch begins.
    public var pinchSpanSlop: Double
    /// The slowest fling.
    public var flingMinimumVelocity: Double
    /// The fastest fling, to which the speed of a faster one is limited; `nil` means no limit.
    public var flingMaximumVelocity: Double?

    /// The published thresholds of a platform; beside each number is where it comes from.
    public init(profile: GestureProfile = .uikit) {
        self.profile = profile
        switch profile {
        // Apple, UIKit. What the documentation does not tell is the default of the named private property.
        case .uikit:
            tapSlop = 45  // UITapRecognizer.allowableMovement, private
            tapMaximumPress = 750  // UITapRecognizer.maximumSingleTapDuration, private
            multiTapGap = 350  // UITapRecognizer.maximumIntervalBetweenSuccessiveTaps, private
            multiTapDistance = 45  // as far as a tap may stray; UITouch.tapCount documents no distance
            multiTapMinimumGap = 0  // UIKit has none
            longPressDuration = 500  // UILongPressGestureRecognizer.minimumPressDuration, documented
            longPressMovement = 10  // UILongPressGestureRecognizer.allowableMovement, documented
            panHysteresis = 10  // UIPanGestureRecognizer._hysteresis, private
            panHysteresisOneAxis = 10  // the same: UIKit has no pan of one axis
            pinchMinimumScaleDelta = 0.01  // ours: UIPinchGestureRecognizer documents none
            pinchSpanSlop = 0  // UIKit has none
            flingMinimumVelocity = 50  // Android's: UIKit has no fling
            flingMaximumVelocity = 8_000  // Android's: UIKit has no fling
        // Android, frameworks/base: ViewConfiguration, GestureDetector and ScaleGestureDetector; dp.
        case .android:
            tapSlop = 8  // ViewConfiguration.TOUCH_SLOP
            tapMaximumPress = nil  // GestureDetector has none: a long press takes the touch
            multiTapGap = 300  // ViewConfiguration.DOUBLE_TAP_TIMEOUT
            multiTapDistance = 100  // ViewConfiguration.DOUBLE_TAP_SLOP
            multiTapMinimumGap = 40  // ViewConfiguration.DOUBLE_TAP_MIN_TIME
            longPressDuration = 400  // ViewConfiguration.DEFAULT_LONG_PRESS_TIMEOUT
            longPressMovement = 8  // ViewConfiguration.TOUCH_SLOP
            panHysteresis = 8  // ViewConfiguration.TOUCH_SLOP
            panHysteresisOneAxis = 8  // ViewConfiguration.TOUCH_SLOP
            pinchMinimumScaleDelta = 0  // ScaleGestureDetector goes by the span alone
            pinchSpanSlop = 16  // ScaleGestureDetector: twice TOUCH_SLOP
            flingMinimumVelocity = 50  // ViewConfiguration.MINIMUM_FLING_VELOCITY
            flingMaximumVelocity = 8_000  // ViewConfiguration.MAXIMUM_FLING_VELOCITY
        // Flutter, packages/flutter/lib/src/gestures: constants.dart and the recognizers; logical pixels.
        case .flutter:
            tapSlop = 18  // kTouchSlop
            tapMaximumPress = nil  // TapGestureRecognizer has none
            multiTapGap = 300  // kDoubleTapTimeout
            multiTapDistance = 100  // kDoubleTapSlop
            multiTapMinimumGap = 40  // kDoubleTapMinTime
            longPressDuration = 500  // kLongPressTimeout
            longPressMovement = 18  // kTouchSlop
            panHysteresis = 36  // kPanSlop: twice kTouchSlop
            panHysteresisOneAxis = 18  // kTouchSlop, for drags of one axis
            pinchMinimumScaleDelta = 0  // ScaleGestureRecognizer goes by the span alone
            pinchSpanSlop = 36  // kScaleSlop from the middle: twice that between two fingers
            flingMinimumVelocity = 50  // kMinFlingVelocity
            flingMaximumVelocity = 8_000  // kMaxFlingVelocity
        // Hammer.js 2, the defaults of the recognizers in src/recognizers; CSS pixels.
        case .hammer:
            tapSlop = 9  // Tap: threshold
            tapMaximumPress = 250  // Tap: time
            multiTapGap = 300  // Tap: interval
            multiTapDistance = 10  // Tap: posThreshold
            multiTapMinimumGap = 0  // Tap has none
            longPressDuration = 251  // Press: time
            longPressMovement = 9  // Press: threshold
            panHysteresis = 10  // Pan: threshold
            panHysteresisOneAxis = 10  // Pan: threshold, for each direction
            pinchMinimumScaleDelta = 0  // Pinch: threshold
            pinchSpanSlop = 0  // Pinch has none
            flingMinimumVelocity = 300  // Swipe: velocity, 0.3 pixels a millisecond
            flingMaximumVelocity = nil  // Swipe has none
        }
    }

    /// The names for ``override(_:with:)``, in the order of the documentation.
    public static let names = [
        "tapSlop", "tapMaximumPress", "multiTapGap", "multiTapDistance", "multiTapMinimumGap", "longPressDuration",
        "longPressMovement", "panHysteresis", "panHysteresisOneAxis", "pinchMinimumScaleDelta", "pinchSpanSlop",
        "flingMinimumVelocity", "flingMaximumVelocity",
    ]

    /// Sets one threshold by its name.
    ///
    /// - Parameters:
    ///   - name: One of ``names``.
    ///   - amount: Points, milliseconds or points per second, finite and not negative.
    /// - Returns: Whether there is a threshold of that name.
    public mutating func override(_ name: String, with amount: Double) -> Bool {
        switch name {
        case "tapSlop": tapSlop = amount
        case "tapMaximumPress": tapMaximumPress = amount
        case "multiTapGap": multiTapGap = amount
        case "multiTapDistance": multiTapDistance = amount
        case "multiTapMinimumGap": multiTapMinimumGap = amount
        case "longPressDuration": longPressDuration = amount
        case "longPressMovement": longPressMovement = amount
        case "panHysteresis": panHysteresis = amount
        case "panHysteresisOneAxis": panHysteresisOneAxis = amount
        case "pinchMinimumScaleDelta": pinchMinimumScaleDelta = amount
        case "pinchSpanSlop": pinchSpanSlop = amount
        case "flingMinimumVelocity": flingMinimumVelocity = amount
        case "flingMaximumVelocity": flingMaximumVelocity = amount
        default: return false
        }
        return true
    }
}

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
