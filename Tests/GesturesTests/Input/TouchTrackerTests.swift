import CoreTestSupport
import Gestures
import Testing

struct TouchTrackerTests {
    func tapCounts(_ script: TouchScript, profile: GestureProfile = .uikit) throws -> [Int] {
        var tracker = TouchTracker(thresholds: GestureThresholds(profile: profile))
        return try tracker.tapCounts(script)
    }

    @Test func `taps in a row count up`() throws {
        #expect(
            try tapCounts(
                "1↓(10,10)@0 1↑(10,10)@50 1↓(12,10)@200 1↑(12,10)@250 2↓(12,10)@400 2↑(12,10)@450") == [1, 2, 3])
    }

    @Test(arguments: [
        ("1↓(10,10)@0 1↑(10,10)@50 1↓(10,10)@400", 2), ("1↓(10,10)@0 1↑(10,10)@50 1↓(10,10)@400.001", 1),
        ("1↓(10,10)@0 1↑(10,10)@50 1↓(55,10)@60", 2), ("1↓(10,10)@0 1↑(10,10)@50 1↓(55.001,10)@60", 1),
        ("1↓(10,10)@0 1↑(10,10)@750 1↓(10,10)@760", 2), ("1↓(10,10)@0 1↑(10,10)@750.001 1↓(10,10)@760", 1),
        ("1↓(10,10)@0 1→(55,10)@10 1↑(10,10)@20 1↓(10,10)@30", 2),
        ("1↓(10,10)@0 1→(55.001,10)@10 1→(10,10)@15 1↑(10,10)@20 1↓(10,10)@30", 1),
        ("1↓(10,10)@0 1✕(10,10)@50 1↓(10,10)@60", 1),
        ("1↓(10,10)@0 2↓(90,10)@10 2↑(90,10)@20 1↑(10,10)@30 1↓(10,10)@40", 1),
        ("1↓(10,10)@0 1↑(10,10)@50 1↓(10,10)+2↓(90,10)@60", 1),
        ("1↓(10,10)@0 1↓(10,10)@10 1↑(10,10)@20 1↓(10,10)@30", 2),
    ]) func `a tap follows another up to each limit and not beyond`(_ script: String, _ count: Int) throws {
        let counts = try tapCounts(TouchScript(script))
        #expect(counts.dropFirst().first { $0 != 1 } ?? 1 == count)
    }

    @Test(arguments: [(39.999, 1), (40.0, 2), (300.0, 2), (300.001, 1)])
    func `android has a least gap as well as a longest`(_ gap: Double, _ count: Int) throws {
        let script = TouchScript("1↓(0,0)@0 1↑(0,0)@50 1↓(0,0)@\(50 + gap)")
        #expect(try tapCounts(script, profile: .android) == [1, count])
    }

    @Test func `contacts that are not down are ignored and reported`() throws {
        var player = ArenaPlayer()
        var transitions: [GestureTransition] = []
        let script: TouchScript = "1↓(0,0) 2→(5,5)+1→(1,1) 3↑(0,0)"
        var ignored: [[IgnoredContact]] = []
        for event in script.events {
            ignored.append(try player.arena.handle(event, delegate: Owners(), into: &transitions))
        }
        #expect(
            ignored == [
                [], [IgnoredContact(index: 0, reason: "touch 2 is not down")],
                [IgnoredContact(index: 0, reason: "touch 3 is not down")],
            ])
        #expect(player.arena.touchesDown.map(\.location) == [Point(x: 1, y: 1)])
    }

    @Test(arguments: [2, 12]) func `an id twice in one event changes nothing`(_ count: Int) throws {
        var tracker = TouchTracker(thresholds: GestureThresholds())
        var contacts = (1...count).map { TouchEvent.Contact(id: $0, location: .zero) }
        contacts.append(TouchEvent.Contact(id: 2, location: .zero))
        let event = TouchEvent(phase: .began, time: Timestamp(microseconds: 0), contacts: contacts)
        #expect(throws: TouchError.repeatedTouch(index: count)) { try tracker.check(event) }
        contacts.removeLast()
        try tracker.check(TouchEvent(phase: .began, time: event.time, contacts: contacts))
        #expect(tracker.cancelAll(at: event.time) == nil)
    }

    @Test func `a touch too many is refused, but not one that replaces another`() throws {
        var arena = GestureArena(thresholds: GestureThresholds(), maximumTouches: 2)
        arena.attach([registration("pan", PanGestureRecognizer())])
        var transitions: [GestureTransition] = []
        for event in TouchScript("1↓(0,0)+2↓(9,0)").events {
            _ = try arena.handle(event, delegate: Owners(), into: &transitions)
        }
        let before = arena.touchesDown
        let third = TouchScript("2↓(5,5)+3↓(0,0)@100").events[0]
        #expect(throws: TouchError.tooManyTouches(index: 1, limit: 2)) {
            try arena.handle(third, delegate: Owners(), into: &transitions)
        }
        #expect(arena.touchesDown == before)
        #expect(transitions.isEmpty)
        _ = try arena.handle(TouchScript("2↓(5,5)@100").events[0], delegate: Owners(), into: &transitions)
        #expect(arena.touchesDown.map(\.id) == [1, 2])
        #expect(arena.touchesDown[1].arrival > before[1].arrival)
    }

    @Test func `touches keep their order of arrival and their start`() throws {
        var player = ArenaPlayer()
        _ = try player.play("7↓(0,0) 3↓(9,0) 5↓(5,5) 3↑(9,0) 7→(4,4)")
        #expect(player.arena.touchesDown.map(\.id) == [7, 5])
        #expect(player.arena.touchesDown[0].startLocation == .zero)
        #expect(player.arena.touchesDown[0].previousLocation == .zero)
        _ = try player.play("5→(6,6)@200")
        #expect(player.arena.touchesDown[0].previousLocation == Point(x: 4, y: 4))
    }
}

extension TouchTracker {
    /// Plays a script and returns the tap counts of the touches that begin, in order.
    mutating func tapCounts(_ script: TouchScript) throws -> [Int] {
        var counts: [Int] = []
        for case .touch(let event) in script.events {
            var ignored: [IgnoredContact] = []
            try check(event)
            _ = cancelTouchesReplaced(by: event)
            let change = apply(event, ignored: &ignored)
            if event.phase == .began { counts += change?.changed.map(\.tapCount) ?? [] }
        }
        return counts
    }
}
