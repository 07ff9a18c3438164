import ChartStores
import Synchronization

/// Asks a store for the last revisions of sessions; questions that come together are asked together.
///
/// An answer is never older than its question: a question that comes while others are being answered waits for the next
/// round.
final class HeadQueries: Sendable {
    private typealias Answer = StorePromise<[String: Int]>

    private struct State: Sendable {
        var waiting: Set<String> = []
        /// The answer of the next round; `nil` without a question.
        var next: Answer?
        var isAsking = false
    }

    private let scheduling: SessionScheduling
    private let state = Mutex(State())

    init(scheduling: SessionScheduling = .system) {
        self.scheduling = scheduling
    }

    /// Asks for the last revision of a session.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - store: The store.
    /// - Returns: The revision; `nil` for an ended session.
    /// - Throws: `SessionStoreError`.
    func revision(of id: String, in store: any SessionStore) async throws(SessionStoreError) -> Int? {
        let (answer, begins) = state.withLock { state -> (Answer, Bool) in
            let answer = state.next ?? Answer()
            state.next = answer
            state.waiting.insert(id)
            defer { state.isAsking = true }
            return (answer, !state.isAsking)
        }
        if begins { Task(executorPreference: scheduling.executor) { await self.ask(store) } }
        return try await answer.outcome().get()[id]
    }

    /// Asks until nobody waits.
    private func ask(_ store: any SessionStore) async {
        while true {
            let round = state.withLock { state -> (ids: [String], answer: Answer)? in
                guard let answer = state.next else {
                    state.isAsking = false
                    return nil
                }
                defer { (state.next, state.waiting) = (nil, []) }
                return (Array(state.waiting), answer)
            }
            guard let round else { return }
            do throws(SessionStoreError) {
                round.answer.settle(.success(try await store.revisions(of: round.ids)))
            } catch {
                round.answer.settle(.failure(error))
            }
        }
    }
}
