import CoreTestSupport
import Gestures
import Testing

struct DoubleTouchDownGestureRecognizerTests {
    var player = ArenaPlayer([registration("double", DoubleTouchDownGestureRecognizer())])

    @Test mutating func `the second touch down is recognized at once`() throws {
        #expect(
            try player.play("1↓(10,10)@0 1↑(10,10)@50 1↓(10,10)@300 1→(40,40)@310 1↑(40,40)@320")
                == ["double failed@50", "double ended@300"])
    }

    @Test mutating func `a touch down of another count changes nothing`() throws {
        #expect(
            try player.actions("1↓(0,0)@0 1↑(0,0)@9 1↓(0,0)@20 1↑(0,0)@29 1↓(0,0)@40 1↑(0,0)@49")
                == ["double ended@20"])
    }

    @Test mutating func `any move fails it`() throws {
        #expect(try player.play("1↓(0,0) 1→(1,0) 1↑(1,0)") == ["double failed@16"])
    }

    @Test mutating func `any up fails it`() throws {
        #expect(try player.play("1↓(0,0)+2↓(90,0) 1↑(0,0) 2↑(90,0)") == ["double failed@16"])
    }

    @Test mutating func `a cancelled touch fails it`() throws {
        #expect(try player.play("1↓(200,0)@900 1✕(200,0)") == ["double failed@916 cancelled"])
    }

    @Test mutating func `a second tap that is too late, or has a second finger, does not count`() throws {
        #expect(try player.actions("1↓(0,0)@0 1↑(0,0)@9 1↓(0,0)@360") == [])
        #expect(try player.actions("1↑(0,0)@370 1↓(0,0)+2↓(50,0)@380") == [])
    }
}
