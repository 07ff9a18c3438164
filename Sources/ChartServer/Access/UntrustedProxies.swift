import ChartWire
import Logging
import Synchronization

/// The addresses of proxies that `http.trustedProxies` may have forgotten, so that a limit counts all of their clients as one.
final class UntrustedProxies: Sendable {
    /// The most addresses that the log tells, since a client can write the headers of a proxy too.
    static let mostAddresses = 64

    private let told = Mutex<Set<String>>([])

    /// Logs the first refusal of an address that has sent a header of a proxy.
    ///
    /// - Parameters:
    ///   - code: Why the request was refused; nothing is logged for what is no limit of an address.
    ///   - incoming: The request.
    ///   - logger: The logger of the request.
    func note(_ code: ProblemCode, of incoming: IncomingRequest, logger: Logger) {
        guard code == .addressRateExceeded || code == .tooManySessionsOfAddress, incoming.ignoresProxy else { return }
        let address = incoming.clientAddress
        let isNew = told.withLock { $0.count < Self.mostAddresses && $0.insert(address.key).inserted }
        guard isNew else { return }
        logger.warning(
            """
            an address is at its limit that forwards requests of others: if it is a proxy of yours, name it in \
            http.trustedProxies, and its clients count by their own addresses
            """,
            metadata: ["address": .string(address.description), "problem.code": .string(code.rawValue)])
    }
}
