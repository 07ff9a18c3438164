import CoreTestSupport
import Gestures
import Testing

@testable import ChartEngine
@testable import ChartSessions

/// Laws of a session's history: one entry for each gesture, command and patch that moves a range, and no other.
struct HistoryLawTests {
    @Test func `each gesture, command and patch that moves a range makes one entry`() async throws {
        var entries = 0
        for seed in 0..<10_000 {
            var random = RandomVisits(seed)
            for visit in 0..<random.cases.integer(in: 1...8) {
                let (before, noted) = (random.session.shownRanges, random.session.notes)
                let undone = random.session.entryCount
                let (name, count) = try random.visit()
                let moved =
                    zip(before, random.session.shownRanges).contains { $0.isMoved(to: $1) }
                    || noted != random.session.notes
                let added = random.session.entryCount - undone
                if moved ? !(1...count).contains(added) : (count == 1 && added > 0) {
                    Issue.record("case \(seed), \(visit): \(name) added \(added), moved: \(moved)")
                }
                entries += added
            }
            try expectReturn(&random.session, "case \(seed)")
            // Tests of the service share the threads, and their clocks run.
            await Task.yield()
        }
        #expect(entries > 10_000)
    }

    /// Undoes and redoes everything: each step moves a range, links agree, and the ends are the same, bit for bit.
    private func expectReturn(_ session: inout Session, _ place: String) throws {
        // What a gesture has not made to its end is taken away, and not done again.
        for surface in session.surfaces { session.cancelGestures(ofSurface: surface.id) }
        var (shown, notes) = ([session.shownRanges], [session.notes])
        let count = session.undoCount
        for step in 0..<count {
            guard (try? session.travel(.undo, fromSurface: "surface0")) != nil else {
                // An overview fits its strip to the series that a legend has left, whatever is undone.
                if session.hasFittedLegend { return }
                Issue.record("\(place): undo \(step) of \(count) finds nothing")
                return
            }
            if shown.last == session.shownRanges, notes.last == session.notes {
                Issue.record("\(place): undo \(step) moves nothing")
            }
            shown.append(session.shownRanges)
            notes.append(session.notes)
            if session.brokenLink != nil {
                Issue.record("\(place): undo \(step) parts linked axes")
            }
        }
        if session.undoCount != 0 { Issue.record("\(place): \(session.undoCount) entries are left") }
        for step in 0..<count {
            shown.removeLast()
            notes.removeLast()
            try session.travel(.redo, fromSurface: "surface0")
            if session.shownRanges != shown.last {
                Issue.record("\(place): redo \(step) gives \(session.shownRanges), not \(shown.last ?? [])")
            }
        }
        if session.notes != notes.last { Issue.record("\(place): redo gives other annotations") }
        if session.redoCount != 0 { Issue.record("\(place): \(session.redoCount) entries are left to redo") }
    }
}

extension Session {
    /// The annotations of each surface, without one that taps have begun.
    fileprivate var notes: [[Annotation]] { surfaces.map { $0.surface.annotations.settled } }

    /// Whether a surface with an overview has a legend.
    fileprivate var hasFittedLegend: Bool {
        surfaces.contains { entry in
            let modifiers = entry.surface.modifiers.map(\.modifier)
            return modifiers.contains { $0 is OverviewModifier } && modifiers.contains { $0 is LegendModifier }
        }
    }

    /// The entries of the history, without annotations that taps have begun.
    fileprivate var entryCount: Int { undoCount - surfaces.count { $0.surface.annotations.placing != nil } }
}

/// A user who acts on the surfaces of a random session, one action after another.
private struct RandomVisits {
    var cases: SeededCases
    var session: Session
    private var touches: [RandomTouches]

    init(_ seed: Int) {
        cases = SeededCases(seed: UInt64(seed))
        session = SampleSession.random(surfaces: 1...3, &cases)
        touches = []
        for surface in session.surfaces {
            touches.append(RandomTouches(seed: cases.next(), size: surface.surface.chart.size))
        }
    }

    /// Performs one action to its end.
    ///
    /// - Returns: Its name, and the number of gestures, commands or patches.
    mutating func visit() throws -> (name: String, count: Int) {
        let index = cases.integer(in: 0...(session.surfaces.count - 1))
        let id = session.surfaces[index].id
        switch cases.integer(in: 0...7) {
        case 0...2:
            let (events, sequences) = touches[index].wholeMotif()
            try session.send(events, to: id)
            return ("a gesture on \(id)", sequences)
        case 3, 4:
            let events = touches[index].wheelTurns()
            try session.send(events, to: id)
            return ("the wheel on \(id)", 1)
        case 5:
            let events = touches[index].clientGesture()
            try session.send(events, to: id)
            return ("a gesture of the client on \(id)", 1)
        case 6:
            let direction = cases.element(of: ModifierDirection.allCases)
            try session.changeSurface(id) { try $0.perform(.zoomExtents(direction)) }
            return ("zoomExtents on \(id)", 1)
        default:
            let axes = session.surfaces[index].surface.chart.xAxes + session.surfaces[index].surface.chart.yAxes
            let axis = cases.element(of: axes)
            let range = AxisRange(
                min: axis.visibleRange.min, max: axis.visibleRange.min + axis.visibleRange.span / 2)
            try session.changeSurface(id) { $0.changeAxis(axis.id, options: axis.options, visibleRange: range) }
            return ("a patch of \(id)/\(axis.id)", 1)
        }
    }
}

extension Session {
    /// The state of every axis.
    fileprivate var shownRanges: [ShownRange] {
        surfaces.flatMap { $0.surface.chart.xAxes + $0.surface.chart.yAxes }.map(ShownRange.init)
    }
}

/// The state of an axis; of one with automatic ranging, the growth that actions change.
private struct ShownRange: Hashable {
    let range: AxisRange
    let growBy: GrowBy
    let rangesItself: Bool

    init(_ axis: Axis) {
        range = axis.visibleRange
        growBy = axis.options.growBy
        rangesItself = axis.rangesItself
    }

    func isMoved(to next: ShownRange) -> Bool {
        range != next.range && (!next.rangesItself || growBy != next.growBy)
    }
}
