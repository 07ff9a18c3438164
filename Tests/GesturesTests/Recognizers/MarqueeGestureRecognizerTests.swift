import ChartTestSupport
import Gestures
import Testing

struct MarqueeGestureRecognizerTests {
    func player(_ recognizer: MarqueeGestureRecognizer = MarqueeGestureRecognizer()) -> ArenaPlayer {
        var player = ArenaPlayer([registration("marquee", recognizer)])
        player.arena.setViewport(width: 800, height: 400)
        return player
    }

    @Test func `the rectangle is normalised and the last one comes with ended`() throws {
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

    @Test func `the plot area may change its size in between`() throws {
        var player = player()
        _ = try player.play("1↓(0,0)+2↓(9,9) 1→(100,1)")
        player.arena.setViewport(width: 100, height: 100)
        #expect(try player.gestures("1→(90,0)@90").map(\.selectionRect) == [Rect(x: 0, y: 0, width: 90, height: 90)])
    }

    @Test func `the first finger that lifts leaves the corner where it was`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0) 2↓(9,9) 1→(100,10) 1↑(100,10) 2→(50,60) 2↑(50,60)")
        #expect(gestures.map(\.state) == [.began, .ended])
        #expect(gestures[1].selectionRect == Rect(x: 0, y: 0, width: 100, height: 50))
    }

    @Test(arguments: [(9.999, false), (10, true)]) func `it begins at the pan hysteresis`(
        _ distance: Double, _ begins: Bool
    ) throws {
        var player = player()
        #expect(try player.actions(TouchScript("1↓(0,0) 1→(\(distance),0)")).isEmpty != begins)
    }

    @Test func `its own minimum distance replaces the hysteresis`() throws {
        var near = player(MarqueeGestureRecognizer(minimumDistance: 5))
        #expect(try near.play("1↓(0,0) 1→(4.999,0) 1→(5,0)") == ["marquee began@32"])
        var none = player(MarqueeGestureRecognizer(minimumDistance: 0))
        #expect(try none.play("1↓(0,0) 1✕(0,0)") == ["marquee began@0", "marquee cancelled@16 cancelled"])
        #expect(try none.play("1↓(0,0)@99 1↑(0,0)") == ["marquee began@99", "marquee ended@115"])
    }

    @Test func `a drag too short fails`() throws {
        var player = player()
        #expect(try player.play("1↓(0,0) 1↑(50,0)") == ["marquee failed@16"])
    }
}
