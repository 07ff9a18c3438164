import ChartEngine
import CoreTestSupport
import Gestures
import Testing

@testable import ChartSessions

/// Two clients that move different annotations at once.
///
/// A point is 0.1 of x, from 20 to 60.
struct SecondClientTests {
    /// A session with lines across the plot at some x.
    private static func session(_ places: [Double], _ surfaces: Int = 1) -> Session {
        let all = (0..<surfaces).map { number in
            var entry = SampleSession.surface(number == 0 ? "main" : "other\(number)", dataset: "users")
            entry.surface.add(
                AttachedModifier(id: "edit", modifier: AnnotationEditModifier(parameters: .init())))
            entry.surface.setAnnotations(
                places.enumerated().map {
                    Annotation(id: "n\($0)", kind: .verticalLine, xAxis: "x", yAxis: "y", .init(x: $1))
                })
            return entry
        }
        return SampleSession.session(all)
    }

    private func x(of id: String, in session: Session) -> Double? {
        session.surfaces[0].surface.annotations[id]?.first.x
    }

    private func places(_ session: Session) -> [Double?] {
        session.surfaces[0].surface.annotations.items.map(\.first.x)
    }

    @Test func `two clients move two annotations, each as one entry of the history`() throws {
        var session = Self.session([30, 50])
        try session.send([.touch(.began, x: 100, at: 1)], from: "a", 1)
        try session.send([.touch(.moved, x: 120, at: 2)], from: "a", 2)
        // The clocks of both have nothing in common.
        try session.send([.touch(.began, x: 300, at: 900_000)], from: "b", 1)
        try session.send([.touch(.moved, x: 320, at: 900_001)], from: "b", 2)
        try session.send([.touch(.moved, x: 130, at: 3)], from: "a", 3)
        #expect(places(session) == [33, 52])
        try session.send([.touch(.ended, x: 140, at: 4)], from: "a", 4)
        #expect(throws: SessionError.driverBusy) { try session.send([.touch(.began, x: 200, at: 5)], from: "a", 5) }
        try session.send([.touch(.ended, x: 350, at: 900_002)], from: "b", 3)
        #expect(places(session) == [34, 55])
        #expect(session.undoCount == 2)
        try session.travel(.undo, fromSurface: "main")
        #expect(places(session) == [34, 50])
        try session.travel(.undo, fromSurface: "main")
        #expect(places(session) == [30, 50])
        try session.travel(.redo, fromSurface: "main")
        try session.travel(.redo, fromSurface: "main")
        #expect(places(session) == [34, 55])
        try session.send([.touch(.began, x: 200, at: 6)], from: "a", 5)
    }

    @Test func `the hash of the state tells whose touch holds an annotation`() throws {
        var hashes: Set<String> = []
        for (client, x) in [("b", 300.0), ("c", 300), ("b", 302)] {
            var session = Self.session([30, 50])
            try session.send([.touch(.began, x: 100, at: 1)], from: "a", 1)
            try session.send([.touch(.began, x: x, at: 1)], from: client, 1)
            hashes.insert("\(session.stateHash)")
        }
        #expect(hashes.count == 3)
    }

    @Test func `another one is refused where it holds no annotation of its own`() throws {
        var session = Self.session([30, 50])
        try session.send([.touch(.began, x: 100, at: 1)], from: "a", 1)
        let refused: [[InputEvent]] = [
            [.tick(at: 1)], [.touch(.began, x: 200, at: 1)], [.touch(.began, x: 100, at: 1)],
            [.touch(.began, x: 300, at: 1), .touch(.began, x: 200, at: 2, id: 2)],
            [
                .touch(.began, x: 300, at: 1),
                .wheel(
                    WheelEvent(
                        time: Timestamp(microseconds: 2_000), location: Point(x: 200, y: 100), deltaX: 0, deltaY: 10)),
            ],
        ]
        for events in refused {
            var trial = session
            #expect(throws: SessionError.driverBusy) { try trial.send(events, from: "b", 1) }
        }
        try session.send([.touch(.began, x: 300, at: 1)], from: "b", 1)
        #expect(throws: SessionError.driverBusy) { try session.send([.touch(.began, x: 300, at: 1)], from: "c", 1) }
        #expect(throws: SessionError.batch(BatchError(event: 0, reason: .timeReversed))) {
            var trial = session
            try trial.send([.touch(.moved, x: 310, at: 0)], from: "b", 2)
        }
        // The plot is nobody's while a finger is on it.
        var panned = Self.session([30, 50])
        try panned.send([.touch(.began, x: 200, at: 1)], from: "a", 1)
        #expect(throws: SessionError.driverBusy) { try panned.send([.touch(.began, x: 300, at: 1)], from: "b", 1) }
    }

    @Test func `the end of the first leaves the second as it is, and what others do is theirs`() throws {
        var session = Self.session([30, 50])
        try session.send([.touch(.began, x: 100, at: 1)], from: "a", 1)
        try session.send([.touch(.began, x: 300, at: 1), .touch(.moved, x: 320, at: 2)], from: "b", 1)
        try session.send([.touch(.cancelled, x: 100, at: 2)], from: "a", 2)
        try session.changeSurface("main") { $0.removeAnnotation("n1") }
        try session.send([.touch(.moved, x: 330, at: 3)], from: "b", 2)
        #expect(places(session) == [30])
        try session.send([.touch(.ended, x: 330, at: 4)], from: "b", 3)
        try session.travel(.undo, fromSurface: "main")
        #expect(places(session) == [30, 50])
        try session.send([.touch(.began, x: 200, at: 3)], from: "a", 3)
    }

    @Test func `undo in the drag of a second client cancels it, and so does a silence`() throws {
        for ends in [true, false] {
            var session = Self.session([30, 50])
            try session.send([.touch(.began, x: 100, at: 1)], from: "a", 1)
            try session.send([.touch(.began, x: 300, at: 1), .touch(.moved, x: 320, at: 2)], from: "b", 1)
            if ends {
                try session.travel(.undo, fromSurface: "main")
            } else {
                try session.send([.touch(.ended, x: 100, at: 2)], from: "a", 2)
                #expect(session.silentSurfaces(now: 10_000, timeout: 5_000) == ["main"])
                session.cancelGestures(ofSurface: "main")
                #expect(session.silentSurfaces(now: 10_000, timeout: 5_000).isEmpty)
            }
            #expect(places(session) == [30, 50] && session.undoCount == 0)
        }
    }

    /// A client of the law below.
    private struct Client {
        let name: String
        var time: Int64
        var sequence = 0
        /// The line that its finger is on.
        var held: Int?
        var hasMoved = false
    }

    /// Whatever two clients do in turn, the lines are where each of them has put its own, one undo takes back each drag,
    /// and a state that was written in the middle goes on as the session does.
    @Test func `random drags of two clients are those of each by itself`() throws {
        let start = [25.0, 32, 39, 46, 53]
        let dependencies = SessionStateDependencies(modifiers: .builtIn) { _ in SampleSession.table }
        for seed in 0..<200 {
            var cases = SeededCases(seed: UInt64(seed))
            var session = Self.session(start, cases.integer(in: 1...2))
            var (wanted, grabbed) = (start, start)
            var clients = [Client(name: "a", time: 0), Client(name: "b", time: 500_000)]
            var drags = 0
            func send(_ phase: TouchPhase, to place: Double, by one: Int) throws {
                clients[one].sequence += 1
                clients[one].time += 1
                let (name, sequence) = (clients[one].name, clients[one].sequence)
                let event = InputEvent.touch(phase, x: (place - 20) * 10, at: clients[one].time)
                var again = try Session(state: session.encodedState(), dependencies: dependencies)
                try session.send([event], from: name, sequence)
                try again.send([event], from: name, sequence)
                #expect(try again.encodedState() == session.encodedState(), "seed \(seed)")
            }
            func end(_ held: Int, by one: Int) throws {
                try send(.ended, to: wanted[held], by: one)
                if clients[one].hasMoved, wanted[held] != grabbed[held] { drags += 1 }
                (clients[one].held, clients[one].hasMoved) = (nil, false)
            }
            for _ in 0..<40 {
                let one = cases.integer(in: 0...1)
                if let held = clients[one].held {
                    guard cases.integer(in: 0...3) > 0 else {
                        try end(held, by: one)
                        continue
                    }
                    // Far enough for a drag, and not so far that a finger finds two lines.
                    wanted[held] = start[held] + (grabbed[held] > start[held] ? -1 : 1) * cases.number(in: 1...2)
                    if wanted[held] == grabbed[held] { continue }
                    clients[one].hasMoved = true
                    try send(.moved, to: wanted[held], by: one)
                } else {
                    let held = cases.element(of: start.indices.filter { $0 != clients[1 - one].held })
                    (clients[one].held, grabbed[held]) = (held, wanted[held])
                    try send(.began, to: wanted[held], by: one)
                }
                for (place, found) in zip(wanted, places(session)) {
                    #expect(abs((found ?? .nan) - place) < 1e-9, "seed \(seed)")
                }
            }
            for one in clients.indices { if let held = clients[one].held { try end(held, by: one) } }
            #expect(session.undoCount == drags, "seed \(seed)")
            for _ in 0..<drags { try session.travel(.undo, fromSurface: "main") }
            #expect(places(session) == start, "seed \(seed)")
        }
    }
}
