import Logging
import NIOCore
import Synchronization

/// The socket on which the server listens, for the end: it lets no further client connect, before it closes.
///
/// A close resets the connections that wait to be accepted. Their clients may have sent a request already, and a load
/// balancer does not send that request to another server. So the system refuses new connections first, and those that
/// are there are accepted.
final class ListeningSocket: Sendable {
    private let channel = Mutex<(any Channel)?>(nil)
    private let logger: Logger

    /// Creates the socket of a server that does not listen yet.
    init(logger: Logger) {
        self.logger = logger
    }

    /// Takes the channel of the socket.
    func open(_ channel: any Channel) {
        self.channel.withLock { $0 = channel }
    }

    /// Keeps new clients away.
    ///
    /// A client asks for a connection again after a second, and is refused once the socket is closed. Only Linux can do
    /// this.
    func turnAway() async {
        #if os(Linux)
        guard let channel = channel.withLock({ $0 }), let socket = channel as? any SocketOptionProvider else { return }
        do {
            try await channel.eventLoop.flatSubmit { PacketFilter.none.attach(to: socket) }.get()
        } catch {
            logger.notice("new clients may lose a request at the end", metadata: ["error": "\(error)"])
        }
        #endif
    }
}

#if os(Linux)
/// A filter of the packets that a socket takes, as `struct sock_fprog` of linux/filter.h.
private struct PacketFilter {
    /// An instruction of the filter, as `struct sock_filter`.
    struct Instruction {
        let code: UInt16
        let jumpIfTrue: UInt8 = 0
        let jumpIfFalse: UInt8 = 0
        let operand: UInt32
    }

    /// `SO_ATTACH_FILTER` of asm-generic/socket.h.
    private static let option = NIOBSDSocket.Option(rawValue: 26)
    /// `BPF_RET`, which takes as many bytes of a packet as its operand says.
    private static let take: UInt16 = 6

    /// Takes no packet: a socket that listens sees no wish to connect.
    static let none = PacketFilter(instructions: [Instruction(code: take, operand: 0)])

    let instructions: [Instruction]

    /// Sets the filter; called on the event loop of the socket, where the system has copied it by the return.
    func attach(to socket: any SocketOptionProvider) -> EventLoopFuture<Void> {
        unsafe instructions.withUnsafeBufferPointer { instructions in
            let program = (length: UInt16(instructions.count), start: UInt(bitPattern: instructions.baseAddress))
            return socket.unsafeSetSocketOption(level: .socket, name: Self.option, value: program)
        }
    }
}
#endif
