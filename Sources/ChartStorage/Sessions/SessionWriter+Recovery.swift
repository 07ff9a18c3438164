import ChartSessions
import GRDB
import Logging

extension SessionWriter {
    /// Takes a failure down, and tells the operator of a new one.
    @discardableResult
    mutating func note(_ error: any Error) -> SessionStoreError {
        let failure = StoreFailure(error, at: path, nextTrial: .now + tuning.trialInterval)
        if self.failure?.error != failure.error {
            logger.error("the session store fails", metadata: ["error": "\(failure.error)"])
        }
        self.failure = failure
        return failure.error
    }

    /// Makes a failure of damage that a reader has met.
    mutating func heedReport() {
        guard let report = health.takeReport() else { return }
        health.end(note(report))
    }

    /// Tries whether the cause of a failure is gone, when that is due.
    ///
    /// Damage is gone when all of the database can be read again, which takes time: the next trial is put off by ten
    /// times as much.
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
            if case .damaged = note(error) { putTrialOff(since: start) }
        }
        health.end(self.failure?.error)
        tuning.afterTrial()
    }

    private mutating func putTrialOff(since start: ContinuousClock.Instant) {
        let end = ContinuousClock.now
        let pause = max(tuning.trialInterval, (end - start) * 10)
        failure?.nextTrial = end + pause
    }
}
