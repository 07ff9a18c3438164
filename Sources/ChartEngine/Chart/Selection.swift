import Gestures

/// Selected rows of a source.
public struct SelectedRows: Sendable, Hashable, Codable {
    /// The source.
    public var source: SeriesSource
    /// The row indices, ascending, each once.
    public var rows: [Int]

    /// Creates selected rows.
    public init(of source: SeriesSource, _ rows: [Int]) {
        (self.source, self.rows) = (source, rows)
    }
}

/// The selected rows and series of a chart.
public struct Selection: Sendable, Hashable {
    /// The selected row indices of the surface's dataset, ascending, each once.
    public internal(set) var rows: [Int] = [] { didSet { updateDigest() } }
    /// Those of other sources, each once and none without rows.
    public internal(set) var others: [SelectedRows] = [] { didSet { updateDigest() } }
    /// The ids of the selected series, in drawing order.
    public internal(set) var series: [String] = [] { didSet { updateDigest() } }
    /// The ids of the selected annotations, in the order in which they were selected.
    public internal(set) var annotations: [String] = [] { didSet { updateDigest() } }
    /// The selected rows in words; `nil` without selected rows.
    public internal(set) var label: String?
    /// A digest of rows and series, derived from them when they change.
    private(set) var digest = Self.digest(of: [], others: [], series: [], annotations: [])

    /// The largest number of selected rows of a dataset; of more, the first are kept.
    public static let maximumRows = 20_000

    /// The number of selected rows of all datasets.
    public var rowCount: Int { others.reduce(rows.count) { $0 + $1.rows.count } }

    /// Whether no row of any dataset is selected.
    public var hasNoRows: Bool { rows.isEmpty && others.isEmpty }

    /// The selected rows of a source.
    public func rows(of source: SeriesSource) -> [Int] {
        source == SeriesSource() ? rows : others.first { $0.source == source }?.rows ?? []
    }

    /// The selection of the part of a source.
    func part(of source: SeriesSource) -> Selection {
        guard source != SeriesSource() || !others.isEmpty else { return self }
        var part = self
        part.rows = rows(of: source)
        part.others = []
        return part
    }

    /// Selects other rows of a source.
    mutating func set(_ chosen: [Int], of source: SeriesSource) {
        guard source != SeriesSource() else {
            rows = chosen
            return
        }
        let place = others.firstIndex { $0.source == source }
        if let place { others.remove(at: place) }
        if !chosen.isEmpty { others.insert(SelectedRows(of: source, chosen), at: place ?? others.endIndex) }
    }

    private mutating func updateDigest() {
        digest = Self.digest(of: rows, others: others, series: series, annotations: annotations)
    }
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
