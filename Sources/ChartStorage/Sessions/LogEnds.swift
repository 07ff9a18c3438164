import ChartSeries
import ChartSessions

/// A file beside the database with the last revision of each session.
///
/// It detects a log that has lost its last changes, together with the WAL or in an older copy of the database. The
/// writer updates it after each commit, so it never exceeds the committed revisions. It guards against accidents, not
/// against attackers. A power loss may leave it ahead of a database whose commits do not wait for the disk. After a
/// restart of the machine it therefore counts only with `StoreDurability.full`.
struct LogEnds: Sendable {
    /// The difference between the file and the database.
    struct Finding: Sendable {
        /// The sessions whose logs end too early, with the committed revision.
        var lost: [String: Int] = [:]
        /// The number of sessions that the database lacks.
        var gone = 0
    }

    private static let mark = Array("log ends 1\n     ".utf8)
    private static let headerLength = 64
    private static let slotLength = 16

    private let file: File
    /// The key of the first slot.
    private let base: Int64

    /// The path of a database's file.
    static func path(of database: String) -> String { database + "-ends" }

    /// Compares the file with the database.
    ///
    /// - Parameters:
    ///   - database: The path of the database.
    ///   - opening: The contents of the database.
    ///   - durability: What a committed change survives.
    /// - Returns: The difference.
    /// - Throws: `DatasetStoreError` for an unreadable file.
    static func finding(
        beside database: String, _ opening: StoreOpening, durability: StoreDurability
    ) throws(DatasetStoreError) -> Finding {
        var finding = Finding()
        guard let known = try read(path(of: database)) else { return finding }
        for key in known.ends.keys where !opening.keys.contains(key) { finding.gone += 1 }
        guard known.run == MachineRun.mark || durability == .full else { return finding }
        for (session, tail) in opening.logTails.all {
            if let end = known.ends[tail.key], end > tail.revision { finding.lost[session] = end }
        }
        return finding
    }

    /// Creates the file for the live sessions.
    ///
    /// - Parameters:
    ///   - opening: The contents of the database.
    ///   - finding: The earlier difference, which the new file keeps.
    ///   - database: The path of the database.
    /// - Throws: `DatasetStoreError`; an earlier file stays.
    init(of opening: StoreOpening, _ finding: Finding, beside database: String) throws(DatasetStoreError) {
        var ends: [Int64: Int] = [:]
        for (session, tail) in opening.logTails.all { ends[tail.key] = finding.lost[session] ?? tail.revision }
        try self.init(writing: ends, to: Self.path(of: database))
    }

    /// Returns the number of sessions in a database's file.
    static func count(beside database: String) -> Int {
        ((try? read(path(of: database))) ?? nil)?.ends.count ?? 0
    }

    private init(writing ends: [Int64: Int], to path: String) throws(DatasetStoreError) {
        let base = ends.keys.min() ?? 1
        let aside = path + ".new"
        let file = try File(aside, .create)
        var bytes = Self.header(base: base)
        bytes += [UInt8](repeating: 0, count: ends.keys.max().map { Int($0 - base + 1) * Self.slotLength } ?? 0)
        for (key, revision) in ends {
            let start = Self.headerLength + Int(key - base) * Self.slotLength
            bytes.replaceSubrange(start..<start + Self.slotLength, with: Self.slot(key, revision))
        }
        try file.write(bytes.span, at: 0)
        try File.move(aside, to: path)
        self.base = base
        self.file = file
    }

    /// Writes the last revision of a log; `nil` for an ended session.
    ///
    /// A session with a key below the file's first has ended, and has no slot.
    func note(_ revision: Int?, of key: Int64) throws(DatasetStoreError) {
        guard key >= base else { return }
        let slot = revision.map { Self.slot(key, $0) } ?? [UInt8](repeating: 0, count: Self.slotLength)
        try file.write(slot.span, at: Self.headerLength + Int(key - base) * Self.slotLength)
    }

    /// Reads a file; `nil` for a missing or altered one.
    private static func read(
        _ path: String
    ) throws(DatasetStoreError) -> (run: Int64, ends: [Int64: Int])? {
        guard Folder.exists(path) else { return nil }
        let bytes = try File(path, .read).readAll()
        guard bytes.count >= headerLength, bytes.starts(with: mark) else { return nil }
        let (run, base, seal) = (word(bytes, 16), word(bytes, 24), word(bytes, 32))
        guard seal == headerSeal(run, base) else { return nil }
        var ends: [Int64: Int] = [:]
        for number in 0..<(bytes.count - headerLength) / slotLength {
            let start = headerLength + number * slotLength
            let (key, end) = (base + Int64(number), word(bytes, start))
            guard end > 0, word(bytes, start + 8) == slotSeal(key, end) else { continue }
            ends[key] = Int(end - 1)
        }
        return (run, ends)
    }

    private static func header(base: Int64) -> [UInt8] {
        let run = MachineRun.mark ?? 0
        let words = [run, base, headerSeal(run, base)]
        let bytes = mark + words.flatMap(octets)
        return bytes + [UInt8](repeating: 0, count: headerLength - bytes.count)
    }

    private static func slot(_ key: Int64, _ revision: Int) -> [UInt8] {
        let end = Int64(revision) + 1
        return octets(end) + octets(slotSeal(key, end))
    }

    private static func headerSeal(_ run: Int64, _ base: Int64) -> Int64 {
        var seal = RowSeal()
        seal.add(run)
        seal.add(base)
        return seal.value
    }

    private static func slotSeal(_ key: Int64, _ end: Int64) -> Int64 {
        var seal = RowSeal()
        seal.add(key)
        seal.add(end)
        return seal.value
    }

    private static func octets(_ word: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }

    private static func word(_ bytes: [UInt8], _ start: Int) -> Int64 {
        (0..<8).reduce(0) { $0 | Int64(bytes[start + $1]) << (8 * $1) }
    }
}

extension SessionStoreError {
    /// The error of a log that has lost its last changes.
    static func lost(upTo end: Int, behind revision: Int) -> SessionStoreError {
        .damagedSession("the log ends at revision \(revision), and revision \(end) was committed")
    }
}
