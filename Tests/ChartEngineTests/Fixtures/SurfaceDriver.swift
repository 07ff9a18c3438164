import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures
import Testing

/// A surface under test with the clock of one client.
struct SurfaceDriver {
    var surface: Surface
    /// The client's time in milliseconds.
    var time = 1_000.0

    var chart: Chart { surface.chart }
    var x: AxisRange { chart.xAxes[0].visibleRange }
    var y: AxisRange { chart.yAxes[0].visibleRange }

    /// The value of the x axis under a point along it.
    func xValue(at point: Double) -> Double { chart.viewport(of: chart.xAxes[0]).invert(point) }
    /// The value of the y axis under a point along it.
    func yValue(at point: Double) -> Double { chart.viewport(of: chart.yAxes[0]).invert(point) }

    /// Applies events as one batch.
    @discardableResult
    mutating func send(_ events: [InputEvent]) throws -> [IgnoredInput] {
        if let last = events.last { time = last.time.milliseconds }
        return try surface.apply(events)
    }

    /// Applies each event of a script as a batch of its own; the script's zero lies some milliseconds after the last event.
    mutating func touch(_ script: String, keys: ModifierKeys = [], after gap: Double = 16) throws {
        let start = time + gap
        for event in TouchScript(script).events {
            let moment = try #require(Timestamp(milliseconds: start + event.time.milliseconds))
            switch event {
            case .touch(var touch):
                touch.time = moment
                touch.modifiers = keys
                try send([.touch(touch)])
            case .tick: try send([.tick(moment)])
            case .wheel, .hover, .gesture: preconditionFailure("a script holds touches and ticks")
            }
        }
    }

    /// Lets fingers, numbered from 1, do something 16 ms after the last event.
    mutating func touch(_ phase: TouchPhase, _ fingers: [Point]) throws {
        let contacts = fingers.enumerated().map { TouchEvent.Contact(id: $0 + 1, location: $1) }
        try send([.touch(TouchEvent(phase: phase, time: try moment(after: 16), contacts: contacts))])
    }

    /// Turns the wheel 16 ms after the last event.
    mutating func wheel(
        at location: Point, deltaX: Double = 0, deltaY: Double = 0, mode: WheelEvent.DeltaMode = .pixel,
        keys: ModifierKeys = [], after gap: Double = 16
    ) throws {
        let event = WheelEvent(
            time: try moment(after: gap), location: location, deltaX: deltaX, deltaY: deltaY, deltaMode: mode,
            modifiers: keys)
        try send([.wheel(event)])
    }

    mutating func hover(_ phase: HoverEvent.Phase, at location: Point) throws {
        try send([.hover(HoverEvent(phase: phase, time: try moment(after: 16), location: location))])
    }

    mutating func gesture(
        _ values: GestureValues, _ state: GestureState, at location: Point = Point(x: 200, y: 100),
        keys: ModifierKeys = []
    ) throws {
        let gesture = Gesture(
            state: state, time: try moment(after: 16), location: location, values: values, modifiers: keys)
        try send([.gesture(gesture)])
    }

    mutating func pinch(
        scale: Double, _ state: GestureState, anchor: Point? = nil, at location: Point = Point(x: 200, y: 100)
    ) throws {
        try gesture(.pinch(scale: scale, startAnchor: anchor, startLocation: location), state, at: location)
    }

    mutating func tick(after gap: Double) throws { try send([.tick(try moment(after: gap))]) }

    private func moment(after gap: Double) throws -> Timestamp {
        try #require(Timestamp(milliseconds: time + gap))
    }
}
