/// A modifier whose overlays follow the axes and the rows.
///
/// The modifier describes its overlays; the protocol shows them when it is attached and after each update of the chart.
public protocol OverlayModifier: ChartModifier {
    /// Returns what the modifier shows on the chart as it is now.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - id: The name of the modifier on its surface.
    /// - Returns: The overlays.
    func overlays(on chart: Chart, as id: String) -> [Overlay]
}

extension OverlayModifier {
    /// Updates.
    public static var needs: ModifierNeeds { [.updates] }

    /// Shows the overlays at once.
    public mutating func attach(to chart: inout Chart, as id: String) { onUpdate(of: &chart, as: id) }

    /// Replaces the overlays by those for the chart as it is now.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        chart.setOverlays(overlays(on: chart, as: id), of: id)
    }
}
