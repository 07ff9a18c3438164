import Gestures
import Testing

struct VelocityTrackerTests {
    func tracker(_ samples: [(ms: Double, x: Double)], profile: GestureProfile = .uikit) -> VelocityTracker {
        var tracker = VelocityTracker(profile: profile)
        for sample in samples {
            tracker.add(
                Vector(dx: sample.x, dy: -2 * sample.x), at: Timestamp(microseconds: Int64(sample.ms * 1_000)))
        }
        return tracker
    }

    func at(_ ms: Double) -> Timestamp { Timestamp(microseconds: Int64(ms * 1_000)) }

    @Test(arguments: [3, 7, 20, 50]) func `a constant speed is found on both axes`(_ count: Int) {
        let samples = (0..<count).map { (ms: Double($0) * 8, x: Double($0) * 4) }
        let velocity = tracker(samples).velocity(at: at(samples[count - 1].ms))
        #expect(abs(velocity.dx - 500) < 1e-9)
        #expect(abs(velocity.dy + 1_000) < 1e-9)
    }

    @Test func `a constant acceleration gives the speed at the newest sample`() {
        let samples = (0..<10).map { index in
            let ms = Double(index) * 10
            return (ms: ms, x: 0.01 * ms * ms)
        }
        #expect(abs(tracker(samples).velocity(at: at(90)).dx - 1_800) < 1e-6)
    }

    @Test func `fewer than three samples or moments have no velocity`() {
        #expect(tracker([(0, 0), (8, 8)]).velocity(at: at(8)) == .zero)
        #expect(tracker([(0, 0), (8, 8), (8, 9)]).velocity(at: at(8)) == .zero)
        #expect(tracker([(0, 0), (8, 8), (16, 16)]).velocity(at: at(16)).dx > 0)
    }

    @Test func `samples before a pause of more than 40 ms do not count`() {
        let slow = [(ms: 0.0, x: 0.0), (8, 100), (16, 200)]
        #expect(tracker(slow + [(56, 200), (64, 200)], profile: .flutter).velocity(at: at(64)).dx != 0)
        #expect(tracker(slow + [(56.001, 200), (64, 200)], profile: .flutter).velocity(at: at(64)) == .zero)
    }

    @Test func `a release up to 40 ms after the last move keeps the velocity`() {
        let samples = (0..<5).map { (ms: Double($0) * 8, x: Double($0) * 8) }
        #expect(abs(tracker(samples).velocity(at: at(72)).dx - 1_000) < 1e-9)
        #expect(tracker(samples).velocity(at: at(72.001)) == .zero)
    }

    @Test func `samples older than 100 ms do not count`() {
        let inside = [(ms: 0.0, x: 500.0), (30, 0), (60, 0), (80, 0), (100, 0)]
        #expect(tracker(inside, profile: .flutter).velocity(at: at(100)).dx != 0)
        let outside = [(ms: -0.001, x: 500.0), (30, 0), (60, 0), (80, 0), (100, 0)]
        #expect(tracker(outside, profile: .flutter).velocity(at: at(100)).dx == 0)
    }

    @Test func `only the last twenty samples count`() {
        var samples = [(ms: 0.0, x: 900.0)]
        samples += (1...20).map { (ms: Double($0), x: 0.0) }
        #expect(tracker(samples, profile: .flutter).velocity(at: at(20)) == .zero)
        samples.removeLast()
        #expect(tracker(samples, profile: .flutter).velocity(at: at(19)).dx != 0)
    }

    @Test func `a velocity against the net movement becomes 0, except in the flutter profile`() {
        let turned = [(ms: 0.0, x: 0.0), (8, 40), (16, 60), (24, 60), (32, 40)]
        #expect(tracker(turned).velocity(at: at(32)) == .zero)
        #expect(tracker(turned, profile: .flutter).velocity(at: at(32)).dx < 0)
    }

    @Test func `a reset removes all samples`() {
        var tracker = tracker((0..<5).map { (ms: Double($0) * 8, x: Double($0) * 8) })
        tracker.reset()
        tracker.add(.zero, at: at(40))
        #expect(tracker.velocity(at: at(40)) == .zero)
    }
}
