import Synchronization

/// What people have noted about the data of a dataset at places of x, such as a deploy; it stays when the rows are replaced.
///
/// This module does not read the text of an event. A reader keeps its result in the event, see ``Event/made(_:)``.
public final class TableEvents: Sendable {
    /// An event.
    public final class Event: Sendable {
        /// Its name, unique in its dataset.
        public let id: String
        /// What it says, one line.
        public let text: String
        /// The version of the dataset that its last change made.
        public let version: Int
        fileprivate let memo = Mutex<(any Sendable)?>(nil)

        /// Takes an event.
        public init(id: String, text: String, version: Int) { (self.id, self.text, self.version) = (id, text, version) }

        /// What a reader makes of it, made once.
        public func made<Value: Sendable>(_ make: (Event) -> Value) -> Value { memo.value(of: self, make) }
    }

    /// The events, in the order in which they are drawn.
    public let events: [Event]
    /// The version of the dataset that the last change of the events made.
    public let version: Int
    private let memo = Mutex<(any Sendable)?>(nil)

    /// The most events of a dataset.
    public static let most = 10_000

    /// Takes events.
    public init(_ events: [Event], version: Int) { (self.events, self.version) = (events, version) }

    /// The event with a name.
    public subscript(id: String) -> Event? { events.first { $0.id == id } }

    /// What a reader makes of all of them, made once.
    public func made<Value: Sendable>(_ make: (TableEvents) -> Value) -> Value { memo.value(of: self, make) }

    /// The events with another one, at the place of the one with its name or as the last.
    public func putting(_ id: String, _ text: String, version: Int) -> TableEvents {
        var changed = events
        let event = Event(id: id, text: text, version: version)
        if let index = changed.firstIndex(where: { $0.id == id }) {
            changed[index] = event
        } else {
            changed.append(event)
        }
        return TableEvents(changed, version: version)
    }

    /// The events without one; they are empty after the last, and still count their version.
    public func removing(_ id: String, version: Int) -> TableEvents {
        TableEvents(events.filter { $0.id != id }, version: version)
    }
}

extension Mutex where Value == (any Sendable)? {
    /// What was made before, or is made now.
    fileprivate borrowing func value<Source, Made: Sendable>(of source: Source, _ make: (Source) -> Made) -> Made {
        if let kept = withLock(\.self), let made = kept as? Made { return made }
        let made = make(source)
        withLock { $0 = made }
        return made
    }
}

/// The events as lines: their version, then for each its version, its name and its text between tabs.
extension TableEvents {
    /// The lines.
    public var bytes: [UInt8] {
        let lines = events.map { "\($0.version)\t\($0.id)\t\($0.text)\n" }
        return Array("\(version)\n\(lines.joined())".utf8)
    }

    /// Reads lines; `nil` for bytes that are none.
    public convenience init?(bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.split(separator: "\n")
        guard let version = lines.first.flatMap({ Int($0) }), lines.count <= Self.most + 1 else { return nil }
        var events: [Event] = []
        for line in lines.dropFirst() {
            let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let version = Int(parts[0]) else { return nil }
            events.append(Event(id: String(parts[1]), text: String(parts[2]), version: version))
        }
        self.init(events, version: version)
    }
}

extension TableEvents: Equatable {
    /// Whether two lists are of the same version, which one list has.
    public static func == (one: TableEvents, other: TableEvents) -> Bool {
        one === other || one.version == other.version && one.bytes == other.bytes
    }
}
