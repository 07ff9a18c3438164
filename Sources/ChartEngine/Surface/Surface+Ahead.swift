import Gestures

/// A gesture that would begin on the plot area of a surface as it is.
public struct GestureAhead: Sendable, Hashable {
    /// How many points a finger moves before it begins, of a pinch how much the fingers' distance changes; 0 for a wheel.
    public var threshold: Double
    /// How the content would follow it.
    public var movements: [AxisMovement]
}

/// The gestures that would begin on the plot area of a surface as it is; `nil` for one that would not move content.
public struct GesturesAhead: Sendable, Hashable {
    /// A drag of one finger.
    public var drag: GestureAhead?
    /// A pinch of two fingers.
    public var pinch: GestureAhead?
    /// A turn of the wheel.
    public var wheel: GestureAhead?
}

extension Surface {
    /// How the content follows a gesture in progress; empty where that is no plain movement.
    public func movements(by active: ActiveGesture) -> [AxisMovement] {
        active.role.map { chain.movements(by: active.gesture, of: active.modifier, role: $0) } ?? []
    }

    /// What a gesture in the middle of the plot area would move; `nil` during one.
    ///
    /// Trials on copies tell, long after the last event: so every rule holds that decides which modifier takes it.
    ///
    /// - Complexity: O(some events).
    public var ahead: GesturesAhead? {
        guard !arena.hasTouches, recognizedByClient.isEmpty,
            !arena.activeRecognizers.contains(where: { $0.kind != .hover })
        else { return nil }
        let thresholds = arena.thresholds
        return GesturesAhead(
            drag: ahead(dragMovements, after: thresholds.panHysteresis),
            pinch: ahead(pinchMovements, after: thresholds.pinchSpanSlop), wheel: ahead(wheelMovements, after: 0))
    }

    private func ahead(_ movements: [AxisMovement], after threshold: Double) -> GestureAhead? {
        movements.isEmpty ? nil : GestureAhead(threshold: threshold, movements: movements)
    }

    /// One of two drags may not begin at all, where a pan follows one direction alone.
    private var dragMovements: [AxisMovement] {
        let drags = Self.ways.flatMap { way in
            trial(of: [.zero], moving: way).filter { $0.gesture.kind == .pan }
        }
        guard Set(drags.map(\.modifier)).count == 1, let one = drags.first else { return [] }
        return movements(by: one)
    }

    /// A pinch whose fingers stay about their middle, and then what moves with the middle too.
    private var pinchMovements: [AxisMovement] {
        let fingers = [Vector(dx: -1, dy: -1), Vector(dx: 1, dy: 1)]
        var joined: [AxisMovement] = []
        for way in [.zero] + Self.ways {
            let found = trial(of: fingers, moving: way)
            guard found.contains(where: { $0.gesture.kind == .pinch }) else {
                if way == .zero { return [] }
                continue
            }
            for movement in found.flatMap(movements) { joined.join(movement) }
        }
        return joined
    }

    private var wheelMovements: [AxisMovement] {
        let turn = WheelEvent(time: Self.later, location: middle, deltaX: 0, deltaY: -1)
        let turned = gestures(after: [.wheel(turn)]).filter { $0.gesture.kind == .wheel }
        return turned.first.map(movements) ?? []
    }

    /// Mostly along x, and mostly along y: a pan of one direction follows one of them.
    private static let ways = [Vector(dx: 3, dy: 1), Vector(dx: 1, dy: 3)]

    /// The gestures that begin when fingers part from the middle of the plot area, which moves with them.
    private func trial(of fingers: [Vector], moving way: Vector) -> [ActiveGesture] {
        let start = min(size.width, size.height) / 8
        let events = (0..<4).map { step in
            let (spread, along) = (start + 30 * Double(step), 15 * Double(step))
            return InputEvent.touch(
                TouchEvent(
                    phase: step == 0 ? .began : .moved,
                    time: Timestamp(microseconds: Self.later.microseconds + Int64(step) * 16_000),
                    contacts: fingers.enumerated().map { id, finger in
                        let place = Vector(
                            dx: finger.dx * spread + way.dx * along, dy: finger.dy * spread + way.dy * along)
                        return TouchEvent.Contact(id: id, location: middle + place)
                    }))
        }
        return gestures(after: events)
    }

    private func gestures(after events: [InputEvent]) -> [ActiveGesture] {
        var trial = self
        do throws(BatchError) {
            _ = try trial.apply(events)
        } catch {
            return []
        }
        return trial.gestures
    }

    private var middle: Point { Point(x: size.width / 2, y: size.height / 2) }

    /// A time after all others, so that nothing goes on from an earlier gesture.
    private static let later = Timestamp(microseconds: 1 << 52)
}

extension [AxisMovement] {
    /// Adds a movement, or what it says of an axis that is there.
    fileprivate mutating func join(_ movement: AxisMovement) {
        guard let index = firstIndex(where: { $0.axis == movement.axis }) else { return append(movement) }
        if self[index].pan == 0 { self[index].pan = movement.pan }
        if self[index].zoom == 0 { (self[index].zoom, self[index].span) = (movement.zoom, movement.span) }
    }
}
