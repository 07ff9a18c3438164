import CoreTestSupport
import Gestures
import Testing

struct MarqueeGestureRecognizerTests {
    func player(_ recognizer: MarqueeGestureRecognizer = MarqueeGestureRecognizer()) -> ArenaPlayer {
        var player = ArenaPlayer([registration("marquee", recognizer)])
        player.arena.setViewport(width: 800, height: 400)
        return player
    }

    @Test func `the last finger that lifts ends it with the final rectangle`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(100,100) 1→(60,90) 1→(50,80) 1↑(40,70)")
        #expect(gestures.map(\.state) == [.began, .changed, .ended])
        #expect(
            gestures.map(\.selectionRect) == [
                Rect(x: 60, y: 90, width: 40, height: 10), Rect(x: 50, y: 80, width: 50, height: 20),
                Rect(x: 40, y: 70, width: 60, height: 30),
            ])
    }

    @Test func `a second finger keeps the aspect ratio while it is down`() throws {
        var player = player()
        let gestures = try player.gestures(
            "1↓(100,100) 1→(200,110) 2↓(0,0) 1→(20,20) 1→(20,180) 2→(5,5) 2↑(5,5) 1↑(20,180)")
        #expect(gestures.map(\.state) == [.began, .changed, .changed, .changed, .changed, .ended])
        #expect(
            gestures.map(\.selectionRect) == [
                Rect(x: 100, y: 100, width: 100, height: 10), Rect(x: 100, y: 100, width: 100, height: 50),
                Rect(x: -60, y: 20, width: 160, height: 80), Rect(x: -60, y: 100, width: 160, height: 80),
                Rect(x: 20, y: 100, width: 80, height: 80), Rect(x: 20, y: 100, width: 80, height: 80),
            ])
    }

    @Test func `the plot area may change its size during the gesture`() throws {
        var player = player()
        _ = try player.play("1↓(0,0)+2↓(9,9) 1→(100,1)")
        player.arena.setViewport(width: 100, height: 100)
        #expect(try player.gestures("1→(90,0)@90").map(\.selectionRect) == [Rect(x: 0, y: 0, width: 90, height: 90)])
    }

    @Test func `a first finger that lifts early leaves the rectangle as it is`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0) 2↓(9,9) 1→(100,10) 1↑(100,10) 2→(50,60) 2↑(50,60)")
        #expect(gestures.map(\.state) == [.began, .ended])
        #expect(gestures[1].selectionRect == Rect(x: 0, y: 0, width: 100, height: 50))
    }

    @Test func `its own minimum distance replaces the hysteresis`() throws {
        var near = player(MarqueeGestureRecognizer(minimumDistance: 5))
        #expect(try near.play("1↓(0,0) 1→(4.999,0) 1→(5,0)") == ["marquee began@32"])
        var none = player(MarqueeGestureRecognizer(minimumDistance: 0))
        #expect(try none.play("1↓(0,0) 1✕(0,0)") == ["marquee began@0", "marquee cancelled@16 cancelled"])
        #expect(try none.play("1↓(0,0)@99 1↑(0,0)") == ["marquee began@99", "marquee ended@115"])
    }

    @Test func `the last finger that lifts fails a marquee that has not begun`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 1↑(50,0)") == ["marquee failed@16"])
    }

    @Test func `the first finger sets the fixed corner`() throws {
        var player = player()
        #expect(try player.play("1↓(100,100) 2↓(300,300)") == [])
        #expect(
            try player.gestures("2↑(300,300)@32 1→(60,80)").map(\.selectionRect) == [
                Rect(x: 60, y: 80, width: 40, height: 20)
            ])
    }

    @Test func `a marquee without minimum distance begins on touch down`() throws {
        var player = player(MarqueeGestureRecognizer(minimumDistance: 0))
        let gestures = try player.gestures("1↓(9,8)")
        #expect(gestures.map(\.state) == [.began])
        #expect(gestures.map(\.selectionRect) == [Rect(x: 9, y: 8, width: 0, height: 0)])
    }

    @Test func `a drag short of the distance is no marquee yet`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 1→(6,7) 1→(0,9)") == [])
        #expect(player.arena.pendingRecognizers.map(\.gesture.selectionRect) == [Rect(x: 0, y: 0, width: 0, height: 9)])
    }

    @Test func `a finger that is not the first begins no marquee`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 2↓(50,0) 2→(300,0) 1↑(0,0) 2→(0,0)") == [])
    }

    @Test func `the first finger that reaches the distance begins the marquee`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0) 1→(6,8)")
        #expect(gestures.map(\.state) == [.began])
        #expect(gestures.map(\.selectionRect) == [Rect(x: 0, y: 0, width: 6, height: 8)])
    }

    @Test func `a finger that lifts before the others keeps the marquee possible`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 2↓(50,0) 2↑(50,0)") == [])
        #expect(try player.play("1→(30,0)@48") == ["marquee began@48"])
    }

    @Test func `a cancelled touch fails a marquee that has not begun`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 1✕(50,0)") == ["marquee failed@16 cancelled"])
    }

    @Test func `a second finger makes the rectangle keep its aspect ratio`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0) 1→(100,10) 2↓(300,300)")
        #expect(gestures.map(\.state) == [.began, .changed])
        #expect(gestures[1].selectionRect == Rect(x: 0, y: 0, width: 100, height: 50))
    }

    @Test func `a finger that comes down and changes no rectangle is ignored`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 1→(100,50) 2↓(300,300) 3↓(9,9)") == ["marquee began@16"])
    }

    @Test func `the first finger moves the opposite corner`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(50,50) 1→(80,90) 1→(20,10)")
        #expect(gestures.map(\.state) == [.began, .changed])
        #expect(gestures[1].selectionRect == Rect(x: 20, y: 10, width: 30, height: 40))
    }

    @Test func `a move of another finger is ignored`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 1→(100,50) 2↓(300,300) 2→(9,9)") == ["marquee began@16"])
    }

    @Test func `a second finger that lifts frees the aspect ratio`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0) 2↓(9,9) 1→(100,10) 2↑(9,9)")
        #expect(gestures.map(\.state) == [.began, .changed])
        #expect(gestures.map(\.selectionRect?.height) == [50, 10])
    }

    @Test func `a cancelled touch cancels the marquee`() throws {
        var player = player()
        #expect(
            try player.play("1↓(0,0) 1→(100,10) 1✕(100,10)")
                == ["marquee began@16", "marquee cancelled@32 cancelled"])
    }
}
