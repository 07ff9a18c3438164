import ChartSeries
import ChartStores

/// An open file of log ends, of this version or of the first.
///
/// A header is followed by a slot for each key of a session, from a first key on. The first version names the run of
/// the machine in its header, this one in each slot.
struct LogEndsFile: Sendable {
    /// The last revision of a session's log.
    struct Slot: Sendable, Equatable {
        let key: Int64
        let revision: Int
        /// The run of the machine that has written the slot; ``LogEndsFile/durable`` for a synchronized commit.
        let run: Int64

        /// Whether the database must have the revision: no power loss can have undone its commit.
        var counts: Bool { run == LogEndsFile.durable || run == MachineRun.mark }
    }

    enum Version: CaseIterable {
        case first
        case current

        var mark: [UInt8] {
            switch self {
            case .first: Array("log ends 1\n     ".utf8)
            case .current: Array("log ends 2\n     ".utf8)
            }
        }

        var slotLength: Int {
            switch self {
            case .first: 16
            case .current: 24
            }
        }
    }

    /// The run of a slot whose commit has reached the disk.
    static let durable: Int64 = 0
    /// The run of a slot on a machine that does not tell its runs.
    static let unknownRun: Int64 = -1
    static let headerLength = 64
    private static let slotsPerRead = 4_096

    let version: Version
    /// The key of the first slot.
    let base: Int64
    let file: File
    /// The run of the machine in the header of the first version.
    private let headerRun: Int64

    /// Opens a file; `nil` for a missing or altered one.
    ///
    /// - Throws: `DatasetStoreError` for an unreadable one.
    init?(_ path: String, _ mode: File.Mode = .read) throws(DatasetStoreError) {
        guard Folder.exists(path) else { return nil }
        let file = try File(path, mode)
        guard try file.size() >= Self.headerLength else { return nil }
        let bytes = try file.read(Self.headerLength)
        guard let version = Version.allCases.first(where: { bytes.starts(with: $0.mark) }) else { return nil }
        let (run, base, seal) = (Self.word(bytes, 16), Self.word(bytes, 24), Self.word(bytes, 32))
        guard seal == Self.seal(run, base), base > 0 else { return nil }
        (self.version, self.file, self.base) = (version, file, base)
        headerRun = run == 0 ? Self.unknownRun : run
    }

    /// Creates an empty file.
    init(creating path: String, base: Int64) throws(DatasetStoreError) {
        (version, self.base, headerRun) = (.current, base, Self.unknownRun)
        file = try File(path, .create)
        let bytes = version.mark + Self.octets(0) + Self.octets(base) + Self.octets(Self.seal(0, base))
        try file.write((bytes + [UInt8](repeating: 0, count: Self.headerLength - bytes.count)).span, at: 0)
    }

    /// The key after the last slot.
    func end() throws(DatasetStoreError) -> Int64 {
        base + Int64((try file.size() - Self.headerLength) / version.slotLength)
    }

    /// The offset of a slot.
    func offset(of key: Int64) -> Int { Self.headerLength + Int(key - base) * version.slotLength }

    /// Reads a slot; `nil` for a missing, empty or altered one.
    func slot(of key: Int64) -> Slot? {
        guard key >= base, let bytes = try? file.read(version.slotLength, at: offset(of: key)) else { return nil }
        return slot(of: key, in: bytes, at: 0)
    }

    /// Writes a slot of this version.
    func write(_ slot: Slot) throws(DatasetStoreError) {
        try file.write(Self.bytes(of: slot).span, at: offset(of: slot.key))
    }

    /// Empties a slot.
    func clear(_ key: Int64) throws(DatasetStoreError) {
        try file.write([UInt8](repeating: 0, count: version.slotLength).span, at: offset(of: key))
    }

    /// Passes all slots from a key on, some thousands at once.
    ///
    /// - Complexity: O(number of keys).
    func forEachGroup<Failure: Error>(
        from start: Int64 = 0, _ body: ([Slot]) throws(Failure) -> Void
    ) throws {
        var key = max(base, start)
        let end = try end()
        while key < end {
            let count = min(Self.slotsPerRead, Int(end - key))
            let bytes = try file.read(count * version.slotLength, at: offset(of: key))
            try body(
                (0..<count).compactMap { slot(of: key + Int64($0), in: bytes, at: $0 * version.slotLength) })
            key += Int64(count)
        }
    }

    private func slot(of key: Int64, in bytes: [UInt8], at start: Int) -> Slot? {
        let end = Self.word(bytes, start)
        guard end > 0 else { return nil }
        switch version {
        case .first:
            guard Self.word(bytes, start + 8) == Self.seal(key, end) else { return nil }
            return Slot(key: key, revision: Int(end - 1), run: headerRun)
        case .current:
            let run = Self.word(bytes, start + 8)
            guard Self.word(bytes, start + 16) == Self.seal(key, end, run) else { return nil }
            return Slot(key: key, revision: Int(end - 1), run: run)
        }
    }

    /// Returns the bytes of a slot of this version.
    static func bytes(of slot: Slot) -> [UInt8] {
        let end = Int64(slot.revision) + 1
        return octets(end) + octets(slot.run) + octets(seal(slot.key, end, slot.run))
    }

    private static func seal(_ words: Int64...) -> Int64 {
        var seal = RowSeal()
        for word in words { seal.add(word) }
        return seal.value
    }

    private static func octets(_ word: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }

    private static func word(_ bytes: [UInt8], _ start: Int) -> Int64 {
        (0..<8).reduce(0) { $0 | Int64(bytes[start + $1]) << (8 * $1) }
    }
}
