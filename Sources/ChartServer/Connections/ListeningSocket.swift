import HummingbirdCore
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

/// Counts the open connections; at the limit, further ones wait to be accepted.
final class OpenConnections: AvailableConnectionsDelegate {
    /// The most connections at once.
    let most: Int
    private let logger: Logger
    private let open = Atomic(0)

    /// Creates the count of a server without connections.
    init(most: Int, logger: Logger) {
        self.most = most
        self.logger = logger
    }

    /// The number of open connections.
    var count: Int { open.load(ordering: .relaxed) }

    func connectionOpened() {
        let count = open.add(1, ordering: .relaxed).newValue
        logger.trace("connection opened", metadata: ["connections": .stringConvertible(count)])
    }

    func connectionClosed() {
        let count = open.subtract(1, ordering: .relaxed).newValue
        logger.trace("connection closed", metadata: ["connections": .stringConvertible(count)])
    }

    func isAcceptingNewConnections() -> Bool { count < most }
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Stops accepting connections for a moment when the process or the system has no descriptors left.
///
/// A connection that cannot be accepted stays in the system's queue, which keeps reporting it. Without a pause the
/// event loop would do nothing else.
final class AcceptPauseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    /// How long the socket accepts nothing.
    static let pause = TimeAmount.milliseconds(100)
    /// The shortest time between two log entries.
    static let silence = TimeAmount.seconds(60)

    private let logger: Logger
    private let setAutoRead: (ChannelHandlerContext, Bool) -> Void
    private var timer: Scheduled<Void>?
    private var quietUntil: NIODeadline?
    /// The number of pauses since the last log entry.
    private var pauses = 0

    /// Creates the handler of a listening socket; it comes first in the pipeline.
    ///
    /// - Parameters:
    ///   - logger: The log for the pauses.
    ///   - setAutoRead: Makes the channel accept by itself, or stops it.
    init(
        logger: Logger,
        setAutoRead: @escaping (ChannelHandlerContext, Bool) -> Void = { context, isReading in
            do {
                try context.channel.syncOptions?.setOption(.autoRead, value: isReading)
            } catch {
                context.fireErrorCaught(error)
            }
        }
    ) {
        self.logger = logger
        self.setAutoRead = setAutoRead
    }

    /// Adds a handler in front of the others of a listening socket.
    static func install(in channel: any Channel, logger: Logger) async {
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(logger: logger), position: .first)
            }.get()
        } catch {
            // A closed socket accepts nothing.
            logger.warning("the listening socket is closed", metadata: ["error": "\(error)"])
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        guard timer == nil else { return }
        setAutoRead(context, false)
        tell(of: error, now: context.eventLoop.now)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.timer = nil
            self.setAutoRead(context, true)
        }
    }

    /// Drops a read during a pause, because the read would end it.
    func read(context: ChannelHandlerContext) {
        if timer == nil { context.read() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }

    private func tell(of error: IOError, now: NIODeadline) {
        pauses += 1
        guard quietUntil.map({ now >= $0 }) ?? true else { return }
        quietUntil = now + Self.silence
        logger.error(
            "connections wait: no more can be accepted now",
            metadata: ["error": "\(error)", "pauses": .stringConvertible(pauses)])
        pauses = 0
    }
}
