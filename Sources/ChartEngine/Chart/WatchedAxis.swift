/// An axis of another surface, as a modifier sees it.
public struct WatchedAxis: Sendable {
    /// The reference of the axis.
    public let reference: AxisReference
    /// The axis.
    public internal(set) var axis: Axis
    /// The number of points along the axis.
    public let length: Double

    /// Creates a watched axis.
    public init(_ reference: AxisReference, axis: Axis, length: Double) {
        self.reference = reference
        self.axis = axis
        self.length = length
    }

    /// Whether another watched axis shows the same.
    func shows(_ other: WatchedAxis) -> Bool {
        reference == other.reference && axis.visibleRange == other.axis.visibleRange
            && axis.dataRange == other.axis.dataRange && axis.options == other.axis.options && length == other.length
    }
}

extension Chart {
    /// An axis of another surface that a modifier names in ``ChartModifier/watchedAxes``; `nil` if it does not exist.
    public func watchedAxis(_ reference: AxisReference) -> Axis? {
        watchedAxes.first { $0.reference == reference }?.axis
    }

    /// Asks for a range of an axis of another surface, as part of a gesture on this one.
    ///
    /// ``watchedAxis(_:)`` shows the result at once; the other surface follows after the batch.
    public mutating func requestRange(_ range: AxisRange, ofWatched reference: AxisReference, clip: RangeClip) {
        guard let index = watchedAxes.firstIndex(where: { $0.reference == reference }) else { return }
        watchedAxes[index].axis.request(range, length: watchedAxes[index].length, clip: clip)
        send(.request(range, reference, clip))
    }
}
