import Foundation
import HTTPTypes
import Testing

@testable import SessionTestSupport

/// The limits of the work of one batch and of the length of its explanation.
@Suite struct BatchWorkTests {
    private static func list(_ count: Int, _ make: (Int) -> String) -> String {
        "[" + (0..<count).map(make).joined(separator: ",") + "]"
    }

    private static func series(_ count: Int) -> String { list(count) { #"{"id":"s\#($0)","y":"v"}"# } }

    private static func batch(_ events: [String]) -> String { #"{"events":[\#(events.joined(separator: ","))]}"# }

    /// Drags of two events each.
    private static func drags(_ count: Int, from start: Int = 0) -> String {
        batch(
            (0..<count).flatMap { number in
                [("began", 0), ("ended", number % 2 == 0 ? -20 : 20)].map { state, x in
                    #"{"type":"gesture","gesture":"pan","state":"\#(state)","time":\#(start + number * 100),"location":{"x":9,"y":9},"translation":{"x":\#(x),"y":0}}"#
                }
            })
    }

    private static func taps(_ count: Int, from start: Int = 0) -> String {
        batch(
            (0..<count).flatMap { number in
                [("began", 0), ("ended", 20)].map { phase, after in
                    #"{"type":"touch","phase":"\#(phase)","time":\#(start + number * 1_000 + after),"touches":[{"id":1,"x":100,"y":100}]}"#
                }
            })
    }

    @Test func `a batch with more actions than an expensive session allows is refused as a whole`() async throws {
        let reading = (0..<60).map { #"{"id":"r\#($0)","type":"rollover"}"# }.joined(separator: ",")
        let surfaces = Self.list(2) {
            #"{"id":"\#($0)","dataset":"line","series":\#(Self.series(120)),"modifiers":[\#(reading),{"type":"zoomPan"},{"id":"g","type":"group","eventGroup":"e"}]}"#
        }
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(body: #"{"surfaces":\#(surfaces)}"#)
            let events = session.path + "/surfaces/0/events?window=none&ticks=false"
            let refused = try await service.send(.post, events, Self.drags(100))
            refused.isProblem("limits.work", "\(refused.text.prefix(300))")
            #expect(refused.string("pointer") == "/events")
            #expect(refused.string("detail")?.contains("at most 6") == true, "\(refused.text.prefix(300))")
            let state = try await service.send(.get, session.path + "?window=none")
            #expect(state.integer("revision") == 0)
            #expect(try await service.send(.post, events, Self.drags(64)).status == 200)
        }
    }

    @Test func `a usual session accepts the most events of a batch`() async throws {
        let surfaces = Self.list(4) {
            #"{"id":"\#($0)","dataset":"line","series":\#(Self.series(6)),"modifiers":[{"type":"zoomPan"},{"type":"cursor"},{"type":"rollover"},{"type":"tooltip"},{"type":"dataPointSelection"},{"id":"g","type":"group","eventGroup":"e"}]}"#
        }
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(body: #"{"surfaces":\#(surfaces)}"#)
            let events = session.path + "/surfaces/0/events?window=none&ticks=false"
            #expect(try await service.send(.post, events, Self.drags(512)).status == 200)
            let taps = try await service.send(.post, events, Self.taps(512, from: 100_000))
            #expect(taps.status == 200, "\(taps.text.prefix(300))")
        }
    }

    @Test func `taps that would search too many series are refused before the first one`() async throws {
        let selecting = Self.list(8) { #"{"id":"m\#($0)","type":"seriesSelection"}"# }
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(
                #""dataset":"line","series":\#(Self.series(250)),"modifiers":\#(selecting)"#)
            let refused = try await service.send(.post, session.surface + "/events", Self.taps(50))
            refused.isProblem("limits.work", "\(refused.text.prefix(300))")
            #expect(try await service.send(.post, session.surface + "/events", Self.taps(30)).status == 200)
        }
    }

    @Test func `gestures that would search too many rows are refused before the first one`() async throws {
        let selecting = Self.list(20) { #"{"id":"m\#($0)","type":"dataPointSelection"}"# }
        let rows = "t,v\n" + (0..<50_000).map { "\($0),\($0 % 2)\n" }.joined()
        try await Service.run { service in
            #expect(try await service.send(.put, "/v1/datasets/rows", rows, type: "text/csv").status == 201)
            let session = try await service.open(
                #""dataset":"rows","series":\#(Self.series(100)),"modifiers":\#(selecting)"#)
            let events = session.surface + "/events?window=none&ticks=false"
            let refused = try await service.send(.post, events, Self.taps(8))
            refused.isProblem("limits.work", "\(refused.text.prefix(300))")
            #expect(refused.string("detail")?.contains("at most 4 events") == true, "\(refused.text.prefix(300))")
            #expect(try await service.send(.get, session.path + "?window=none").integer("revision") == 0)
            #expect(try await service.send(.post, events, Self.taps(2)).status == 200)
            // Most of the events end no gesture.
            let moves = Self.list(60) {
                #"{"type":"touch","phase":"\#($0 == 0 ? "began" : "moved")","time":\#(10_000 + $0),"touches":[{"id":1,"x":100,"y":\#($0)}]}"#
            }
            let moved = try await service.send(.post, events, #"{"events":\#(moves)}"#)
            #expect(moved.status == 200, "\(moved.text.prefix(300))")
        }
    }

    @Test func `searches, overviews and ticks count in the work of an event`() async throws {
        let tooltips = Self.list(60) { #"{"id":"t\#($0)","type":"tooltip"}"# }
        let overviews = Self.list(64) { #"{"id":"o\#($0)","type":"overview","of":"0/x"}"# }
        let ticks = Self.list(16) { #"{"id":"x\#($0)","tickCount":100,"minorsPerMajor":20}"# }
        let group = #"[{"id":"g","type":"group","eventGroup":"e"}]"#
        try await Service.run { service in
            try await service.importLine()
            for (count, members) in [
                (1, #""series":\#(Self.series(100)),"modifiers":\#(tooltips)"#), (16, #""modifiers":\#(overviews)"#),
                (16, #""xAxes":\#(ticks),"yAxes":\#(ticks.replacing("x", with: "y")),"modifiers":\#(group)"#),
            ] {
                let surfaces = Self.list(count) {
                    $0 == 0 && members.contains("overview")
                        ? #"{"id":"0","dataset":"line"}"# : #"{"id":"\#($0)","dataset":"line",\#(members)}"#
                }
                let refused = try await service.send(.post, "/v1/sessions", #"{"surfaces":\#(surfaces)}"#)
                refused.isProblem("limits.work", "\(refused.text.prefix(300))")
            }
            _ = try await service.open(
                body:
                    #"{"surfaces":[{"id":"0","dataset":"line"},{"id":"1","dataset":"line","modifiers":[{"type":"overview","of":"0/x"},{"type":"tooltip"}]}]}"#
            )
        }
    }

    @Test func `an explanation has at most 2048 entries, and says how many it leaves out`() async throws {
        let cursors = Self.list(20) { #"{"id":"c\#($0)","type":"cursor"}"# }
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(#""dataset":"line","modifiers":\#(cursors)"#)
            func hovers(_ count: Int, from start: Int) -> String {
                Self.batch(
                    (0..<count).map {
                        #"{"type":"hover","phase":"moved","time":\#(start + $0),"x":\#($0 % 800),"y":9}"#
                    })
            }
            let few = try await service.send(.post, session.surface + "/events" + "?explain=true", hovers(2, from: 0))
            #expect(few.text.contains(#""trace":["#) && !few.text.contains("traceOmitted"))
            let many = try await service.send(
                .post, session.surface + "/events" + "?explain=true", hovers(1_000, from: 100))
            #expect(many.text.components(separatedBy: #""kind":"transition""#).count - 1 <= 2_048)
            #expect(many.integer("traceOmitted") ?? 0 > 10_000, "\(many.text.suffix(300))")
            #expect(many.text.utf8.count < 1 << 20)
        }
    }
}
