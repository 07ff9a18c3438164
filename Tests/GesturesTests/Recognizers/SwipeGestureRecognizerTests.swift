import ChartTestSupport
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
    func `a stroke of 50 points is recognized during the move`(_ place: String, _ direction: String) throws {
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

    @Test func `another direction, a finger too many and an up are no swipe`() throws {
        #expect(try play("1↓(0,0)@0 1→(-90,0)@100", SwipeGestureRecognizer(direction: .right)) == [])
        #expect(try play("1↓(0,0)@0 2↓(9,0)@10") == ["swipe failed@10"])
        #expect(try play("1↓(0,0)@0 1↑(90,0)@10") == ["swipe failed@10"])
        #expect(try play("1↓(0,0)@0 1✕(9,0)@10") == ["swipe failed@10 cancelled"])
        #expect(
            try play("1↓(0,0)@0 2↓(9,0)@10 1→(60,0)+2→(69,0)@30", SwipeGestureRecognizer(touches: 2))
                == ["swipe ended@30 right"])
    }
}
