import Gestures

/// The selected rows and series of a chart.
public struct Selection: Sendable, Hashable {
    /// The selected row indices, ascending, each once.
    public internal(set) var rows: [Int] = [] { didSet { digest = Self.digest(rows: rows, series: series) } }
    /// The ids of the selected series, in drawing order.
    public internal(set) var series: [String] = [] { didSet { digest = Self.digest(rows: rows, series: series) } }
    /// The selected rows in words; `nil` without selected rows.
    public internal(set) var label: String?
    /// A digest of rows and series, derived from them when they change.
    private(set) var digest = Self.digest(rows: [], series: [])

    /// The largest number of selected rows; of more, the first are kept.
    public static let maximumRows = 20_000
}

/// How newly hit items combine with a selection.
public enum SelectionMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// The hits replace the selection.
    case replace
    /// The hits join the selection.
    case union
    /// Each hit is deselected if it was selected, else selected.
    case invert

    /// The mode under held keys: Control is union, Shift is invert.
    func overridden(by keys: ModifierKeys) -> SelectionMode {
        if keys.contains(.control) { return .union }
        return keys.contains(.shift) ? .invert : self
    }

    /// The combined selection, ascending.
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
