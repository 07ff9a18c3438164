import ChartSessions
import ChartWire

/// The rates that requests are held to: that of the principal, else that of the client's address.
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

    /// Takes a request of a known caller.
    ///
    /// - Throws: `limits.principal-rate`, `limits.address-rate`.
    func admit(_ request: RouteRequest, of caller: Caller) throws(Problem) {
        guard let subject = caller.principal?.subject else { return try admitAddress(of: request) }
        guard let principal, let wait = principal.admit(subject, now: clock.now()) else { return }
        throw .principalRate(limit: principal.rate.perSecond, retryAfter: wait)
    }

    /// Takes a request whose caller is not known, or not yet.
    ///
    /// - Throws: `limits.address-rate`.
    func admitAddress(of request: RouteRequest) throws(Problem) {
        guard let address, let wait = address.admit(request.clientAddress.key, now: clock.now()) else { return }
        throw .addressRate(limit: address.rate.perSecond, retryAfter: wait)
    }
}
