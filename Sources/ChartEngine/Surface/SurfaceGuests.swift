import ChartSeries
public import Gestures

/// A touch of a second client, which holds one annotation that no other touch holds.
///
/// It goes by no recognizer, because those follow the clock and the touches of one client. Its drag is that of the
/// ``AnnotationEditModifier`` on which it has landed, with a state of its own.
struct GuestTouch: Sendable, Hashable, Codable {
    /// The client.
    let client: String
    /// The client's number for the touch.
    let id: Int
    /// The modifier on which it has landed.
    let modifier: String
    /// The annotation that it holds.
    let annotation: String
    /// Where it went down.
    var start: Point
    /// Whether it has moved as far as a drag begins.
    var hasBegun = false
    /// Whether its drag was cancelled, so that it does nothing more.
    var isSpent = false
    /// The drag.
    var edit = AnnotationEditModifier.State()
}

/// Two clients may move different annotations at once.
///
/// While all touches of the driver hold annotations, the surface takes touches of a second client. Each of these has to land
/// on an annotation that no touch holds.
extension Surface {
    /// Whether touches of clients beside the driver are down.
    public var hasGuests: Bool { !guests.isEmpty }

    /// Whether touches of a client beside the driver are down.
    public func isGuest(_ client: String) -> Bool { guests.contains { $0.client == client } }

    /// Whether each touch that the driver's events begin lands on an annotation that no second client holds.
    public func letsDriverBegin(_ events: [InputEvent]) -> Bool {
        let held = Set(guests.map(\.annotation))
        return events.allSatisfy { event in
            guard case .touch(let touch) = event, touch.phase == .began else { return true }
            return touch.contacts.allSatisfy { contact in
                chain.editor(at: contact.location).map { !held.contains($0.annotation) } ?? false
            }
        }
    }

    /// Applies events of a client beside the driver.
    ///
    /// - Parameters:
    ///   - events: The events in time order.
    ///   - client: The client.
    ///   - start: The time of the client's last event; no event may be earlier.
    /// - Returns: The ignored contacts; `nil` where the client has to wait for the others, and the caller drops the surface.
    /// - Throws: ``BatchError`` that names the event at fault.
    public mutating func apply(
        _ events: [InputEvent], ofGuest client: String, since start: Timestamp?
    ) throws(BatchError) -> [IgnoredInput]? {
        var ignored: [IgnoredInput] = []
        var latest = start
        for (index, event) in events.enumerated() {
            if let latest, event.time < latest { throw BatchError(event: index, reason: .timeReversed) }
            latest = event.time
            switch event {
            case .tick, .hover: continue
            case .wheel, .gesture: return nil
            case .touch(let touch):
                guard try apply(touch, at: index, ofGuest: client, ignored: &ignored) else { return nil }
            }
        }
        return ignored
    }

    private mutating func apply(
        _ touch: TouchEvent, at event: Int, ofGuest client: String, ignored: inout [IgnoredInput]
    ) throws(BatchError) -> Bool {
        for (index, contact) in touch.contacts.enumerated() {
            guard !touch.contacts[..<index].contains(where: { $0.id == contact.id }) else {
                throw BatchError(event: event, reason: .touch(.repeatedTouch(index: index)))
            }
            let known = guests.firstIndex { $0.client == client && $0.id == contact.id }
            if touch.phase == .began {
                if let known {
                    cancelDrag(ofGuest: known)
                    guests.remove(at: known)
                }
                guard try begin(contact, at: index, of: event, by: client) else { return false }
            } else if let known {
                follow(known, to: contact.location, touch)
            } else {
                ignored.append(
                    IgnoredInput(event: event, contact: index, reason: "touch \(contact.id) is not down"))
            }
        }
        return true
    }

    private mutating func begin(
        _ contact: TouchEvent.Contact, at index: Int, of event: Int, by client: String
    ) throws(BatchError) -> Bool {
        guard let held = heldAnnotations, let found = chain.editor(at: contact.location),
            !held.contains(found.annotation)
        else { return false }
        guard guests.count(where: { $0.client == client }) < arena.maximumTouches else {
            throw BatchError(
                event: event, reason: .touch(.tooManyTouches(index: index, limit: arena.maximumTouches)))
        }
        guests.append(
            GuestTouch(
                client: client, id: contact.id, modifier: found.modifier, annotation: found.annotation,
                start: contact.location))
        return true
    }

    /// The annotations that touches hold; `nil` where a touch of the driver holds something else.
    private var heldAnnotations: Set<String>? {
        var held = Set(guests.map(\.annotation))
        let dragged = chain.modifiers.compactMap { ($0.modifier as? AnnotationEditModifier)?.state.drag?.annotation }
        guard dragged.isEmpty else { return held.union(dragged) }
        for touch in arena.touchesDown {
            guard let found = chain.editor(at: touch.startLocation) else { return nil }
            held.insert(found.annotation)
        }
        return held
    }

    /// Follows a touch of a client beside the driver.
    private mutating func follow(_ index: Int, to location: Point, _ touch: TouchEvent) {
        let translation = location - guests[index].start
        let isOver = touch.phase == .ended || touch.phase == .cancelled
        defer { if isOver { guests.remove(at: index) } }
        guard !guests[index].isSpent else { return }
        guard touch.phase != .cancelled else { return cancelDrag(ofGuest: index) }
        let begins = !guests[index].hasBegun && translation.length >= thresholds.panHysteresis
        guard guests[index].hasBegun || begins else {
            if isOver { select(guests[index].annotation, touch) }
            return
        }
        guests[index].hasBegun = true
        deliver(
            Gesture(
                state: begins ? .began : .changed, time: touch.time, location: location,
                values: .pan(translation: translation, velocity: .zero), numberOfTouches: 1, modifiers: touch.modifiers),
            toGuest: index)
        if isOver { record(index, on: chain.chart) }
    }

    private mutating func select(_ annotation: String, _ touch: TouchEvent) {
        guard annotations[annotation] != nil else { return }
        asOneUpdate {
            $0.chain.chart.select(
                annotations: [annotation], mode: SelectionMode.replace.overridden(by: touch.modifiers))
        }
    }

    /// Hands a gesture of a client beside the driver to its modifier; what it does is no part of the driver's action.
    private mutating func deliver(_ gesture: Gesture, toGuest index: Int) {
        let guest = guests[index]
        let attached = chain.modifiers.first { $0.id == guest.modifier && $0.isEnabled }?.modifier
        var editor = attached as? AnnotationEditModifier ?? AnnotationEditModifier(parameters: .init())
        var gesture = gesture
        if attached == nil { gesture.state = .cancelled }
        editor.state = guest.edit
        let before = annotations
        asOneUpdate { surface in
            var args = ModifierEventArgs(
                source: surface.chart.id, modifier: guest.modifier, event: .gesture(gesture))
            editor.handleGesture(gesture, args: &args, on: &surface.chain.chart)
        }
        actions.adopt(annotations.changes(since: before))
        guests[index].edit = editor.state
        guests[index].isSpent = attached == nil
    }

    /// Records what the drag of a client beside the driver has done so far, as an action of its own.
    private mutating func record(_ index: Int, on chart: Chart) {
        let id = guests[index].annotation
        guard let drag = guests[index].edit.drag, let place = chart.annotations.index(of: id) else { return }
        let moved = chart.annotations.items[place]
        let earlier = moved.at(drag.origin)
        guests[index].edit.drag?.origin = moved.points
        guard earlier != moved else { return }
        actions.note([
            AnnotationChange(
                id: id, before: .init(annotation: earlier, index: place), after: .init(annotation: moved, index: place))
        ])
    }

    /// Records what second clients have done to annotations, before another change of these annotations.
    mutating func recordGuests(holding ids: [String], on chart: Chart) {
        for index in guests.indices where ids.contains(guests[index].annotation) && !guests[index].isSpent {
            record(index, on: chart)
        }
    }

    private mutating func cancelDrag(ofGuest index: Int) {
        defer { guests[index].isSpent = true }
        guard guests[index].hasBegun, !guests[index].isSpent else { return }
        deliver(
            Gesture(
                state: .cancelled, time: Timestamp(microseconds: 0), location: guests[index].start,
                values: .pan(translation: .zero, velocity: .zero)), toGuest: index)
    }

    /// Cancels the drags of clients beside the driver; their touches stay down and do nothing more.
    ///
    /// - Parameter ids: The annotations whose drags are cancelled; `nil` for all.
    /// - Returns: Whether a drag had begun.
    @discardableResult
    mutating func cancelGuests(moving ids: Set<String>? = nil) -> Bool {
        var hadBegun = false
        for index in guests.indices where ids?.contains(guests[index].annotation) ?? true {
            hadBegun = hadBegun || guests[index].hasBegun && !guests[index].isSpent
            cancelDrag(ofGuest: index)
        }
        return hadBegun
    }

    /// Cancels the drags of clients beside the driver, as undo does in the middle of one.
    ///
    /// - Returns: Whether there was one.
    public mutating func cancelGuestDrags() -> Bool { cancelGuests() }

    /// Takes over that the plot area has another size.
    mutating func resizeGuests(by factors: Vector) {
        for index in guests.indices { guests[index].start = guests[index].start.scaled(by: factors) }
    }
}

extension Annotation {
    /// The annotation at other points.
    fileprivate func at(_ points: Points) -> Annotation {
        var moved = self
        moved.points = points
        return moved
    }
}
