import Testing

@testable import SessionTestSupport

/// The effect of batches on ranges, and their answers.
@Suite struct EventAnswerTests {
    private static let pan = TouchEvents.gesture(
        "pan", "changed", 9, #""location":{"x":400,"y":200},"translation":{"x":80,"y":0},"velocity":{"x":0,"y":0}"#)
    private static let pinch = TouchEvents.gesture("pinch", "changed", 9, #""location":{"x":400,"y":200},"scale":2"#)

    /// Batches that start at x [20, 60] and y [-10, 110], and the resulting ranges.
    static let vectors: [(what: String, events: String, x: [Double], y: [Double])] = [
        ("pan by 80 of 800 points", TouchEvents.dragRight.joined(separator: ","), [16, 56], [-10, 110]),
        ("spread to twice the distance", TouchEvents.spread.joined(separator: ","), [30, 50], [20, 80]),
        ("wheel by one octave", TouchEvents.wheel(9, deltaY: -500), [30, 50], [-10, 110]),
        ("wheel at the left edge", TouchEvents.wheel(9, x: 0, deltaY: -500), [20, 40], [-10, 110]),
        ("wheel out to the extents", TouchEvents.wheel(9, deltaY: 5_000), [0, 100], [-10, 110]),
        ("recognized pan", pan, [16, 56], [-10, 110]),
        ("recognized pinch", pinch, [30, 50], [20, 80]),
        ("recognized double tap", TouchEvents.gesture("tap", "recognized", 9, #""taps":2"#), [0, 100], [-10, 110]),
        ("recognized single tap", TouchEvents.gesture("tap", "ended", 9, #""taps":1"#), [20, 60], [-10, 110]),
        ("tick", TouchEvents.tick(9), [20, 60], [-10, 110]),
        (
            "below the hysteresis",
            [TouchEvents.touch("began", 1, (1, 400, 200)), TouchEvents.touch("ended", 20, (1, 409, 200))]
                .joined(separator: ","), [20, 60], [-10, 110]
        ),
    ]

    @Test(arguments: vectors.indices)
    func `a batch changes exactly the expected ranges`(index: Int) async throws {
        let vector = Self.vectors[index]
        let session = try await SessionHost().openLine()
        try await session.patchAxis("x", #"{"visibleRange":[20,60]}"#)
        let answer = try await session.post(vector.events)
        #expect(answer.xRange == vector.x, "\(vector.what): \(answer.text)")
        #expect(answer.yRange == vector.y, "\(vector.what): \(answer.text)")
        #expect(answer.integer("revision") == 2 && answer.integer("surfaces/0/revision") == 2)
        #expect(answer.string("session") == session.id && answer["duplicate"] as? Bool == false)
    }

    @Test func `any split of a batch gives the same final state`() async throws {
        let events = TouchEvents.dragRight + TouchEvents.spread + [TouchEvents.wheel(3_000, deltaY: -100)]
        let host = SessionHost()
        try await host.putLine()
        func state(afterBatchesOf sizes: [Int]) async throws -> String {
            let session = try await host.open()
            var rest = events[...]
            for size in sizes where !rest.isEmpty {
                try await session.post(rest.prefix(size).joined(separator: ","))
                rest = rest.dropFirst(size)
            }
            #expect(rest.isEmpty)
            return try await session.state().replacing(try Regex("\"revision\":[0-9]+"), with: "")
        }
        let whole = try await state(afterBatchesOf: [events.count])
        #expect(!whole.contains(#""visibleRange":[0,100]"#), "the events move the window")
        for first in 1..<events.count {
            #expect(try await state(afterBatchesOf: [first, events.count]) == whole, "split at \(first)")
        }
        #expect(try await state(afterBatchesOf: Array(repeating: 1, count: events.count)) == whole)
    }

    @Test func `the answer lists moved and ended touches that are not down`() async throws {
        let session = try await SessionHost().openLine()
        let answer = try await session.post(
            [
                TouchEvents.touch("began", 1, (1, 10, 10)), TouchEvents.touch("moved", 2, (1, 11, 10), (2, 5, 5)),
                TouchEvents.touch("ended", 3, (3, 5, 5)), TouchEvents.touch("cancelled", 4, (1, 11, 10)),
            ].joined(separator: ","))
        #expect(answer.status == 200)
        #expect(
            answer.text.contains(
                #""ignored":[{"pointer":"/events/1/touches/1","reason":"touch 2 is not down"},"#
                    + #"{"pointer":"/events/2/touches/0","reason":"touch 3 is not down"}]"#), "\(answer.text)")
        let none = try await session.post(TouchEvents.tick(5))
        #expect(none.count("ignored") ?? 0 == 0)
    }

    @Test func `window none, auto and full`() async throws {
        let session = try await SessionHost().openLine()
        let zoom = TouchEvents.wheel(1_000, deltaY: -500)
        #expect(try await session.post(TouchEvents.tick(1))["surfaces/0/window"] == nil, "nothing has changed")
        #expect(
            try await session.post(TouchEvents.tick(2), query: "window=full").count("surfaces/0/window/rows")
                == 101)
        #expect(try await session.post(zoom, query: "window=none")["surfaces/0/window"] == nil)
        let auto = try await session.post(TouchEvents.tick(1_001))
        #expect(auto.count("surfaces/0/window/rows") == 51, "changed since the last answer with rows: \(auto.text)")
        #expect(try await session.post(TouchEvents.tick(1_002))["surfaces/0/window"] == nil)
        let patched = try await session.patchAxis("y", #"{"visibleRange":[0,1]}"#)
        #expect(patched["surfaces/0/window"] == nil, "y alone changes no row")
        try await session.host.append("t,v\n101,1\n", to: "line")
        let appended = try await session.post(TouchEvents.tick(1_003))
        #expect(appended.integer("surfaces/0/window/datasetVersion") == 2)
    }

    @Test func `ticks and layouts follow the query`() async throws {
        let session = try await SessionHost().openLine()
        let plain = try await session.post(TouchEvents.tick(1), query: "window=full&layout=columns&ticks=false")
        #expect(plain["surfaces/0/xAxes/0/ticks"] == nil && plain["surfaces/0/yAxes/0/ticks"] == nil)
        #expect(plain.count("surfaces/0/window/rows/x") == 101 && plain.count("surfaces/0/window/rows/v") == 101)
        let full = try await session.patchAxis("x", #"{"visibleRange":[20,60]}"#, query: "layout=objects")
        #expect(full.numbers("surfaces/0/xAxes/0/ticks/major") == [20, 25, 30, 35, 40, 45, 50, 55, 60])
        #expect(full.count("surfaces/0/xAxes/0/ticks/labels") == 9)
        #expect(full["surfaces/0/window/rows/0"] as? [String: Double] == ["t": 20, "v": 20])
        #expect(full["surfaces/0/window/before"] as? [String: Double] == ["t": 19, "v": 19])
        let rows = try await session.post(TouchEvents.tick(2), query: "window=full")
        #expect(rows.numbers("surfaces/0/window/after") == [61, 61])
    }

    @Test func `axes of an answer are complete`() async throws {
        let session = try await SessionHost().openLine(
            #""dataset":"line","xAxes":[{"id":"a"},{"id":"b"}],"yAxes":[{"id":"c"},{"id":"d"}]"#)
        let answer = try await session.post(TouchEvents.tick(1))
        for path in ["xAxes/0", "xAxes/1", "yAxes/0", "yAxes/1"] {
            #expect(answer.numbers("surfaces/0/\(path)/visibleRange")?.count == 2)
            #expect(answer.string("surfaces/0/\(path)/zoomState") != nil)
        }
    }
}
