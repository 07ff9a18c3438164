import ChartEngine
import ChartSessions
import ChartTestSupport
import Foundation
import Gestures
import Testing

/// What holds for every session of random surfaces, whatever happens on them.
struct SessionLawTests {
    /// A session of one or two random surfaces, with batches for them.
    private struct RandomSession {
        var session: Session
        var batches: [(surface: String, events: [InputEvent])] = []

        init(_ seed: Int) {
            var cases = SeededCases(seed: UInt64(seed))
            let surfaces = (0..<cases.integer(in: 1...2)).map { index in
                var random = RandomSurface(&cases)
                random.id = "surface\(index)"
                return random
            }
            let plain = SampleSession.session(surfaces.map { SessionSurface(surface: $0.surface, dataset: nil) })
            var links: [AxisLink] = []
            if cases.isTrue() {
                let last = AxisReference(surface: surfaces[surfaces.count - 1].id, axis: cases.element(of: ["x", "y"]))
                let members = [AxisReference(surface: "surface0", axis: surfaces.count == 1 ? "x2" : "x"), last]
                let types = members.compactMap { plain.axis($0)?.options.type }
                let kinds = types.count == 2 && types[0] == types[1] ? AxisLink.Kind.allCases : [.proportional]
                let link = AxisLink(members, kind: cases.element(of: kinds), axis: { plain.axis($0) })
                if let link { links.append(link) }
            }
            let linked = Session(
                id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: plain.surfaces, links: links)
            session = linked.contradictedLink == nil ? linked : plain
            var touches = surfaces.map { RandomTouches(seed: cases.next(), size: $0.size) }
            for _ in 0..<8 {
                let index = cases.integer(in: 0...(surfaces.count - 1))
                batches.append((surfaces[index].id, touches[index].events(cases.integer(in: 1...12))))
            }
        }

        var ranges: [[AxisRange]] { session.surfaces.map(\.surface.chart.ranges) }

        mutating func play() throws {
            for batch in batches { try session.send(batch.events, to: batch.surface) }
        }

        func expectAgreement(_ place: String) {
            guard let number = session.contradictedLink else { return }
            let link = session.links[number]
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

        /// Goes one way as far as it gets.
        mutating func travel(_ direction: Session.HistoryDirection) throws -> Int {
            var count = 0
            while true {
                do throws(SessionError) {
                    try session.travel(direction, fromSurface: "surface0")
                } catch {
                    #expect(error == .historyEmpty)
                    return count
                }
                count += 1
            }
        }
    }

    @Test func `the same batches twice give the same session`() throws {
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

    @Test func `every link holds after every batch, and when all is undone or redone`() throws {
        var (linked, moved) = (0, 0)
        for seed in 0..<Self.linkedSessions {
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
                _ = try random.travel(direction)
                random.expectAgreement("case \(seed) \(direction)")
            }
        }
        #expect(linked > Self.linkedSessions / 8 && moved > 100)
    }

    /// How many sessions the law of links looks at: all ten thousand with LAWS=long in the environment.
    private static let linkedSessions = ProcessInfo.processInfo.environment["LAWS"] == "long" ? 10_000 : 1_000

    @Test func `all undone is the beginning and all redone the end, bit for bit`() throws {
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
