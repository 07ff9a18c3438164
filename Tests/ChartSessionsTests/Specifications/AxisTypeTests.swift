import Testing

@testable import SessionTestSupport

/// Axes of the types `log` and `category`, as a client sees them.
@Suite struct AxisTypeTests {
    private static func session(_ members: String) async throws -> HostedSession {
        try await SessionHost().openLine(#""dataset":"line",\#(members)"#)
    }

    @Test func `a log axis shows the positive data and answers in values`() async throws {
        let session = try await Self.session(#""xAxes":[{"type":"log"}]"#)
        #expect(session.opening.string("surfaces/0/xAxes/0/type") == "log")
        let reply = try await session.patchAxis("x", #"{"visibleRange":[1,1000],"minimumSpan":2}"#)
        #expect(reply.status == 200 && reply.xRange == [1, 1000], "\(reply.text)")
        #expect(reply.count("surfaces/0/xAxes/0/ticks/major") == 4)
        #expect(reply.string("surfaces/0/xAxes/0/ticks/labels/3") == "1000")
        let narrow = try await session.patchAxis("x", #"{"visibleRange":[10,10.1]}"#)
        let range = try #require(narrow.xRange)
        #expect(abs(range[1] / range[0] - 100) < 1e-9, "held to two decades: \(range)")
        let all = try await session.command("zoomExtents")
        #expect(all.xRange == [1, 100])
        #expect(all.string("surfaces/0/xAxes/0/zoomState") == "atExtents")
    }

    @Test func `a range of a log axis that is not positive is refused with its place`() async throws {
        let session = try await Self.session(#""xAxes":[{"type":"log"}]"#)
        try await session.refuses([
            .axis("zero", #"{"visibleRange":[0,10]}"#, "range.invalid", "/visibleRange"),
            .axis("negative", #"{"visibleRange":[-5,10]}"#, "range.invalid", "/visibleRange"),
            .axis("too small", #"{"visibleRange":[1e-305,10]}"#, "range.invalid", "/visibleRange"),
            .axis("too large", #"{"visibleRange":[1,1e305]}"#, "range.invalid", "/visibleRange"),
            .axis("too narrow", #"{"visibleRange":[1,1.000000000000001]}"#, "range.invalid", "/visibleRange"),
            .axis("reversed", #"{"visibleRange":[10,1]}"#, "range.invalid", "/visibleRange"),
            .axis("limit", #"{"visibleRangeLimit":[null,-1]}"#, "range.invalid", "/visibleRangeLimit/1"),
            .axis("limit at zero", #"{"visibleRangeLimit":[0,10]}"#, "range.invalid", "/visibleRangeLimit/0"),
            .axis("text", #"{"visibleRange":["2024-01-01",10]}"#, "body.invalid-value", "/visibleRange/0"),
            .axis("rule", #"{"ticks":{"rule":"countValues"}}"#, "body.invalid-value", "/ticks/rule"),
            .surface(
                "in a specification", #"{"id":"b","yAxes":[{"type":"log","visibleRange":[0,1]}]}"#,
                "range.invalid", "/yAxes/0/visibleRange"),
        ])
    }

    @Test func `a category axis counts rows and labels them with their x`() async throws {
        let host = SessionHost()
        try await host.put("d,v\n2024-10-18,1\n2024-10-21,2\n2024-10-22,3\n", as: "days")
        let session = try await host.open(#""dataset":"days","xAxes":[{"type":"category"}]"#)
        #expect(session.opening.string("surfaces/0/xAxes/0/type") == "category")
        let reply = try await session.patchAxis("x", #"{"visibleRange":[0.5,2]}"#)
        #expect(reply.status == 200 && reply.xRange == [0.5, 2], "\(reply.text)")
        #expect(reply.string("surfaces/0/xAxes/0/ticks/labels/0") == "Oct 21")
        #expect(reply.count("surfaces/0/window/rows") == 2)
        #expect(reply.integer("surfaces/0/window/firstIndex") == 1)
        #expect(reply.integer("surfaces/0/window/rows/0/0") == 1_729_468_800_000)
        let all = try await session.command("zoomExtents")
        #expect(all.xRange == [0, 2])
    }

    @Test func `an invalid category axis is refused`() async throws {
        let session = try await Self.session(#""xAxes":[{"type":"category"}]"#)
        try await session.refuses([
            .surface(
                "y", #"{"id":"b","yAxes":[{"type":"category"}]}"#, "body.invalid-value", "/yAxes/0/type"),
            .surface(
                "mixed", #"{"id":"b","xAxes":[{"id":"p"},{"id":"q","type":"category"}]}"#,
                "specification.invalid", "/xAxes/1/type"),
            .axis(
                "date", #"{"visibleRange":["2024-01-01",5]}"#, "body.invalid-value",
                "/visibleRange/0"),
            .axis(
                "rule", #"{"ticks":{"rule":"dateValues"}}"#, "body.invalid-value",
                "/ticks/rule"),
        ])
    }
}
