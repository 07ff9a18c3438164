/// The axes of a chart on which a modifier acts.
public struct AxisChoice: Sendable, Hashable {
    /// The dimensions of the axes; they count where no ids are given.
    public var direction: ModifierDirection
    /// The ids of the axes; `nil` is all axes of the direction.
    ///
    /// An id without an axis is passed over.
    public var ids: [String]?

    /// Creates a choice.
    @inline(__always)
    public init(_ direction: ModifierDirection, ids: [String]? = nil) {
        self.direction = direction
        self.ids = ids
    }

    /// All axes.
    public static var xy: AxisChoice { AxisChoice(.xy) }
    /// All x axes.
    public static var x: AxisChoice { AxisChoice(.x) }
    /// All y axes.
    public static var y: AxisChoice { AxisChoice(.y) }

    /// One axis.
    static func axis(_ id: String) -> AxisChoice { AxisChoice(.xy, ids: [id]) }

    /// Whether an axis is one of them.
    public func includes(_ axis: Axis) -> Bool { ids?.contains(axis.id) ?? direction.includes(axis.dimension) }

    /// Whether the ids, if there are any, name an axis, whatever its dimension.
    func allows(_ axis: Axis) -> Bool { ids?.contains(axis.id) ?? true }
}

/// The properties of a modifier that changes the ranges of a direction.
protocol DirectedParameters: ModifierParameters {
    /// The ids of the axes that it changes; `nil` is all of its direction.
    var axes: [String]? { get }
    /// The axes that it changes where ``axes`` names none.
    var direction: ModifierDirection { get }
}

extension DirectedParameters {
    /// The axes that the modifier changes.
    var chosenAxes: AxisChoice {
        @inline(__always) get { AxisChoice(direction, ids: axes) }
    }

    /// Whether the modifier also fits the y axes to the rows in view, which it does not change otherwise.
    ///
    /// It is inlined, so that a chart that is being changed is not copied to answer no.
    @inline(__always)
    func fitsY(_ isWanted: Bool, on chart: Chart) -> Bool {
        guard isWanted else { return false }
        return axes == nil ? direction == .x : !chart.yAxes.contains(where: chosenAxes.includes)
    }
}

extension Chart {
    /// The chosen axes, x axes first.
    func axes(_ choice: AxisChoice) -> [Axis] { (xAxes + yAxes).filter(choice.includes) }

    /// The first chosen x axis; `nil` without one.
    func firstXAxis(of choice: AxisChoice) -> Axis? { xAxes.first(where: choice.includes) }
}
