/// Thresholds on the heap, so that the surfaces with a platform's published thresholds share one copy.
package final class CommonThresholds: Sendable {
    /// The thresholds.
    package let value: GestureThresholds

    private static let published = GestureProfile.allCases.map { CommonThresholds(GestureThresholds(profile: $0)) }

    private init(_ thresholds: GestureThresholds) {
        value = thresholds
    }

    /// Returns the shared copy of a platform's published thresholds, or a new copy of any other thresholds.
    package static func of(_ thresholds: GestureThresholds) -> CommonThresholds {
        published.first { $0.value == thresholds } ?? CommonThresholds(thresholds)
    }
}
