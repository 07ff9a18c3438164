import ChartStores
import Synchronization

/// Sessions with viewers, in a store that tells of changes by other processes.
extension SessionRegistry {
    /// Whether the store gives hints, so that a ``HintListener`` has work.
    package var hasHints: Bool { dependencies.watched.hints != nil }

    /// How often the hints of the store were interrupted.
    package var hintInterruptions: Int { dependencies.watched.hints?.interruptions ?? 0 }

    /// Catches up with the sessions that hints name, until the hints end or the task is cancelled.
    ///
    /// Sessions catch up beside each other, so a read that hangs delays no other session. What a hint does not bring, the
    /// next ``sweep()`` does.
    func followHints() async {
        guard let hints = dependencies.watched.hints else { return }
        let catchUps = HintedCatchUps()
        await withDiscardingTaskGroup { group in
            while let revisions = await hints.next() {
                for (id, revision) in revisions where catchUps.begin(id, to: revision) {
                    group.addTask { await self.follow(id, catchUps) }
                }
            }
            group.cancelAll()
        }
    }

    /// Catches up with the hints of one session, also with those that come meanwhile.
    private func follow(_ id: String, _ catchUps: HintedCatchUps) async {
        while let revision = catchUps.next(of: id) {
            guard let cell = state.withLock({ $0.cells[id] }), cell.needsCatchUp, cell.committedRevision < revision
            else { continue }
            let start = ContinuousClock.now
            // The largest number is the hint of an end, which the store is asked about.
            if let count = try? await catchUp(cell, to: revision == .max ? nil : revision), count > 0 {
                dependencies.observer.caughtUp(.hint, .now - start)
            }
        }
    }
}

/// The sessions that catch up with hints; each has one task at a time.
private final class HintedCatchUps: Sendable {
    /// The hinted revision of each session with a task; 0 for one whose task has taken it.
    private let running = Mutex<[String: Int]>([:])

    /// Notes a hint.
    ///
    /// - Returns: Whether the session needs a task; otherwise its task takes the hint.
    func begin(_ id: String, to revision: Int) -> Bool {
        running.withLock { running in
            let hinted = running[id]
            running[id] = max(hinted ?? 0, revision)
            return hinted == nil
        }
    }

    /// Takes the hint of a session.
    ///
    /// - Returns: The revision; `nil` without a hint, and then the task of the session ends.
    func next(of id: String) -> Int? {
        running.withLock { running in
            guard let revision = running[id], revision > 0 else {
                running[id] = nil
                return nil
            }
            running[id] = 0
            return revision
        }
    }
}
