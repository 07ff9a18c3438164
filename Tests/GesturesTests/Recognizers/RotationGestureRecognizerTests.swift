import ChartTestSupport
import Gestures
import Testing

struct RotationGestureRecognizerTests {
    func angles(_ script: TouchScript) throws -> [Double] {
        var player = ArenaPlayer([registration("turn", RotationGestureRecognizer())])
        return try player.gestures(script).compactMap {
            if case .rotation(let radians) = $0.values { radians } else { nil }
        }
    }

    @Test func `a quarter turn clockwise is π/2`() throws {
        #expect(try angles("1↓(0,0)+2↓(100,0) 2→(0,100)") == [.pi / 2])
        #expect(try angles("1↓(0,0)+2↓(100,0) 2→(0,-100)") == [-.pi / 2])
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
}
