import ChartStores
import Logging

extension PostgresWriter {
    /// Notes a failure, and logs a new one.
    mutating func note(_ error: PostgresError) -> SessionStoreError {
        let error = SessionStoreError(error)
        if failure?.error != error { logger.error("the session store fails", metadata: ["error": "\(error)"]) }
        failure = (error, .now + tuning.trialInterval)
        return error
    }

    /// Turns an error that a reader has found into a failure, which a trial ends at once if the writer is well.
    mutating func noteReport() {
        guard let report = health.takeReport(), failure == nil else { return }
        failure = (report, .now)
    }

    /// Tries again after a failure, if a trial is due.
    mutating func tryAgainIfDue() {
        guard let failure, failure.nextTrial <= .now else { return }
        health.begin()
        do throws(PostgresError) {
            let trial = PostgresStatement(WriteStatements.trial) { $0.add(connector.node) }
            _ = try open().run(trial, until: connector.deadline)
            self.failure = nil
            logger.notice("the session store is well again")
        } catch {
            if error.needsNewConnection { connection = nil }
            _ = note(error)
        }
        health.end(self.failure?.error)
    }
}
