import ChartStores
import Testing

@testable import ChartSessions

/// Transcripts of a cell's state, without lock, store or running clock.
struct CellStateTests {
    private var state = CellState(committed: SampleSession.session(), lastUsed: 0, log: CellState.LogLength())
    private let clock = SessionClock { 5_000 }

    /// Makes a change that waits for its commit.
    private mutating func enqueue() throws -> CommitPromise {
        var session = state.latest
        try session.send([.tick(at: Int64(session.revision))])
        state.chainLength += 1
        let promise = CommitPromise()
        state.pending.append(
            CellState.Waiting(
                session: session, promise: promise, position: state.chainLength, surface: "main", bytes: 10))
        return promise
    }

    /// The results of the settled promises, in the order of the promises.
    private mutating func outcomes(_ promises: [CommitPromise]) -> [Bool?] {
        let effects = state.takeEffects()
        return promises.map { promise in
            effects.settled.first { $0.promise === promise }.map {
                if case .success = $0.result { true } else { false }
            }
        }
    }

    @Test mutating func `committed changes are applied in order, and none after a pending one`() throws {
        let promises = [try enqueue(), try enqueue(), try enqueue()]
        #expect(state.committed.revision == 0 && state.latest.revision == 3)
        promises[1].settle(.success(()))
        state.applyCommitted(clock)
        #expect(state.committed.revision == 0 && state.pending.count == 3)
        promises[0].settle(.success(()))
        state.applyCommitted(clock)
        #expect(state.committed.revision == 2 && state.pending.count == 1)
        #expect(state.pendingSince == 5_000 && state.log.records == 2 && state.log.bytes == 20)
        #expect(outcomes(promises) == [nil, nil, nil])
    }

    @Test mutating func `a failed commit reverts later changes, and settles their promises without the lock`() throws {
        let promises = [try enqueue(), try enqueue(), try enqueue()]
        let chain = state.chain
        #expect(chain.count())
        state.noteFailure(.stalled, isMissed: false)
        #expect(state.committed.revision == 1 && state.latest.revision == 1 && state.pending.isEmpty)
        #expect(state.chain !== chain && state.chainLength == 0 && !state.needsSnapshot)
        #expect(promises.allSatisfy { !$0.hasSucceeded })
        #expect(outcomes(promises) == [true, false, false])
        #expect(outcomes(promises) == [nil, nil, nil], "an effect is carried out once")
    }

    @Test mutating func `a failed change without a waiting caller requires a snapshot`() throws {
        _ = try enqueue()
        state.noteFailure(.stalled, isMissed: true)
        #expect(state.needsSnapshot && state.committed.revision == 0)
    }

    @Test mutating func `in a shared store the changes before a failed one are in doubt`() throws {
        state = CellState(committed: SampleSession.session(), lastUsed: 0, log: CellState.LogLength(), isShared: true)
        let promises = [try enqueue(), try enqueue(), try enqueue()]
        state.noteFailure(.full, of: promises[1], isMissed: false)
        let settled = state.takeEffects().settled
        let errors = promises.map { promise -> SessionStoreError? in
            guard case .failure(let error)? = settled.first(where: { $0.promise === promise })?.result else {
                return nil
            }
            return error
        }
        #expect(errors == [.inDoubt, .full, .full])
        #expect(state.mayBeBehind && state.latest.revision == 0)
    }
}
