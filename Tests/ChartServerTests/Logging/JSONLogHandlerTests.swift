import ChartWire
import Foundation
import Logging
import Testing

@testable import ChartServer

struct JSONLogHandlerTests {
    private struct Broken: Error {}

    private func line(
        _ metadata: Logger.Metadata, of handler: Logger.Metadata = [:], error: (any Error)? = nil
    ) -> String {
        var logger = JSONLogHandler(label: "l") { _ in }
        logger.metadata = handler
        let event = LogEvent(
            level: .warning, message: "a \"quoted\"\nmessage", error: error, metadata: metadata, source: "s",
            file: "f", function: "g", line: 1)
        return String(decoding: logger.line(of: event, at: Date(timeIntervalSince1970: 0.5)), as: UTF8.self)
    }

    private static let head =
        #"{"time":"1970-01-01T00:00:00.500Z","level":"warning","logger":"l","message":"a \"quoted\"\nmessage","#

    @Test func `a line is one JSON object with sorted metadata`() {
        let line = line(["b": "new", "a": "2"], of: ["z": "1", "b": "old"])
        #expect(line == Self.head + #""a":"2","b":"new","z":"1"}"# + "\n")
    }

    @Test(arguments: [
        (Logger.MetadataValue.stringConvertible(404), "404"), (.stringConvertible(0.343), "0.343"),
        (.stringConvertible(Int64.min), "-9223372036854775808"),
        (.stringConvertible(UInt64.max), "18446744073709551615"),
        (.stringConvertible(Float(0.1)), "0.1"), (.stringConvertible(1e300), "1e+300"),
        (.stringConvertible(-0.0), "-0.0"),
        (.stringConvertible(Double.leastNonzeroMagnitude), "5e-324"),
        (.stringConvertible(Double.nan), #""nan""#), (.stringConvertible(-Double.infinity), #""-inf""#),
        (.stringConvertible(true), #""true""#), (.string("404"), #""404""#),
        (.array([.stringConvertible(1), "a", .array([])]), #"[1,"a",[]]"#),
        (.dictionary(["time": .stringConvertible(1), "a\"": "b"]), #"{"a\"":"b","time":1}"#),
    ])
    func `a number is a number, and so is one in a list or an object`(
        value: Logger.MetadataValue, text: String
    ) throws {
        let line = line(["v": value])
        #expect(line == Self.head + "\"v\":\(text)}\n")
        _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }

    @Test func `metadata cannot take the place of what each line has`() {
        let names = ["time", "level", "logger", "message"]
        for name in names {
            #expect(line([name: "x"]) == Self.head + "\"_\(name)\":\"x\"}\n")
            #expect(line(["_" + name: "y"], of: [name: "x"]) == Self.head + "\"_\(name)\":\"y\",\"__\(name)\":\"x\"}\n")
        }
        #expect(line(["error": "x"]) == Self.head + #""error":"x"}"# + "\n")
        #expect(line(["error": "x"], error: Broken()) == Self.head + #""_error":"x","error":"Broken()"}"# + "\n")
    }
}
