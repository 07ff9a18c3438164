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
