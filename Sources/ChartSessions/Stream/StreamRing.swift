/// What the viewers of one view were told last.
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

    /// The event at a position, if it is kept.
    subscript(position: Int) -> StreamEvent? {
        position >= first && position < end ? events[position - first] : nil
    }

    /// Where a viewer goes on who has seen a revision and nothing later, as far as is kept.
    func position(after revision: Int) -> Int? {
        events.lastIndex { $0.brings(to: revision) }.map { first + $0 + 1 }
    }

    /// Keeps an event; one that lies further on leaves no hole, but begins anew.
    mutating func keep(_ event: StreamEvent, at position: Int) {
        guard position >= end else { return }
        if position > end { self = StreamRing(view: view, at: position) }
        events.append(event)
        bytes += event.bytes
    }

    /// Gives up the oldest event.
    mutating func dropFirst() {
        bytes -= events.removeFirst().bytes
        first += 1
    }
}
