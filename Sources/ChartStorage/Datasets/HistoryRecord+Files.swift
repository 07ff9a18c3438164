import ChartSeries
import ChartStores

/// The file with what makes the rows of earlier editions: one edit behind the other, as words.
///
/// The words of an edit are their number, a checksum of the others, the version that the edit made, the first and the
/// last x that it put in or took out, whether it replaced all rows (1) or twice the number of its first row, and those of
/// its delta. Words behind those that the manifest counts are of an edit that was not made.
extension HistoryRecord {
    private static let headWords = 2
    private static let editWords = 4
    private static let width = MemoryLayout<UInt64>.size

    /// Writes what the file lacks of a history, and waits until the disk has it.
    ///
    /// It is `nil` for a dataset that was never changed but by appends.
    ///
    /// - Parameters:
    ///   - history: The history.
    ///   - record: What the manifest tells of it now; `nil` for a new file.
    ///   - generation: The generation of a new file.
    ///   - folder: The dataset's folder.
    /// - Throws: `DatasetStoreError`; the manifest still holds then.
    init?(
        _ history: EditionHistory, before record: HistoryRecord?, generation: Int, in folder: String
    ) throws(DatasetStoreError) {
        guard history.floor > 1 || !history.steps.isEmpty else { return nil }
        self.init(floor: history.floor)
        guard let first = history.steps.first else { return }
        (self.first, self.generation, steps) = (first.edit.version, generation, history.steps.count)
        base = history.base.isEmpty ? nil : history.base
        var known = 0
        if let record, record.generation > 0, record.first == first.edit.version, record.steps <= history.steps.count {
            (self.generation, known, words) = (record.generation, record.steps, record.words)
        }
        var added: [UInt64] = []
        for step in history.steps.dropFirst(known) {
            let words = Self.words(of: step.edit) + step.delta.words
            added += [UInt64(Self.headWords + words.count), Self.checksum(of: words)] + words
        }
        let path = folder + "/" + DatasetManifest.historyFile(ofGeneration: self.generation)
        let file = try File(path, known > 0 ? .write : .create)
        try file.write(added.span, at: words * Self.width)
        try file.synchronize()
        words += added.count
    }

    /// Reads a history.
    ///
    /// - Parameters:
    ///   - folder: The dataset's folder.
    ///   - edition: The version of the last change that was no append.
    /// - Returns: The history; where the file was altered, one whose earlier editions are gone.
    /// - Throws: `DatasetStoreError` for a file that cannot be opened now.
    func history(in folder: String, edition: Int) throws(DatasetStoreError) -> EditionHistory {
        guard generation > 0 else { return EditionHistory(floor: floor) }
        let lost = EditionHistory(floor: max(floor, edition))
        let path = folder + "/" + DatasetManifest.historyFile(ofGeneration: generation)
        guard Folder.exists(path) else { return lost }
        let file = try File(path, .read)
        guard try file.size() >= words * Self.width else { return lost }
        let all = try file.readDoubles(words, at: 0).map(\.bitPattern)
        var history = EditionHistory(floor: floor, base: base ?? [])
        var place = 0
        while place < all.count {
            let count = Int(clamping: all[place])
            guard count > Self.headWords + Self.editWords, count <= all.count - place else { return lost }
            let words = all[(place + Self.headWords)..<(place + count)]
            guard all[place + 1] == Self.checksum(of: words), let edit = Self.edit(words.prefix(Self.editWords)),
                let delta = RowDelta(words: words.dropFirst(Self.editWords))
            else { return lost }
            history.steps.append(EditionHistory.Step(edit: edit, delta: delta))
            place += count
        }
        return history.steps.count == steps ? history : lost
    }

    private static func words(of edit: TableEdit) -> [UInt64] {
        let changed = [edit.first ?? .nan, edit.last ?? .nan].map(\.bitPattern)
        let place = UInt64(edit.firstRow ?? 0) * 2 + (edit.isReplacement ? 1 : 0)
        return [UInt64(edit.version)] + changed + [place]
    }

    private static func edit(_ words: ArraySlice<UInt64>) -> TableEdit? {
        let words = Array(words)
        let firstRow = words[3] / 2
        guard max(words[0], firstRow) <= UInt64(DatasetState.largestCount) else { return nil }
        let (first, last) = (Double(bitPattern: words[1]), Double(bitPattern: words[2]))
        let changed = first <= last ? first...last : nil
        return TableEdit(
            version: Int(words[0]), changed: changed, isReplacement: !words[3].isMultiple(of: 2),
            firstRow: firstRow == 0 ? nil : Int(firstRow))
    }

    private static func checksum(of words: some Sequence<UInt64>) -> UInt64 {
        words.reduce(1) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ ($0 >> 29) }
    }
}
