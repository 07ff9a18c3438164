/// The series that a modifier shows.
public enum SourceMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// The visible series.
    case allVisibleSeries
    /// All series.
    case allSeries
    /// The visible series that are selected.
    case selectedSeries
    /// The visible series that are not selected.
    case unselectedSeries
}

extension Chart {
    /// The series of a mode, in drawing order.
    ///
    /// - Parameters:
    ///   - mode: The mode.
    ///   - ids: The ids of the series that count; `nil` is any.
    /// - Returns: The series for which both hold.
    public func series(of mode: SourceMode, named ids: [String]? = nil) -> [Series] {
        series.filter { one in
            guard ids?.contains(one.id) ?? true else { return false }
            return switch mode {
            case .allVisibleSeries: one.isVisible
            case .allSeries: true
            case .selectedSeries: one.isVisible && selection.series.contains(one.id)
            case .unselectedSeries: one.isVisible && !selection.series.contains(one.id)
            }
        }
    }
}
