import ChartSeries
import ChartStores

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An open file, closed with its last reference.
final class File: Sendable {
    /// The mode of an opening.
    enum Mode {
        /// Reads an existing file.
        case read
        /// Reads and writes an existing file.
        case write
        /// Creates a file, and replaces an existing one.
        case create
        /// Opens a file, and creates a missing one.
        case openOrCreate
        /// Opens a folder, only to synchronize it.
        case folder
    }

    /// The maximum bytes of a manifest or a journal.
    private static let largestText = 1 << 28

    /// The path, for errors.
    let path: String
    private let descriptor: Int32

    /// Opens a regular file.
    ///
    /// - Throws: `DatasetStoreError`, `damaged` if the path is no regular file.
    init(_ path: String, _ mode: Mode) throws(DatasetStoreError) {
        let flags =
            switch mode {
            case .read: O_RDONLY
            case .write: O_RDWR
            case .create: O_RDWR | O_CREAT | O_TRUNC
            case .openOrCreate: O_RDWR | O_CREAT
            case .folder: O_RDONLY | O_DIRECTORY
            }
        self.path = path
        let noLink = mode == .folder ? 0 : O_NOFOLLOW | O_NONBLOCK
        descriptor = unsafe open(path, flags | noLink | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if [ELOOP, EISDIR, ENXIO].contains(errno) {
                throw DatasetStoreError(.damaged, "\(path) is not a regular file")
            }
            throw .system(path, "cannot be opened")
        }
        let kind = try status().st_mode & S_IFMT
        guard mode == .folder || kind == S_IFREG else {
            throw DatasetStoreError(.damaged, "\(path) is not a regular file")
        }
    }

    deinit {
        close(descriptor)
    }

    /// The length in bytes.
    func size() throws(DatasetStoreError) -> Int { Int(try status().st_size) }

    /// The length in bytes of the file at a path; `nil` if it is unavailable.
    static func size(at path: String) -> Int? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    private func status() throws(DatasetStoreError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(path, "cannot be inspected") }
        return status
    }

    /// Writes all elements in their memory layout.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - offset: The offset in the file, in bytes.
    /// - Throws: `DatasetStoreError`, `full` if the disk has no room.
    func write<Element: BitwiseCopyable>(_ elements: Span<Element>, at offset: Int) throws(DatasetStoreError) {
        let size = elements.count * MemoryLayout<Element>.stride
        var done = 0
        while done < size {
            let count = unsafe elements.withUnsafeBytes { all in
                unsafe pwrite(descriptor, all.baseAddress! + done, size - done, off_t(offset + done))
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EFAULT {
                throw DatasetStoreError(.damaged, "\(path) cannot be written, since a mapped file was cut")
            }
            guard count > 0 else { throw .system(path, "cannot be written") }
            done += count
        }
    }

    /// Reads the whole small file.
    ///
    /// - Throws: `DatasetStoreError`, `damaged` for a file above the maximum size.
    func readAll() throws(DatasetStoreError) -> [UInt8] {
        let size = try size()
        guard size <= Self.largestText else { throw DatasetStoreError(.damaged, "\(path) has \(size) bytes") }
        return try read(size)
    }

    /// Reads the first bytes of the file.
    ///
    /// - Throws: `DatasetStoreError`, also for a shorter file.
    func read(_ size: Int) throws(DatasetStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        try fill(&bytes, from: 0)
        return bytes
    }

    /// Reads bytes from an offset.
    ///
    /// - Throws: `DatasetStoreError`, also for a shorter file.
    func read(_ size: Int, at offset: Int) throws(DatasetStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        try fill(&bytes, from: offset)
        return bytes
    }

    /// Reads doubles in their memory layout.
    ///
    /// - Parameters:
    ///   - count: The number of doubles.
    ///   - offset: The offset in the file, in bytes.
    /// - Returns: The doubles.
    /// - Throws: `DatasetStoreError`, also for a shorter file.
    func readDoubles(_ count: Int, at offset: Int) throws(DatasetStoreError) -> [Double] {
        var values = [Double](repeating: 0, count: count)
        try fill(&values, from: offset)
        return values
    }

    private func fill<Element: BitwiseCopyable>(
        _ elements: inout [Element], from offset: Int
    ) throws(DatasetStoreError) {
        let size = elements.count * MemoryLayout<Element>.stride
        var done = 0
        while done < size {
            let count = unsafe elements.withUnsafeMutableBytes { all in
                unsafe pread(descriptor, all.baseAddress! + done, size - done, off_t(offset + done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .system(path, "cannot be read") }
            done += count
        }
    }

    /// Makes this file share the blocks of another one, until one of both is written.
    ///
    /// - Returns: Whether the file system can; the file is unchanged otherwise.
    func clone(_ other: File) -> Bool {
        #if os(Linux)
        // FICLONE of linux/fs.h, a macro that Swift does not import.
        ioctl(descriptor, 0x4004_9409, other.descriptor) == 0
        #else
        false
        #endif
    }

    /// Truncates the file.
    func truncate(to length: Int) throws(DatasetStoreError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .system(path, "cannot be cut") }
    }

    /// Waits until the disk has all writes, also those of earlier openings.
    ///
    /// - Throws: `DatasetStoreError`, `unsynced`. The system may have dropped the writes then, so that a repeated call
    ///   succeeds without them.
    func synchronize() throws(DatasetStoreError) {
        #if canImport(Glibc)
        let isDone = fsync(descriptor) == 0
        #else
        // After fsync, the writes may still be in the cache of the disk.
        let isDone = fcntl(descriptor, F_FULLFSYNC) == 0
        #endif
        guard isDone else {
            throw DatasetStoreError(.unsynced, DatasetStoreError.system(path, "cannot be synchronized").description)
        }
    }

    /// Advises the system to read the file from the disk again; mapped pages stay.
    func forgetPages() {
        #if canImport(Glibc)
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        #endif
    }

    /// Locks the file for this process; false if another process has locked it.
    func lock() -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Renames a file, and replaces an existing one atomically.
    static func move(_ path: String, to other: String) throws(DatasetStoreError) {
        guard unsafe rename(path, other) == 0 else { throw .system(path, "cannot be renamed") }
    }

    /// Maps the file privately: writes to the memory do not change the file.
    ///
    /// - Parameters:
    ///   - size: The file's size in bytes.
    ///   - soundness: Notes a truncated file.
    /// - Returns: The memory.
    /// - Throws: `DatasetStoreError`, `exhausted` if no more can be mapped.
    func mapPrivately(size: Int, _ soundness: TableSoundness) throws(DatasetStoreError) -> PrivateMapping {
        try PrivateMapping(descriptor, size: size, path: path, soundness)
    }

    /// Maps the file for reading, with spare addresses.
    ///
    /// - Parameters:
    ///   - capacity: The number of mapped bytes.
    ///   - soundness: Notes a read beyond the end of a truncated file.
    /// - Returns: The memory.
    /// - Throws: `DatasetStoreError`, `exhausted` if no more can be mapped.
    func map(capacity: Int, _ soundness: TableSoundness) throws(DatasetStoreError) -> Mapping {
        try Mapping([(descriptor, capacity)], capacity: capacity, path: path, soundness)
    }

    /// Maps the beginnings of files one behind the other for reading, with spare addresses behind the last one.
    ///
    /// - Parameters:
    ///   - parts: The files with the bytes of each; those of all but the last one are whole pages.
    ///   - capacity: The number of mapped bytes.
    ///   - soundness: Notes a read beyond the end of a truncated file.
    /// - Returns: The memory.
    /// - Throws: `DatasetStoreError`, `exhausted` if no more can be mapped.
    static func map(
        _ parts: [(file: File, bytes: Int)], capacity: Int, _ soundness: TableSoundness
    ) throws(DatasetStoreError) -> Mapping {
        guard let last = parts.last else { preconditionFailure("a column without a file") }
        return try Mapping(
            parts.map { ($0.file.descriptor, $0.bytes) }, capacity: capacity, path: last.file.path, soundness)
    }
}

extension DatasetStoreError {
    /// Converts the system's last error.
    static func system(_ path: String, _ what: String) -> DatasetStoreError {
        let number = errno
        let reason = unsafe String(cString: strerror(number))
        let kind: Kind =
            switch number {
            case ENOSPC, EDQUOT: .full
            case EMFILE, ENFILE, ENOMEM: .exhausted
            case _: .unavailable
            }
        return DatasetStoreError(kind, "\(path) \(what): \(reason)")
    }
}
