import ChartSessions
import Testing

@testable import SessionTestSupport

/// What `?explain=true` reveals, and what `?dryRun=true` leaves unchanged.
@Suite struct ExplainTests {
    private static let spread = TouchEvents.spread.joined(separator: ",")
    private static let pinch = #""modifiers":[{"id":"pinch","type":"pinchZoom","direction":"x"}]"#

    /// Why a pinch does not zoom: the surface, and the entry of the trace that says so.
    static let stories: [(what: String, members: String, entry: String)] = [
        (
            "the slop of Android", pinch + #","gestures":{"profile":"android","pinchSpanSlop":500}"#,
            #""cause":"event","reason":"a pinch begins when the distance of two fingers has changed by more than "#
                + #"500 points; the scale was 2"}"#
        ),
        (
            "a marquee in progress",
            #""modifiers":[{"id":"frame","type":"marquee"},{"id":"pinch","type":"pinchZoom"}]"#,
            #""cause":"prevented","by":"frame","reason":"prevented by a gesture of frame"}"#
        ),
        (
            "a span limit", pinch + #","xAxes":[{"id":"x","visibleRange":[20,60],"minimumSpan":40}]"#,
            #"{"kind":"limit","surface":"main","axis":"x","rule":"minimumSpan","wanted":[30,50],"applied":[20,60]}"#
        ),
        (
            "autoRange", pinch + #","xAxes":[{"id":"x","autoRange":"always"}]"#,
            #"{"kind":"limit","surface":"main","axis":"x","rule":"autoRange","wanted":["#
        ),
        (
            "touches outside the plot area", pinch + #","size":{"width":100,"height":100}"#,
            #"{"kind":"ignored","surface":"main","modifier":"pinch","pointer":"/events/0/touches/1","#
                + #""reason":"the touch began outside the plot area"}"#
        ),
        (
            "a disabled modifier", #""modifiers":[{"id":"pinch","type":"pinchZoom","isEnabled":false}]"#,
            #"{"kind":"ignored","surface":"main","modifier":"pinch","pointer":"/events/0","#
                + #""reason":"the modifier is not enabled"}"#
        ),
    ]

    @Test(arguments: stories.indices)
    func `one answer says why a pinch does not zoom`(index: Int) async throws {
        let story = Self.stories[index]
        let session = try await SessionHost().openLine(#""dataset":"line","# + story.members)
        let events =
            story.what.contains("marquee")
            ? [
                TouchEvents.touch("began", 1, (1, 300, 200)), TouchEvents.touch("moved", 2, (1, 350, 250)),
                TouchEvents.touch("began", 3, (2, 500, 200)), TouchEvents.touch("moved", 4, (2, 600, 200)),
            ].joined(separator: ",") : Self.spread
        let before = session.opening.xRange
        let answer = try await session.post(events, query: "explain=true")
        #expect(answer.status == 200 && answer.xRange == before, "\(answer.text)")
        #expect(answer.text.contains(story.entry), "\(story.what): \(answer["trace"] ?? answer.text)")
    }

    @Test func `the trace of a pinch that is clipped at the extents names the clip mode`() async throws {
        let session = try await SessionHost().openLine(#""dataset":"line","# + Self.pinch)
        let events = TouchEvents.gesture(
            "pinch", "changed", 9, #""location":{"x":400,"y":200},"scale":0.5"#)
        let answer = try await session.post(events, query: "explain=true")
        #expect(
            answer.text.contains(
                #""trace":[{"kind":"limit","surface":"main","axis":"x","rule":"clipAtExtents","#
                    + #""wanted":[-50,150],"applied":[0,100]},"#
                    + #"{"kind":"handled","surface":"main","modifier":"pinch","pointer":"/events/0","#
                    + #""source":"main","isMaster":true,"isInSourceBounds":true}]"#),
            "\(answer.text)")
    }

    @Test func `a transition carries the values of its gesture`() async throws {
        let session = try await SessionHost().openLine(#""dataset":"line","# + Self.pinch)
        let answer = try await session.post(Self.spread, query: "explain=true")
        #expect(
            answer.text.contains(
                #""trace":[{"kind":"transition","surface":"main","modifier":"pinch","gesture":"pinch","#
                    + #""state":"began","time":2016,"location":{"x":400,"y":200},"scale":1.5,"cause":"event"}"#),
            "\(answer.text)")
    }

    @Test func `an explanation changes neither the rest of the answer nor the state`() async throws {
        let host = SessionHost()
        try await host.putLine()
        let (plain, explained) = (try await host.open(), try await host.open())
        for events in [Self.spread, TouchEvents.dragRight.joined(separator: ",")] {
            let id = events == Self.spread ? "a" : "b"
            let numbered = #""client":"\#(id)","sequence":1,"#
            let one = try await plain.post(events, numbered: numbered)
            let other = try await explained.post(events, query: "explain=true", numbered: numbered)
            #expect(one["trace"] == nil && other.count("trace") ?? 0 > 0)
            let text = try other.settledText.replacing(Regex(#","trace":.*\]\}$"#), with: "}")
            #expect(text == one.settledText)
        }
        #expect(try await plain.state() == explained.state())
    }

    @Test func `a dry run gives the answer of the real call and leaves no trace`() async throws {
        let session = try await SessionHost().openLine()
        let before = try await session.state()
        let numbered = #""client":"tab","sequence":1,"#
        let tried = try await session.post(Self.spread, query: "dryRun=true", numbered: numbered)
        #expect(tried.status == 200 && tried.integer("revision") == 1)
        #expect(tried.xRange == [25, 75])
        #expect(try await session.state() == before)
        let again = try await session.post(Self.spread, query: "dryRun=true", numbered: numbered)
        #expect(again.text == tried.text)
        let real = try await session.post(Self.spread, numbered: numbered)
        #expect(real.text == tried.text, "neither the number was used nor the rows were counted as answered")
        #expect(try await session.state() != before)
    }

    @Test func `a dry run of touches leaves no touch down and no driver`() async throws {
        let session = try await SessionHost().openLine()
        let down = TouchEvents.touch("began", 5_000, (1, 300, 200))
        #expect(try await session.post(down, query: "dryRun=true").status == 200)
        let other = try await session.post(TouchEvents.tick(1), numbered: #""client":"b","sequence":1,"#)
        #expect(other.status == 200 && other.integer("revision") == 1)
        #expect(try await session.post(TouchEvents.tick(1)).status == 200, "the clock did not move on")
    }

    @Test func `commands and patches support dry runs and explanations`() async throws {
        let session = try await SessionHost().openLine(#""dataset":"line","xAxes":[{"id":"x","visibleRange":[20,60]}]"#)
        let before = try await session.state()
        let extents = try await session.command("zoomExtents", query: "dryRun=true")
        #expect(extents.xRange == [0, 100] && extents.integer("revision") == 1)
        let axis = try await session.patchAxis(
            "x", #"{"minimumSpan":50,"visibleRange":[30,40]}"#, query: "dryRun=true&explain=true")
        #expect(
            axis.text.contains(#""axis":"x","rule":"minimumSpan","wanted":[30,40],"applied":[10,60]}"#),
            "\(axis.text)")
        let size = try await session.patch(#"{"size":{"width":9,"height":9}}"#, query: "dryRun=true")
        let modifier = try await session.change(
            .patchModifier, #"{"direction":"x"}"#, of: "zoomPan", query: "dryRun=true")
        #expect(size.status == 200 && modifier.status == 200)
        #expect(try await session.command("rotate", query: "dryRun=true").status == 409)
        #expect(try await session.state() == before)
    }

    @Test(arguments: ["dryRun=yes", "explain=1", "dryRun="])
    func `anything but true and false is refused`(query: String) async throws {
        let session = try await SessionHost().openLine()
        let reply = try await session.post(TouchEvents.tick(1), query: query)
        #expect(reply.status == 400 && reply.code == "query.invalid", "\(reply.text)")
    }
}
