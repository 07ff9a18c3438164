import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import ChartServer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

struct AcceptPauseHandlerTests {
    /// A listening socket that records whether it accepts.
    private final class Listener {
        var autoRead = true
        var reads = 0
        var forwarded = 0
        let channel = EmbeddedChannel()

        init() throws {
            let handler = AcceptPauseHandler(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) {
                self.autoRead = $1
            }
            try channel.pipeline.syncOperations.addHandlers([Probe(self), handler, Behind(self)])
        }

        func fail(_ number: Int32) {
            channel.pipeline.fireErrorCaught(IOError(errnoCode: number, reason: "accept"))
        }
    }

    private final class Probe: ChannelOutboundHandler {
        typealias OutboundIn = Never
        let listener: Listener
        init(_ listener: Listener) { self.listener = listener }
        func read(context: ChannelHandlerContext) { listener.reads += 1 }
    }

    private final class Behind: ChannelInboundHandler {
        typealias InboundIn = Never
        let listener: Listener
        init(_ listener: Listener) { self.listener = listener }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { listener.forwarded += 1 }
    }

    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func `without descriptors the socket accepts nothing for a tenth of a second`(number: Int32) throws {
        let listener = try Listener()
        for _ in 0..<3 {
            listener.fail(number)
            listener.fail(number)
            #expect(!listener.autoRead)
            let reads = listener.reads
            listener.channel.pipeline.read()
            #expect(listener.reads == reads)
            listener.channel.embeddedEventLoop.advanceTime(by: .milliseconds(99))
            #expect(!listener.autoRead)
            listener.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
            #expect(listener.autoRead)
            listener.channel.pipeline.read()
            #expect(listener.reads == reads + 1)
        }
        #expect(listener.forwarded == 0)
    }

    @Test func `other errors pass on`() throws {
        let listener = try Listener()
        listener.fail(ECONNABORTED)
        #expect(listener.autoRead && listener.forwarded == 1)
    }
}
