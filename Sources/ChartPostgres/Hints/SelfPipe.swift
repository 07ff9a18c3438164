import Foundation

/// Wakes a thread that waits for a socket.
final class SelfPipe: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Ends the current wait, or the next one.
    func ring() {
        var byte: UInt8 = 1
        _ = unsafe write(writing, &byte, 1)
    }

    /// Waits for a ring, for a readable socket, or for so many seconds.
    func wait(for seconds: Double, orFor socket: Int32 = -1) {
        var descriptors = [
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&descriptors, 2, Int32((seconds * 1_000).rounded(.up)))
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(reading, &bytes, bytes.count) > 0 {}
    }
}
