/// Follows the touches of one surface from down to up, and counts the taps as UIKit's `UITouch` does.
///
/// A touch down counts one tap more than the previous touch when that one ended (was not cancelled) after a press no
/// longer than `tapMaximumPress` that strayed no further than `tapSlop`, lies at least `multiTapMinimumGap` and at most
/// `multiTapGap` back, went down at most `multiTapDistance` away, and no other touch was down meanwhile. Else it is 1.
///
/// One event is applied in up to two steps, each answered with a ``TouchChange``, after ``check(_:)``:
/// ``cancelTouchesReplaced(by:)``, then ``apply(_:ignored:)``.
public struct TouchTracker: Sendable {
    /// The largest number of touches that may be down at once.
    public static let mostTouches = 64

    /// What the tracker remembers of a touch that is down, beside the touch itself.
    struct Press: Sendable {
        /// The touch's bit, different from that of every other touch that is down.
        var bit: UInt64
        /// Whether the touch has been further than `tapSlop` from its start.
        var hasStrayed: Bool
        /// Whether no other touch was down at any time since the touch went down.
        var isAlone: Bool
    }

    /// The last touch that went up, as far as the next touch's tap count depends on it.
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
    /// The bits of all touches that are down; derived from ``presses``.
    var downMask: UInt64 = 0
    var presses: [Press] = []
    /// The touches that changed in the last step; empty when all that are down have moved, which ``touches`` says then.
    private var changed: [Touch] = []
    var lastTap: Tap?
    var nextArrival = 0
    private let common: CommonThresholds
    let maximumTouches: Int

    /// Creates a tracker without touches.
    ///
    /// - Parameters:
    ///   - thresholds: The thresholds that the tap count follows.
    ///   - maximumTouches: How many touches may be down at once, at most ``mostTouches``.
    public init(thresholds: GestureThresholds, maximumTouches: Int = 16) {
        common = .of(thresholds)
        self.maximumTouches = min(maximumTouches, Self.mostTouches)
    }

    private var thresholds: GestureThresholds { common.value }

    /// Whether the next touch down could count as a further tap.
    public var remembersTap: Bool { lastTap != nil }

    /// The bit of the touch at a position of ``touches``.
    func bit(at index: Int) -> UInt64 { presses[index].bit }

    /// The bit of the touch at a position of those that changed in the last step.
    func changedBit(at index: Int) -> UInt64 { changed.isEmpty ? presses[index].bit : changedBits[index] }

    /// Finds out whether an event may be applied; nothing is changed.
    ///
    /// Complexity: O(contacts).
    ///
    /// - Throws: ``TouchError`` naming the first contact that is at fault.
    public func check(_ event: TouchEvent) throws(TouchError) {
        try Self.checkRepetitions(event)
        guard event.phase == .began else { return }
        let replaced = event.contacts.count { index(of: $0.id) != nil }
        let free = maximumTouches - (touches.count - replaced)
        if event.contacts.count > free {
            throw .tooManyTouches(index: max(0, free), limit: maximumTouches)
        }
    }

    /// Finds out whether each touch is named once.
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

    /// Cancels the touches that a began event names although they are down, where they were last.
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

    /// Cancels every touch and forgets the last tap.
    ///
    /// - Returns: What changed, or `nil` when no touch was down.
    public mutating func cancelAll(at time: Timestamp, modifiers: ModifierKeys = []) -> TouchChange? {
        lastTap = nil
        guard !touches.isEmpty else { return nil }
        clearChanges()
        for position in touches.indices.reversed() { lift(at: position, time: nil) }
        return takeChange(phase: .cancelled, time: time, modifiers: modifiers)
    }

    /// Forgets the last tap: the next touch down counts as the first.
    public mutating func forgetTap() {
        lastTap = nil
    }

    /// Forgets the last tap when a touch down at `time` would come too late to follow it.
    public mutating func forgetTap(before time: Timestamp) {
        if let lastTap, time - lastTap.upTime > thresholds.multiTapGap { self.lastTap = nil }
    }

    /// Applies an event that ``check(_:)`` has passed.
    ///
    /// - Parameters:
    ///   - event: The event; the touches that it begins are not down.
    ///   - ignored: Where contacts of touches that are not down are listed.
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

    /// Applies an event that moves touches.
    ///
    /// The change is lent the list of touches that are down, so that nobody counts references: ``takeBack(_:)`` must follow.
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

    /// Takes the list back that was lent to a move.
    mutating func takeBack(_ change: consuming TouchChange) { touches = change.down }

    /// Moves the touches to where the contacts are; the others rest.
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

    /// Lists the touches that have moved, apart from those that have not.
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

    /// Takes a touch off the surface; without a time it was cancelled.
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
    /// Takes its place for the one before the next event.
    fileprivate mutating func rest() { previousLocation = location }

    /// Takes over what a contact says.
    fileprivate mutating func move(to contact: TouchEvent.Contact) {
        location = contact.location
        buttons = contact.buttons
    }
}
