import ChartEngine
import CoreTestSupport
import Gestures

/// A random surface with events for it.
struct RandomCase {
    var random: RandomSurface
    var events: [InputEvent]
    /// For further decisions.
    var cases: SeededCases

    /// Draws a case of a seed.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - count: The number of events.
    ///   - names: The types of the modifiers.
    init(_ seed: Int, events count: Int, modifiers names: [String] = ModifierRegistry.builtIn.names) {
        cases = SeededCases(seed: UInt64(seed))
        random = RandomSurface(&cases, modifiers: names)
        let reach = cases.element(of: [20.0, 50, 50, 200])
        var touches = RandomTouches(seed: UInt64(seed) &+ 1_000_000, size: random.size, reach: reach)
        events = touches.events(count)
    }

    /// Puts other options into the axes, which show what they showed.
    mutating func changeAxes(_ change: (inout AxisOptions) -> Void) {
        func changed(_ axis: Axis) -> Axis {
            var options = axis.options
            change(&options)
            return Axis(id: axis.id, dimension: axis.dimension, options: options, visibleRange: axis.visibleRange)
        }
        let chart = random.chart
        random.xAxes = chart.xAxes.map(changed)
        random.yAxes = chart.yAxes.map(changed)
    }

    /// A place in the plot area.
    mutating func place() -> Point {
        Point(x: cases.number(in: 0...random.size.width), y: cases.number(in: 0...random.size.height))
    }

    /// Puts other parameters into the modifiers of a type.
    mutating func change<Modifier: ChartModifier>(
        each type: Modifier.Type, _ change: (inout Modifier.Parameters) -> Void
    ) {
        random.modifiers = random.modifiers.map { entry in
            guard let modifier = entry.modifier as? Modifier else { return entry }
            var parameters = modifier.parameters
            change(&parameters)
            return AttachedModifier(
                id: entry.id, modifier: Modifier(parameters: parameters), options: entry.options)
        }
    }
}

extension InputEvent {
    /// The event at another time.
    func moved(byMicroseconds distance: Int64) -> InputEvent {
        let moment = Timestamp(microseconds: time.microseconds + distance)
        switch self {
        case .touch(var event):
            event.time = moment
            return .touch(event)
        case .wheel(var event):
            event.time = moment
            return .wheel(event)
        case .hover(var event):
            event.time = moment
            return .hover(event)
        case .gesture(var gesture):
            gesture.time = moment
            return .gesture(gesture)
        case .tick:
            return .tick(moment)
        }
    }

    /// The event with other numbers for its touches.
    func renumbered(_ number: (Int) -> Int) -> InputEvent {
        guard case .touch(var event) = self else { return self }
        for index in event.contacts.indices { event.contacts[index].id = number(event.contacts[index].id) }
        return .touch(event)
    }
}
