/// The unfinished generations of datasets, whose files only their drafts remove.
struct UnfinishedDrafts: Sendable {
    private var generations: [String: Set<Int>] = [:]
    /// The newest generation of each name, so that none is used twice.
    private var newest: [String: Int] = [:]

    /// Starts the next generation of a dataset.
    ///
    /// - Parameters:
    ///   - name: The dataset's name.
    ///   - last: The newest generation with files.
    /// - Returns: The generation.
    mutating func begin(_ name: String, above last: Int) -> Int {
        let next = max(last, newest[name] ?? 0) + 1
        newest[name] = next
        generations[name, default: []].insert(next)
        return next
    }

    /// Ends a committed or dropped generation.
    mutating func end(_ name: String, _ generation: Int) {
        generations[name]?.remove(generation)
        if generations[name]?.isEmpty == true { generations[name] = nil }
    }

    /// Whether a dataset has an unfinished generation.
    func hasAny(_ name: String) -> Bool { generations[name] != nil }

    /// Whether a generation is unfinished.
    func isUnfinished(_ name: String, _ generation: Int) -> Bool { generations[name]?.contains(generation) == true }

    /// Whether a file belongs to an unfinished generation.
    func own(_ file: String, of name: String) -> Bool {
        DatasetManifest.generation(ofFile: file).map { generations[name]?.contains($0) == true } ?? false
    }
}
