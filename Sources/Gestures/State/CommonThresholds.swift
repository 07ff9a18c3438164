/// Thresholds that nearly every surface has in common, kept once for all of them.
package final class CommonThresholds: Sendable {
    /// The thresholds.
    package let value: GestureThresholds

    private static let published = GestureProfile.allCases.map { CommonThresholds(GestureThresholds(profile: $0)) }

    private init(_ thresholds: GestureThresholds) {
        value = thresholds
    }

    /// Finds a platform's published thresholds, or keeps others.
    package static func of(_ thresholds: GestureThresholds) -> CommonThresholds {
        published.first { $0.value == thresholds } ?? CommonThresholds(thresholds)
    }
}
