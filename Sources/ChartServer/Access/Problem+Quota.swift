import ChartWire

extension Problem {
    /// A principal sends more requests than its quota.
    ///
    /// - Parameters:
    ///   - limit: The requests a second of a principal.
    ///   - wait: When the next request can be taken.
    /// - Returns: `limits.principal-rate` with `Retry-After`.
    static func principalRate(limit: Int, retryAfter wait: RetryAfter) -> Problem {
        Problem(
            .principalRateExceeded, "A principal sends at most \(limit) requests a second.", retryAfter: wait.seconds)
    }

    /// A client address sends more requests than its quota.
    ///
    /// - Parameters:
    ///   - limit: The requests a second of an address.
    ///   - wait: When the next request can be taken.
    /// - Returns: `limits.address-rate` with `Retry-After`.
    static func addressRate(limit: Int, retryAfter wait: RetryAfter) -> Problem {
        Problem(
            .addressRateExceeded, "An address sends at most \(limit) requests a second.", retryAfter: wait.seconds)
    }
}
