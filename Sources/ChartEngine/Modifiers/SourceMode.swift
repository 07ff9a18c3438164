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
    public func series(of mode: SourceMode) -> [Series] {
        switch mode {
        case .allVisibleSeries: series.filter(\.isVisible)
        case .allSeries: series
        case .selectedSeries: series.filter { $0.isVisible && selection.series.contains($0.id) }
        case .unselectedSeries: series.filter { $0.isVisible && !selection.series.contains($0.id) }
        }
    }
}
