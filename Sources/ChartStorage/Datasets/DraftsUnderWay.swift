/// The generations of datasets that are being written and not yet committed, whose files nobody else removes.
struct DraftsUnderWay: Sendable {
    private var generations: [String: Set<Int>] = [:]
    /// The newest generation of each name that was started, so that none is given twice.
    private var newest: [String: Int] = [:]

    /// Starts a generation of a dataset that is newer than all before.
    ///
    /// - Parameters:
    ///   - name: The dataset's name.
    ///   - last: The newest generation of which there are files.
    /// - Returns: The generation.
    mutating func begin(_ name: String, above last: Int) -> Int {
        let next = max(last, newest[name] ?? 0) + 1
        newest[name] = next
        generations[name, default: []].insert(next)
        return next
    }

    /// Ends a generation, which was committed or given up.
    mutating func end(_ name: String, _ generation: Int) {
        generations[name]?.remove(generation)
        if generations[name]?.isEmpty == true { generations[name] = nil }
    }

    /// Whether some generation of a dataset is being written.
    func hasAny(_ name: String) -> Bool { generations[name] != nil }

    /// Whether a generation of a dataset is being written.
    func isUnderWay(_ name: String, _ generation: Int) -> Bool { generations[name]?.contains(generation) == true }

    /// Whether a file is of a generation that is being written.
    func own(_ file: String, of name: String) -> Bool {
        DatasetManifest.generation(ofFile: file).map { generations[name]?.contains($0) == true } ?? false
    }
}
