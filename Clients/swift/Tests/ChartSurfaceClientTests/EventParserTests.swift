import Foundation
import Testing

@testable import ChartSurfaceClient

struct EventParserTests {
    private let text =
        "retry: 20\n\nid: 0\nevent: state\ndata: {\"revision\":0}\n\n: comment\n\nid: 5 prices@12\n\nevent: end\r\ndata: {}\r\n\r\n"

    @Test(arguments: [1, 2, 7, 1000])
    func `events are the same in whatever pieces their bytes come`(size: Int) {
        var parser = EventParser()
        let bytes = Array(text.utf8)
        let events = stride(from: 0, to: bytes.count, by: size)
            .flatMap { parser.read(bytes[$0..<min($0 + size, bytes.count)]) }
        #expect(events.map(\.kind) == [.state, .end])
        #expect(events.map(\.id) == ["0", nil])
        #expect(parser.lastID == "5 prices@12")
        #expect(parser.retryMilliseconds == 20)
    }

    @Test func `an event that a lost connection has cut is forgotten`() {
        var parser = EventParser()
        #expect(parser.read(Array("event: update\ndata: {".utf8)).isEmpty)
        parser.forgetLine()
        let events = parser.read(Array("event: end\ndata: {}\n\n".utf8))
        #expect(events.map(\.kind) == [.end])
    }
}
