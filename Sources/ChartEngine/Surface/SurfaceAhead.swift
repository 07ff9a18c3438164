import Gestures

/// A gesture that would begin on the plot area of a surface as it is.
public struct GestureAhead: Sendable, Hashable {
    /// How many points a finger moves before it begins, of a pinch how much the fingers' distance changes; 0 for a wheel.
    public var threshold: Double
    /// The direction in which the finger's way alone counts before it begins; `nil` where the whole way does.
    public var span: AxisDimension?
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
    /// Trials on copies tell, long after the last event: so every rule holds that decides which modifier takes it. After a
    /// tap, a drag is ahead where another trial, which does not wait, has the same end: the next touch may be a double tap.
    ///
    /// - Complexity: O(some events).
    public var ahead: GesturesAhead? {
        guard !arena.hasTouches, recognizedByClient.isEmpty,
            !arena.activeRecognizers.contains(where: { $0.kind != .hover })
        else { return nil }
        let drag = drag(at: Self.later)
        return GesturesAhead(
            drag: arena.isIdle || drag == nil || drag == self.drag(at: soon) ? drag : nil,
            pinch: ahead(pinchMovements, after: arena.thresholds.pinchSpanSlop), wheel: ahead(wheelMovements, after: 0))
    }

    /// The largest part by which the fingers' scale may have to change before a pinch begins that is still ahead: a jump
    /// of a point or two.
    private static let slightScaleDelta = 0.02

    private func ahead(_ movements: [AxisMovement], after threshold: Double) -> GestureAhead? {
        movements.isEmpty ? nil : GestureAhead(threshold: threshold, movements: movements)
    }

    /// One of two drags may not begin at all, where a pan follows one direction alone.
    private func drag(at start: Timestamp) -> GestureAhead? {
        let drags = Self.ways.flatMap { way in
            trial(of: [.zero], moving: way, at: start).filter { $0.gesture.kind == .pan }
        }
        guard Set(drags.map(\.modifier)).count == 1, let one = drags.first else { return nil }
        let axis = chain.panAxis(of: one.modifier) ?? .xy
        let thresholds = arena.thresholds
        var drag = ahead(
            movements(by: one), after: axis == .xy ? thresholds.panHysteresis : thresholds.panHysteresisOneAxis)
        drag?.span = axis == .xy ? nil : axis == .x ? .x : .y
        return drag
    }

    /// A pinch whose fingers stay about their middle, and then what moves with the middle too.
    ///
    /// Where their scale has to change by more first, how many points that is depends on where the fingers come down: then
    /// nothing is ahead.
    private var pinchMovements: [AxisMovement] {
        guard arena.thresholds.pinchMinimumScaleDelta <= Self.slightScaleDelta else { return [] }
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
    private func trial(
        of fingers: [Vector], moving way: Vector, at time: Timestamp = later
    ) -> [ActiveGesture] {
        let start = min(size.width, size.height) / 8
        let events = (0..<4).map { step in
            let (spread, along) = (start + 30 * Double(step), 15 * Double(step))
            return InputEvent.touch(
                TouchEvent(
                    phase: step == 0 ? .began : .moved,
                    time: Timestamp(microseconds: time.microseconds + Int64(step) * 16_000),
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
        // A page knows from the scene where annotations are.
        trial.chain.chart.annotations = AnnotationList()
        do throws(BatchError) {
            _ = try trial.apply(events)
        } catch {
            return []
        }
        return trial.gestures
    }

    private var middle: Point { Point(x: size.width / 2, y: size.height / 2) }

    /// The earliest time at which a touch counts as a further tap.
    private var soon: Timestamp {
        let gap = Int64(arena.thresholds.multiTapMinimumGap.rounded(.up)) + 1
        return Timestamp(microseconds: arena.lastTime.microseconds + gap * 1_000)
    }

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
