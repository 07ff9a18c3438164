import ChartStores
import GRDB
import Logging

extension SessionWriter {
    /// Notes a failure, and logs a new one.
    @discardableResult
    mutating func note(_ error: any Error) -> SessionStoreError {
        let failure = StoreFailure(error, at: path, nextTrial: .now + tuning.trialInterval)
        if self.failure?.error != failure.error {
            logger.error("the session store fails", metadata: ["error": "\(failure.error)"])
        }
        self.failure = failure
        return failure.error
    }

    /// Turns damage that a reader has found into a failure.
    mutating func noteReport() {
        guard let report = health.takeReport() else { return }
        health.end(note(report))
    }

    /// Retries after a failure, if a trial is due.
    ///
    /// After damage, the trial reads the whole database. The next trial waits ten times as long as that takes.
    mutating func tryAgainIfDue() {
        guard let failure, failure.nextTrial <= .now else { return }
        let start = ContinuousClock.now
        health.begin()
        do {
            try files.check()
            if failure.needsNewConnections {
                connections.replace(with: try SessionDatabase(path: path, durability: durability))
            }
            if case .damaged = failure.error { try connections.current.verify() }
            try transaction { database, writer in
                try writer.tuning.beforeCommit()
                try database.execute(sql: "UPDATE marks SET trials = trials + 1")
            }
            self.failure = nil
            logger.notice("the session store is well again")
        } catch {
            if case .damaged = note(error) { postponeTrial(since: start) }
        }
        health.end(self.failure?.error)
        tuning.afterTrial()
    }

    private mutating func postponeTrial(since start: ContinuousClock.Instant) {
        let end = ContinuousClock.now
        let pause = max(tuning.trialInterval, (end - start) * 10)
        failure?.nextTrial = end + pause
    }
}
