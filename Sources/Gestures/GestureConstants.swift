/// The limits that are the same in every platform profile; ``GestureThresholds`` has the others.
///
/// Durations are milliseconds, distances points, speeds points per second, angles radians.
public enum GestureConstants {
    /// How long the wheel must rest before its gesture ends.
    public static let wheelIdle: Double = 150

    /// The shortest finger distance that a pinch or a rotation measures; a shorter one is noise.
    public static let minimumSpan: Double = 1

    /// The smallest scale that a pinch reports, so that fingers that close repeatedly never reach 0.
    public static let pinchLeastScale: Double = 1e-100
    /// The largest scale that a pinch reports, so that fingers that spread repeatedly never reach infinity.
    public static let pinchMostScale: Double = 1e100

    /// How far two fingers must turn before a rotation begins: one degree.
    public static let rotationMinimumAngle: Double = .pi / 180

    /// How long the stroke of a swipe may take.
    public static let swipeMaximumDuration: Double = 500
    /// How far a swipe must go along its direction.
    public static let swipeMinimumPrimary: Double = 50
    /// How far a swipe may stray across its direction.
    public static let swipeMaximumSecondary: Double = 50
    /// The longest duration of a quick swipe, which may be as steep as ``swipeQuickSlope``.
    public static let swipeQuickDuration: Double = 250
    /// The largest ratio of across to along for a quick swipe: tan 45°.
    public static let swipeQuickSlope: Double = 1
    /// The largest ratio of across to along for a slow swipe: tan 20°.
    public static let swipeSlowSlope: Double = 0.363_970_234_266_202_36

    /// The largest number of samples from which a velocity is computed (Flutter's history size).
    public static let velocitySamples = 20
    /// The least number of samples from which a velocity is computed; with fewer it is 0 (Flutter).
    public static let velocityMinimumSamples = 3
    /// The greatest age of a sample relative to the newest one (Flutter's and Android's horizon).
    public static let velocityHorizon: Double = 100
    /// The longest pause between two samples, and between the newest one and the release (Flutter, Android).
    ///
    /// After a longer pause the pointer counts as stopped.
    public static let velocityMaximumGap: Double = 40
}
