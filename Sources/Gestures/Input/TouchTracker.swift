/// Follows the touches of one surface from down to up, and counts the taps as UIKit's `UITouch` does.
///
/// The tap count of a touch down is one more than that of the previous touch, or else 1. It counts up if the previous
/// touch:
/// - ended, and was not cancelled;
/// - was pressed for at most `tapMaximumPress`, and strayed by at most `tapSlop`;
/// - went up at least `multiTapMinimumGap` and at most `multiTapGap` ago;
/// - went down at most `multiTapDistance` away;
/// - was the only touch while it was down.
///
/// For each event, call ``check(_:)``, then ``cancelTouchesReplaced(by:)``, then ``apply(_:ignored:)``.
public struct TouchTracker: Sendable {
    /// The largest number of touches that may be down at once.
    public static let mostTouches = 64

    /// What the tracker stores about a touch that is down, beside the touch itself.
    struct Press: Sendable {
        /// The touch's bit, unique among the touches that are down.
        var bit: UInt64
        /// Whether the touch has been further than `tapSlop` from its start.
        var hasStrayed: Bool
        /// Whether no other touch was down at any time since the touch went down, and it may count as a tap.
        var isAlone: Bool
        /// Whether the client has yet to say where the touch is, because the plot area was resized.
        var awaitsPlace = false
    }

    /// What the next tap count depends on: the last touch that went up.
    struct Tap: Sendable, Codable {
        var startLocation: Point
        var upTime: Timestamp
        var tapCount: Int
    }

    /// The touches that are down, in order of arrival.
    public internal(set) var touches: [Touch] = []
    /// The bits of the touches that changed in the last step.
    private(set) var changedMask: UInt64 = 0
    /// The bit of each touch in ``changed``.
    private var changedBits: [UInt64] = []
    /// The bits of all touches that are down, as in ``presses``.
    var downMask: UInt64 = 0
    var presses: [Press] = []
    /// Whether the place of a touch is unknown since the plot area was resized.
    var awaitsPlaces = false
    /// The touches that changed in the last step; empty when all touches that are down have moved.
    private var changed: [Touch] = []
    var lastTap: Tap?
    var nextArrival = 0
    private let common: CommonThresholds
    let maximumTouches: Int

    /// Creates a tracker without touches.
    ///
    /// - Parameters:
    ///   - thresholds: The thresholds for the tap count.
    ///   - maximumTouches: The largest number of touches down at once, at most ``mostTouches``.
    public init(thresholds: GestureThresholds, maximumTouches: Int = 16) {
        common = .of(thresholds)
        self.maximumTouches = min(maximumTouches, Self.mostTouches)
    }

    private var thresholds: GestureThresholds { common.value }

    /// Whether the next touch down could count as a further tap.
    public var remembersTap: Bool { lastTap != nil }

    /// The bit of the touch at an index of ``touches``.
    func bit(at index: Int) -> UInt64 { presses[index].bit }

    /// The bit of the touch at an index of those that changed in the last step.
    func changedBit(at index: Int) -> UInt64 { changed.isEmpty ? presses[index].bit : changedBits[index] }

    /// Checks whether the tracker can apply an event, and changes nothing.
    ///
    /// Complexity: O(contacts).
    ///
    /// - Throws: ``TouchError`` with the index of the first wrong contact.
    public func check(_ event: TouchEvent) throws(TouchError) {
        try Self.checkRepetitions(event)
        guard event.phase == .began else { return }
        let replaced = event.contacts.count { index(of: $0.id) != nil }
        let free = maximumTouches - (touches.count - replaced)
        if event.contacts.count > free {
            throw .tooManyTouches(index: max(0, free), limit: maximumTouches)
        }
    }

    /// Checks that an event names each touch only once.
    static func checkRepetitions(_ event: TouchEvent) throws(TouchError) {
        if event.contacts.count > 1, let index = firstRepetition(in: event.contacts) {
            throw .repeatedTouch(index: index)
        }
    }

    private static func firstRepetition(in contacts: [TouchEvent.Contact]) -> Int? {
        if contacts.count <= 8 {
            return contacts.indices.first { later in
                contacts[..<later].contains { $0.id == contacts[later].id }
            }
        }
        var seen: Set<Int> = []
        return contacts.firstIndex { !seen.insert($0.id).inserted }
    }

    /// Cancels the touches that a began event names although they are down, at their last locations.
    ///
    /// - Returns: What changed, or `nil` when nothing did.
    public mutating func cancelTouchesReplaced(by event: TouchEvent) -> TouchChange? {
        guard event.phase == .began, event.contacts.contains(where: { index(of: $0.id) != nil }) else { return nil }
        clearChanges()
        for position in touches.indices.reversed() {
            let id = touches[position].id
            if event.contacts.contains(where: { $0.id == id }) { lift(at: position, time: nil) }
        }
        return takeChange(phase: .cancelled, time: event.time, modifiers: event.modifiers)
    }

    /// Scales the places of all touches, until the client says where they are.
    mutating func resize(by factors: Vector) {
        for position in touches.indices {
            touches[position].location = touches[position].location.scaled(by: factors)
            touches[position].previousLocation = touches[position].previousLocation.scaled(by: factors)
            touches[position].startLocation = touches[position].startLocation.scaled(by: factors)
            presses[position].awaitsPlace = true
        }
        if let tap = lastTap { lastTap?.startLocation = tap.startLocation.scaled(by: factors) }
        awaitsPlaces = !touches.isEmpty
    }

    /// Puts touches whose place is unknown where an event has them; they do not move by that.
    ///
    /// - Returns: Whether there was one.
    mutating func place(_ event: TouchEvent) -> Bool {
        guard awaitsPlaces else { return false }
        var hasPlaced = false
        for contact in event.contacts {
            guard let position = index(of: contact.id), presses[position].awaitsPlace else { continue }
            let distance = contact.location - touches[position].location
            touches[position].location = contact.location
            touches[position].startLocation = touches[position].startLocation + distance
            presses[position].awaitsPlace = false
            hasPlaced = true
        }
        awaitsPlaces = presses.contains(where: \.awaitsPlace)
        return hasPlaced
    }

    /// Whether a contact is of a mouse whose touch is down.
    func isMouse(_ contact: TouchEvent.Contact) -> Bool {
        guard let position = index(of: contact.id) else { return false }
        return touches[position].kind == .mouse || contact.kind == .mouse
    }

    /// Ends the touches of a mouse that moves with no button held, at their last locations.
    ///
    /// - Returns: What changed, or `nil` when nothing did.
    mutating func liftReleasedMouse(by event: TouchEvent) -> TouchChange? {
        guard event.phase == .moved, event.contacts.contains(where: { $0.buttons == 0 && isMouse($0) }) else {
            return nil
        }
        clearChanges()
        for contact in event.contacts where contact.buttons == 0 && isMouse(contact) {
            if let position = index(of: contact.id) { lift(at: position, time: event.time) }
        }
        return takeChange(phase: .ended, time: event.time, modifiers: event.modifiers)
    }

    /// Lets a touch that is down count as no tap for a later one.
    mutating func setApart(_ id: Int) {
        if let position = index(of: id) { presses[position].isAlone = false }
    }

    /// Cancels every touch and discards the last tap.
    ///
    /// - Returns: What changed, or `nil` when no touch was down.
    public mutating func cancelAll(at time: Timestamp, modifiers: ModifierKeys = []) -> TouchChange? {
        lastTap = nil
        guard !touches.isEmpty else { return nil }
        clearChanges()
        for position in touches.indices.reversed() { lift(at: position, time: nil) }
        return takeChange(phase: .cancelled, time: time, modifiers: modifiers)
    }

    /// Discards the last tap, so that the next touch down counts as the first.
    public mutating func forgetTap() {
        lastTap = nil
    }

    /// Discards the last tap if a touch down at `time` would come too late to follow it.
    public mutating func forgetTap(before time: Timestamp) {
        if let lastTap, time - lastTap.upTime > thresholds.multiTapGap { self.lastTap = nil }
    }

    /// Applies an event that has passed ``check(_:)``.
    ///
    /// - Parameters:
    ///   - event: The event; the touches that it begins are not down.
    ///   - ignored: The list to which contacts of touches that are not down are appended.
    /// - Returns: What changed, or `nil` when nothing did.
    public mutating func apply(_ event: TouchEvent, ignored: inout [IgnoredContact]) -> TouchChange? {
        clearChanges()
        switch event.phase {
        case .began:
            for position in touches.indices { touches[position].rest() }
            begin(event)
        case .moved:
            takePlaces(event, ignored: &ignored)
            if changedMask != downMask { listMoved() }
        case .ended, .cancelled:
            takePlaces(event, ignored: &ignored)
            let lifted = changedMask
            for position in touches.indices.reversed() where presses[position].bit & lifted != 0 {
                lift(at: position, time: event.phase == .ended ? event.time : nil)
            }
        }
        guard changedMask != 0 else { return nil }
        return takeChange(phase: event.phase, time: event.time, modifiers: event.modifiers)
    }

    private mutating func begin(_ event: TouchEvent) {
        let isAlone = touches.isEmpty && event.contacts.count == 1
        for position in presses.indices { presses[position].isAlone = false }
        for contact in event.contacts {
            let touch = Touch(
                id: contact.id, arrival: nextArrival, location: contact.location, previousLocation: contact.location,
                startLocation: contact.location, startTime: event.time,
                tapCount: isAlone ? tapCount(at: contact.location, time: event.time) : 1,
                kind: contact.kind, buttons: contact.buttons)
            nextArrival += 1
            let bit: UInt64 = 1 << UInt64((~downMask).trailingZeroBitCount)
            downMask |= bit
            touches.append(touch)
            presses.append(Press(bit: bit, hasStrayed: false, isAlone: isAlone))
            changed.append(touch)
            changedBits.append(bit)
            changedMask |= bit
        }
        if !event.contacts.isEmpty { lastTap = nil }
    }

    private func tapCount(at location: Point, time: Timestamp) -> Int {
        guard let lastTap else { return 1 }
        let gap = time - lastTap.upTime
        let follows =
            gap <= thresholds.multiTapGap && gap >= thresholds.multiTapMinimumGap
            && (location - lastTap.startLocation).length <= thresholds.multiTapDistance
        return follows ? lastTap.tapCount + 1 : 1
    }

    /// Applies an event that moves touches, and moves the list of touches into the change.
    ///
    /// That counts no references. The caller must return the list with ``takeBack(_:)``.
    mutating func lendMove(_ event: TouchEvent, ignored: inout [IgnoredContact]) -> TouchChange? {
        clearChanges()
        takePlaces(event, ignored: &ignored)
        guard changedMask != 0 else { return nil }
        if changedMask != downMask { listMoved() }
        var lent: [Touch] = []
        swap(&lent, &touches)
        if changed.isEmpty {
            return TouchChange(phase: .moved, time: event.time, moved: lent, modifiers: event.modifiers)
        }
        return TouchChange(phase: .moved, time: event.time, changed: changed, down: lent, modifiers: event.modifiers)
    }

    /// Takes back the list of touches from a change of ``lendMove(_:ignored:)``.
    mutating func takeBack(_ change: consuming TouchChange) { touches = change.down }

    /// Moves the touches to the locations of the contacts; the other touches keep theirs.
    private mutating func takePlaces(_ event: TouchEvent, ignored: inout [IgnoredContact]) {
        for position in touches.indices { touches[position].rest() }
        for index in event.contacts.indices {
            let contact = event.contacts[index]
            guard let position = self.index(of: contact.id) else {
                ignored.append(IgnoredContact(index: index, reason: "touch \(contact.id) is not down"))
                continue
            }
            touches[position].move(to: contact)
            if !presses[position].hasStrayed, touches[position].distanceFromStart > thresholds.tapSlop {
                presses[position].hasStrayed = true
            }
            changedMask |= presses[position].bit
        }
    }

    /// Fills ``changed`` with the touches that have moved.
    private mutating func listMoved() {
        for position in touches.indices where presses[position].bit & changedMask != 0 {
            changed.append(touches[position])
            changedBits.append(presses[position].bit)
        }
    }

    private mutating func insertChanged(_ touch: Touch, bit: UInt64) {
        changedMask |= bit
        var position = changed.endIndex
        while position > 0, changed[position - 1].arrival > touch.arrival { position -= 1 }
        if position == changed.endIndex {
            changed.append(touch)
            changedBits.append(bit)
        } else {
            changed.insert(touch, at: position)
            changedBits.insert(bit, at: position)
        }
    }

    /// Removes a touch that went up at `time`, or that was cancelled when `time` is `nil`.
    private mutating func lift(at position: Int, time: Timestamp?) {
        let touch = touches.remove(at: position)
        let press = presses.remove(at: position)
        downMask &= ~press.bit
        insertChanged(touch, bit: press.bit)
        lastTap = nil
        guard let time, press.isAlone, !press.hasStrayed else { return }
        if let longest = thresholds.tapMaximumPress, time - touch.startTime > longest { return }
        lastTap = Tap(startLocation: touch.startLocation, upTime: time, tapCount: touch.tapCount)
    }

    private func index(of id: Int) -> Int? {
        for position in touches.indices where touches[position].id == id { return position }
        return nil
    }

    /// Frees the capacity for touches; none may be down.
    mutating func trimCapacity() {
        (touches, presses) = ([], [])
        (changed, changedBits) = ([], [])
    }

    private mutating func clearChanges() {
        while !changed.isEmpty { changed.removeLast() }
        while !changedBits.isEmpty { changedBits.removeLast() }
        changedMask = 0
    }

    private func takeChange(phase: TouchPhase, time: Timestamp, modifiers: ModifierKeys) -> TouchChange {
        if changed.isEmpty { return TouchChange(phase: phase, time: time, moved: touches, modifiers: modifiers) }
        return TouchChange(phase: phase, time: time, changed: changed, down: touches, modifiers: modifiers)
    }
}

extension Touch {
    /// Makes the current location the previous one.
    fileprivate mutating func rest() { previousLocation = location }

    /// Adopts the location and buttons of a contact.
    fileprivate mutating func move(to contact: TouchEvent.Contact) {
        location = contact.location
        buttons = contact.buttons
    }
}

extension TouchTracker {
    /// The state of a tracker between two events.
    struct State: Codable {
        /// A touch that is down.
        struct Entry: Codable {
            var touch: Touch
            /// The position of the touch's bit, from 0.
            var bit: Int
            var hasStrayed: Bool
            var isAlone: Bool
            var awaitsPlace: Bool?
        }

        var touches: [Entry]?
        var lastTap: Tap?
        var nextArrival: Int
    }

    /// The current state.
    var state: State {
        let entries = zip(touches, presses).map { touch, press in
            State.Entry(
                touch: touch, bit: press.bit.trailingZeroBitCount, hasStrayed: press.hasStrayed, isAlone: press.isAlone,
                awaitsPlace: press.awaitsPlace ? true : nil)
        }
        return State(touches: entries.isEmpty ? nil : entries, lastTap: lastTap, nextArrival: nextArrival)
    }

    /// Restores the state of another tracker.
    ///
    /// - Throws: ``UnsoundState`` for a state that no tracker can have.
    mutating func restore(_ state: State) throws(UnsoundState) {
        let entries = state.touches ?? []
        try UnsoundState.require(entries.count <= maximumTouches, "more touches are down than may be")
        try UnsoundState.require(
            UnsoundState.counts.contains(state.nextArrival), "a number of arrivals that nobody reaches")
        var last = -1
        var bits: UInt64 = 0
        for entry in entries {
            let arrival = entry.touch.arrival
            try UnsoundState.require(arrival > last && arrival < state.nextArrival, "touches out of their order")
            try UnsoundState.require(
                UnsoundState.counts.contains(entry.touch.tapCount), "a tap count that nobody reaches")
            try UnsoundState.require((0..<Self.mostTouches).contains(entry.bit), "a touch without a bit")
            try UnsoundState.require(bits & 1 << UInt64(entry.bit) == 0, "two touches with one bit")
            bits |= 1 << UInt64(entry.bit)
            last = arrival
        }
        try UnsoundState.require(
            entries.allSatisfy { one in entries.count { $0.touch.id == one.touch.id } == 1 },
            "a touch that is down twice")
        try UnsoundState.require(
            UnsoundState.counts.contains(state.lastTap?.tapCount ?? 0), "a tap count that nobody reaches")
        touches = entries.map(\.touch)
        presses = entries.map {
            Press(
                bit: 1 << UInt64($0.bit), hasStrayed: $0.hasStrayed, isAlone: $0.isAlone,
                awaitsPlace: $0.awaitsPlace ?? false)
        }
        awaitsPlaces = presses.contains(where: \.awaitsPlace)
        downMask = bits
        lastTap = state.lastTap
        nextArrival = state.nextArrival
    }
}
