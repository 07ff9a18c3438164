public import ChartJSON
public import Gestures

/// Drags a rectangle and zooms to it.
///
/// The drag is a marquee and excludes pans, so put the modifier before a `zoomPan`. With a single direction the
/// rectangle spans the plot area along the other one.
public struct RubberBandZoomModifier: GestureModifier {
    /// `rubberBandZoom`.
    public static let typeName = "rubberBandZoom"
    /// What it does.
    public static let meaning = "Zooms to the rectangle."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []

    /// The properties that a client can set.
    public struct Parameters: DirectedParameters {
        /// The values of ``properties``.
        public var direction = ModifierDirection.xy, axes: [String]?, minDragSensitivity = 5.0, zoomExtentsY = false

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("direction", \.direction, "The axes that zoom."),
            .axes(
                \.axes,
                "The ids of the axes that zoom, whatever `direction` says: `[]` is none, `null` all of the direction."),
            .number(
                "minDragSensitivity", \.minDragSensitivity, from: 0,
                "The diagonal of the smallest rectangle that zooms, in points."),
            .flag(
                "zoomExtentsY", \.zoomExtentsY,
                "Whether the y axes are fitted to the rows in view afterwards; where it zooms none of them."),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a marquee recognizer.
    public func makeGestureRecognizer(on chart: Chart) -> MarqueeGestureRecognizer { MarqueeGestureRecognizer() }

    /// Shows the rectangle during the drag, and zooms to the final rectangle.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .marquee(let rect) = gesture.values else { return }
        args.isHandled = true
        let band = band(rect, on: chart)
        chart.showDrag(of: band, as: "rubberBand", by: gesture, of: args.modifier)
        let diagonal = Vector(dx: rect.width, dy: rect.height).length
        if gesture.state == .ended, diagonal >= parameters.minDragSensitivity { zoom(to: band, on: &chart) }
    }

    /// The axes that the modifier zooms or fits when the drag ends.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        chart.references(of: parameters.chosenAxes) + (fitsY(on: chart) ? chart.references(of: .y) : [])
    }

    /// Returns the part of the rectangle in the plot area, extended over the whole direction that does not zoom.
    private func band(_ rect: Rect, on chart: Chart) -> Rect {
        let axis = chart.panAxis(for: parameters.chosenAxes)
        func inside(_ point: Point, isFirst: Bool) -> Point {
            let x = min(max(point.x, 0), chart.size.width)
            let y = min(max(point.y, 0), chart.size.height)
            return Point(
                x: axis == .y ? (isFirst ? 0 : chart.size.width) : x,
                y: axis == .x ? (isFirst ? 0 : chart.size.height) : y)
        }
        return Rect(
            corner: inside(Point(x: rect.x, y: rect.y), isFirst: true),
            corner: inside(Point(x: rect.x + rect.width, y: rect.y + rect.height), isFirst: false))
    }

    /// Zooms the axes to the band, except an axis along which the band is shorter than a point.
    private func zoom(to band: Rect, on chart: inout Chart) {
        chart.suspendUpdates { chart in
            for axis in chart.axes(parameters.chosenAxes) {
                let (start, length) = axis.isVertical ? (band.y, band.height) : (band.x, band.width)
                guard length >= 1 else { continue }
                let viewport = chart.viewport(of: axis)
                let ends = (viewport.invert(start), viewport.invert(start + length))
                guard let range = AxisRange(min: min(ends.0, ends.1), max: max(ends.0, ends.1)) else { continue }
                chart.requestRange(
                    range.resized(toSpan: range.span, about: range.centre), axis: axis.id,
                    clip: RangeClip(mode: .none))
            }
            if fitsY(on: chart) { chart.zoomExtentsYToWindow() }
        }
    }

    @inline(__always)
    private func fitsY(on chart: Chart) -> Bool { parameters.fitsY(parameters.zoomExtentsY, on: chart) }
}
