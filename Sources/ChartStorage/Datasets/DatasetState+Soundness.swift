/// What a state of a dataset adds to an earlier one.
extension DatasetState {
    /// The state with only those sealed segments that an earlier state lacks.
    func since(_ start: DatasetState) -> DatasetState {
        var copy = self
        for index in columns.indices {
            let known = copy.regularX == start.regularX ? start.columns[index].sealed.count : 0
            copy.columns[index].sealed.removeFirst(min(known, columns[index].sealed.count))
        }
        return copy
    }

    /// Reverses ``since(_:)``.
    func after(_ start: DatasetState) -> DatasetState {
        var copy = self
        for index in columns.indices where regularX == start.regularX {
            copy.columns[index].sealed = start.columns[index].sealed + columns[index].sealed
        }
        return copy
    }

    /// Whether a journal line with this state can follow a manifest's state.
    func continues(_ start: DatasetState) -> Bool {
        version > start.version && columns.map(\.name) == start.columns.map(\.name)
            && (regularX == nil || regularX == start.regularX)
    }
}

// Decoded files are checked here before their use.
extension DatasetManifest {
    /// Whether the numbers are consistent, and leave room to count on.
    var isSound: Bool {
        (1...DatasetState.largestCount).contains(generation) && state.isSound
            && [parts, xParts].allSatisfy { $0.map(areSound) ?? true } && history.map(\.isSound) ?? true
    }

    private func areSound(_ parts: [FilePart]) -> Bool {
        guard parts.first?.from == 0, parts.last?.generation == generation, parts.count <= StoredColumn.mostParts,
            parts.allSatisfy({ (1...generation).contains($0.generation) })
        else { return false }
        return zip(parts, parts.dropFirst()).allSatisfy { $0.from < $1.from }
            && parts.allSatisfy { $0.from.isMultiple(of: SegmentChecksum.rows) && $0.from <= state.rows }
    }
}

extension HistoryRecord {
    fileprivate var isSound: Bool {
        (0...DatasetState.largestCount).contains(floor) && (0..<DatasetState.largestCount).contains(generation)
            && (0...1 << 40).contains(words) && (0...1 << 32).contains(steps)
    }
}

extension DatasetState {
    /// The limit of versions and generations: a double is exact up to it.
    static let largestCount = 1 << 53
    /// The maximum number of rows.
    private static let mostRows = 1 << 32

    /// Whether the numbers are consistent.
    var isSound: Bool {
        guard (0...Self.mostRows).contains(rows), (1...Self.largestCount).contains(version), columns.count > 1,
            Set(columns.map(\.name)).count == columns.count, regularX?.isSound(rows: rows) ?? true
        else { return false }
        return columns.enumerated().allSatisfy { index, column in
            (index == 0 && regularX != nil) || column.isSound(rows: rows)
        }
    }
}

extension RegularX {
    fileprivate func isSound(rows: Int) -> Bool {
        start.isFinite && step.isFinite && step > 0 && (start + Double(rows) * step).isFinite
    }
}

extension ColumnRecord {
    fileprivate func isSound(rows: Int) -> Bool {
        guard sealed.count == rows / SegmentChecksum.rows, (0...rows).contains(missing) else { return false }
        guard let minimum, let maximum else { return self.minimum == nil && self.maximum == nil && missing == rows }
        return minimum.isFinite && maximum.isFinite && minimum <= maximum && missing < rows
    }
}
