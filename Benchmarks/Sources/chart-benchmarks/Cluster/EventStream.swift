/// A stream of a session's events.
final class EventStream {
    private let socket: Socket
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var received: [UInt8] = []

    /// Opens the stream of a session and waits for its first state.
    ///
    /// - Parameters:
    ///   - port: The port of a node.
    ///   - session: The path of the session.
    /// - Throws: An error if the node does not send a state.
    init(port: UInt16, session: String) throws {
        socket = try Socket(port: port)
        let request = HTTPRequestBytes.get("\(session)/stream?window=none&ticks=false")
        guard try socket.send(request[...]) == request.count else {
            throw BenchmarkFailure("a request was not sent whole")
        }
        try wait(for: "event: state\n")
    }

    /// Waits until the stream shows a revision.
    func wait(forRevision revision: Int) throws {
        try wait(for: "id: \(revision)\n")
    }

    private func wait(for text: String) throws {
        let needle = Array(text.utf8)
        while !received.contains(needle) {
            guard let count = try socket.receive(into: &buffer, at: 0) else {
                try socket.wait(toSend: false)
                continue
            }
            received += buffer[..<count]
        }
        received.removeAll(keepingCapacity: true)
    }
}
