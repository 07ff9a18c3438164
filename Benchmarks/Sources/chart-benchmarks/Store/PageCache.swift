import Glibc

/// The pages of files that the kernel keeps in memory.
enum PageCache {
    /// Asks the kernel to forget a file's pages, which it does where nobody has them mapped.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``BenchmarkFailure`` when it cannot be opened.
    static func forget(_ path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else { throw BenchmarkFailure("\(path) cannot be opened") }
        defer { close(descriptor) }
        guard fdatasync(descriptor) == 0 || errno == EINVAL,
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0
        else { throw BenchmarkFailure("\(path) cannot be forgotten") }
    }
}
