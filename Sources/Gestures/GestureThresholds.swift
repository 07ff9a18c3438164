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

    /// The published thresholds of a platform.
    public init(profile: GestureProfile = .uikit) {
        self.profile = profile
        switch profile {
        case .uikit:
            (tapSlop, tapMaximumPress) = (45, 750)
            (multiTapGap, multiTapDistance, multiTapMinimumGap) = (350, 45, 0)
            (longPressDuration, longPressMovement) = (500, 10)
            (panHysteresis, panHysteresisOneAxis) = (10, 10)
            (pinchMinimumScaleDelta, pinchSpanSlop) = (0.01, 0)
            (flingMinimumVelocity, flingMaximumVelocity) = (50, 8_000)
        case .android:
            (tapSlop, tapMaximumPress) = (8, nil)
            (multiTapGap, multiTapDistance, multiTapMinimumGap) = (300, 100, 40)
            (longPressDuration, longPressMovement) = (400, 8)
            (panHysteresis, panHysteresisOneAxis) = (8, 8)
            (pinchMinimumScaleDelta, pinchSpanSlop) = (0, 16)
            (flingMinimumVelocity, flingMaximumVelocity) = (50, 8_000)
        case .flutter:
            (tapSlop, tapMaximumPress) = (18, nil)
            (multiTapGap, multiTapDistance, multiTapMinimumGap) = (300, 100, 40)
            (longPressDuration, longPressMovement) = (500, 18)
            (panHysteresis, panHysteresisOneAxis) = (36, 18)
            (pinchMinimumScaleDelta, pinchSpanSlop) = (0, 36)
            (flingMinimumVelocity, flingMaximumVelocity) = (50, 8_000)
        case .hammer:
            (tapSlop, tapMaximumPress) = (9, 250)
            (multiTapGap, multiTapDistance, multiTapMinimumGap) = (300, 10, 0)
            (longPressDuration, longPressMovement) = (251, 9)
            (panHysteresis, panHysteresisOneAxis) = (10, 10)
            (pinchMinimumScaleDelta, pinchSpanSlop) = (0, 0)
            (flingMinimumVelocity, flingMaximumVelocity) = (300, nil)
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
