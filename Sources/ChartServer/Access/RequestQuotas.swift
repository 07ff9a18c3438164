import ChartStores
import ChartWire

/// The rates that requests are held to; each request counts once.
///
/// It counts for its principal, or for the client's address where it has none or ends before the server knows one.
final class RequestQuotas: Sendable {
    private let principal: RequestQuota?
    private let address: RequestQuota?
    private let clock: SessionClock

    /// Creates the quotas of a server.
    ///
    /// - Parameters:
    ///   - limits: The limits; nil quotas where both rates are off.
    ///   - clock: The clock of the rates.
    init?(_ limits: Limits, clock: SessionClock) {
        guard limits.requestsPerSecondOfPrincipal != nil || limits.requestsPerSecondOfAddress != nil else { return nil }
        principal = limits.requestsPerSecondOfPrincipal.map { RequestQuota(requestsPerSecond: $0) }
        address = limits.requestsPerSecondOfAddress.map { RequestQuota(requestsPerSecond: $0) }
        self.clock = clock
    }

    /// Takes a request, or refuses it.
    ///
    /// - Parameters:
    ///   - incoming: The request.
    ///   - principal: Its principal; nil where it has none, or where a JWT has to be verified first.
    /// - Throws: `limits.principal-rate`, `limits.address-rate`.
    func admit(_ incoming: IncomingRequest, of principal: Principal?) throws(Problem) {
        if let principal {
            guard let quota = self.principal, let wait = quota.admit(principal.subject, now: clock.now()) else {
                return
            }
            throw .principalRate(limit: quota.rate.perSecond, retryAfter: wait)
        }
        guard let address, let wait = address.admit(incoming.clientAddress.key, now: clock.now()) else { return }
        throw .addressRate(limit: address.rate.perSecond, retryAfter: wait)
    }

    /// Counts a request for its principal and no longer for its address, once its JWT is verified.
    ///
    /// - Throws: `limits.principal-rate`.
    func recount(_ incoming: IncomingRequest, for principal: Principal) throws(Problem) {
        address?.giveBack(incoming.clientAddress.key)
        try admit(incoming, of: principal)
    }
}
