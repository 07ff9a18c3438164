import ChartEngine
import ChartSeries
import Gestures

/// Two series over x = 0…40 in a plot area of 400 × 200, whose y axis shows 0…100.
///
/// The rows of `a` lie at (0,200) (100,200) (200,0) (300,200) (400,200), those of `b`, which is on top, at y = 100.
enum CrossingSeries {
    static func driver(
        _ modifiers: [AttachedModifier], _ vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        var sample = SampleChart()
        sample.table = SampleTable.make(
            x: [0, 10, 20, 30, 40], ["a": [0, 0, 100, 0, 0], "b": [50, 50, 50, 50, 50]])
        vary(&sample)
        return sample.driver(modifiers)
    }
}

extension SurfaceDriver {
    /// Taps once, long after what was before.
    mutating func tap(_ x: Double, _ y: Double, keys: ModifierKeys = []) throws {
        try touch("+1000 1↓(\(x),\(y)) 1↑(\(x),\(y))", keys: keys)
    }
}
