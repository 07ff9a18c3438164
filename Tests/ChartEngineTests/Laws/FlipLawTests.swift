import ChartEngine
import CoreTestSupport
import Gestures
import Testing

/// A chart in a mirror: where every horizontal axis is flipped, every vertical one on the other side and every touch
/// mirrored from left to right, the ranges are the same.
struct FlipLawTests {
    /// What acts on touches by their places alone; a swipe to the left is none to the right.
    private static let symmetric = [
        "zoomPan", "zoomPan", "pinchZoom", "mouseWheelZoom", "zoomExtents", "doubleTapDragZoom", "xAxisDrag",
        "yAxisDrag", "rubberBandZoom", "dateWindowZoom", "marquee", "rowSelection", "cursor", "tooltip",
    ]

    private func mirrored(_ axis: Axis) -> Axis {
        var options = axis.options
        switch axis.alignment {
        case .left: options.alignment = .right
        case .right: options.alignment = .left
        case .top, .bottom, .auto: options.isFlipped.toggle()
        }
        return Axis(id: axis.id, dimension: axis.dimension, options: options, visibleRange: axis.visibleRange)
    }

    @Test func `a mirrored chart with mirrored touches has the same ranges`() throws {
        var moved = 0
        for seed in seeds(1_000) {
            var one = RandomCase(seed, events: 30, modifiers: Self.symmetric)
            one.changeAxes { _ in }
            var plain = one.random.surface
            let first = plain.chart.ranges
            one.random.xAxes = one.random.xAxes.map(mirrored)
            one.random.yAxes = one.random.yAxes.map(mirrored)
            var mirrored = one.random.surface
            // A turn of many pages zooms so far out that rounding alone decides what comes back.
            _ = try plain.apply(one.events.map(\.turnedByPoints))
            _ = try mirrored.apply(one.events.map { $0.turnedByPoints.mirrored(width: one.random.size.width) })
            if plain.chart.ranges != first { moved += 1 }
            for (axis, other) in zip(plain.chart.xAxes + plain.chart.yAxes, mirrored.chart.xAxes + mirrored.chart.yAxes)
            {
                let ends = [axis.visibleRange.min, axis.visibleRange.max].map(axis.scale.position)
                let others = [other.visibleRange.min, other.visibleRange.max].map(axis.scale.position)
                let rounding = 256 * max(abs(ends[0]), abs(ends[1])).ulp
                let tolerance = 1e-9 * (ends[1] - ends[0]) + rounding
                guard abs(ends[0] - others[0]) > tolerance || abs(ends[1] - others[1]) > tolerance else { continue }
                Issue.record("case \(seed): \(axis.id) \(axis.visibleRange) is \(other.visibleRange) in the mirror")
            }
        }
        #expect(moved > amongSeeds(400))
    }
}

extension InputEvent {
    /// The event with deltas in points.
    fileprivate var turnedByPoints: InputEvent {
        // Without a horizontal turn a vertical one moves horizontal axes, and it has no mirror image.
        switch self {
        case .wheel(var event):
            event.deltaMode = .pixel
            if event.deltaX == 0 { event.deltaX = event.deltaY }
            return .wheel(event)
        case .gesture(var gesture):
            guard case .wheel(let deltaX, let deltaY, _) = gesture.values else { return self }
            gesture.values = .wheel(deltaX: deltaX == 0 ? deltaY : deltaX, deltaY: deltaY, deltaMode: .pixel)
            return .gesture(gesture)
        case .touch, .hover, .tick:
            return self
        }
    }

    /// The event as a mirror to the right of a plot area shows it.
    fileprivate func mirrored(width: Double) -> InputEvent {
        func mirror(_ point: Point) -> Point { Point(x: width - point.x, y: point.y) }
        switch self {
        case .touch(var event):
            for index in event.contacts.indices {
                event.contacts[index].location = mirror(event.contacts[index].location)
            }
            return .touch(event)
        case .wheel(var event):
            event.location = mirror(event.location)
            event.deltaX = -event.deltaX
            return .wheel(event)
        case .hover(var event):
            event.location = mirror(event.location)
            return .hover(event)
        case .gesture(var gesture):
            gesture.location = mirror(gesture.location)
            gesture.values = gesture.values.mirrored(width: width)
            return .gesture(gesture)
        case .tick:
            return self
        }
    }
}

extension GestureValues {
    fileprivate func mirrored(width: Double) -> GestureValues {
        switch self {
        case .tap, .doubleTouchDown, .longPress, .hover:
            return self
        case .wheel(let deltaX, let deltaY, let deltaMode):
            return .wheel(deltaX: -deltaX, deltaY: deltaY, deltaMode: deltaMode)
        case .pan(let translation, let velocity):
            return .pan(
                translation: Vector(dx: -translation.dx, dy: translation.dy),
                velocity: Vector(dx: -velocity.dx, dy: velocity.dy))
        case .pinch(let scale, let anchor, let start):
            return .pinch(
                scale: scale, startAnchor: anchor.map { Point(x: 1 - $0.x, y: $0.y) },
                startLocation: Point(x: width - start.x, y: start.y))
        case .rotation(let radians):
            return .rotation(radians: -radians)
        case .swipe(let direction):
            switch direction {
            case .left: return .swipe(direction: .right)
            case .right: return .swipe(direction: .left)
            case .up, .down: return self
            }
        case .marquee(let rect):
            return .marquee(
                selectionRect: Rect(x: width - rect.x - rect.width, y: rect.y, width: rect.width, height: rect.height))
        }
    }
}
