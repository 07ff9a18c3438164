import ChartSeries

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The pages of a mapped file, valid as long as its mapping.
struct FilePages: PagedMemory {
    /// The address of the first byte.
    private let start: UInt
    /// The number of mapped bytes.
    private let size: Int

    #if canImport(Glibc)
    private typealias PageState = UInt8
    #else
    private typealias PageState = CChar
    #endif

    /// The maximum bytes of one request, since a system may read no more than its read-ahead, 128 KiB by default.
    private static let largestRequest: UInt = 1 << 17

    init(_ bytes: UnsafeRawBufferPointer) {
        start = UInt(bitPattern: bytes.baseAddress)
        size = bytes.count
    }

    func isAway(_ address: UInt) -> Bool {
        let page = address & ~(Self.systemPageSize - 1)
        var state: PageState = 1
        let pointer = unsafe UnsafeMutableRawPointer(bitPattern: page)
        return unsafe mincore(pointer, 1, &state) == 0 && state & 1 == 0
    }

    func isNear(_ addresses: Range<UInt>) -> Bool {
        let end = min(addresses.upperBound, start + UInt(size))
        var next = max(addresses.lowerBound, start) & ~(Self.systemPageSize - 1)
        return unsafe withUnsafeTemporaryAllocation(of: PageState.self, capacity: Self.pagesAtOnce) { states in
            while next < end {
                let count = min(end - next, UInt(Self.pagesAtOnce) * Self.systemPageSize)
                let pointer = unsafe UnsafeMutableRawPointer(bitPattern: next)
                // A system that does not tell lets a reader wait for the page, as it does for one that it drops later.
                guard unsafe mincore(pointer, Int(count), states.baseAddress) == 0 else { return true }
                let pages = Int((count + Self.systemPageSize - 1) / Self.systemPageSize)
                guard unsafe states[..<pages].allSatisfy({ $0 & 1 == 1 }) else { return false }
                next += count
            }
            return true
        }
    }

    func bring(_ addresses: Range<UInt>) {
        let end = min(addresses.upperBound, start + UInt(size))
        var next = max(addresses.lowerBound, start) & ~(Self.systemPageSize - 1)
        while next < end {
            let count = min(end - next, Self.largestRequest)
            let pointer = unsafe UnsafeMutableRawPointer(bitPattern: next)
            // This is advice only: after a failure, a reader waits for the page.
            _ = unsafe madvise(pointer, Int(count), MADV_WILLNEED)
            next += count
        }
    }

    /// Requests bytes of the file, without a wait.
    func bring(_ places: Range<Int>) {
        bring(start + UInt(places.lowerBound)..<start + UInt(places.upperBound))
    }

    /// The most pages of one question for what is in memory.
    private static let pagesAtOnce = 4_096

    private static let systemPageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
}
