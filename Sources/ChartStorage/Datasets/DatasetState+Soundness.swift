import ChartSeries

extension DatasetState {
    /// The same with only those sealed segments that another state does not know.
    func since(_ start: DatasetState) -> DatasetState {
        var copy = self
        for index in columns.indices {
            let known = copy.regularX == start.regularX ? start.columns[index].sealed.count : 0
            copy.columns[index].sealed.removeFirst(min(known, columns[index].sealed.count))
        }
        return copy
    }

    /// The whole of a state that tells only what is new.
    func after(_ start: DatasetState) -> DatasetState {
        var copy = self
        for index in columns.indices where regularX == start.regularX {
            copy.columns[index].sealed = start.columns[index].sealed + columns[index].sealed
        }
        return copy
    }

    /// Whether this may be what a line of the journal says on top of a manifest's state.
    func continues(_ start: DatasetState) -> Bool {
        version > start.version && columns.map(\.name) == start.columns.map(\.name)
            && (regularX == nil || regularX == start.regularX)
    }
}

// What a file says is held to this before anything is made of it.
extension DatasetManifest {
    /// Whether the numbers fit each other, and nothing counted on from here overflows.
    var isSound: Bool { (1...DatasetState.largestCount).contains(generation) && state.isSound }
}

extension DatasetState {
    /// Versions and generations stay below: each of them is exact as a double too.
    static let largestCount = 1 << 53
    /// No dataset has more rows.
    private static let mostRows = 1 << 32

    /// Whether the numbers fit each other.
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
