import ChartSeries
import Gestures

/// The last event time of each client of a surface, and the client that drives.
///
/// It keeps the latest 64 clients; the clock of an older one starts again.
struct ClientClocks: Sendable {
    static let capacity = 64

    var clients: [(name: ExactName, time: Timestamp)] = []
    /// The version of the annotations that each client was told last; not kept over a restart.
    private var toldAnnotations: [(name: ExactName, version: Int)] = []

    /// The client that drove last; `nil` before the first.
    var driver: ExactName? { clients.last?.name }

    /// The last event time of a client.
    func time(of client: ExactName) -> Timestamp? { clients.last { $0.name == client }?.time }

    /// The version of the annotations that a client was told last; `nil` where it was told none.
    func toldAnnotations(of client: ExactName) -> Int? { toldAnnotations.last { $0.name == client }?.version }

    /// Notes that a client was told the annotations.
    mutating func noteTold(_ version: Int, to client: ExactName) {
        toldAnnotations.removeAll { $0.name == client }
        if toldAnnotations.count == Self.capacity { toldAnnotations.removeFirst() }
        toldAnnotations.append((client, version))
    }

    /// Sets the last event time of a client beside the driver.
    mutating func note(_ time: Timestamp, ofGuest client: ExactName) {
        if let known = clients.lastIndex(where: { $0.name == client }) {
            clients[known].time = time
            return
        }
        if clients.count == Self.capacity { clients.removeFirst() }
        clients.insert((client, time), at: max(0, clients.count - 1))
    }

    /// Sets the last event time of a client, which becomes the driver.
    mutating func note(_ time: Timestamp, of client: ExactName) {
        if let last = clients.indices.last, clients[last].name == client {
            clients[last].time = time
            return
        }
        clients.removeAll { $0.name == client }
        if clients.count == Self.capacity { clients.removeFirst() }
        clients.append((client, time))
    }
}
