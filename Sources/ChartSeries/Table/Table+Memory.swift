extension Table {
    /// Whether a read of the rows may wait for the disk, as of the last look or read.
    ///
    /// A thread that others wait for leaves such a read to another one.
    @inline(__always)
    public var isAway: Bool { soundness?.isAway ?? false }

    /// Looks whether all rows of files are in memory, and notes it for all versions of the rows.
    ///
    /// - Complexity: O(pages), up to the first that is only on disk.
    public func lookForAwayRows() {
        guard let soundness else { return }
        let isNear =
            x.isNear && landmarks?.values.isNear ?? true
            && columns.allSatisfy { $0.values.isNear && $0.index?.memory.isNear ?? true }
        soundness.note(isAway: !isNear)
    }
}
