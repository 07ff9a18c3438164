import Gestures

/// What an ``ActionRecorder`` remembers, as it is written; what the axes show just now is left out.
struct ActionRecorderState: Codable, Equatable {
    var settled: [AxisSnapshot]?
    var known: [AxisSnapshot]?
    var steps: [RangeStep]?

    /// A recorder that knows what the axes show just now.
    init() {}

    init(of recorder: ActionRecorder, on chart: Chart) {
        let snapshots = chart.snapshots
        settled = recorder.settled.unless(snapshots)
        known = recorder.known.unless(snapshots)
        steps = recorder.steps.unlessEmpty
    }

    /// Brings a recorder that knows what the axes show just now to where it was.
    ///
    /// - Throws: ``UnsoundState`` for other axes than the chart's.
    func restore(_ recorder: inout ActionRecorder, on chart: Chart) throws(UnsoundState) {
        let count = chart.xAxes.count + chart.yAxes.count
        try UnsoundState.require(
            (settled?.count ?? count) == count && (known?.count ?? count) == count, "an action of other axes")
        recorder.settled = settled ?? recorder.settled
        recorder.known = known ?? recorder.known
        recorder.steps = steps ?? []
    }
}
