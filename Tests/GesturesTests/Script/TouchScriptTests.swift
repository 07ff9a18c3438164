import Gestures
import Testing

@Suite struct TouchScriptTests {
    private func touch(
        _ phase: TouchPhase, _ time: Double, _ contacts: [TouchEvent.Contact], keys: ModifierKeys = []
    ) throws -> InputEvent {
        .touch(TouchEvent(phase: phase, time: try moment(time), contacts: contacts, modifiers: keys))
    }

    private func moment(_ milliseconds: Double) throws -> Timestamp {
        try #require(Timestamp(milliseconds: milliseconds))
    }

    private func contact(_ id: Int, _ x: Double, _ y: Double) -> TouchEvent.Contact {
        TouchEvent.Contact(id: id, location: Point(x: x, y: y))
    }

    @Test func `steps come 16 ms apart, from 0`() throws {
        let script = try TouchScript(parsing: "1↓(10,10) 1→(30.5,-1e1) 1↑(30,10)")
        #expect(
            script.events == [
                try touch(.began, 0, [contact(1, 10, 10)]), try touch(.moved, 16, [contact(1, 30.5, -10)]),
                try touch(.ended, 32, [contact(1, 30, 10)]),
            ])
    }

    @Test func `a script continues from the time of the one before`() throws {
        let previous = try moment(100)
        #expect(try TouchScript(parsing: "1↓(0,0)", after: previous).events.first?.time.milliseconds == 116)
        #expect(try TouchScript(parsing: "+0 1↓(0,0)", after: previous).events.first?.time.milliseconds == 100)
    }

    @Test func `touches joined by a plus are one event`() throws {
        let script = try TouchScript(parsing: "1↓(10,10)+2↓(90,10)@0 2→(120,10) 1✕(1,2)+2✕(3,4)")
        #expect(
            script.events == [
                try touch(.began, 0, [contact(1, 10, 10), contact(2, 90, 10)]),
                try touch(.moved, 16, [contact(2, 120, 10)]),
                try touch(.cancelled, 32, [contact(1, 1, 2), contact(2, 3, 4)]),
            ])
    }

    @Test(arguments: [
        ("1v(1,2)", "1↓(1,2)"), ("1v(1,2) 1>(3,4)", "1↓(1,2) 1→(3,4)"), ("1v(1,2) 1^(3,4)", "1↓(1,2) 1↑(3,4)"),
        ("1v(1,2)+2v(3,4) 1x(5,6)+2x(7,8)", "1↓(1,2)+2↓(3,4) 1✕(5,6)+2✕(7,8)"),
    ])
    func `every arrow has a keyboard character`(typed: String, drawn: String) throws {
        #expect(try TouchScript(parsing: typed) == TouchScript(parsing: drawn))
        #expect(try TouchScript(parsing: typed).description == drawn)
    }

    @Test func `a script sets times, ticks and waits`() throws {
        let script = try TouchScript(parsing: "+5 1↓(0,0) +600 1→(1,0) @700.25 +100 +1 1↑(1,0) @1000")
        #expect(script.events.map(\.time.milliseconds) == [5, 605, 700.25, 801.25, 1_000])
        #expect(script.events[2] == .tick(try moment(700.25)))
    }

    @Test func `a comment goes to the end of its line`() throws {
        let script = try TouchScript(
            parsing: """
                # a tap
                1↓(1,2)   # down
                \t1↑(1,2)# up
                """)
        #expect(try script == TouchScript(parsing: "1↓(1,2) 1↑(1,2)"))
        #expect(try TouchScript(parsing: " # nothing\n").events.isEmpty)
    }

    @Test func `a touch has a kind, buttons and a pressure`() throws {
        var pen = contact(1, 1, 2)
        (pen.kind, pen.buttons, pen.pressure) = (.pen, 2, 0.25)
        var mouse = contact(2, 3, 4)
        mouse.kind = .mouse
        let script = try TouchScript(parsing: "1↓(1, 2){pen, buttons=2, pressure=0.25}+2↓(3,4){mouse}")
        #expect(script.events == [try touch(.began, 0, [pen, mouse])])
    }

    @Test func `keys are held for a whole event`() throws {
        let script = try TouchScript(parsing: "ctrl+shift+1↓(1,2)+2↓(3,4) alt+meta+wheel(1,2,0,3) shift+tap(5,6)")
        #expect(
            script.events[0] == (try touch(.began, 0, [contact(1, 1, 2), contact(2, 3, 4)], keys: [.control, .shift])))
        guard case .wheel(let wheel) = script.events[1], case .gesture(let tap) = script.events[2] else {
            Issue.record("\(script)")
            return
        }
        #expect(wheel.modifiers == [.alt, .meta] && tap.modifiers == .shift)
    }

    @Test func `the wheel turns at a place, in points, lines or pages`() throws {
        let script = try TouchScript(parsing: "wheel(400,90,0,-120) wheel(1,2,3,4){line}@20 wheel(1,2,3,4){page}")
        #expect(
            script.events == [
                .wheel(WheelEvent(time: try moment(0), location: Point(x: 400, y: 90), deltaX: 0, deltaY: -120)),
                .wheel(
                    WheelEvent(
                        time: try moment(20), location: Point(x: 1, y: 2), deltaX: 3, deltaY: 4, deltaMode: .line)),
                .wheel(
                    WheelEvent(
                        time: try moment(36), location: Point(x: 1, y: 2), deltaX: 3, deltaY: 4, deltaMode: .page)),
            ])
    }

    @Test func `a pointer enters, moves and exits`() throws {
        let script = try TouchScript(parsing: "hover(1,2){entered} hover(3,4) hover(5,6){exited}@99")
        #expect(
            script.events == [
                .hover(HoverEvent(phase: .entered, time: try moment(0), location: Point(x: 1, y: 2))),
                .hover(HoverEvent(phase: .moved, time: try moment(16), location: Point(x: 3, y: 4))),
                .hover(HoverEvent(phase: .exited, time: try moment(99), location: Point(x: 5, y: 6))),
            ])
    }

    static let gestures: [(text: String, state: GestureState, values: GestureValues)] = [
        (
            "pan(5,6){translation=(80,-1),velocity=(3,4)}", .changed,
            .pan(translation: Vector(dx: 80, dy: -1), velocity: Vector(dx: 3, dy: 4))
        ),
        ("pinch(5,6){began,scale=2}", .began, .pinch(scale: 2, startAnchor: nil, startLocation: Point(x: 5, y: 6))),
        (
            "pinch(5,6){ended,scale=2,startAnchor=(0.25,0.5)}", .ended,
            .pinch(scale: 2, startAnchor: Point(x: 0.25, y: 0.5), startLocation: Point(x: 5, y: 6))
        ),
        ("tap(5,6){taps=2}", .ended, .tap(taps: 2)),
        ("tap(5,6){recognized}", .ended, .tap(taps: 1)),
        ("longPress(5,6){cancelled}", .cancelled, .longPress),
        ("swipe(5,6){direction=left}", .ended, .swipe(direction: .left)),
        ("rotation(5,6){rotation=-0.5}", .changed, .rotation(radians: -0.5)),
    ]

    @Test(arguments: gestures.indices)
    func `a platform's gesture has a place, a state and values`(index: Int) throws {
        let expected = Self.gestures[index]
        guard case .gesture(let gesture)? = try TouchScript(parsing: expected.text).events.first else {
            Issue.record("no gesture in \(expected.text)")
            return
        }
        #expect(gesture.state == expected.state && gesture.values == expected.values)
        #expect(gesture.location == Point(x: 5, y: 6))
    }

    @Test func `a move in equal steps ends exactly at its location`() throws {
        let script = try TouchScript(parsing: "1↓(0,10)+2↓(9,0) shift+1→(8,10)+2→(9,4)/4@100 1↑(8,10)")
        #expect(
            script.events.dropFirst() == [
                try touch(.moved, 100, [contact(1, 2, 10), contact(2, 9, 1)], keys: .shift),
                try touch(.moved, 116, [contact(1, 4, 10), contact(2, 9, 2)], keys: .shift),
                try touch(.moved, 132, [contact(1, 6, 10), contact(2, 9, 3)], keys: .shift),
                try touch(.moved, 148, [contact(1, 8, 10), contact(2, 9, 4)], keys: .shift),
                try touch(.ended, 164, [contact(1, 8, 10)]),
            ])
        let uneven = try TouchScript(parsing: "1↓(0.1,0) 1→(0.7,0)/3")
        #expect(uneven.description.hasSuffix("1→(0.7,0)"))
    }

    @Test func `a script is written in the shortest notation`() throws {
        let text = "1↓(10,10)+2↓(90.5,10) ctrl+1→(20,10)@16.001 @500 wheel(1,2,0,-3){line}@600 hover(1,2)"
        #expect(try TouchScript(parsing: text).description == text)
        #expect(try TouchScript(parsing: "1↓(1,1)@0 +16 1→(2.0,1){touch,buttons=1}").description == "1↓(1,1) 1→(2,1)")
    }
}
