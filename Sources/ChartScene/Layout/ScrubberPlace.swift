import ChartEngine
import Gestures

/// Where a picture draws the strip of a window scrubber: as far outside as the modifier says, and past the axes.
struct ScrubberPlace {
    private let size: ChartSize
    private let offset: Point

    private static let gap = 6.0

    /// Finds the place of a strip.
    ///
    /// - Parameters:
    ///   - strip: The strip in points of the chart's plot area.
    ///   - size: The size of that plot area.
    ///   - room: The room that the axes take at a side, in points.
    init(of strip: Rect, on size: ChartSize, beside room: (AxisAlignment) -> Double) {
        self.size = size
        var offset = Point.zero
        if strip.y >= size.height {
            offset.y = max(0, room(.bottom) + Self.gap - (strip.y - size.height))
        } else if strip.y + strip.height <= 0 {
            offset.y = min(0, -(room(.top) + Self.gap) - (strip.y + strip.height))
        } else if strip.x + strip.width <= 0 {
            offset.x = min(0, -(room(.left) + Self.gap) - (strip.x + strip.width))
        } else if strip.x >= size.width {
            offset.x = max(0, room(.right) + Self.gap - (strip.x - size.width))
        }
        self.offset = offset
    }

    /// The strip, or its thumb, beside a plot area of another size.
    ///
    /// - Parameters:
    ///   - rect: A rectangle in points of the chart's plot area.
    ///   - plot: The size of the plot area of the picture.
    /// - Returns: The rectangle in points of that plot area.
    func moved(_ rect: Rect, to plot: ChartSize) -> Rect {
        let x = Self.scaled(rect.x, rect.width, from: size.width, to: plot.width)
        let y = Self.scaled(rect.y, rect.height, from: size.height, to: plot.height)
        return Rect(x: x.start + offset.x, y: y.start + offset.y, width: x.length, height: y.length)
    }

    /// Keeps the distance of what lies beside a plot area, and scales what lies along it.
    private static func scaled(
        _ start: Double, _ length: Double, from old: Double, to new: Double
    ) -> (start: Double, length: Double) {
        if start >= old { return (start - old + new, length) }
        if start + length <= 0 { return (start, length) }
        return (start * new / old, length * new / old)
    }
}
