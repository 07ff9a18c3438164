import CoreTestSupport
import Gestures
import Testing

struct RotationGestureRecognizerTests {
    var player = ArenaPlayer([registration("turn", RotationGestureRecognizer())])

    func angles(_ script: TouchScript) throws -> [Double] {
        var player = player
        return try player.gestures(script).compactMap(\.radians)
    }

    @Test func `a rotation that has begun follows its two fingers`() throws {
        #expect(try angles("1↓(0,0)+2↓(100,0) 2→(0,100) 1→(100,100)") == [.pi / 2, .pi])
        #expect(try angles("1↓(0,0)+2↓(100,0) 2→(0,-100) 2→(100,0)") == [-.pi / 2, 0])
    }

    @Test func `the sum wraps at a half turn`() throws {
        let angles = try angles("1↓(0,0)+2↓(9,0) 2→(0,9) 2→(-9,0) 2→(0,-9) 2→(9,0)")
        for (angle, expected) in zip(angles, [Double.pi / 2, .pi, -.pi / 2, 0]) {
            #expect(abs(angle - expected) < 1e-15)
        }
        #expect(angles.count == 4)
    }

    @Test(arguments: [(1.7455, false), (1.7456, true)])
    func `it begins at one degree`(_ height: Double, _ begins: Bool) throws {
        #expect(try angles(TouchScript("1↓(0,0)+2↓(100,0) 2→(100,\(height))")).isEmpty != begins)
    }

    @Test func `a new second finger goes on from the angle reached`() throws {
        let angles = try angles("1↓(0,0)+2↓(9,0) 2→(9,9) 2↑(9,9) 3↓(0,50) 3→(-50,50) 3↑(-50,50) 1↑(0,0)")
        #expect(angles.count == 3)
        #expect(abs(angles[1] - .pi / 2) < 1e-15)
        #expect(angles[2] == angles[1])
    }

    @Test func `fingers less than a point apart turn nothing`() throws {
        #expect(try angles("1↓(0,0)+2↓(0.5,0) 2→(0,0.5) 2→(0,40) 2→(-40,0)").count == 1)
    }

    @Test mutating func `the first two fingers set the direction that counts as 0`() throws {
        #expect(try player.play("1↓(0,0) 2↓(0,50) 3↓(400,0)") == [])
        #expect(try player.gestures("2→(-50,0)@48").map(\.radians) == [.pi / 2])
    }

    @Test func `a turn of less than one degree is no rotation yet`() throws {
        #expect(try angles("1↓(0,0)+2↓(100,0) 2→(100,1.7455) 2→(100,-1.7455)") == [])
    }

    @Test func `one finger alone turns nothing`() throws {
        #expect(try angles("1↓(0,0) 1→(0,50) 1→(50,50)") == [])
    }

    @Test func `a turn of one degree begins the rotation`() throws {
        let angles = try angles("1↓(0,0)+2↓(100,0) 2→(100,1.7456)")
        #expect(angles.count == 1)
        #expect(abs(angles[0] - .pi / 180) < 1e-5)
    }

    @Test mutating func `a finger that lifts before the others keeps the rotation possible`() throws {
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2↑(100,0)") == [])
        #expect(try player.gestures("2↓(50,0)@32 2→(0,50)").map(\.radians) == [.pi / 2])
    }

    @Test mutating func `the last finger that lifts fails a rotation that has not begun`() throws {
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2↑(100,0) 1↑(0,0)") == ["turn failed@32"])
    }

    @Test mutating func `a cancelled touch fails a rotation that has not begun`() throws {
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2✕(100,0)") == ["turn failed@16 cancelled"])
    }

    @Test mutating func `a third finger, or one that is left alone, turns nothing`() throws {
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2→(0,100)") == ["turn began@16"])
        #expect(try player.play("3↓(0,90)@32 3→(90,0) 3↑(90,0) 2↑(0,100) 1→(50,0)") == [])
    }

    @Test mutating func `a finger that lifts leaves the angle as it is`() throws {
        #expect(try player.play("1↓(0,0)+2↓(100,0) 2→(0,100) 2↑(-100,0)") == ["turn began@16"])
        #expect(player.arena.activeGestures.map(\.gesture.radians) == [.pi / 2])
    }

    @Test mutating func `the last finger that lifts ends the rotation`() throws {
        let gestures = try player.gestures("1↓(0,0)+2↓(100,0) 2→(0,100) 1↑(0,0) 2↑(0,50)")
        #expect(gestures.map(\.state) == [.began, .ended])
        #expect(gestures.map(\.radians) == [.pi / 2, .pi / 2])
    }

    @Test mutating func `a cancelled touch cancels the rotation`() throws {
        #expect(
            try player.play("1↓(0,0)+2↓(100,0) 2→(0,100) 1✕(0,0) 2→(9,0) 2↑(9,0)")
                == ["turn began@16", "turn cancelled@32 cancelled"])
    }
}
