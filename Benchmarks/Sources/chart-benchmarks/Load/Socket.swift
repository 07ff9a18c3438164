import Glibc

/// A connected, non-blocking TCP socket to this machine.
struct Socket: ~Copyable {
    /// The file descriptor.
    let descriptor: Int32

    /// The longest wait for an answer, in milliseconds.
    static let patience: Int32 = 30_000

    /// Connects to a port.
    init(port: UInt16) throws {
        descriptor = try Self.connected(to: port)
    }

    private static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw failure("socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw failure("connect") }
        var isOn: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size) == 0,
            fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
        else { throw failure("setsockopt") }
        return descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Sends as many bytes as the socket accepts.
    ///
    /// - Returns: The number of bytes sent.
    func send(_ bytes: ArraySlice<UInt8>) throws -> Int {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EAGAIN { return 0 }
        guard count >= 0 else { throw Self.failure("send") }
        return count
    }

    /// Receives the available bytes into a buffer, from a position on.
    ///
    /// - Returns: The number of bytes received; `nil` if none are available yet.
    func receive(into buffer: inout [UInt8], at position: Int) throws -> Int? {
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe recv(descriptor, bytes.baseAddress?.advanced(by: position), bytes.count - position, 0)
        }
        if count < 0, errno == EAGAIN { return nil }
        guard count >= 0 else { throw Self.failure("recv") }
        guard count > 0 else { throw BenchmarkFailure("the server closed a connection") }
        return count
    }

    /// Waits until the socket can receive or send.
    func wait(toSend: Bool) throws {
        var entry = pollfd(fd: descriptor, events: Int16(toSend ? POLLOUT : POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, Self.patience) == 1 else { throw Self.failure("poll") }
    }

    static func failure(_ call: String) -> BenchmarkFailure {
        BenchmarkFailure("\(call) failed: errno \(errno)")
    }
}
