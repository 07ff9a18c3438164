/// Turns the chart by a quarter on the command `rotate`.
///
/// This is the custom chart modifier of SciChart's article. It moves the x axes and then the y axes to the next side,
/// in one update.
public struct RotateChartModifier: ChartModifier {
    /// `rotateChart`.
    public static let typeName = "rotateChart"
    /// What it does.
    public static let meaning = "Turns all axes by a quarter, on the command `rotate`."
    /// Events, which include commands.
    public static let needs: ModifierNeeds = [.events]
    /// The name of the command.
    public static let command = "rotate"

    /// No properties.
    public var parameters: NoParameters

    /// Creates a modifier.
    public init(parameters: NoParameters) { self.parameters = parameters }

    /// Turns the axes on the command.
    public mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {
        guard args.event == .command(Self.command) else { return }
        chart.rotateAxes()
        args.isHandled = true
    }
}
