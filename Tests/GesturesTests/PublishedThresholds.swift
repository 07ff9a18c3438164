import Gestures

/// The platforms' published thresholds, written a second time so that the tests do not depend on the code.
///
/// Distances are points, durations milliseconds, speeds points per second.
struct PublishedThresholds {
    let tapSlop: Double
    /// `nil` is without limit.
    let maximumPress: Double?
    let multiTapGap: Double
    let multiTapDistance: Double
    let minimumGap: Double
    let longPress: Double
    let longPressMovement: Double
    let hysteresis: Double
    let oneAxisHysteresis: Double
    /// Whether a pan begins at its hysteresis, and not beyond it.
    let panBeginsAtHysteresis: Bool
    let pinchScale: Double
    let pinchSpan: Double
    let flingMinimum: Double
    /// `nil` is without limit.
    let flingMaximum: Double?

    init(_ profile: GestureProfile) {
        switch profile {
        case .uikit:
            (tapSlop, maximumPress) = (45, 750)
            (multiTapGap, multiTapDistance, minimumGap) = (350, 45, 0)
            (longPress, longPressMovement) = (500, 10)
            (hysteresis, oneAxisHysteresis, panBeginsAtHysteresis) = (10, 10, true)
            (pinchScale, pinchSpan) = (0.01, 0)
            (flingMinimum, flingMaximum) = (50, 8_000)
        case .android:
            (tapSlop, maximumPress) = (8, nil)
            (multiTapGap, multiTapDistance, minimumGap) = (300, 100, 40)
            (longPress, longPressMovement) = (400, 8)
            (hysteresis, oneAxisHysteresis, panBeginsAtHysteresis) = (8, 8, false)
            (pinchScale, pinchSpan) = (0, 16)
            (flingMinimum, flingMaximum) = (50, 8_000)
        case .flutter:
            (tapSlop, maximumPress) = (18, nil)
            (multiTapGap, multiTapDistance, minimumGap) = (300, 100, 40)
            (longPress, longPressMovement) = (500, 18)
            (hysteresis, oneAxisHysteresis, panBeginsAtHysteresis) = (36, 18, false)
            (pinchScale, pinchSpan) = (0, 36)
            (flingMinimum, flingMaximum) = (50, 8_000)
        case .hammer:
            (tapSlop, maximumPress) = (9, 250)
            (multiTapGap, multiTapDistance, minimumGap) = (300, 10, 0)
            (longPress, longPressMovement) = (251, 9)
            (hysteresis, oneAxisHysteresis, panBeginsAtHysteresis) = (10, 10, false)
            (pinchScale, pinchSpan) = (0, 0)
            (flingMinimum, flingMaximum) = (300, nil)
        }
    }
}

/// The side of a threshold on which a measurement lies, a thousandth away from it.
enum Side: CaseIterable {
    /// Just below the threshold.
    case under
    /// At the threshold.
    case at
    /// Just above the threshold.
    case over

    /// The threshold, or a thousandth less or more.
    func of(_ threshold: Double) -> Double {
        switch self {
        case .under: threshold - 0.001
        case .at: threshold
        case .over: threshold + 0.001
        }
    }
}
