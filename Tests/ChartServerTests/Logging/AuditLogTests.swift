import ChartSeries
import ChartWire
import Foundation
import Testing

@testable import ChartServer

struct AuditLogTests {
    private let output = HeldOutput()

    /// The lines that were written.
    private var lines: [String] {
        output.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    private func audit(_ records: AuditRecord...) throws -> [[String: String]] {
        let queue = output.queue()
        let log = AuditLog(isOn: true, output: queue)
        for record in records { log.note(record) }
        output.open()
        queue.flush(within: .seconds(60))
        return try lines.map { try JSONDecoder().decode([String: String].self, from: Data($0.utf8)) }
    }

    @Test func `a record is one JSON line`() throws {
        let address = try #require(IPAddress("192.0.2.7"))
        let record = AuditRecord(
            action: .datasetPut, subject: "k1", address: .ip(address), target: "users", outcome: .done,
            requestID: "r1")
        var line = try #require(try audit(record).first)
        #expect(line.removeValue(forKey: "time") != nil)
        #expect(
            line == [
                "level": "info", "logger": "chart-surface.audit", "message": "audit", "action": "dataset.put",
                "subject": "k1", "address": "192.0.2.7", "target": "users", "outcome": "done", "requestID": "r1",
            ])
    }

    @Test func `a field that is not there is left out, and a refusal has its code`() throws {
        let record = AuditRecord(action: .credentialRefused, outcome: .problem(.tokenUnknown))
        let line = try #require(try audit(record).first)
        #expect(Set(line.keys) == ["time", "level", "logger", "message", "action", "outcome"])
        #expect((line["action"], line["outcome"]) == ("credential.refused", "auth.token-unknown"))
    }

    @Test(arguments: [
        "a\nb", "a\r\nb", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\u{0}b", "a\u{1B}[2Jb", "a\u{9B}b", "a\u{7F}b",
        "a\u{202E}b",
        "\",\"outcome\":\"done", "\\", "</script>",
    ])
    func `no text of a client breaks a line or adds a field`(text: String) throws {
        let record = AuditRecord(
            action: .sessionEnd, subject: text, target: text, outcome: .problem(.routeUnknown), requestID: text)
        let lines = try audit(record, record)
        #expect(lines.count == 2)
        #expect(lines[0].count == 9)
        #expect(lines[0]["outcome"] == "route.unknown")
        let isControl: (Unicode.Scalar) -> Bool = {
            [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        #expect(!output.text.filter { $0 != "\n" }.unicodeScalars.contains(where: isControl))
    }

    @Test(arguments: [
        (String(repeating: "a", count: 256), 256), (String(repeating: "a", count: 257), 256),
        (String(repeating: "é", count: 128), 256), (String(repeating: "é", count: 129), 255),
        (String(repeating: "👩‍👩‍👧", count: 100), 256), (String(repeating: "\u{1}", count: 100_000), 255), ("", 0),
    ])
    func `a long field is cut at a character`(text: String, length: Int) {
        let bounded = AuditRecord.bounded(text)
        #expect((length - 3...length).contains(bounded.utf8.count), "\(bounded.utf8.count)")
        #expect(bounded.hasSuffix("…") == (text.utf8.count > 256))
    }

    @Test func `a log that is off writes nothing and makes no record`() throws {
        let log = AuditLog(isOn: false, output: output.queue())
        var made = 0
        let make = {
            made += 1
            return AuditRecord(action: .keyAdd, outcome: .done)
        }
        log.note(make())
        log.keep(make())
        #expect(made == 0 && !log.isOn)
    }

    @Test(arguments: [(AuthMode.none, false), (.token, true)])
    func `by default it is on where callers need tokens`(mode: AuthMode, isOn: Bool) {
        #expect(AuditLog.isOn(byDefaultIn: mode) == isOn)
    }
}
