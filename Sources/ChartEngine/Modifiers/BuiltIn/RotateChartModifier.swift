/// Turns the chart by a quarter at the command `rotate`.
///
/// This is the custom chart modifier of SciChart's article: x axes, then y axes, go one side further, in one update.
public struct RotateChartModifier: ChartModifier {
    /// `rotateChart`.
    public static let typeName = "rotateChart"
    /// Events, for commands come with them.
    public static let needs: ModifierNeeds = [.events]
    /// The command that it listens for.
    public static let command = "rotate"

    /// Nothing can be set.
    public var parameters: Nothing
    /// Nothing: the sides are the axes' own.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Nothing) {
        self.parameters = parameters
    }

    /// Turns the axes when the command comes.
    public mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {
        guard args.event == .command(Self.command) else { return }
        chart.rotateAxes()
        args.isHandled = true
    }
}
