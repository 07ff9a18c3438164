public import Gestures

/// Drags a rectangle and zooms to it.
///
/// The drag is a marquee, so it excludes pans: put it before a `zoomPan`. With one direction alone the rectangle spans
/// the plot area along the other.
public struct RubberBandZoomModifier: GestureModifier {
    /// `rubberBandZoom`.
    public static let typeName = "rubberBandZoom"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// The axes that zoom.
        public var direction = ModifierDirection.xy
        /// The diagonal of the smallest rectangle that zooms, in points.
        public var minDragSensitivity = 5.0
        /// Whether the y axes are fitted to the rows in view afterwards; with direction `x`.
        public var zoomExtentsY = false

        /// Creates the defaults.
        public init() {}

        /// Refuses a negative diagonal.
        public func validate() throws(ModifierError) {
            guard minDragSensitivity >= 0 else {
                throw ModifierError(property: "minDragSensitivity", reason: "The diagonal is not negative.")
            }
        }
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing: the rectangle is the gesture's.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// A marquee.
    public func makeGestureRecognizer(on chart: Chart) -> MarqueeGestureRecognizer { MarqueeGestureRecognizer() }

    /// Shows the rectangle while it is dragged; zooms to the final one, then takes it away.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .marquee(let rect) = gesture.values else { return }
        args.isHandled = true
        let band = band(rect, on: chart)
        switch gesture.state {
        case .began, .changed:
            chart.setOverlays([Overlay(modifier: args.modifier, kind: "rubberBand", rect: band)], of: args.modifier)
        case .ended:
            if Vector(dx: rect.width, dy: rect.height).length >= parameters.minDragSensitivity {
                zoom(to: band, on: &chart)
            }
            chart.setOverlays([], of: args.modifier)
        case .cancelled, .failed, .possible:
            chart.setOverlays([], of: args.modifier)
        }
    }

    /// The part of the rectangle in the plot area, as wide or as high as the plot area where nothing zooms.
    private func band(_ rect: Rect, on chart: Chart) -> Rect {
        let axis = chart.panAxis(for: parameters.direction)
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

    /// Shows what lies in the band; an axis along which it is less than a point long stays.
    private func zoom(to band: Rect, on chart: inout Chart) {
        chart.suspendUpdates { chart in
            for axis in chart.xAxes + chart.yAxes where parameters.direction.includes(axis.dimension) {
                let (start, length) = axis.isVertical ? (band.y, band.height) : (band.x, band.width)
                guard length >= 1 else { continue }
                let viewport = chart.viewport(of: axis)
                let ends = (viewport.invert(start), viewport.invert(start + length))
                guard let range = AxisRange(min: min(ends.0, ends.1), max: max(ends.0, ends.1)) else { continue }
                chart.requestRange(
                    range.resized(toSpan: range.span, about: range.centre), axis: axis.id,
                    clip: RangeClip(mode: .none))
            }
            if parameters.zoomExtentsY, parameters.direction == .x { chart.zoomExtentsYToWindow() }
        }
    }
}
