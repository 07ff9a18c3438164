import Foundation

/// The data directory of a backup, held by this process or by the server that runs there.
struct BackupSource {
    private enum Holder {
        case lock(File)
        case server(LocalLines, asks: String)
    }

    /// The longest wait for the next line of the server, which may have many datasets.
    private static let answerPatience = Duration.seconds(60)
    private static let pause = 0.02

    private let dataDirectory: String
    private var holder: Holder

    /// Locks a data directory, or asks the server that has locked it.
    ///
    /// - Parameters:
    ///   - dataDirectory: Its path.
    ///   - patience: The longest wait for one of both, while a server starts or ends.
    /// - Throws: ``BackupError`` or `DatasetStoreError`.
    init(_ dataDirectory: String, patience: Duration) throws {
        self.dataDirectory = dataDirectory
        let command = "\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
        let paths = BackupListener.paths(of: command, in: dataDirectory)
        let deadline = ContinuousClock.now + patience
        var asks: File?
        do {
            while true {
                let lock = try File(dataDirectory + "/lock", .openOrCreate)
                if lock.lock() {
                    try UnfinishedRestore.check(dataDirectory)
                    holder = .lock(lock)
                    break
                }
                let mine = try asks ?? LocalLines.file(at: paths.asks, saying: BackupListener.greeting)
                asks = mine
                if Folder.exists(paths.answers) {
                    holder = .server(
                        LocalLines(mine, try File(paths.answers, .read), from: BackupListener.greeting.utf8.count + 1),
                        asks: paths.asks)
                    return
                }
                guard ContinuousClock.now < deadline else {
                    throw BackupError(
                        .unanswered,
                        """
                        \(dataDirectory) is in use, but no server answers there: wait for the end of another backup or \
                        command, and try again
                        """)
                }
                Thread.sleep(forTimeInterval: Self.pause)
            }
        } catch {
            if asks != nil { try? Folder.remove(paths.asks) }
            throw error
        }
        if asks != nil { try Folder.remove(paths.asks) }
    }

    /// Tells the server that no more files are needed; the end of the process does the same.
    func end() {
        if case .server(_, let asks) = holder { try? Folder.remove(asks) }
    }

    /// Finds all datasets of one moment.
    ///
    /// - Parameter begin: Called in the moment, while no dataset changes. A later call is for a later moment.
    /// - Returns: The datasets, in the order of their names.
    /// - Throws: ``BackupError``, or what `begin` throws.
    mutating func datasets(beginning begin: () throws -> Void) throws -> [FoundDataset] {
        switch holder {
        case .lock:
            try begin()
            return try DatasetDirectory.datasets(inDataDirectory: dataDirectory)
        case .server(var lines, let asks):
            defer { holder = .server(lines, asks: asks) }
            try Self.takeMoment(&lines, beginning: begin)
            var found: [FoundDataset] = []
            while true {
                let line = try Self.line(&lines)
                guard line != Array("end".utf8) else { return found }
                guard let dataset = try? JSONFile.decode(FoundDataset.self, from: line) else { throw Self.noAnswer }
                found.append(dataset)
            }
        }
    }

    /// Makes sure that all files of the moment were there until now.
    ///
    /// - Throws: ``BackupError`` if the server has ended.
    mutating func confirm() throws {
        guard case .server(var lines, let asks) = holder else { return }
        try lines.send("done")
        guard try Self.line(&lines) == Array("held".utf8) else { throw Self.noAnswer }
        holder = .server(lines, asks: asks)
    }

    private static func takeMoment(_ lines: inout LocalLines, beginning begin: () throws -> Void) throws {
        while true {
            let text = String(decoding: try line(&lines), as: UTF8.self)
            let words = text.split(separator: " ", maxSplits: 1)
            switch words.first {
            case "still":
                try begin()
                try lines.send("go \(words.last ?? "")")
            case "taken": return
            case "late":
                throw BackupError(.unanswered, "this machine is too busy for a moment of all data: try again later")
            case "failed": throw BackupError(.inputOutput, String(words.last ?? ""))
            default: throw noAnswer
            }
        }
    }

    private static func line(_ lines: inout LocalLines) throws -> [UInt8] {
        guard case .line(let line) = lines.next(until: .now + answerPatience) else { throw noAnswer }
        return line
    }

    private static var noAnswer: BackupError {
        BackupError(.unanswered, "the server has ended or does not answer: make the backup again")
    }
}
