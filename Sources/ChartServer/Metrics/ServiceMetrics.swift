import ChartSessions
import Logging
package import Metrics

/// The handles of the service's metrics, each created once; requests have their own.
struct ServiceMetrics: Sendable {
    private let batches: Counter
    private let events: Counter
    private let rowsAppended: Counter
    /// Counted by the tracer; it is here so that the metric is there from the start.
    private let droppedSpans: Counter
    /// Counts what a session registry reports.
    let observer: SessionObserver

    /// Creates the handles.
    init(factory: any MetricsFactory, logger: Logger) {
        batches = Counter(MetricTable.batches, factory: factory)
        events = Counter(MetricTable.events, factory: factory)
        rowsAppended = Counter(MetricTable.rowsAppended, factory: factory)
        droppedSpans = .ofDroppedSpans(factory: factory)
        func revisions(_ kind: ChangeOperation.Kind) -> Counter {
            Counter(MetricTable.revisions, [kind.rawValue], factory: factory)
        }
        let (batch, command) = (revisions(.batch), revisions(.command))
        let (patch, cancel) = (revisions(.patch), revisions(.cancel))
        func conflicts(_ outcome: SessionObserver.Conflict) -> Counter {
            Counter(MetricTable.conflicts, [outcome.rawValue], factory: factory)
        }
        let (repeated, refused) = (conflicts(.repeated), conflicts(.refused))
        let commits = Timer(MetricTable.commitDuration, factory: factory)
        func catchUps(_ cause: CatchUpCause) -> Timer {
            Timer(MetricTable.catchUpDuration, [cause.rawValue], factory: factory)
        }
        let stepsBack = Counter(MetricTable.stepsBack, factory: factory)
        func restores(_ result: String) -> Counter { Counter(MetricTable.restoreChecks, [result], factory: factory) }
        let (same, different) = (restores("same"), restores("different"))
        let (hinted, polled) = (catchUps(.hint), catchUps(.poll))
        observer = SessionObserver(
            revised: { kind in
                switch kind {
                case .batch: batch.increment()
                case .command: command.increment()
                case .patch: patch.increment()
                case .cancel: cancel.increment()
                }
            },
            committed: { commits.record(duration: $0) },
            overtaken: { outcome in
                switch outcome {
                case .repeated: repeated.increment()
                case .refused: refused.increment()
                }
            },
            caughtUp: { cause, duration in
                switch cause {
                case .hint: hinted.record(duration: duration)
                case .poll: polled.record(duration: duration)
                }
            },
            restored: { check in
                switch check {
                case .same: same.increment()
                case .different(let session, let reason):
                    different.increment()
                    logger.error(
                        "a session differs from what a restart makes of its log; keep its log and report it",
                        metadata: ["session": .string(session), "reason": .string(reason)])
                }
            },
            wentBack: { step in
                stepsBack.increment()
                logger.warning(
                    "the store has lost revisions of a session, by a failover or a restore; the session goes on from what is there",
                    metadata: [
                        "session": .string(step.session), "from": .stringConvertible(step.from),
                        "to": .stringConvertible(step.to),
                    ])
            })
    }

    /// Counts an answered batch.
    func countBatch(events count: Int) {
        batches.increment()
        events.increment(by: count)
    }

    /// Counts rows that were appended to a dataset.
    func countRows(_ count: Int) {
        rowsAppended.increment(by: count)
    }
}

extension Counter {
    /// Creates the handle of the spans that a tracer could not deliver.
    package static func ofDroppedSpans(factory: any MetricsFactory) -> Counter {
        Counter(MetricTable.droppedSpans, factory: factory)
    }

    /// Creates the handle of a described counter.
    convenience init(_ metric: MetricDescription, _ labels: [String] = [], factory: any MetricsFactory) {
        self.init(label: metric.name, dimensions: metric.dimensions(labels), factory: factory)
    }
}

extension Timer {
    /// Creates the handle of a described histogram of durations.
    convenience init(_ metric: MetricDescription, _ labels: [String] = [], factory: any MetricsFactory) {
        self.init(label: metric.name, dimensions: metric.dimensions(labels), factory: factory)
    }
}

extension MetricDescription {
    fileprivate func dimensions(_ values: [String]) -> [(String, String)] {
        precondition(values.count == labels.count, "\(name) has the labels \(labels)")
        return zip(labels, values).map { ($0, $1) }
    }
}
