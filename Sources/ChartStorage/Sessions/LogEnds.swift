import ChartSeries
import ChartStores

/// A file beside the database with the last revision of each session.
///
/// It detects a log that has lost its last changes, together with the WAL or in an older copy of the database. The
/// writer updates it after each commit, so it never exceeds the committed revisions. It guards against accidents, not
/// against attackers. A power loss may leave it ahead of a database whose commits do not wait for the disk. After a
/// restart of the machine, a slot therefore counts only if it was written with `StoreDurability.full`.
///
/// A session is compared with its slot when it is first used. Only `chart-surface check` compares all of them.
struct LogEnds: Sendable {
    /// An opened file, and what the opening has found.
    struct Opening: Sendable {
        let ends: LogEnds
        /// The number of sessions that the database lacks because it is an older copy.
        let gone: Int
        /// Whether slots are missing, so that the writer has to write those of all live sessions.
        let isNew: Bool
    }

    /// The unused slots at the start of the file that are worth a copy of the rest.
    private static let worthwhileSlots: Int64 = 65_536

    private let file: LogEndsFile
    private let run: Int64

    private init(_ file: LogEndsFile, run: Int64) {
        self.file = file
        self.run = run
    }

    /// The path of a database's file.
    static func path(of database: String) -> String { database + "-ends" }

    /// Returns the number of sessions in a database's file.
    static func count(beside database: String) -> Int {
        guard let file = try? LogEndsFile(path(of: database)) else { return 0 }
        var count = 0
        try? file.forEachGroup { count += $0.count }
        return count
    }

    /// Opens the file of a database, or creates it.
    ///
    /// It reads the slots of sessions that the database lacks, and drops them, since new sessions will get their keys.
    /// It reads all slots only to replace the file: one of the first version, or one that begins behind the first live
    /// session of an older copy. Once ended sessions take more than half of the file, it copies the rest to a new one.
    ///
    /// - Parameters:
    ///   - database: The path of the database.
    ///   - keys: The keys of its sessions.
    ///   - durability: What a committed change survives.
    /// - Returns: The file, and what the opening has found.
    /// - Throws: `DatasetStoreError`; an earlier file stays.
    static func open(
        beside database: String, _ keys: SessionKeys, durability: StoreDurability
    ) throws -> Opening {
        let path = path(of: database)
        let run = durability == .full ? LogEndsFile.durable : MachineRun.mark ?? LogEndsFile.unknownRun
        let first = keys.firstLive ?? keys.last + 1
        guard var file = try LogEndsFile(path, .write) else {
            let file = try replace(path, base: first) { _ in }
            return Opening(ends: LogEnds(file, run: run), gone: 0, isNew: keys.firstLive != nil)
        }
        var gone = 0
        try file.forEachGroup(from: keys.last + 1) { gone += $0.count }
        let lacksFirst = first < file.base
        if file.version == .first || lacksFirst {
            let isDurable = file.version == .first && durability == .full
            file = try rebuild(file, from: first, upTo: keys.last, isDurable: isDurable, at: path)
        } else {
            if try file.end() > keys.last + 1 { try file.file.truncate(to: file.offset(of: keys.last + 1)) }
            let rest = max(0, try file.end() - first)
            if first - file.base > max(worthwhileSlots, rest) { file = try copy(file, from: first, to: path) }
        }
        return Opening(ends: LogEnds(file, run: run), gone: gone, isNew: lacksFirst)
    }

    /// Writes the last revision of a log; `nil` for an ended session.
    ///
    /// A session with a key below the file's first has ended, and has no slot.
    func note(_ revision: Int?, of key: Int64) throws(DatasetStoreError) {
        guard key >= file.base else { return }
        guard let revision else { return try file.clear(key) }
        try file.write(LogEndsFile.Slot(key: key, revision: revision, run: run))
    }

    /// Returns the last revision of a log, which the database must have; `nil` without a slot that counts.
    func revision(of key: Int64) -> Int? {
        guard let slot = file.slot(of: key), slot.counts else { return nil }
        return slot.revision
    }

    /// Writes a file aside, and moves it to its path when it is complete.
    private static func replace(
        _ path: String, base: Int64, _ write: (LogEndsFile) throws -> Void
    ) throws -> LogEndsFile {
        let file = try LogEndsFile(creating: path + ".new", base: base)
        try write(file)
        try File.move(path + ".new", to: path)
        return file
    }

    /// Writes the slots of a range of keys to a new file, in this version.
    private static func rebuild(
        _ file: LogEndsFile, from first: Int64, upTo last: Int64, isDurable: Bool, at path: String
    ) throws -> LogEndsFile {
        try replace(path, base: first) { new in
            try file.forEachGroup(from: first) { slots in
                for slot in slots where slot.key <= last {
                    let run = isDurable ? LogEndsFile.durable : slot.run
                    try new.write(LogEndsFile.Slot(key: slot.key, revision: slot.revision, run: run))
                }
            }
        }
    }

    /// Copies the bytes of all slots from a key on to a new file.
    private static func copy(_ file: LogEndsFile, from first: Int64, to path: String) throws -> LogEndsFile {
        try replace(path, base: first) { new in
            var (source, target) = (file.offset(of: first), new.offset(of: first))
            let end = file.offset(of: try file.end())
            while source < end {
                let bytes = try file.file.read(min(1 << 20, end - source), at: source)
                try new.file.write(bytes.span, at: target)
                source += bytes.count
                target += bytes.count
            }
        }
    }
}

extension SessionStoreError {
    /// The error of a log that has lost its last changes.
    static func lost(upTo end: Int, behind revision: Int) -> SessionStoreError {
        .damagedSession("the log ends at revision \(revision), and revision \(end) was committed")
    }
}
