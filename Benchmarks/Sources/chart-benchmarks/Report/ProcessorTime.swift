import CDispatch
import Glibc

/// The processor time used so far; unlike elapsed time, it excludes the time of other programs.
enum ProcessorTime {
    /// The processor time of this thread, in nanoseconds.
    static var ofThread: Double {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else {
            preconditionFailure("a thread knows its own time")
        }
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The processor time of this process, in nanoseconds.
    static var ofProcess: Double {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else {
            preconditionFailure("a process knows its own time")
        }
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
