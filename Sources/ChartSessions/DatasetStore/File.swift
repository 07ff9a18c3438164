internal import ChartSeries

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An open file, closed with its last holder.
final class File: Sendable {
    /// How a file is opened.
    enum Mode {
        /// It must exist, and is only read.
        case read
        /// It must exist.
        case write
        /// It is made anew, in place of one that may be there.
        case create
        /// It is made when missing.
        case openOrCreate
        /// It is a folder, which is neither read nor written.
        case folder
    }

    /// A manifest or a journal is not larger, in bytes.
    private static let largestText = 1 << 28

    /// The path, for errors.
    let path: String
    private let descriptor: Int32

    /// Opens a file, which is no link and no pipe.
    ///
    /// - Throws: ``DatasetStoreError``, `damaged` where something else than a file has the path.
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
        descriptor = unsafe open(path, flags | noLink | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if [ELOOP, EISDIR, ENXIO].contains(errno) { throw DatasetStoreError(.damaged, "\(path) is no file") }
            throw .system(path, "cannot be opened")
        }
        let kind = try status().st_mode & S_IFMT
        guard mode == .folder || kind == S_IFREG else {
            throw DatasetStoreError(.damaged, "\(path) is no file")
        }
    }

    deinit {
        close(descriptor)
    }

    /// The length in bytes.
    func size() throws(DatasetStoreError) -> Int { Int(try status().st_size) }

    private func status() throws(DatasetStoreError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(path, "cannot be looked at") }
        return status
    }

    /// Writes elements as they lie in memory, all of them.
    ///
    /// - Parameters:
    ///   - elements: What to write.
    ///   - offset: Where in the file, in bytes.
    /// - Throws: ``DatasetStoreError``, `full` where the disk has no room.
    func write<Element: BitwiseCopyable>(_ elements: Span<Element>, at offset: Int) throws(DatasetStoreError) {
        let size = elements.count * MemoryLayout<Element>.stride
        var done = 0
        while done < size {
            let count = unsafe elements.withUnsafeBytes { all in
                unsafe pwrite(descriptor, all.baseAddress! + done, size - done, off_t(offset + done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .system(path, "cannot be written") }
            done += count
        }
    }

    /// Reads the whole file, which is small.
    ///
    /// - Throws: ``DatasetStoreError``, `damaged` for one that is larger than any that is written.
    func readAll() throws(DatasetStoreError) -> [UInt8] {
        let size = try size()
        guard size <= Self.largestText else { throw DatasetStoreError(.damaged, "\(path) has \(size) bytes") }
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let count = unsafe bytes.withUnsafeMutableBytes { all in
                unsafe pread(descriptor, all.baseAddress! + done, all.count - done, off_t(done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .system(path, "cannot be read") }
            done += count
        }
        return bytes
    }

    /// Cuts the file off at a length.
    func truncate(to length: Int) throws(DatasetStoreError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .system(path, "cannot be cut") }
    }

    /// Waits until the disk has what was written.
    func synchronize() throws(DatasetStoreError) {
        guard fsync(descriptor) == 0 else { throw .system(path, "cannot be brought to the disk") }
    }

    /// Takes the file for this process alone, or is false when another has it.
    func lock() -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Gives a file the name of another, which it replaces in one step.
    static func move(_ path: String, to other: String) throws(DatasetStoreError) {
        guard unsafe rename(path, other) == 0 else { throw .system(path, "cannot be renamed") }
    }

    /// Maps the file so that it can be written in memory without being changed.
    func mapPrivately(size: Int) throws(DatasetStoreError) -> PrivateMapping {
        try PrivateMapping(descriptor, size: size, path: path)
    }

    /// Maps the file for reading, with addresses to grow into.
    func map(capacity: Int) throws(DatasetStoreError) -> Mapping {
        try Mapping(descriptor, capacity: capacity, path: path)
    }
}

/// A file's bytes as memory, given back with the last holder.
@safe
final class Mapping: PagedMemory, @unchecked Sendable {
    // Unchecked because of the pointer: the memory is only read, and what was published of it does not change.
    /// The memory; only what the file holds may be touched.
    let bytes: UnsafeRawBufferPointer

    fileprivate init(_ descriptor: Int32, capacity: Int, path: String) throws(DatasetStoreError) {
        let address = unsafe mmap(nil, max(capacity, 1), PROT_READ, MAP_SHARED, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw .system(path, "cannot be mapped")
        }
        unsafe bytes = UnsafeRawBufferPointer(start: address, count: max(capacity, 1))
    }

    deinit {
        _ = unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// The pages that the file is read by.
    var pages: FilePages { unsafe FilePages(bytes) }

    func isAway(_ address: UInt) -> Bool { pages.isAway(address) }

    func bring(_ addresses: Range<UInt>) { pages.bring(addresses) }

    /// The first values as a buffer that keeps the mapping.
    func values() -> GrowingBuffer<Double> {
        unsafe GrowingBuffer<Double>(lending: bytes.bindMemory(to: Double.self), owner: self)
    }
}

/// A file's bytes as memory of this process: what is written to it stays here.
@safe
final class PrivateMapping: PagedMemory, @unchecked Sendable {
    // Unchecked because of the pointer: only the index that adopts the memory writes it, behind what it has published.
    /// The memory, as long as the file was.
    let bytes: UnsafeMutableRawBufferPointer

    fileprivate init(_ descriptor: Int32, size: Int, path: String) throws(DatasetStoreError) {
        let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw .system(path, "cannot be mapped")
        }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: address, count: size)
    }

    deinit {
        _ = unsafe munmap(bytes.baseAddress!, bytes.count)
    }

    /// The pages that the file is read by.
    var pages: FilePages { unsafe FilePages(UnsafeRawBufferPointer(bytes)) }

    func isAway(_ address: UInt) -> Bool { pages.isAway(address) }

    func bring(_ addresses: Range<UInt>) { pages.bring(addresses) }

    /// Lends the whole words.
    func withWords<Result>(_ body: (Span<UInt64>) -> Result) -> Result {
        unsafe body(Span(_unsafeElements: UnsafeBufferPointer(bytes.bindMemory(to: UInt64.self))))
    }
}

extension DatasetStoreError {
    /// What the system said last of a file.
    static func system(_ path: String, _ what: String) -> DatasetStoreError {
        let number = errno
        let reason = unsafe String(cString: strerror(number))
        let isFull = number == ENOSPC || number == EDQUOT
        return DatasetStoreError(isFull ? .full : .unavailable, "\(path) \(what): \(reason)")
    }
}
