import ChartWire
import Foundation
import Logging
import Testing

@testable import ChartServer

struct JSONLogHandlerTests {
    @Test func `a line is one JSON object with sorted metadata`() {
        var handler = JSONLogHandler(label: "l")
        handler[metadataKey: "z"] = "1"
        handler[metadataKey: "b"] = "old"
        let event = LogEvent(
            level: .warning, message: "a \"quoted\"\nmessage", error: nil, metadata: ["b": "new", "a": "2"],
            source: "s", file: "f", function: "g", line: 1)
        let line = handler.line(of: event, at: Date(timeIntervalSince1970: 0.5))
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"time":"1970-01-01T00:00:00.500Z","level":"warning","logger":"l","#
                + #""message":"a \"quoted\"\nmessage","a":"2","b":"new","z":"1"}"#)
    }
}
