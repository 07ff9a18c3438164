import Synchronization

/// Hands the revisions of a node's commits to its hints, once there are some.
final class HintOutlet: Sendable {
    private let hints = Mutex<PostgresHints?>(nil)

    /// Returns the hints, and makes them at the first call.
    func open(_ make: () -> PostgresHints) -> PostgresHints {
        hints.withLock { hints in
            let opened = hints ?? make()
            hints = opened
            return opened
        }
    }

    /// Publishes revisions, which it asks for only if another node watches a session.
    func publish(_ revisions: () -> [String: Int]) {
        guard let hints = hints.withLock({ $0 }), hints.isWanted else { return }
        hints.publish(revisions())
    }

    /// Tells other nodes that a dataset has changed, if hints are open.
    func publish(dataset: String, version: Int) {
        hints.withLock { $0 }?.publish(dataset: dataset, version: version)
    }

    /// The number of hints of datasets that other nodes have sent; it rises with each.
    var datasetHints: Int { hints.withLock { $0 }?.datasetHints ?? 0 }

    /// Ends the hints soon.
    func stop() { hints.withLock { $0 }?.stop() }

    /// Ends the hints, and waits for their thread.
    func close() async {
        await hints.withLock { $0 }?.close()
    }
}
