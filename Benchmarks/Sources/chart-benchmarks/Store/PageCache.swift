import Glibc

/// The kernel's cache of file pages.
enum PageCache {
    /// Asks the kernel to drop the cached pages of a file, which it does unless the file is mapped.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``BenchmarkFailure`` if the file cannot be opened or its pages cannot be dropped.
    static func forget(_ path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else { throw BenchmarkFailure("\(path) cannot be opened") }
        defer { close(descriptor) }
        guard fdatasync(descriptor) == 0 || errno == EINVAL,
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0
        else { throw BenchmarkFailure("\(path) cannot be forgotten") }
    }
}
