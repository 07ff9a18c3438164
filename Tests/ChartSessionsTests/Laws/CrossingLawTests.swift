import ChartEngine
import ChartSessions
import CoreTestSupport
import Foundation
import Gestures
import Testing

/// Laws where two rules meet: gestures in progress, and everything that changes their axes from outside.
///
/// `LAWS=long` tries ten times as many sessions.
struct CrossingLawTests {
    private static func seeds(_ count: Int) -> Range<Int> {
        ProcessInfo.processInfo.environment["LAWS"] == "long" ? 0..<count * 10 : CoreTestSupport.seeds(count)
    }

    @Test func `redo restores exactly what undo took, on every surface, after every prefix`() throws {
        let seeds = Self.seeds(1_000)
        var travelled = 0
        for seed in seeds {
            var random = CrossedSession(seed)
            for step in 0..<random.cases.integer(in: 2...10) {
                let name = try random.step()
                let before = random.session.restorable
                var copy = random.session
                guard (try? copy.travel(.undo, fromSurface: "main")) != nil else {
                    #expect(copy.undoCount == 0, "case \(seed), \(step): \(name)")
                    continue
                }
                travelled += 1
                if copy.restorable == before { Issue.record("case \(seed), \(step): \(name), undo moves nothing") }
                if copy.contradictedLink != nil { Issue.record("case \(seed), \(step): \(name), undo parts links") }
                try copy.travel(.redo, fromSurface: "main")
                guard copy.restorable != before else { continue }
                Issue.record("case \(seed), \(step): after \(name) redo gives \(copy.restorable), not \(before)")
            }
        }
        #expect(travelled > seeds.count)
    }

    @Test func `after a change from outside the next event moves the axis by its own movement alone`() throws {
        let seeds = Self.seeds(1_000)
        var moved = 0
        for seed in seeds {
            var random = CrossedSession(seed)
            let gesture = try random.beginGesture()
            for step in 0..<random.cases.integer(in: 1...4) {
                let name = try random.changeFromOutside()
                let before = try random.session.xOfMain()
                try random.move(gesture, by: 0)
                let same = try random.session.xOfMain()
                if !same.isWithinRounding(of: before) {
                    Issue.record("case \(seed), \(step): \(name), at rest \(gesture) moves \(before) to \(same)")
                }
                let points = Double(random.cases.integer(in: -6...6))
                try random.move(gesture, by: points)
                let after = try random.session.xOfMain()
                // No gesture here moves an end further than the finger moves on the strip of all data.
                // A new window of the least length flips over where it began.
                let flip = gesture.kind == .selection ? random.totalAtBegin / 400 * 16 : 0
                let most = abs(points) * gesture.mostPerPoint(random) + flip
                let distance = max(abs(after.min - same.min), abs(after.max - same.max))
                if distance > most + 1e-9 * max(after.span, same.span) {
                    Issue.record("case \(seed), \(step): \(name), \(gesture) by \(points) moves \(same) to \(after)")
                }
                if distance > 0 { moved += 1 }
            }
        }
        #expect(moved > seeds.count / 4)
    }

    @Test func `limits hold in every clip mode, however narrow the data, and a finger at rest moves nothing`() throws {
        let seeds = Self.seeds(1_000)
        for seed in seeds {
            var cases = SeededCases(seed: UInt64(seed) &+ 31_000_000)
            var options = AxisOptions()
            let rows = cases.integer(in: 1...60)
            options.minimumSpan = cases.isTrue() ? cases.number(in: 1...120) : nil
            options.maximumSpan = cases.isTrue() ? cases.number(in: 120...200) : nil
            if cases.isTrue(oneIn: 4) {
                options.visibleRangeLimit = RangeLimit(min: -300, max: 400)
                options.hasHardLimit = true
            }
            var surface = SampleSession.surface(table: SampleSession.rows(0...rows), x: options, xRange: nil).surface
            var pan = ZoomPanModifier.Parameters()
            pan.clipModeX = cases.element(of: ClipMode.allCases)
            pan.direction = .x
            surface.changeModifier("zoomPan", options: .init(), to: ZoomPanModifier(parameters: pan))
            var session = SampleSession.session([SessionSurface(surface: surface, dataset: nil)])
            let opened = try session.x()
            try session.send([
                .touch(.began, x: 100, at: 0), .touch(.moved, x: 112, at: 16), .touch(.moved, x: 100, at: 32),
            ])
            // The one-sided modes pull the range to their side, whatever its span.
            let isOneSided = [.clipAtMin, .clipAtMax].contains(pan.clipModeX)
            if !isOneSided, try !session.x().isWithinRounding(of: opened) {
                Issue.record("case \(seed): there and back moves \(opened) to \(try session.x())")
            }
            for step in 1...6 {
                let x = cases.number(in: -2_000...2_000)
                try session.send([.touch(.moved, x: x, at: 32 + Int64(step) * 16)])
                let range = try session.x()
                let least = options.minimumSpan ?? 0
                let most = options.maximumSpan ?? .infinity
                let rounding = max(abs(range.min), abs(range.max)).ulp * 64
                if range.span < least - rounding || range.span > max(most, least) + rounding {
                    Issue.record("case \(seed): \(pan.clipModeX) leaves the spans \(least)…\(most) at \(range)")
                }
                if options.hasHardLimit, range.min < -300 || range.max > 400 {
                    Issue.record("case \(seed): \(pan.clipModeX) leaves the hard limit at \(range)")
                }
                try session.send([.touch(.moved, x: x, at: 40 + Int64(step) * 16)])
                if try session.x() != range { Issue.record("case \(seed): at rest \(range) moves") }
            }
        }
    }

    @Test func `an undo beside fingers at rest is the undo without them`() throws {
        let seeds = Self.seeds(500)
        for seed in seeds {
            var random = CrossedSession(seed)
            for _ in 0..<random.cases.integer(in: 1...5) { _ = try random.finishedAction() }
            var alone = random.session
            guard (try? alone.travel(.undo, fromSurface: "main")) != nil else { continue }
            var beside = random.session
            let finger: [InputEvent] = [
                .touch(.began, x: 200, at: 9_000_000, id: 7),
                .tick(at: 9_000_000 + random.cases.element(of: [10, 900])),
            ]
            try beside.send(finger, from: "b", 1, to: "linked")
            try beside.travel(.undo, fromSurface: "main")
            #expect(beside.restorable == alone.restorable, "case \(seed)")
            #expect(beside.surface("linked")?.surface.hasTouches == true, "case \(seed)")
        }
    }
}

/// A gesture in progress, whose finger is somewhere.
private struct OpenGesture: CustomStringConvertible {
    enum Kind: CaseIterable { case pan, thumb, minimum, maximum, selection, scrubber, axisEnd, axisPan }

    let kind: Kind
    let surface: String
    var place: Point

    var description: String { "\(kind)" }

    /// The most units by which an end moves for a point of the finger.
    func mostPerPoint(_ random: CrossedSession) -> Double {
        let span = (try? random.session.xOfMain().span) ?? 0
        let width = random.session.surface("main")?.size.width ?? 1
        switch kind {
        case .pan, .axisPan, .axisEnd: return span / width * 1.2
        case .thumb, .minimum, .maximum, .selection: return random.totalAtBegin / 400 * 1.001
        case .scrubber: return random.totalAtBegin / width * 1.001
        }
    }
}

/// A session of a main surface, a linked one and an overview, of which the main one follows new rows or not.
private struct CrossedSession {
    var cases: SeededCases
    var session: Session
    private(set) var totalAtBegin = 100.0
    private var rows = 100
    private var time: Int64 = 0
    private var gesture: OpenGesture?

    init(_ seed: Int) {
        cases = SeededCases(seed: UInt64(seed) &+ 17_000_000)
        var options = AxisOptions()
        options.follow = cases.element(of: [.none, .none, .shift])
        var main = SampleSession.surface(x: options).surface
        var pan = ZoomPanModifier.Parameters()
        pan.direction = cases.element(of: [.x, .xy])
        pan.inertia = cases.isTrue(oneIn: 3)
        main.changeModifier("zoomPan", options: .init(), to: ZoomPanModifier(parameters: pan))
        var scrubber = WindowScrubberModifier.Parameters()
        scrubber.step = .none
        main.add(AttachedModifier(id: "scrubber", modifier: WindowScrubberModifier(parameters: scrubber)))
        var drag = AxisDragParameters()
        drag.dragMode = cases.element(of: [.scale, .pan])
        main.add(AttachedModifier(id: "xAxisDrag", modifier: XAxisDragModifier(parameters: drag)))
        main.add(AttachedModifier(id: "cursor", modifier: CursorModifier(parameters: .init())))
        let linked = SampleSession.surface("linked", xRange: AxisRange(min: 20, max: 60))
        var strip = GroupedSession.overview().surface
        var overview = OverviewModifier.Parameters()
        overview.of = AxisReference("main/x")
        overview.dragBeside = .select
        strip.changeModifier("overview", options: .init(), to: OverviewModifier(parameters: overview))
        let plain = SampleSession.session([
            SessionSurface(surface: main, dataset: nil), linked, SessionSurface(surface: strip, dataset: nil),
        ])
        var links: [AxisLink] = []
        if cases.isTrue(), let first = AxisReference("main/x"), let second = AxisReference("linked/x") {
            let kind = cases.element(of: AxisLink.Kind.allCases)
            if let link = AxisLink([first, second], kind: kind, axis: { plain.axis($0) }) { links = [link] }
        }
        session = Session(
            id: "s\(seed)", timeZone: "UTC", idleTimeout: 60_000, surfaces: plain.surfaces, links: links)
    }

    private mutating func next() -> Int64 {
        time += 20
        return time
    }

    /// Something that a client does; a gesture may stay open.
    ///
    /// - Returns: Its name.
    mutating func step() throws -> String {
        if let open = gesture, cases.isTrue() {
            if cases.isTrue(oneIn: 4) {
                try finish(open)
                return "the end of \(open)"
            }
            try move(open, by: Double(cases.integer(in: -40...40)))
            return "a move of \(open)"
        }
        switch cases.integer(in: 0...5) {
        case 0, 1:
            if let open = gesture { try finish(open) }
            return "the beginning of \(try beginGesture())"
        case 2:
            try turnWheel(on: gesture == nil ? "main" : "linked")
            return "a turn of the wheel"
        case 3:
            let name = try patch(cases.element(of: ["main", "linked"]))
            return name
        case 4:
            try? session.travel(cases.element(of: [.undo, .redo]), fromSurface: "main")
            return "undo or redo"
        default:
            return try changeFromOutside(appends: false)
        }
    }

    /// An action that is over at once.
    mutating func finishedAction() throws {
        switch cases.integer(in: 0...2) {
        case 0: try finish(try beginGesture())
        case 1:
            try turnWheel(on: "main")
            try session.send([.tick(at: next() + 400)], to: "main")
            time += 400
        default: _ = try patch("main")
        }
    }

    /// Begins a drag of some kind.
    mutating func beginGesture() throws -> OpenGesture {
        let range = try session.xOfMain()
        let size = session.surface("main")?.size ?? ChartSize(width: 400, height: 200)
        let data = session.axis(AxisReference(surface: "main", axis: "x"))?.dataRange ?? .unit
        totalAtBegin = data.span
        let left = (range.min - data.min) / data.span * 400
        let right = (range.max - data.min) / data.span * 400
        let kind = cases.element(of: OpenGesture.Kind.allCases)
        let start: (surface: String, place: Point) =
            switch kind {
            case .pan: ("main", Point(x: size.width / 2, y: size.height / 2))
            case .thumb: ("overview", Point(x: (left + right) / 2, y: 20))
            case .minimum: ("overview", Point(x: left, y: 20))
            case .maximum: ("overview", Point(x: right, y: 20))
            case .selection: ("overview", Point(x: left > 60 ? left / 2 : (right + 400) / 2, y: 20))
            case .scrubber: ("main", Point(x: size.width / 2, y: size.height + 49))
            case .axisEnd, .axisPan: ("main", Point(x: size.width * 0.8, y: size.height + 10))
            }
        var open = OpenGesture(kind: kind, surface: start.surface, place: start.place)
        try session.send([.touch(.began, at: open.place, next())], to: open.surface)
        for step in [12.0, -3] {
            open.place.x += step
            try session.send([.touch(.moved, at: open.place, next())], to: open.surface)
        }
        gesture = open
        return open
    }

    /// Moves the finger of an open gesture along the strip, the axis or the plot.
    mutating func move(_ open: OpenGesture, by points: Double) throws {
        var open = gesture ?? open
        open.place.x += points
        try session.send([.touch(.moved, at: open.place, next())], to: open.surface)
        gesture = open
    }

    private mutating func finish(_ open: OpenGesture) throws {
        try session.send([.touch(.ended, at: (gesture ?? open).place, next())], to: open.surface)
        gesture = nil
    }

    private mutating func turnWheel(on surface: String) throws {
        try session.send(
            [
                .wheel(
                    WheelEvent(
                        time: Timestamp(microseconds: next() * 1_000), location: Point(x: 120, y: 60), deltaX: 0,
                        deltaY: Double(cases.integer(in: -200...200))))
            ], to: surface)
    }

    private mutating func patch(_ surface: String) throws -> String {
        let low = cases.number(in: -20...80)
        let range = AxisRange(min: low, max: low + cases.number(in: 5...60))
        try session.changeSurface(surface) {
            $0.changeAxis("x", options: $0.chart.xAxes[0].options, visibleRange: range)
        }
        return "a patch of \(surface)/x"
    }

    /// Something that is no event of the gesture in progress.
    ///
    /// - Returns: Its name.
    mutating func changeFromOutside(appends: Bool = true) throws -> String {
        switch cases.integer(in: 0...(appends ? 8 : 6)) {
        case 0, 1: return try patch("main")
        case 2: return try patch("linked")
        case 3:
            try session.changeSurface("main") { try $0.perform(.zoomExtents(.x)) }
            return "zoomExtents"
        case 4:
            try session.changeSurface("main") { try $0.perform(.selectRow(3)) }
            return "selectRow"
        case 5:
            try session.changeSurface("linked") { $0.setCaption(ChartCaption(title: "A title")) }
            return "a title"
        case 6:
            try session.send(
                [.hover(HoverEvent(phase: .moved, time: Timestamp(microseconds: next() * 1_000), location: .zero))],
                to: "linked")
            return "a hover"
        case 7:
            rows += cases.integer(in: 1...40)
            let table = SampleSession.rows(0...rows)
            for id in ["main", "overview"] { try session.changeSurface(id) { $0.setTable(table) } }
            return "rows"
        default:
            guard let open = gesture, open.surface == "main", [.pan, .axisPan].contains(open.kind) else {
                return try patch("main")
            }
            let size = ChartSize(width: Double(cases.integer(in: 300...600)), height: 200)
            try session.changeSurface("main") { $0.resize(size) }
            return "a resize"
        }
    }
}

extension Session {
    fileprivate func xOfMain() throws -> AxisRange { try x("main") }

    /// The ranges that undo and redo restore.
    fileprivate var restorable: [[AxisRange]] { surfaces.map(\.surface.chart.ranges) }
}

extension AxisRange {
    /// Whether two ranges differ by less than a thousand millionth of their spans.
    fileprivate func isWithinRounding(of other: AxisRange) -> Bool {
        let most = 1e-9 * Swift.max(span, other.span)
        return abs(min - other.min) <= most && abs(max - other.max) <= most
    }
}

extension InputEvent {
    fileprivate static func touch(_ phase: TouchPhase, at place: Point, _ milliseconds: Int64) -> InputEvent {
        .touch(
            TouchEvent(
                phase: phase, time: Timestamp(microseconds: milliseconds * 1_000),
                contacts: [TouchEvent.Contact(id: 1, location: place)]))
    }
}
