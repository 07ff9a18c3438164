import Gestures

/// The encoded state of an ``ActionRecorder``, without what the axes show now.
struct ActionRecorderState: Codable, Equatable {
    var settled: [AxisSnapshot]?
    var known: [AxisSnapshot]?
    /// The annotations at the end of the last action, where they are not those of the chart.
    var annotations: AnnotationsState?
    var steps: [RangeStep]?

    /// Creates the state of a recorder that knows what the axes show now.
    init() {}

    init(of recorder: ActionRecorder, on chart: Chart) {
        let snapshots = chart.snapshots
        settled = recorder.settled.unless(snapshots)
        known = recorder.known.unless(snapshots)
        let isShown = recorder.annotations.isExactly(chart.annotations.withoutPlacing)
        annotations = isShown ? nil : AnnotationsState(recorder.annotations.contents)
        steps = recorder.steps.unlessEmpty
    }

    /// Restores a recorder that knows what the axes show now.
    ///
    /// - Throws: ``UnsoundState`` if the number of axes is not the chart's.
    func restore(_ recorder: inout ActionRecorder, on chart: Chart) throws(UnsoundState) {
        let count = chart.xAxes.count + chart.yAxes.count
        try UnsoundState.require(
            (settled?.count ?? count) == count && (known?.count ?? count) == count, "an action of other axes")
        recorder.settled = settled ?? recorder.settled
        recorder.known = known ?? recorder.known
        recorder.annotations = try annotations?.list() ?? chart.annotations.withoutPlacing
        recorder.steps = steps ?? []
    }
}
