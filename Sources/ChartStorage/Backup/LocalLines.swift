import ChartStores
import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A conversation in lines between two processes, each of which appends to a file of its own in a folder.
///
/// Every process that may read and write the folder can take part. Each end holds the lock of its file, so that the other end
/// notices when it has ended.
struct LocalLines {
    /// What came first.
    enum Arrival: Equatable {
        /// A line, without its newline.
        case line([UInt8])
        /// The end of the wait.
        case deadline
        /// The end of the conversation.
        case end
    }

    private static let newline = UInt8(ascii: "\n")
    /// The seconds between two looks at the other file: short at first, then longer.
    private static let pauses = (shortest: 0.001, longest: 0.05, growth: 1.2)

    private let mine: File
    private let theirs: File
    /// Whether this end has to stop.
    private let isStopped: @Sendable () -> Bool
    private var written: Int
    private var read = 0
    private var received: [UInt8] = []
    /// The received bytes that have been taken.
    private var taken = 0

    /// Takes part with a locked file, and with that of the other end.
    ///
    /// - Parameters:
    ///   - mine: The locked file.
    ///   - theirs: The file of the other end.
    ///   - written: The bytes that the locked file has already.
    ///   - isStopped: Whether this end has to stop.
    init(_ mine: File, _ theirs: File, from written: Int = 0, isStopped: @escaping @Sendable () -> Bool = { false }) {
        self.mine = mine
        self.theirs = theirs
        self.written = written
        self.isStopped = isStopped
    }

    /// Creates and locks a file before it is at its path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - line: The first line; `nil` for none.
    /// - Returns: The file, which the owner of the folder owns too.
    /// - Throws: `DatasetStoreError`.
    static func file(at path: String, saying line: String? = nil) throws(DatasetStoreError) -> File {
        let file = try File(path + ".new", .create)
        guard file.lock() else { throw DatasetStoreError(.locked, "\(path) is in use by another process") }
        if let line { try file.write(Array((line + "\n").utf8).span, at: 0) }
        try giveToOwnerOfFolder(path + ".new")
        try File.move(path + ".new", to: path)
        return file
    }

    /// Lets the server read what the administrator has written.
    private static func giveToOwnerOfFolder(_ path: String) throws(DatasetStoreError) {
        guard geteuid() == 0 else { return }
        var status = stat()
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard unsafe stat(folder, &status) == 0, unsafe chown(path, status.st_uid, status.st_gid) == 0 else {
            throw .system(path, "cannot be given to the owner of the folder")
        }
    }

    /// Sends a line.
    ///
    /// - Throws: `DatasetStoreError`, `full` if the disk has no room.
    mutating func send(_ line: [UInt8]) throws(DatasetStoreError) {
        let bytes = line + [Self.newline]
        try mine.write(bytes.span, at: written)
        written += bytes.count
    }

    /// Sends a line of text.
    mutating func send(_ line: String) throws(DatasetStoreError) { try send(Array(line.utf8)) }

    /// Waits for the next line.
    ///
    /// - Parameter deadline: The end of the wait; `nil` for none.
    /// - Returns: What came first.
    mutating func next(until deadline: ContinuousClock.Instant? = nil) -> Arrival {
        var pause = Self.pauses.shortest
        while true {
            // What the other end has sent before its end is read first.
            let hasEnded = theirs.lock()
            if let size = try? theirs.size(), size > read, let bytes = try? theirs.read(size - read, at: read) {
                received.removeFirst(taken)
                taken = 0
                received += bytes
                read = size
            }
            if let end = received[taken...].firstIndex(of: Self.newline) {
                defer { taken = end + 1 }
                return .line(Array(received[taken..<end]))
            }
            if hasEnded || isStopped() { return .end }
            if let deadline, deadline <= .now { return .deadline }
            Thread.sleep(forTimeInterval: pause)
            pause = min(Self.pauses.longest, pause * Self.pauses.growth)
        }
    }
}
