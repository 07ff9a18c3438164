import CoreTestSupport
import Gestures
import Testing

struct LongPressGestureRecognizerTests {
    func player(_ touches: Int = 1, profile: GestureProfile = .uikit) -> ArenaPlayer {
        ArenaPlayer(profile: profile, [registration("press", LongPressGestureRecognizer(touches: touches))])
    }

    @Test func `an up at the deadline itself comes after the press begins`() throws {
        var inTime = player()
        #expect(try inTime.play("1↓(0,0)@0 1↑(0,0)@500") == ["press began@500 timer", "press ended@500"])
        var early = player()
        #expect(try early.play("1↓(0,0)@0 1↑(0,0)@499.999") == ["press failed@499.999"])
    }

    @Test func `a press that has begun follows every move`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0)@0 1→(300,0)@700 2↓(9,9)@710 1↑(301,0)@720 2↑(9,9)@730")
        #expect(gestures.map(\.state) == [.began, .changed, .ended])
        #expect(gestures.map(\.location.x) == [0, 300, 155])
    }

    @Test func `the duration of a two-finger press starts with the second finger`() throws {
        var player = player(2)
        #expect(
            try player.play("1↓(0,0)@0 2↓(50,0)@300 @700 @800 1✕(0,0)@900")
                == ["press began@800 timer", "press cancelled@900 cancelled"])
        #expect(try player.play("2↑(50,0)@950 1↓(0,0)@1000 2↓(5,0)@1001 3↓(9,0)@1002") == ["press failed@1002"])
    }

    @Test func `a finger that comes down waits for the others`() throws {
        var player = player(2)
        #expect(try player.play("1↓(0,0)@0 @9000") == [])
        #expect(player.arena.pendingRecognizers.map(\.gesture.numberOfTouches) == [1])
    }

    @Test func `the last required finger arms the timer`() throws {
        var player = player(2)
        #expect(try player.play("1↓(0,0)@0 2↓(50,0)@300 @799") == [])
        #expect(try player.play("@800") == ["press began@800 timer"])
    }

    @Test func `a finger too many fails the press`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0)@0 2↓(50,0)@300 @900") == ["press failed@300"])
    }

    @Test func `the fingers may move as far as allowed`() throws {
        var player = player(2)
        #expect(try player.play("1↓(0,0)@0 1→(10,0)@10 2↓(50,0)@20 1→(30,0)@30 @519") == [])
        #expect(try player.play("@520") == ["press began@520 timer"])
    }

    @Test func `fingers that move too far fail a press that has not begun`() throws {
        var together = player(2)
        #expect(try together.play("1↓(0,0)@0 2↓(50,0)@20 1→(21,0)@30") == ["press failed@30"])
        var alone = player(2)
        #expect(try alone.play("1↓(0,0)@0 1→(11,0)@10 2↓(50,0)@20") == ["press failed@10"])
    }

    @Test func `a finger that lifts fails a press that has not begun`() throws {
        var player = player(2)
        #expect(try player.play("1↓(0,0)@0 2↓(50,0)@20 1↑(0,0)@30 @900") == ["press failed@30"])
    }

    @Test func `a cancelled touch fails a press that has not begun`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0)@0 1✕(0,0)@30 @900") == ["press failed@30 cancelled"])
    }

    @Test func `fingers held for the duration begin the press`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(3,4)@0 1→(5,4)@100 @500")
        #expect(
            gestures == [
                Gesture(
                    state: .began, time: Timestamp(microseconds: 500_000), location: Point(x: 5, y: 4),
                    values: .longPress)
            ])
    }

    @Test func `a finger that joins a press that has begun is ignored`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0)@0 @500") == ["press began@500 timer"])
        #expect(try player.play("2↓(9,9)@510") == [])
    }

    @Test func `a finger that lifts ends the press`() throws {
        var player = player(2)
        #expect(
            try player.play("1↓(0,0)+2↓(9,0)@0 @500 2↑(9,0)@600 1→(90,0)@610 1↑(90,0)@620")
                == ["press began@500 timer", "press ended@600"])
    }

    @Test func `a cancelled touch cancels the press`() throws {
        var player = player()
        #expect(
            try player.play("1↓(0,0)@0 1✕(0,0)@600") == ["press began@500 timer", "press cancelled@600 cancelled"])
    }
}
