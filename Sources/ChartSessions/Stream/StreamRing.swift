/// The last events of one view.
struct StreamRing: Sendable {
    let view: StreamView
    /// The position of the first event.
    private(set) var first: Int
    private(set) var events: [StreamEvent] = []
    private(set) var bytes = 0

    init(view: StreamView, at position: Int) {
        self.view = view
        first = position
    }

    /// The position of the next event.
    var end: Int { first + events.count }

    /// The event at a position; `nil` for a dropped one.
    subscript(position: Int) -> StreamEvent? {
        position >= first && position < end ? events[position - first] : nil
    }

    /// The position after a revision that a viewer knows; `nil` if it is dropped.
    func position(after revision: Int) -> Int? {
        events.lastIndex { $0.brings(to: revision) }.map { first + $0 + 1 }
    }

    /// Keeps an event; one after a gap drops all earlier events.
    mutating func keep(_ event: StreamEvent, at position: Int) {
        guard position >= end else { return }
        if position > end { self = StreamRing(view: view, at: position) }
        events.append(event)
        bytes += event.bytes
    }

    /// Drops the oldest event.
    mutating func dropFirst() {
        bytes -= events.removeFirst().bytes
        first += 1
    }
}
