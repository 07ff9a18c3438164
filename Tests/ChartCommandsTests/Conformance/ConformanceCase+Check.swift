import ChartSeries
import ChartWire
import Foundation
import Gestures
import StoreTestSupport
import Testing

@testable import ChartSessions

extension ConformanceCase {
    /// Checks the engine and the service against the case.
    func check() async throws {
        try await checkInProcess()
        try await checkOverHTTP()
    }

    /// Checks the mapping and the sessions against the case, without HTTP.
    func checkInProcess() async throws {
        var host = EngineHost()
        try await check(against: &host, note: "in process")
    }

    /// Checks the mapping and the sessions against the case with other texts for its numbers, and each state against a
    /// restore of what was logged.
    func checkWithOtherNumberTexts(seed: UInt64) async throws {
        var host = EngineHost(numbers: NumberTexts(seed: seed))
        try await check(against: &host, note: "number texts of seed \(seed)")
    }

    /// Checks that the case means the same with its columns in two datasets of the same rows.
    ///
    /// - Returns: Whether some columns could be split off.
    func checkSplit() async throws -> Bool {
        var host = SplitHost()
        try await check(against: &host, note: "split")
        return host.isSplit
    }

    /// Checks the service against the case, over HTTP.
    func checkOverHTTP() async throws {
        try await Service.run(["demo.enabled": "false"]) { service in
            var host = HTTPHost(service: service)
            try await check(against: &host, note: "over HTTP")
        }
    }

    private func check(against host: inout some ConformanceHost, note: String) async throws {
        let place = "\(title) (\(note))"
        for (name, csv) in try Self.standardTables() + tables {
            let answer = try await host.put(csv, as: name)
            try #require(!answer.isProblem, "\(place): \(answer.json.text)")
        }
        var known = KnownState(firstSurface: firstSurface)
        try await hold(host.open(body.text), to: opening, &known, &host, place)
        var clocks: [String: Timestamp] = [:]
        for step in steps {
            let place = "\(place), line \(step.line)"
            switch step.action {
            case .play(let surface, let script):
                let surface = surface ?? firstSurface
                let script = try TouchScript(parsing: script, after: clocks[surface])
                let batch = String(decoding: InputEventWriter.batch(script.events), as: UTF8.self)
                let answer = try await host.post(batch, surface: surface)
                if !answer.isProblem { clocks[surface] = script.events.last?.time }
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .post(let surface, let body):
                let answer = try await host.post(body, surface: surface ?? firstSurface)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .command(let surface, let name):
                let answer = try await host.command(Self.command(name), surface: surface ?? firstSurface)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .patch(let axis, let body):
                let parts = axis.split(separator: "/").map(String.init)
                let answer = try await host.patch(
                    axis: parts.last ?? "", surface: parts.count == 2 ? parts[0] : firstSurface, body)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .change(let surface, let body):
                let answer = try await host.patch(surface: surface ?? firstSurface, body)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .modifier(let id, let body):
                let parts = id.split(separator: "/").map(String.init)
                let answer = try await host.patch(
                    modifier: parts.last ?? "", surface: parts.count == 2 ? parts[0] : firstSurface, body)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .links(let list):
                let answer = try await host.patchSession("{\"links\":\(list)}")
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .append(let table, let csv):
                let answer = try await host.append(csv, to: table)
                try #require(!answer.isProblem, "\(place): \(answer.json.text)")
            }
        }
    }

    private func hold(
        _ answer: HostAnswer, to expectations: [Expectation], _ known: inout KnownState,
        _ host: inout some ConformanceHost, _ place: String
    ) async throws {
        known.note(answer.json, isProblem: answer.isProblem)
        let isExpected = expectations.contains { if case .problem = $0.wanted { true } else { false } }
        #expect(answer.isProblem == isExpected, "\(place): \(answer.json.text)")
        let isOpen = answer.json[at: "/id"] != nil || !steps.isEmpty
        if answer.isProblem, isOpen { known.noteSurfaces(of: try await host.state().json) }
        for expectation in expectations { known.check(expectation, in: place) }
    }

    /// The body of a command; the second word of `selectRow` is its row.
    private static func command(_ text: String) -> String {
        let words = text.split(separator: " ")
        let row = words.count == 2 ? #","row":\#(words[1])"# : ""
        return #"{"command":"\#(words.first ?? "")"\#(row)}"#
    }

    /// The folder of the cases.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Conformance")

    /// The tables that every case has.
    private static func standardTables() throws -> [(name: String, csv: String)] {
        let users = folder.appendingPathComponent("tables").appendingPathComponent("active-users.csv")
        return [
            ("line", "t,v\n" + (0...100).map { "\($0),\($0)\n" }.joined()),
            ("active-users", try String(contentsOf: users, encoding: .utf8)),
        ]
    }
}
