import ChartEngine
import ChartSessions
import CoreTestSupport
import Gestures
import Testing

/// Laws of sessions with random surfaces and events.
struct SessionLawTests {
    /// A session of one or two random surfaces, with batches for them.
    private struct RandomSession {
        var session: Session
        var batches: [(surface: String, events: [InputEvent])] = []

        init(_ seed: Int) {
            var cases = SeededCases(seed: UInt64(seed))
            session = SampleSession.random(surfaces: 1...2, &cases)
            var touches = session.surfaces.map { RandomTouches(seed: cases.next(), size: $0.surface.chart.size) }
            for _ in 0..<8 {
                let index = cases.integer(in: 0...(session.surfaces.count - 1))
                batches.append((session.surfaces[index].id, touches[index].events(cases.integer(in: 1...12))))
            }
        }

        var ranges: [[AxisRange]] { session.surfaces.map(\.surface.chart.ranges) }

        mutating func play() throws {
            for batch in batches { try session.send(batch.events, to: batch.surface) }
        }

        /// Expects linked axes to agree.
        func expectAgreement(_ place: String) {
            guard let link = session.brokenLink else { return }
            let shown = link.members.compactMap { session.axis($0) }.map {
                "\($0.id) \($0.options.type) \($0.visibleRange)"
            }
            Issue.record("\(place): \(link.kind) \(shown)")
        }

        mutating func cancelGestures() throws {
            for surface in session.surfaces {
                try session.changeSurface(surface.id) { try $0.perform(.cancelGestures) }
            }
        }

        /// Travels in one direction to the end.
        mutating func travel(
            _ direction: Session.HistoryDirection, expect: (RandomSession, Int) -> Void = { _, _ in }
        ) throws -> Int {
            var count = 0
            while true {
                do throws(SessionError) {
                    try session.travel(direction, fromSurface: "surface0")
                } catch {
                    #expect(error == .historyEmpty)
                    return count
                }
                count += 1
                expect(self, count)
            }
        }
    }

    @Test func `equal batches give equal sessions`() throws {
        for seed in 0..<1_000 {
            var one = RandomSession(seed)
            var other = one
            try one.play()
            try other.play()
            #expect(one.ranges == other.ranges, "case \(seed)")
            #expect(one.session.revision == other.session.revision)
            for (left, right) in zip(one.session.surfaces, other.session.surfaces) {
                #expect(left.entityTag == right.entityTag && left.windowKey == right.windowKey, "case \(seed)")
                #expect(left.surface.chart.selection == right.surface.chart.selection, "case \(seed)")
                #expect(left.surface.chart.overlays == right.surface.chart.overlays, "case \(seed)")
                #expect(left.surface.gestures == right.surface.gestures, "case \(seed)")
            }
        }
    }

    @Test func `every link holds after every batch, and after every undo and redo`() async throws {
        var (linked, moved) = (0, 0)
        for seed in 0..<10_000 {
            // Tests of the service share the threads, and their clocks run.
            await Task.yield()
            var random = RandomSession(seed)
            guard !random.session.links.isEmpty else { continue }
            linked += 1
            for batch in random.batches {
                let before = random.ranges
                try random.session.send(batch.events, to: batch.surface)
                if random.ranges != before { moved += 1 }
                random.expectAgreement("case \(seed)")
            }
            try random.cancelGestures()
            for direction in [Session.HistoryDirection.undo, .redo] {
                _ = try random.travel(direction) { $0.expectAgreement("case \(seed) \(direction) \($1)") }
            }
        }
        #expect(linked > 1_000 && moved > 1_000)
    }

    @Test func `undo of all actions restores the start and redo the end, bit for bit`() throws {
        var actions = 0
        for seed in 0..<1_000 {
            var random = RandomSession(seed)
            let first = random.ranges
            try random.play()
            try random.cancelGestures()
            let last = random.ranges
            let undone = try random.travel(.undo)
            if random.ranges != first { Issue.record("case \(seed): \(random.ranges) is not \(first)") }
            let redone = try random.travel(.redo)
            if random.ranges != last { Issue.record("case \(seed): \(random.ranges) is not \(last)") }
            #expect(redone == undone, "case \(seed)")
            actions += undone
        }
        #expect(actions > 400)
    }
}
