import Gestures

/// The selected rows and series of a chart.
public struct Selection: Sendable, Hashable {
    /// The selected row indices, ascending, each once.
    public internal(set) var rows: [Int] = [] { didSet { digest = Self.digest(rows: rows, series: series) } }
    /// The ids of the selected series, in drawing order.
    public internal(set) var series: [String] = [] { didSet { digest = Self.digest(rows: rows, series: series) } }
    /// The selection in words; `nil` when nothing is selected.
    public internal(set) var label: String?
    /// A digest of rows and series, derived from them when they change.
    private(set) var digest = Self.digest(rows: [], series: [])

    /// The most rows that a selection holds; of more, the first are kept.
    public static let maximumRows = 20_000
}

/// How newly hit items join a selection.
public enum SelectionMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// They replace it.
    case replace
    /// They are added.
    case union
    /// Each that was selected is deselected and the other way round.
    case invert

    /// The mode that held keys ask for: Control adds, Shift inverts.
    func overridden(by keys: ModifierKeys) -> SelectionMode {
        if keys.contains(.control) { return .union }
        return keys.contains(.shift) ? .invert : self
    }

    /// The selection that results, ascending.
    func combine(_ old: [Int], _ hit: [Int]) -> [Int] {
        switch self {
        case .replace: hit
        case .union: merged(old, hit, keepingShared: true)
        case .invert: merged(old, hit, keepingShared: false)
        }
    }

    private func merged(_ left: [Int], _ right: [Int], keepingShared: Bool) -> [Int] {
        var result: [Int] = []
        var (i, j) = (0, 0)
        while i < left.count || j < right.count {
            if j == right.count || (i < left.count && left[i] < right[j]) {
                result.append(left[i])
                i += 1
            } else if i == left.count || right[j] < left[i] {
                result.append(right[j])
                j += 1
            } else {
                if keepingShared { result.append(left[i]) }
                (i, j) = (i + 1, j + 1)
            }
        }
        return result
    }
}
