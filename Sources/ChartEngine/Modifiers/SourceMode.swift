/// Which series a modifier speaks of.
public enum SourceMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Those that are drawn.
    case allVisibleSeries
    /// All.
    case allSeries
    /// Those that are drawn and selected.
    case selectedSeries
    /// Those that are drawn and not selected.
    case unselectedSeries
}

extension Chart {
    /// The series that a mode names, in drawing order.
    public func series(of mode: SourceMode) -> [Series] {
        switch mode {
        case .allVisibleSeries: series.filter(\.isVisible)
        case .allSeries: series
        case .selectedSeries: series.filter { $0.isVisible && selection.series.contains($0.id) }
        case .unselectedSeries: series.filter { $0.isVisible && !selection.series.contains($0.id) }
        }
    }
}
