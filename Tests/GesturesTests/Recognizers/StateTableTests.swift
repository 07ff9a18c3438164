import Gestures
import Testing

/// Tests that the state tables in the documentation describe what the recognizers do.
struct StateTableTests {
    @Test func `every kind of gesture has a recognizer with a table`() {
        let kinds = GestureKind.allCases.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }
        #expect(Set(StateTable.recognizers) == Set(kinds + ["Fling"]))
    }

    @Test(arguments: StateTable.recognizers) func `every row is read and has a test of its name`(_ name: String) throws
    {
        let table = try StateTable(of: name)
        #expect(table.rows.count >= 4)
        #expect(Set(table.rows.map(\.name)).count == table.rows.count, "a name twice")
        for row in table.rows {
            #expect(!row.steps.isEmpty, "\(row.name)")
            #expect(table.tests.contains(row.name), "no test is named: \(row.name)")
        }
    }

    /// Plays four hundred random touch sequences for each configuration of the recognizer.
    @Test(arguments: StateTable.recognizers) func `the table has exactly the steps that happen`(
        _ name: String
    ) throws {
        var seen: Set<StateTable.Step> = []
        for (index, player) in subjects(name).enumerated() {
            var observer = StepObserver(
                player, followed: name == "Hover" ? .hover : name == "Wheel" ? .wheel : .touches)
            var touches = SeededTouches(seed: UInt64(index + 1))
            for _ in 0..<400 { seen.formUnion(try observer.play(touches.sequence())) }
        }
        let known = Set(try StateTable(of: name).rows.flatMap(\.steps))
        #expect(seen.subtracting(known).map(\.description).sorted() == [], "steps that no row names")
        #expect(known.subtracting(seen).map(\.description).sorted() == [], "rows that never happen")
    }

    /// Arenas with the named recognizer alone, and one in which it comes first and waits for another.
    private func subjects(_ name: String) -> [ArenaPlayer] {
        let recognizers: [any GestureRecognizer] =
            switch name {
            case "Tap":
                [1, 2].flatMap { taps in (1...2).map { TapGestureRecognizer(taps: taps, touches: $0) } }
            case "DoubleTouchDown": [DoubleTouchDownGestureRecognizer()]
            case "LongPress": [LongPressGestureRecognizer(), LongPressGestureRecognizer(touches: 2)]
            case "Pan":
                [
                    PanGestureRecognizer(), PanGestureRecognizer(minimumDistance: 0),
                    PanGestureRecognizer(minimumTouches: 2, maximumTouches: 2), PanGestureRecognizer(maximumTouches: 1),
                    PanGestureRecognizer(maximumTouches: 1, givesWay: true),
                    PanGestureRecognizer(maximumTouches: 1, minimumDistance: 0, givesWay: true),
                ]
            case "Pinch": [PinchGestureRecognizer(), PinchGestureRecognizer(spanAxis: .x)]
            case "Rotation": [RotationGestureRecognizer()]
            case "Swipe": [SwipeGestureRecognizer(), SwipeGestureRecognizer(direction: .left, touches: 2)]
            case "Fling": [FlingGestureRecognizer()]
            case "Hover": [HoverGestureRecognizer()]
            case "Wheel": [WheelGestureRecognizer()]
            case "Marquee": [MarqueeGestureRecognizer(), MarqueeGestureRecognizer(minimumDistance: 0)]
            default: []
            }
        var players = recognizers.map { ArenaPlayer([registration("subject", $0)]) }
        if let first = recognizers.first {
            let waiting = GestureArena.Registration(
                owner: "subject", recognizer: first, requireFailureOf: ["other"])
            players.append(ArenaPlayer([waiting, registration("other", TapGestureRecognizer(taps: 2))]))
        }
        for index in players.indices { players[index].arena.setViewport(width: 800, height: 400) }
        return players
    }
}

/// Records the steps that the recognizer of the owner `subject` proposes.
private struct StepObserver {
    /// The events that a recognizer sees.
    enum Followed {
        case touches
        case wheel
        case hover
    }

    private var player: ArenaPlayer
    private let followed: Followed
    private var state = GestureState.possible

    init(_ player: ArenaPlayer, followed: Followed) {
        self.player = player
        self.followed = followed
    }

    mutating func play(_ events: [InputEvent]) throws -> Set<StateTable.Step> {
        var steps: Set<StateTable.Step> = []
        for event in events {
            let fired = try player.transitions([.tick(event.time)])
            steps.formUnion(take(fired, on: "timer"))
            if !player.arena.hasTouches, state.isTerminal { state = .possible }
            let (before, input) = (state, input(of: event))
            let transitions = try player.transitions([event])
            let taken = take(transitions, on: input)
            steps.formUnion(taken)
            if let input, transitions.isEmpty, !before.isTerminal, isAlone {
                steps.insert(StateTable.Step(from: before, input: input, to: before))
            }
            if !player.arena.hasTouches, state.isTerminal { state = .possible }
        }
        return steps
    }

    private var isAlone: Bool { player.arena.owners == ["subject"] }

    /// The transitions that the recognizer itself proposed, as steps.
    private mutating func take(_ transitions: [GestureTransition], on input: String?) -> [StateTable.Step] {
        var steps: [StateTable.Step] = []
        for transition in transitions where transition.owner == "subject" {
            let from = state
            state = transition.gesture.state
            switch transition.cause {
            case .event, .timer, .cancelled:
                steps.append(StateTable.Step(from: from, input: input ?? "nothing", to: state))
            case .required, .prevented: break
            }
            if !transition.gesture.kind.followsTouches, state.isTerminal { state = .possible }
        }
        return steps
    }

    /// The input of the recognizer in the words of the tables; `nil` for an event that it does not follow.
    private func input(of event: InputEvent) -> String? {
        switch event {
        case .touch(let touch):
            guard followed == .touches else { return nil }
            switch touch.phase {
            case .began: return "down"
            case .moved: return "move"
            case .ended: return "up"
            case .cancelled: return "cancel"
            }
        case .wheel: return followed == .wheel ? "wheel" : nil
        case .hover: return followed == .hover ? "hover" : nil
        case .gesture, .tick: return nil
        }
    }
}
