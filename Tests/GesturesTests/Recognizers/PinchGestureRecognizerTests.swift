import CoreTestSupport
import Gestures
import Testing

struct PinchGestureRecognizerTests {
    func player(_ axis: SpanAxis = .xy, profile: GestureProfile = .uikit) -> ArenaPlayer {
        ArenaPlayer(profile: profile, [registration("pinch", PinchGestureRecognizer(spanAxis: axis))])
    }

    @Test func `a pinch that has begun follows its two fingers`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0) 2↓(100,0) 2→(150,0) 1→(50,0) 1↑(50,0)+2↑(250,0)")
        #expect(gestures.map(\.state) == [.began, .changed, .ended])
        #expect(gestures.map(\.scale) == [1.5, 1, 2])
        #expect(gestures[0].values == .pinch(scale: 1.5, startAnchor: nil, startLocation: Point(x: 50, y: 0)))
        #expect(gestures.map(\.location.x) == [75, 100, 150])
    }

    @Test func `a new second finger goes on from the scale reached`() throws {
        var player = player()
        let gestures = try player.gestures(
            "1↓(0,0)+2↓(100,0) 2→(200,0) 2↑(200,0) 1→(10,0) 3↓(60,0) 3→(110,0) 3↑(110,0) 1↑(10,0)")
        #expect(gestures.map(\.state) == [.began, .changed, .ended])
        #expect(gestures.map(\.scale) == [2, 4, 4])
    }

    @Test func `a third finger does not count until one of the first two lifts`() throws {
        var player = player()
        let gestures = try player.gestures(
            "1↓(0,0)+2↓(100,0) 2→(200,0) 3↓(0,90) 3→(0,100) 1↑(0,0) 3→(200,100) 3→(200,200) ")
        #expect(gestures.map(\.state) == [.began, .changed, .changed])
        #expect(abs(gestures[2].scale! - gestures[1].scale! * 2) < 1e-12)
    }

    @Test func `fingers less than a point apart change no scale`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0)+2↓(0.5,0) 2→(0.9,0) 2→(2,0) 2→(4,0) 2→(0.5,0) 2→(8,0)")
        #expect(gestures.map(\.scale) == [2, 4])
    }

    @Test func `a one-axis pinch measures the distance along its axis`() throws {
        var x = player(.x)
        #expect(try x.gestures("1↓(0,0)+2↓(100,50) 2→(100,90) 2→(200,90)").map(\.scale) == [2])
        var y = player(.y)
        #expect(try y.gestures("1↓(0,0)+2↓(100,50) 2→(150,50) 2→(150,100)").map(\.scale) == [2])
    }

    /// Each round multiplies or divides the scale by a million; without limits it would overflow after 52 rounds.
    @Test(arguments: [(1.0, 1_000_000.0), (1_000_000.0, 1.0)])
    func `a second finger that comes repeatedly never moves the scale beyond its limits`(
        _ from: Double, _ to: Double
    ) throws {
        var player = player()
        let once = "2↓(\(from),0) 2→(\(to),0) 2↑(\(to),0)"
        let script = (["1↓(0,0)"] + Array(repeating: once, count: 60)).joined(separator: " ")
        let scales = try player.gestures(TouchScript(script)).compactMap(\.scale)
        #expect(scales.count == 60)
        #expect(scales.allSatisfy { (1e-100...1e100).contains($0) })
        #expect(scales.last == (from < to ? 1e100 : 1e-100))
    }

    @Test func `the first two fingers set the distance that counts as 1`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 2↓(50,0) 3↓(400,0)") == [])
        #expect(try player.gestures("2→(100,0)@48").map(\.scale) == [2])
    }

    @Test func `a change of distance that is too small is no pinch yet`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2→(100.9,0) 2→(99.1,0)") == [])
        #expect(player.arena.pendingRecognizers.map(\.gesture.scale) == [0.991])
    }

    @Test func `one finger alone changes no scale`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 1→(500,0)") == [])
        #expect(player.arena.pendingRecognizers.map(\.gesture.scale) == [1])
    }

    @Test func `a change of distance that is large enough begins the pinch`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0)+2↓(100,0) 2→(150,0)")
        #expect(gestures.map(\.state) == [.began])
        #expect(gestures.map(\.scale) == [1.5])
    }

    @Test func `a finger that lifts before the others keeps the pinch possible`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2↑(100,0)") == [])
        #expect(try player.gestures("2↓(50,0)@32 2→(100,0)").map(\.scale) == [2])
    }

    @Test func `the last finger that lifts fails a pinch that has not begun`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 1→(50,0) 1↑(50,0)") == ["pinch failed@32"])
        #expect(try player.play("1↓(0,0)+2↓(9,0)@90 2↑(9,0)@95 1↑(0,0)@99") == ["pinch failed@99"])
    }

    @Test func `a cancelled touch fails a pinch that has not begun`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0)+2↓(9,0) 1✕(0,0)") == ["pinch failed@16 cancelled"])
    }

    @Test func `a third finger, or one that is left alone, changes no scale`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2→(200,0)") == ["pinch began@16"])
        #expect(try player.play("3↓(0,90)@32 3→(0,300)") == [])
        #expect(try player.play("2↑(200,0)@64 3↑(0,300) 1→(50,0)") == [])
        #expect(player.arena.activeGestures.map(\.gesture.scale) == [2])
    }

    @Test func `a finger that lifts leaves the scale as it is`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2→(200,0) 2↑(400,0)") == ["pinch began@16"])
        #expect(player.arena.activeGestures.map(\.gesture.scale) == [2])
    }

    @Test func `the last finger that lifts ends the pinch`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0)+2↓(100,0) 2→(200,0) 1↑(0,0) 2↑(300,0)")
        #expect(gestures.map(\.state) == [.began, .ended])
        #expect(gestures[1].scale == 2)
        #expect(gestures[1].location == Point(x: 300, y: 0))
    }

    @Test func `a cancelled touch cancels the pinch`() throws {
        var player = player()
        #expect(
            try player.play("1↓(0,0)+2↓(9,0)@190 2→(99,0)@195 1✕(0,0)@199 2→(9,0)@210 2↑(9,0)@220")
                == ["pinch began@195", "pinch cancelled@199 cancelled"])
    }
}
