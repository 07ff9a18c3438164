/// The ticks of one axis, in data values, each list in ascending order.
public struct AxisTicks: Sendable, Equatable {
    /// The values of the labelled ticks.
    public var major: [Double]
    /// The values of the ticks between the labelled ones.
    public var minor: [Double]
    /// The labels of the major ticks, one for each.
    public var labels: [String]

    /// Creates ticks from their values and labels.
    public init(major: [Double], minor: [Double], labels: [String]) {
        self.major = major
        self.minor = minor
        self.labels = labels
    }

    /// No ticks at all.
    static let none = AxisTicks(major: [], minor: [], labels: [])
}
