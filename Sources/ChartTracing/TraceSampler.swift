/// Decides which traces are recorded, by the names of `OTEL_TRACES_SAMPLER`.
///
/// Source: "Sampling" of the OpenTelemetry specification.
struct TraceSampler: Sendable, Hashable {
    /// Every trace, unless the caller does not record it.
    static let parentBasedAlwaysOn = TraceSampler(share: 1, followsParent: true)

    /// The part of the traces that is recorded, 0 to 1.
    let share: Double
    /// Whether the decision of the caller holds where there is one.
    private let followsParent: Bool

    /// Whether a span is recorded.
    ///
    /// - Parameters:
    ///   - traceID: The trace, 32 hexadecimal digits. The last 63 bits decide, as in other languages, so that all services
    ///     of one share record the same traces.
    ///   - parent: Whether the parent is recorded; `nil` for none.
    /// - Returns: Whether it is.
    func isSampled(_ traceID: String, parent: Bool?) -> Bool {
        if followsParent, let parent { return parent }
        if share >= 1 { return true }
        return (UInt64(traceID.suffix(16), radix: 16) ?? 0) >> 1 < UInt64(share * 0x1p63)
    }

    /// Reads the values of two variables.
    ///
    /// - Parameters:
    ///   - name: The value of `OTEL_TRACES_SAMPLER`; `nil` for none.
    ///   - argument: The value of `OTEL_TRACES_SAMPLER_ARG`; `nil` for none.
    /// - Returns: The sampler, and what the operator is to know of values that do not count.
    static func read(_ name: String?, argument: String?) -> (sampler: TraceSampler, warnings: [String]) {
        switch name {
        case nil, "parentbased_always_on": return (parentBasedAlwaysOn, [])
        case "always_on": return (TraceSampler(share: 1, followsParent: false), [])
        case "always_off": return (TraceSampler(share: 0, followsParent: false), [])
        case "parentbased_always_off": return (TraceSampler(share: 0, followsParent: true), [])
        case "traceidratio", "parentbased_traceidratio":
            let share = argument.map { Double($0) ?? .nan } ?? 1
            let isShare = (0...1).contains(share)
            let warnings = isShare ? [] : ["OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1; every trace is recorded"]
            return (
                TraceSampler(share: isShare ? share : 1, followsParent: name == "parentbased_traceidratio"), warnings
            )
        case let name?:
            return (
                parentBasedAlwaysOn,
                [
                    """
                    OTEL_TRACES_SAMPLER \(name) is none of always_on, always_off, traceidratio, parentbased_always_on, \
                    parentbased_always_off and parentbased_traceidratio; parentbased_always_on counts
                    """
                ]
            )
        }
    }
}
