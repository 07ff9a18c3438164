package import ChartSeries
import Synchronization

/// The batches of a session that came before the ones that they follow, and wait for their turn.
///
/// They are in no log and no state. The caller that waits makes its batch itself, once it is told to try.
package final class HeldBatches: Sendable {
    /// The most bytes of the bodies that wait.
    static let mostBytes = 262_144

    /// Why a caller goes on.
    package enum Turn: Sendable, Hashable {
        /// A batch of the client was accepted; the caller tries its own again.
        case next
        /// A batch before was refused; the number is that of the batch that the client sends next.
        case refused(expected: Int)
    }

    /// A batch that waits until its caller calls ``HeldBatches/leave(_:)``.
    package struct Place: Sendable {
        fileprivate let key: Int
    }

    private struct Waiting {
        let number: BatchNumber
        let bytes: Int
        /// What the caller was told while it did something else.
        var turn: Turn?
        /// The caller that waits.
        var caller: CheckedContinuation<Turn?, Never>?

        /// Lets the caller go on; one that does something else is told by its next wait.
        mutating func wake(_ turn: Turn?) -> Wakeup? {
            guard let caller else {
                self.turn = turn ?? self.turn
                return nil
            }
            self.caller = nil
            return Wakeup(caller: caller, turn: turn)
        }
    }

    /// A caller that goes on once the lock is free: who cancels its task holds the task's lock, and wants this one.
    private struct Wakeup {
        let caller: CheckedContinuation<Turn?, Never>
        let turn: Turn?

        func carryOut() { caller.resume(returning: turn) }
    }

    private struct State {
        var waiting: [Int: Waiting] = [:]
        var bytes = 0
        var lastKey = 0
    }

    private let state = Mutex(State())

    /// Whether no batch waits.
    package var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// Lets a batch wait.
    ///
    /// - Parameters:
    ///   - number: The number of the batch.
    ///   - bytes: The bytes of its body.
    /// - Returns: Its place; `nil` where the bodies that wait would have more bytes than a session holds.
    package func enter(_ number: BatchNumber, bytes: Int) -> Place? {
        state.withLock { state in
            guard state.bytes + bytes <= Self.mostBytes else { return nil }
            state.lastKey += 1
            state.bytes += bytes
            state.waiting[state.lastKey] = Waiting(number: number, bytes: bytes)
            return Place(key: state.lastKey)
        }
    }

    /// Ends the wait of a batch, whatever became of it; the one that has waited for longest then tries, and looks for all.
    package func leave(_ place: Place) {
        state.withLock { state -> Wakeup? in
            guard let waiting = state.waiting.removeValue(forKey: place.key) else { return nil }
            state.bytes -= waiting.bytes
            guard let first = state.waiting.keys.min(), first > place.key else { return nil }
            return state.waiting[first]?.wake(.next)
        }?.carryOut()
    }

    /// Waits until a batch may be tried.
    ///
    /// - Parameters:
    ///   - place: The place of the batch.
    ///   - deadline: How long to wait.
    /// - Returns: Why the caller goes on; `nil` at the deadline, and where the task is cancelled.
    package func turn(of place: Place, until deadline: ContinuousClock.Instant) async -> Turn? {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                try? await Task.sleep(until: deadline, clock: .continuous)
                wake(place, nil)
            }
            defer { group.cancelAll() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { caller in wait(at: place, caller) }
            } onCancel: {
                wake(place, nil)
            }
        }
    }

    private func wait(at place: Place, _ caller: CheckedContinuation<Turn?, Never>) {
        state.withLock { state -> Wakeup? in
            guard var waiting = state.waiting[place.key], !Task.isCancelled else {
                return Wakeup(caller: caller, turn: nil)
            }
            defer { state.waiting[place.key] = waiting }
            waiting.caller = caller
            guard let turn = waiting.turn else { return nil }
            waiting.turn = nil
            return waiting.wake(turn)
        }?.carryOut()
    }

    private func wake(_ place: Place, _ turn: Turn?) {
        state.withLock { $0.waiting[place.key]?.wake(turn) }?.carryOut()
    }

    /// Whether no batch has waited for longer, so that its caller looks for all what other servers have taken.
    package func isFirst(_ place: Place) -> Bool { state.withLock { $0.waiting.keys.min() == place.key } }

    /// Tells the batches whose turn has come to try.
    ///
    /// - Parameter next: The number of the next batch of a client.
    package func tellNext(_ next: (ExactName) -> Int) {
        let clients = state.withLock { state in Set(state.waiting.values.map(\.number.client)) }
        let numbers = Dictionary(uniqueKeysWithValues: clients.map { ($0, next($0)) })
        tell(.next) { $0.sequence == numbers[$0.client] }
    }

    /// Tells the batches that follow an accepted one to try.
    package func noteAccepted(_ number: BatchNumber) {
        tell(.next) { $0.client == number.client && $0.sequence == number.sequence + 1 }
    }

    /// Refuses the batches that follow a refused one.
    package func noteRefused(_ number: BatchNumber) {
        tell(.refused(expected: number.sequence)) { $0.client == number.client && $0.sequence > number.sequence }
    }

    private func tell(_ turn: Turn, _ isMeant: (BatchNumber) -> Bool) {
        let wakeups = state.withLock { state in
            state.waiting.filter { isMeant($0.value.number) }.keys.sorted().compactMap { state.waiting[$0]?.wake(turn) }
        }
        for wakeup in wakeups { wakeup.carryOut() }
    }
}
