import CoreTestSupport
import Gestures
import Testing

struct PanGestureRecognizerTests {
    func player(_ recognizer: PanGestureRecognizer, profile: GestureProfile = .uikit) -> ArenaPlayer {
        ArenaPlayer(profile: profile, [registration("pan", recognizer)])
    }

    @Test func `a pan that has begun follows every move`() throws {
        var player = player(PanGestureRecognizer())
        #expect(
            try player.play("1↓(0,0) 1→(5,0) 1→(12,0) 1→(20,0) 1↑(20,0)")
                == ["pan began@32", "pan changed@48", "pan ended@64"])
    }

    @Test func `the last finger that lifts ends the pan where it lifts`() throws {
        var player = player(PanGestureRecognizer())
        let gestures = try player.gestures("1↓(0,0) 1→(12,3) 1→(20,3) 1↑(21,4)")
        #expect(gestures.map(\.translation) == [Vector(dx: 12, dy: 3), Vector(dx: 20, dy: 3), Vector(dx: 21, dy: 4)])
        #expect(gestures.map(\.location.x) == [12, 20, 21])
        #expect(gestures[2].velocity == gestures[1].velocity)
    }

    @Test func `a one-axis pan measures only its own axis`() throws {
        var player = player(PanGestureRecognizer(axis: .x))
        #expect(try player.play("1↓(0,0) 1→(9,90) 1→(10,90)") == ["pan began@32"])
    }

    @Test(arguments: GestureProfile.allCases)
    func `a minimum distance of 0 begins on touch down`(_ profile: GestureProfile) throws {
        var player = player(PanGestureRecognizer(minimumDistance: 0), profile: profile)
        #expect(try player.play("1↓(7,7) 1↑(7,7)") == ["pan began@0", "pan ended@16"])
    }

    @Test func `a finger that joins or leaves makes no jump`() throws {
        var player = player(PanGestureRecognizer())
        let gestures = try player.gestures("1↓(0,0) 1→(20,0) 2↓(100,0) 1→(30,0)+2→(110,0) 1↑(30,0) 2→(120,0) 2↑(120,0)")
        #expect(gestures.compactMap(\.translation?.dx) == [20, 30, 40, 40])
        #expect(gestures.map(\.location.x) == [20, 70, 120, 120])
    }

    @Test func `a two-finger pan needs two fingers`() throws {
        var player = player(PanGestureRecognizer(minimumTouches: 2))
        let gestures = try player.gestures("1↓(0,0) 1→(50,0) 2↓(100,0) 1→(60,0) 2→(110,0) 1↑(60,0) 2→(120,0) 2↑(120,0)")
        #expect(gestures.map(\.state) == [.began, .changed, .ended])
        #expect(gestures[0].translation == Vector(dx: 10, dy: 0))
    }

    @Test func `more fingers than allowed keep a pan from beginning and are not followed later`() throws {
        var two = player(PanGestureRecognizer(maximumTouches: 1))
        #expect(try two.play("1↓(0,0)+2↓(50,0) 1→(40,0) 1↑(40,0) 2→(55,0) 2→(65,0)") == ["pan began@64"])
        var one = player(PanGestureRecognizer(maximumTouches: 1))
        let gestures = try one.gestures("1↓(0,0) 1→(20,0) 2↓(100,0) 2→(200,0) 1→(25,0)")
        #expect(gestures.map(\.location.x) == [20, 25])
        #expect(gestures.compactMap(\.translation?.dx) == [20, 25])
    }

    @Test func `setting the translation restarts it without velocity`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.gestures("1↓(0,0)@0 1→(12,0)@8 1→(24,0)@16").last?.velocity != .zero)
        player.arena.setTranslation(.zero, owner: "pan", role: 0)
        let next = try player.gestures("1→(30,2)@24")
        #expect(next.map(\.translation) == [Vector(dx: 6, dy: 2)])
        #expect(next.map(\.velocity) == [.zero])
    }

    @Test func `fingers that come down are counted`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.play("1↓(0,0) 2↓(40,0)") == [])
        #expect(player.arena.pendingRecognizers.map(\.gesture.numberOfTouches) == [2])
        #expect(player.arena.pendingRecognizers.map(\.gesture.location) == [Point(x: 20, y: 0)])
    }

    @Test func `a pan without hysteresis begins on touch down`() throws {
        var one = player(PanGestureRecognizer(minimumDistance: 0))
        #expect(try one.gestures("1↓(5,6)").map(\.translation) == [.zero])
        var two = player(PanGestureRecognizer(minimumTouches: 2, minimumDistance: 0))
        #expect(try two.play("1↓(0,0) 2↓(40,0)") == ["pan began@16"])
    }

    @Test func `a movement short of the hysteresis is no pan yet`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.play("1↓(0,0) 1→(9,0) 1→(-9,0)") == [])
        #expect(player.arena.pendingRecognizers.map(\.gesture.translation) == [Vector(dx: -9, dy: 0)])
    }

    @Test func `too few or too many fingers move nothing`() throws {
        var few = player(PanGestureRecognizer(minimumTouches: 2))
        #expect(try few.play("1↓(0,0) 1→(500,0)") == [])
        var many = player(PanGestureRecognizer(maximumTouches: 1))
        #expect(try many.play("1↓(0,0)+2↓(50,0) 1→(500,0)") == [])
    }

    @Test func `a movement that reaches the hysteresis begins the pan`() throws {
        var player = player(PanGestureRecognizer())
        let gestures = try player.gestures("1↓(0,0) 1→(5,0) 1→(6,8)")
        #expect(gestures.map(\.state) == [.began])
        #expect(gestures[0].translation == Vector(dx: 6, dy: 8))
    }

    @Test func `a finger that lifts before the others keeps the pan possible`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.play("1↓(0,0)+2↓(90,0) 2↑(90,0)") == [])
        #expect(try player.play("1→(12,0)@32") == ["pan began@32"])
    }

    @Test func `the last finger that lifts fails a pan that has not begun`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.play("1↓(0,0) 1→(3,0) 1↑(90,0)") == ["pan failed@32"])
    }

    @Test func `a cancelled touch fails a pan that has not begun`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.play("1↓(0,0) 1✕(0,0)") == ["pan failed@16 cancelled"])
    }

    @Test func `a pan that gives way fails when a finger too many lands before it begins`() throws {
        var early = player(PanGestureRecognizer(maximumTouches: 1, givesWay: true))
        #expect(try early.play("1↓(0,0) 1→(3,0) 2↓(90,0)") == ["pan failed@32"])
        var late = player(PanGestureRecognizer(maximumTouches: 1, givesWay: true))
        #expect(try late.play("1↓(0,0) 1→(20,0) 2↓(90,0)") == ["pan began@16"])
    }

    @Test func `a pan without hysteresis that gives way is cancelled when a finger too many lands`() throws {
        var one = player(PanGestureRecognizer(maximumTouches: 1, minimumDistance: 0, givesWay: true))
        #expect(try one.play("1↓(0,0) 2↓(90,0)") == ["pan began@0", "pan cancelled@16 cancelled"])
        var two = player(PanGestureRecognizer(maximumTouches: 1, minimumDistance: 0, givesWay: true))
        #expect(try two.play("1↓(0,0)+2↓(90,0) 1↑(0,0) 2→(100,0)") == ["pan failed@0"])
    }

    @Test func `a finger that joins moves the centroid and not the translation`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.gestures("1↓(0,0) 1→(20,0) 2↓(100,0)").count == 1)
        let next = try player.gestures("2→(110,0)@48")
        #expect(next.map(\.translation) == [Vector(dx: 25, dy: 0)])
        #expect(next.map(\.location) == [Point(x: 65, y: 0)])
    }

    @Test func `a finger beyond the maximum is not followed`() throws {
        var player = player(PanGestureRecognizer(maximumTouches: 1))
        #expect(try player.play("1↓(0,0) 1→(20,0)") == ["pan began@16"])
        #expect(try player.play("2↓(100,0)@32 2→(200,0)") == [])
    }

    @Test func `a finger that leaves moves the centroid and not the translation`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.gestures("1↓(0,0)+2↓(100,0) 1→(20,0)+2→(120,0) 1↑(20,0)").count == 1)
        let next = try player.gestures("2→(125,0)@48")
        #expect(next.map(\.translation) == [Vector(dx: 25, dy: 0)])
        #expect(next.map(\.location) == [Point(x: 125, y: 0)])
    }

    @Test func `a cancelled touch cancels the pan`() throws {
        var player = player(PanGestureRecognizer())
        #expect(try player.play("1↓(0,0) 1→(30,0) 1✕(30,0)") == ["pan began@16", "pan cancelled@32 cancelled"])
        var two = self.player(PanGestureRecognizer())
        #expect(
            try two.play("1↓(0,0)+2↓(50,0) 1→(40,0) 2✕(50,0) 1→(90,0) 1↑(90,0)")
                == ["pan began@16", "pan cancelled@32 cancelled"])
    }
}
