import ChartStores
import Dispatch
import Foundation
import Synchronization

/// The caller of a read, which gets the first result.
private final class ReadPromise<Answer: Sendable>: Sendable {
    private enum State {
        case begun
        case waiting(CheckedContinuation<Result<Answer, SessionStoreError>, Never>)
        case settled(Result<Answer, SessionStoreError>)
    }

    private let state = Mutex(State.begun)

    /// Waits for the result; one caller only.
    func result() async -> Result<Answer, SessionStoreError> {
        await withCheckedContinuation { continuation in
            let known: Result<Answer, SessionStoreError>? = state.withLock { state in
                if case .settled(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    func settle(_ result: Result<Answer, SessionStoreError>) {
        let continuation = state.withLock { state -> CheckedContinuation<Result<Answer, SessionStoreError>, Never>? in
            switch state {
            case .settled: return nil
            case .begun:
                state = .settled(result)
                return nil
            case .waiting(let continuation):
                state = .settled(result)
                return continuation
            }
        }
        continuation?.resume(returning: result)
    }
}

/// Connections for reads, each with its own thread.
///
/// A read waits for a free connection. After the time limit it fails with `SessionStoreError.stalled`. A read whose
/// connection is lost is repeated once on a new one.
final class ReaderPool: Sendable {
    /// What a read does with a connection until a deadline.
    typealias Work = @Sendable (PostgresConnection, ContinuousClock.Instant) throws -> Void

    private final class Job: Sendable {
        let work: Work
        /// Called with the error if the work has not returned.
        let fail: @Sendable (SessionStoreError) -> Void
        private let isTaken = Mutex(false)

        init(_ work: @escaping Work, fail: @escaping @Sendable (SessionStoreError) -> Void) {
            self.work = work
            self.fail = fail
        }

        /// Whether the caller is the first one: a thread that does the work, or the end of the wait.
        func take() -> Bool {
            isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
        }
    }

    private struct Content {
        var jobs: [Job] = []
        var first = 0
        var idle = 0
        var running: Int
        var isClosed = false
        var whenStopped: [CheckedContinuation<Void, Never>] = []

        var count: Int { jobs.count - first }

        mutating func takeFirst() -> Job? {
            guard first < jobs.count else { return nil }
            defer {
                first += 1
                if first > 256 || first == jobs.count {
                    jobs.removeFirst(first)
                    first = 0
                }
            }
            return jobs[first]
        }
    }

    private let connector: PostgresConnector
    private let wait: Duration
    private let after: PostgresTuning.Timer
    private let report: @Sendable (SessionStoreError) -> Void
    private let content: Mutex<Content>
    private let bell = DispatchSemaphore(value: 0)

    /// Starts the threads; a connection is opened with the first read of its thread.
    ///
    /// - Parameters:
    ///   - connector: Opens the connections.
    ///   - size: The number of connections.
    ///   - wait: The longest wait of a read for a connection.
    ///   - after: Ends that wait.
    ///   - report: Called when no connection can be opened.
    init(
        _ connector: PostgresConnector, size: Int, wait: Duration,
        after: @escaping PostgresTuning.Timer = PostgresTuning().after,
        report: @escaping @Sendable (SessionStoreError) -> Void
    ) {
        self.connector = connector
        self.wait = wait
        self.after = after
        self.report = report
        content = Mutex(Content(running: size))
        for _ in 0..<size { Thread.detachNewThread { self.serve() } }
    }

    /// Runs a read on a free connection.
    ///
    /// - Throws: The error of the read, `SessionStoreError.stalled` if no connection becomes free, or
    ///   `SessionStoreError.unheard` after a cancellation, which does not wait for the read.
    func read<Answer: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection, ContinuousClock.Instant) throws -> Answer
    ) async throws(SessionStoreError) -> Answer {
        let promise = ReadPromise<Answer>()
        submit { connection, deadline in
            promise.settle(.success(try body(connection, deadline)))
        } fail: { error in
            promise.settle(.failure(error))
        }
        return try await withTaskCancellationHandler {
            await promise.result()
        } onCancel: {
            promise.settle(.failure(.unheard))
        }.get()
    }

    /// Appends work to the queue.
    func submit(_ work: @escaping Work, fail: @escaping @Sendable (SessionStoreError) -> Void) {
        let job = Job(work, fail: fail)
        let waits: Bool? = content.withLock { content in
            guard !content.isClosed else { return nil }
            content.jobs.append(job)
            return content.count > content.idle
        }
        guard let waits else { return fail(.closed) }
        bell.signal()
        guard waits else { return }
        after(wait) {
            if job.take() { fail(.stalled) }
        }
    }

    /// Closes the pool after the queued reads, and waits for its threads.
    func close() async {
        await withCheckedContinuation { continuation in
            let running = content.withLock { content in
                content.isClosed = true
                if content.running > 0 { content.whenStopped.append(continuation) }
                return content.running
            }
            if running == 0 { continuation.resume() }
            for _ in 0..<running { bell.signal() }
        }
    }

    /// Closes the pool without waiting.
    func stop() {
        let running = content.withLock { content in
            content.isClosed = true
            return content.running
        }
        for _ in 0..<running { bell.signal() }
    }

    private func serve() {
        var connection: PostgresConnection?
        while true {
            content.withLock { $0.idle += 1 }
            bell.wait()
            let (job, ends) = content.withLock { content in
                content.idle -= 1
                let job = content.takeFirst()
                return (job, job == nil && content.isClosed)
            }
            if let job, job.take() { run(job, on: &connection) }
            if ends { break }
        }
        connection = nil
        let waiting = content.withLock { content in
            content.running -= 1
            defer { if content.running == 0 { content.whenStopped = [] } }
            return content.running == 0 ? content.whenStopped : []
        }
        for continuation in waiting { continuation.resume() }
    }

    private func run(_ job: Job, on connection: inout PostgresConnection?) {
        for attempt in 1...2 {
            do {
                let current = try open(&connection)
                try job.work(current, connector.deadline)
                return
            } catch let error as PostgresError {
                if error.needsNewConnection { connection = nil }
                guard attempt == 1, error.kind == .lost || error.isTransient || error.state.hasPrefix("57P") else {
                    let failure = error.kind == .late ? SessionStoreError.stalled : SessionStoreError(error)
                    if error.kind == .unreachable || error.kind == .settings { report(failure) }
                    return job.fail(failure)
                }
            } catch let error as SessionStoreError {
                return job.fail(error)
            } catch {
                return job.fail(.unavailable("\(error)"))
            }
        }
    }

    private func open(_ connection: inout PostgresConnection?) throws(PostgresError) -> PostgresConnection {
        if let current = connection, current.isUsable, current.timeline ?? 0 >= connector.identity.timeline ?? 0 {
            return current
        }
        connection = nil
        let opened = try connector.open(.reader)
        connection = opened
        return opened
    }
}
