import ChartSeries
import Gestures

/// The last event time of each client of a surface, and the client that drives.
///
/// It keeps the latest 64 clients; the clock of an older one starts again.
struct ClientClocks: Sendable {
    static let capacity = 64

    var clients: [(name: ExactName, time: Timestamp)] = []

    /// The client that drove last; `nil` before the first.
    var driver: ExactName? { clients.last?.name }

    /// The last event time of a client.
    func time(of client: ExactName) -> Timestamp? { clients.last { $0.name == client }?.time }

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
