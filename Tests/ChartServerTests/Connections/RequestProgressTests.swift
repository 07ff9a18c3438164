import NIOCore
import Testing

@testable import ChartServer

struct RequestProgressTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    /// A time in seconds after the connection was opened.
    private func at(_ seconds: Int64) -> NIODeadline { Self.start + .seconds(seconds) }

    private func opened() -> RequestProgress { RequestProgress(timeout: .seconds(30), openedAt: Self.start) }

    @Test func `a client that sends nothing is closed at the timeout and not before`() {
        var progress = opened()
        #expect(progress.verdict(at: at(29)) == .wait(until: at(30)))
        #expect(progress.verdict(at: at(30)) == .close)
    }

    @Test func `a connection with a complete request has no deadline`() {
        var progress = opened()
        progress.receiveHead(at: at(29))
        progress.receiveEnd()
        #expect(progress.verdict(at: at(1_000)) == .rest)
    }

    @Test func `a body needs a least rate`() {
        var progress = opened()
        progress.receiveHead(at: at(10))
        #expect(progress.verdict(at: at(10)) == .wait(until: at(40)))
        progress.receiveBody(bytes: RequestProgress.fewestBodyBytes)
        #expect(progress.verdict(at: at(40)) == .wait(until: at(70)))
        progress.receiveBody(bytes: RequestProgress.fewestBodyBytes - 1)
        #expect(progress.verdict(at: at(69)) == .wait(until: at(70)))
        #expect(progress.verdict(at: at(70)) == .close)
    }

    @Test func `one byte every ten seconds is too slow`() {
        var progress = opened()
        progress.receiveHead(at: at(0))
        for _ in 0..<3 { progress.receiveBody(bytes: 1) }
        #expect(progress.verdict(at: at(30)) == .close)
    }

    @Test func `a client is not closed while the server does not read`() {
        var progress = opened()
        progress.receiveHead(at: at(0))
        progress.setReading(false)
        #expect(progress.verdict(at: at(30)) == .wait(until: at(60)))
        progress.setReading(true)
        #expect(progress.verdict(at: at(60)) == .close)
    }

    @Test func `a body after the answer has one more timeout, at any rate`() {
        var progress = opened()
        progress.receiveHead(at: at(0))
        progress.finishAnswer(at: at(20))
        progress.receiveBody(bytes: 1_000_000_000)
        #expect(progress.verdict(at: at(49)) == .wait(until: at(50)))
        #expect(progress.verdict(at: at(50)) == .close)
    }

    @Test func `a client has to take its answer`() {
        var progress = opened()
        progress.receiveHead(at: at(0))
        progress.receiveEnd()
        progress.setWritable(false, at: at(5))
        progress.setWritable(false, at: at(20))
        #expect(progress.verdict(at: at(34)) == .wait(until: at(35)))
        progress.setWritable(true, at: at(34))
        #expect(progress.verdict(at: at(40)) == .rest)
        progress.setWritable(false, at: at(41))
        #expect(progress.verdict(at: at(71)) == .close)
    }

    @Test func `the earlier of two deadlines applies`() {
        var progress = opened()
        progress.setWritable(false, at: at(2))
        #expect(progress.verdict(at: at(3)) == .wait(until: at(30)))
        progress.receiveHead(at: at(20))
        #expect(progress.verdict(at: at(21)) == .wait(until: at(32)))
    }
}
