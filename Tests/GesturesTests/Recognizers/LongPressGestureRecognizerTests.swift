import ChartTestSupport
import Gestures
import Testing

struct LongPressGestureRecognizerTests {
    func player(_ touches: Int = 1, profile: GestureProfile = .uikit) -> ArenaPlayer {
        ArenaPlayer(profile: profile, [registration("press", LongPressGestureRecognizer(touches: touches))])
    }

    @Test(arguments: [(GestureProfile.uikit, 500), (.android, 400), (.flutter, 500), (.hammer, 251)])
    func `it begins at its duration, inclusive`(_ profile: GestureProfile, _ duration: Int) throws {
        var player = player(profile: profile)
        #expect(try player.play(TouchScript("1↓(0,0)@0 @\(duration - 1)")) == [])
        #expect(try player.play(TouchScript("@\(duration)")) == ["press began@\(duration) timer"])
    }

    @Test func `an up at the deadline itself comes after it`() throws {
        var inTime = player()
        #expect(try inTime.play("1↓(0,0)@0 1↑(0,0)@500") == ["press began@500 timer", "press ended@500"])
        var early = player()
        #expect(try early.play("1↓(0,0)@0 1↑(0,0)@499.999") == ["press failed@499.999"])
    }

    @Test(arguments: [(GestureProfile.uikit, 10.0), (.android, 8), (.flutter, 18), (.hammer, 9)])
    func `the movement is reached but not exceeded before it begins`(
        _ profile: GestureProfile, _ distance: Double
    ) throws {
        var still = player(profile: profile)
        let lines = try still.play(TouchScript("1↓(0,0)@0 1→(\(distance),0)@9 @600"))
        #expect(lines.count == 1 && lines[0].contains("began"))
        var moved = player(profile: profile)
        #expect(try moved.play(TouchScript("1↓(0,0)@0 1→(\(distance + 0.001),0)@9 @600")) == ["press failed@9"])
    }

    @Test func `once begun it follows without limit until a finger lifts`() throws {
        var player = player()
        let gestures = try player.gestures("1↓(0,0)@0 1→(300,0)@700 2↓(9,9)@710 1↑(301,0)@720 2↑(9,9)@730")
        #expect(gestures.map(\.state) == [.began, .changed, .ended])
        #expect(gestures.map(\.location.x) == [0, 300, 155])
    }

    @Test func `two fingers are held from the second one on`() throws {
        var player = player(2)
        #expect(
            try player.play("1↓(0,0)@0 2↓(50,0)@300 @700 @800 1✕(0,0)@900")
                == ["press began@800 timer", "press cancelled@900 cancelled"])
        #expect(try player.play("2↑(50,0)@950 1↓(0,0)@1000 2↓(5,0)@1001 3↓(9,0)@1002") == ["press failed@1002"])
    }
}
