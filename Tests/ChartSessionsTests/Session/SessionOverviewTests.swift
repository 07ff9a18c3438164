import ChartEngine
import ChartSeries
import ChartSessions
import CoreTestSupport
import Gestures
import StoreTestSupport
import Testing

/// Overviews whose thumb covers 80…240 of 400 points, for the window 20…60 of 0…100.
struct SessionOverviewTests {
    private static func session(
        _ further: [SessionSurface] = [], links: [AxisLink] = [], _ set: (inout AxisOptions) -> Void = { _ in }
    ) throws -> Session {
        var plain = SampleSession.session([SampleSession.surface()])
        try plain.changeSurface("main") { surface in
            var options = surface.chart.xAxes[0].options
            set(&options)
            surface.changeAxis("x", options: options, visibleRange: AxisRange(min: 20, max: 60))
        }
        return Session(
            id: "s", timeZone: "UTC", idleTimeout: 60_000,
            surfaces: [GroupedSession.overview(), plain.surfaces[0]] + further, links: links)
    }

    private static func touches(_ text: String, from start: Double = -16) -> [InputEvent] {
        TouchScript(text, from: start).events
    }

    private let first = AxisRange(min: 20, max: 60)

    @Test func `the thumb is where the window is among all the data, from the start and after each change`() throws {
        var session = try Self.session()
        #expect(try session.thumb().rect == Rect(x: 80, y: 0, width: 160, height: 40))
        #expect(try session.thumb().range == AxisRange(min: 20, max: 60))
        try session.send(Self.touches("1↓(200,100) 1→(250,100) 1↑(250,100)"))
        #expect(try session.thumb().rect == Rect(x: 60, y: 0, width: 160, height: 40))
        #expect(session.surfacesChanged(with: "main").map(\.id) == ["main", "overview"])
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.thumb().rect?.x == 80)
        #expect(session.surfacesChanged(with: "main").map(\.id) == ["main", "overview"])
    }

    @Test(arguments: [
        ("the thumb", "1↓(160,20) 1→(200,20) 1↑(200,20)", 30.0, 70.0),
        ("the thumb, over the edge", "1↓(160,20) 1→(390,20) 1↑(390,20)", 60, 100),
        ("the thumb, over the edge and back", "1↓(160,20) 1→(390,20) 1→(164,20) 1↑(164,20)", 21, 61),
        ("the left end", "1↓(78,20) 1→(38,20) 1↑(38,20)", 10, 60),
        ("the left end, over the edge", "1↓(78,20) 1→(5,20) 1→(-40,20) 1↑(-40,20)", 0, 60),
        ("the left end, over the edge and back", "1↓(78,20) 1→(-40,20) 1→(74,20) 1↑(74,20)", 19, 60),
        ("the right end", "1↓(236,20) 1→(276,20) 1↑(276,20)", 20, 70),
        ("beside the thumb", "1↓(300,20) 1→(340,20) 1↑(340,20)", 20, 60),
        ("a tap beside the thumb", "1↓(300,20) 1↑(300,20)", 55, 95),
        ("a tap near the edge", "1↓(390,20) 1↑(390,20)", 60, 100),
        ("a tap on the thumb", "1↓(100,20) 1↑(100,20)", 20, 60),
        ("a pinch", "1↓(140,20) 2↓(180,20) 1→(120,20)+2→(200,20) 1↑(120,20)+2↑(200,20)", 30, 50),
    ])
    func `a finger moves the window`(what: String, script: String, min: Double, max: Double) throws {
        for isWhole in [true, false] {
            var session = try Self.session()
            if isWhole {
                try session.send(Self.touches(script), to: "overview")
            } else {
                try session.touch(Self.touches(script), on: "overview")
            }
            let range = try session.x()
            #expect(abs(range.min - min) < 1e-9 && abs(range.max - max) < 1e-9, "\(what)")
            #expect(try session.thumb().range == range)
        }
    }

    @Test func `an end that is dragged over the other one leaves a small window there`() throws {
        var session = try Self.session()
        try session.send(Self.touches("1↓(78,20) 1→(390,20) 1↑(390,20)"), to: "overview")
        #expect(try session.x().max == 60)
        #expect(try session.x().span > 0)
        #expect(try session.x().span < 0.001)
        #expect(try session.thumb().rect?.width == 16)
    }

    @Test func `the spans of the other axis hold an end that is dragged, and the other end stays`() throws {
        var session = try Self.session { ($0.minimumSpan, $0.maximumSpan) = (10, 50) }
        try session.touch(Self.touches("1↓(78,20) 1→(230,20)"), on: "overview")
        #expect(try session.x() == AxisRange(min: 50, max: 60))
        try session.touch(Self.touches("1→(10,20) 1↑(10,20)", from: 100), on: "overview")
        #expect(try session.x() == AxisRange(min: 10, max: 60))
    }

    @Test func `the hard limit of the other axis holds, and the trace says so`() throws {
        var session = try Self.session {
            $0.visibleRangeLimit = RangeLimit(min: 15, max: 70)
            $0.hasHardLimit = true
        }
        session.startTrace()
        try session.send(Self.touches("1↓(160,20) 1→(260,20) 1↑(260,20)"), to: "overview")
        #expect(try session.x() == AxisRange(min: 30, max: 70))
        let limits = session.takeTrace(ofSurface: "overview").compactMap { entry -> RangeLimitation.Rule? in
            guard entry.surface == "main", case .limit("x", let limitation) = entry.kind else { return nil }
            return limitation.rule
        }
        #expect(limits == [.hardLimit])
    }

    @Test func `an axis that ranges itself always stays`() throws {
        var session = try Self.session { $0.autoRange = .always }
        try session.send(Self.touches("1↓(98,20) 1→(50,20) 1↑(50,20)"), to: "overview")
        #expect(try session.x() == AxisRange(min: 0, max: 100))
    }

    @Test func `a drag of the thumb is one entry of the history`() throws {
        var session = try Self.session()
        try session.touch(Self.touches("1↓(160,20) 1→(180,20) 1→(200,20) 1↑(200,20)"), on: "overview")
        #expect(session.surfacesChanged(with: "overview").map(\.id) == ["overview"])
        try session.send(Self.touches("1↓(10,20) 1↑(10,20)", from: 900), to: "overview")
        #expect(session.surfacesChanged(with: "overview").map(\.id) == ["overview", "main"])
        #expect(try session.x() == AxisRange(min: 0, max: 40))
        try session.travel(.undo, fromSurface: "overview")
        #expect(try session.x() == AxisRange(min: 30, max: 70))
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == first)
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "main") }
        try session.travel(.redo, fromSurface: "main")
        #expect(try session.x() == AxisRange(min: 30, max: 70))
        #expect(try session.thumb().range == AxisRange(min: 30, max: 70))
    }

    @Test func `undo during a drag of the thumb takes the window back`() throws {
        var session = try Self.session()
        try session.touch(Self.touches("1↓(160,20) 1→(200,20)"), on: "overview")
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == first)
        #expect(try session.gestures("overview").isEmpty)
    }

    @Test func `links follow the axis that an overview moves`() throws {
        let other = SampleSession.surface("other")
        let members = [AxisReference(surface: "main", axis: "x"), AxisReference(surface: "other", axis: "x")]
        let plain = SampleSession.session([SampleSession.surface(), other])
        let link = try #require(AxisLink(members, kind: .same) { plain.axis($0) })
        var session = try Self.session([other], links: [link])
        try session.send(Self.touches("1↓(160,20) 1→(200,20) 1↑(200,20)"), to: "overview")
        #expect(try session.x("other") == AxisRange(min: 30, max: 70))
        #expect(session.surfacesChanged(with: "overview").map(\.id) == ["overview", "main", "other"])
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x("other") == first)
    }

    @Test func `an axis that follows new rows is paused by the overview, and resumes at the end`() throws {
        var session = try Self.session { $0.follow = .shift }
        func state() throws -> FollowState? {
            try #require(session.axis(AxisReference(surface: "main", axis: "x"))).followState
        }
        try session.send(Self.touches("1↓(160,20) 1→(390,20) 1↑(390,20)"), to: "overview")
        #expect(try state() == .following)
        try session.send(Self.touches("1↓(300,20) 1→(250,20) 1↑(250,20)", from: 900), to: "overview")
        #expect(try state() == .paused)
    }

    @Test func `without its axis it does nothing and says so`() throws {
        var session = try Self.session()
        _ = try session.removeSurface("main")
        let thumb = try session.thumb()
        #expect(thumb.isMissing == true)
        #expect(thumb.items.isEmpty)
        #expect(try session.thumb().rect == nil)
        session.startTrace()
        try session.send(Self.touches("1↓(160,20) 1→(200,20) 1↑(200,20)"), to: "overview")
        let reasons = session.takeTrace(ofSurface: "overview").compactMap { entry -> String? in
            guard case .ignored("overview", .event(1), let reason) = entry.kind else { return nil }
            return reason
        }
        #expect(reasons == ["the axis main/x is gone or has no data"])
        try session.add(SampleSession.surface(), limit: 16)
        #expect(try session.thumb().range == first)
    }

    @Test func `an overview of a turned axis lies the other way`() throws {
        var session = try Self.session()
        try session.changeSurface("overview") { surface in
            var options = surface.chart.xAxes[0].options
            options.isFlipped = true
            surface.changeAxis("x", options: options, visibleRange: nil)
        }
        #expect(abs((try session.thumb().rect?.x ?? 0) - 160) < 1e-9)
        try session.send(Self.touches("1↓(160,20) 1→(120,20) 1↑(120,20)"), to: "overview")
        #expect(try session.x() == AxisRange(min: 20, max: 70))
    }

    @Test func `the overview itself always shows all its data`() throws {
        var session = try Self.session()
        try session.changeSurface("overview") { surface in
            surface.changeAxis("x", options: surface.chart.xAxes[0].options, visibleRange: AxisRange(min: 1, max: 2))
        }
        #expect(try session.x("overview") == AxisRange(min: 0, max: 100))
    }

    @Test func `a reference to a missing axis or to the surface itself is found`() throws {
        var session = try Self.session()
        #expect(session.brokenReference(ofSurface: "overview") == nil)
        for axis in ["main/z", "gone/x", "wrong/x"] {
            try session.add(GroupedSession.overview("wrong", of: axis), limit: 16)
            #expect(session.brokenReference(ofSurface: "wrong")?.axis == AxisReference(axis))
            _ = try session.removeSurface("wrong")
        }
    }
}
