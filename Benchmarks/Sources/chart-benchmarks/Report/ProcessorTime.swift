import Glibc

/// The processor time taken so far, which other programs on the machine do not lengthen as they do the time of day.
enum ProcessorTime {
    /// That of this thread, in nanoseconds.
    static var ofThread: Double {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else {
            preconditionFailure("a thread knows its own time")
        }
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// That of this process, in nanoseconds.
    static var ofProcess: Double {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else {
            preconditionFailure("a process knows its own time")
        }
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
