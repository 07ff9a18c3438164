import ChartEngine
import ChartText

/// Writes the values of overlays where the labels of the engine are not what people read.
///
/// An object, because the closures that write a list hand it on.
final class OverlayTexts {
    private let texts: ChartTexts
    private let chart: Chart

    init(_ texts: ChartTexts, _ chart: Chart) {
        self.texts = texts
        self.chart = chart
    }

    /// The value of an item; `nil` without one.
    func text(of item: Overlay.Item) -> String? {
        guard item.isVisible == nil, let y = item.y else { return nil }
        return texts.value(y, of: item, in: chart)
    }
}
