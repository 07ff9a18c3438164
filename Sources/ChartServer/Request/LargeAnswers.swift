import Synchronization

/// Limits how many large answers are in memory, from before they are written until the client has taken them.
///
/// Further answers wait in the order of arrival. Together they take at most the limit times `limits.answerBytes`.
final class LargeAnswers: Sendable {
    /// An answer that may have more bytes than this needs a place.
    static let leastBytes = 1 << 20
    /// The number of places.
    static let most = 16

    /// The place of one answer, which is free again once it is released.
    final class Place: Sendable {
        private let owner: LargeAnswers

        fileprivate init(of owner: LargeAnswers) { self.owner = owner }

        deinit { owner.takeBack() }
    }

    private struct Queue {
        var free: Int
        var waiting: [(number: Int, continuation: CheckedContinuation<Place?, Never>)] = []
        /// The requests that were cancelled before they waited.
        var givenUp: Set<Int> = []
        var last = 0
    }

    private let queue: Mutex<Queue>

    /// Creates a limit of so many places.
    init(most: Int = LargeAnswers.most) { queue = Mutex(Queue(free: most)) }

    /// The number of waiting requests.
    var waiting: Int { queue.withLock { $0.waiting.count } }

    /// Takes a free place; nil when there is none.
    func freePlace() -> Place? {
        let isFree = queue.withLock { queue in
            guard queue.free > 0 else { return false }
            queue.free -= 1
            return true
        }
        return isFree ? Place(of: self) : nil
    }

    /// Takes a place, in the order of arrival.
    ///
    /// - Returns: The place.
    /// - Throws: `CancellationError` when the task is cancelled first.
    func place() async throws(CancellationError) -> Place {
        let number = queue.withLock { queue in
            queue.last += 1
            return queue.last
        }
        let place = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(number, $0) }
        } onCancel: {
            giveUp(number)
        }
        queue.withLock { _ = $0.givenUp.remove(number) }
        guard let place else { throw CancellationError() }
        return place
    }

    private func wait(_ number: Int, _ continuation: CheckedContinuation<Place?, Never>) {
        enum Outcome { case waits, given, givenUp }
        let outcome = queue.withLock { queue -> Outcome in
            if queue.givenUp.contains(number) { return .givenUp }
            guard queue.free > 0 else {
                queue.waiting.append((number, continuation))
                return .waits
            }
            queue.free -= 1
            return .given
        }
        switch outcome {
        case .waits: break
        case .given: continuation.resume(returning: Place(of: self))
        case .givenUp: continuation.resume(returning: nil)
        }
    }

    private func giveUp(_ number: Int) {
        let waiting = queue.withLock { queue -> CheckedContinuation<Place?, Never>? in
            guard let index = queue.waiting.firstIndex(where: { $0.number == number }) else {
                queue.givenUp.insert(number)
                return nil
            }
            return queue.waiting.remove(at: index).continuation
        }
        waiting?.resume(returning: nil)
    }

    private func takeBack() {
        let next = queue.withLock { queue -> CheckedContinuation<Place?, Never>? in
            guard queue.waiting.isEmpty else { return queue.waiting.removeFirst().continuation }
            queue.free += 1
            return nil
        }
        next?.resume(returning: Place(of: self))
    }
}
