import CoreTestSupport
import Gestures
import Testing

struct SwipeGestureRecognizerTests {
    func play(_ script: String, _ recognizer: SwipeGestureRecognizer = SwipeGestureRecognizer()) throws -> [String] {
        var player = ArenaPlayer([registration("swipe", recognizer)])
        return try player.transitions(TouchScript(script).events).map {
            guard case .swipe(let direction) = $0.gesture.values, $0.sendsAction else { return $0.line }
            return "\($0.line) \(direction)"
        }
    }

    @Test(arguments: [("50,0", "right"), ("-50,0", "left"), ("0,-50", "up"), ("0,50", "down"), ("50,-20", "right")])
    func `a long and straight stroke is recognized during the move`(_ place: String, _ direction: String) throws {
        #expect(try play("1↓(0,0)@0 1→(\(place))@100") == ["swipe ended@100 \(direction)"])
    }

    @Test func `length, width, slope and time decide at their boundaries`() throws {
        #expect(try play("1↓(0,0)@0 1→(49.999,0)@100") == [])
        let right = SwipeGestureRecognizer(direction: .right)
        #expect(try play("1↓(0,0)@0 1→(50,50)@250", right) == ["swipe ended@250 right"])
        #expect(try play("1↓(0,0)@0 1→(50,50)@250.001", right) == [])
        #expect(try play("1↓(0,0)@0 1→(80,50.001)@100", right) == ["swipe failed@100"])
        #expect(try play("1↓(0,0)@0 1→(100,36.39)@251", right) == ["swipe ended@251 right"])
        #expect(try play("1↓(0,0)@0 1→(100,36.4)@251", right) == [])
        #expect(try play("1↓(0,0)@0 1→(100,0)@500") == ["swipe ended@500 right"])
        #expect(try play("1↓(0,0)@0 1→(100,0)@500.001") == ["swipe failed@500 timer"])
    }

    @Test func `the last required finger starts the stroke`() throws {
        #expect(
            try play("1↓(0,0)@0 1→(300,0)@5 2↓(9,0)@400 1→(360,0)+2→(69,0)@500", SwipeGestureRecognizer(touches: 2))
                == ["swipe ended@500 right"])
    }

    @Test func `a finger too many fails the swipe`() throws {
        #expect(try play("1↓(0,0)@0 2↓(9,0)@10 1→(90,0)@20") == ["swipe failed@10"])
    }

    @Test func `a stroke too short, too steep or in another direction is no swipe yet`() throws {
        #expect(try play("1↓(0,0)@0 1→(49,0)@100") == [])
        #expect(try play("1↓(0,0)@0 1→(90,40)@300") == [])
        #expect(try play("1↓(0,0)@0 1→(-90,0)@100", SwipeGestureRecognizer(direction: .right)) == [])
    }

    @Test(arguments: [SwipeDirection.left, .right])
    func `a stroke that strays across its direction fails the swipe`(_ direction: SwipeDirection) throws {
        let recognizer = SwipeGestureRecognizer(direction: direction)
        #expect(try play("1↓(0,0)@0 1→(0,51)@100", recognizer) == ["swipe failed@100"])
    }

    @Test func `a finger that lifts fails the swipe`() throws {
        #expect(try play("1↓(0,0)@0 1↑(90,0)@10") == ["swipe failed@10"])
    }

    @Test func `a stroke that takes too long fails the swipe`() throws {
        #expect(try play("1↓(0,0)@0 @501 1→(90,0)@510") == ["swipe failed@500 timer"])
    }

    @Test func `a cancelled touch fails the swipe`() throws {
        #expect(try play("1↓(0,0)@0 1✕(9,0)@10") == ["swipe failed@10 cancelled"])
    }
}
