import ChartSeries
import ChartStores

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file's bytes as memory, unmapped with the last reference.
@safe
final class Mapping: PagedMemory, @unchecked Sendable {
    // Unchecked because of the pointer: the memory is only read, and its published part does not change.
    /// The memory; reads must stay within the file.
    let bytes: UnsafeRawBufferPointer
    private let watch: FaultWatch

    /// Maps the beginnings of files one behind the other.
    ///
    /// - Parameters:
    ///   - parts: The files with the bytes of each; those of all but the last one are whole pages, and the last one takes
    ///     the rest of the capacity.
    ///   - capacity: The number of mapped bytes.
    ///   - path: The last file, for errors.
    ///   - soundness: Notes a read beyond the end of a truncated file.
    /// - Throws: `DatasetStoreError`, `exhausted` if no more can be mapped.
    init(
        _ parts: [(descriptor: Int32, bytes: Int)], capacity: Int, path: String, _ soundness: TableSoundness
    ) throws(DatasetStoreError) {
        let size = max(capacity, 1)
        let isWhole = parts.count == 1
        let address =
            unsafe isWhole
            ? mmap(nil, size, PROT_READ, MAP_SHARED, parts[0].descriptor, 0)
            : mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw .system(path, "cannot be mapped")
        }
        var start = 0
        for (index, part) in parts.enumerated() where !isWhole {
            let length = index == parts.count - 1 ? size - start : part.bytes
            let place = unsafe mmap(
                address + start, length, PROT_READ, MAP_SHARED | MAP_FIXED, part.descriptor, 0)
            guard unsafe place != MAP_FAILED else {
                let error = DatasetStoreError.system(path, "cannot be mapped")
                _ = unsafe munmap(address, size)
                throw error
            }
            start += length
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: address, count: max(capacity, 1))
        guard let watch = unsafe soundness.watch(bytes, isWritable: false) else {
            _ = unsafe munmap(address, bytes.count)
            throw DatasetStoreError(.exhausted, "\(path) cannot be mapped: too many files are")
        }
        unsafe self.bytes = bytes
        self.watch = watch
    }

    deinit {
        watch.end()
        _ = unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// The pages of the file.
    var pages: FilePages { unsafe FilePages(bytes) }

    func isAway(_ address: UInt) -> Bool { pages.isAway(address) }

    func isNear(_ addresses: Range<UInt>) -> Bool { pages.isNear(addresses) }

    func bring(_ addresses: Range<UInt>) {
        watch.noteAway()
        pages.bring(addresses)
    }

    /// The values as a buffer that keeps the mapping.
    func values() -> GrowingBuffer<Double> {
        unsafe GrowingBuffer<Double>(lending: bytes.bindMemory(to: Double.self), owner: self)
    }
}

/// A file's bytes as private memory: writes do not change the file.
@safe
final class PrivateMapping: PagedMemory, @unchecked Sendable {
    // Unchecked because of the pointer: only the index that adopts the memory writes it, after its published part.
    /// The memory, with the size of the file.
    let bytes: UnsafeMutableRawBufferPointer
    private let watch: FaultWatch

    init(
        _ descriptor: Int32, size: Int, path: String, _ soundness: TableSoundness
    ) throws(DatasetStoreError) {
        let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw .system(path, "cannot be mapped")
        }
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: address, count: size)
        guard let watch = unsafe soundness.watch(UnsafeRawBufferPointer(bytes), isWritable: true) else {
            _ = unsafe munmap(address, size)
            throw DatasetStoreError(.exhausted, "\(path) cannot be mapped: too many files are")
        }
        unsafe self.bytes = bytes
        self.watch = watch
    }

    deinit {
        watch.end()
        _ = unsafe munmap(bytes.baseAddress!, bytes.count)
    }

    /// The pages of the file.
    var pages: FilePages { unsafe FilePages(UnsafeRawBufferPointer(bytes)) }

    func isAway(_ address: UInt) -> Bool { pages.isAway(address) }

    func isNear(_ addresses: Range<UInt>) -> Bool { pages.isNear(addresses) }

    func bring(_ addresses: Range<UInt>) {
        watch.noteAway()
        pages.bring(addresses)
    }

    /// Lends the whole words.
    func withWords<Result>(_ body: (Span<UInt64>) -> Result) -> Result {
        unsafe body(Span(_unsafeElements: UnsafeBufferPointer(bytes.bindMemory(to: UInt64.self))))
    }
}
