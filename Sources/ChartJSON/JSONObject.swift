/// The members of a JSON object, in order, with unique names.
///
/// Names are compared by code units, as RFC 8259 advises, so canonically equivalent spellings are different names.
///
/// ```swift
/// let settings: JSONObject = ["width": 1, "dash": [6, 4]]
/// assert(settings.keys == ["width", "dash"] && settings["colour"] == nil)
/// ```
public struct JSONObject: Sendable {
    /// The members in order.
    public private(set) var members: [(key: String, value: JSONValue)] = []
    private var positions: [MemberName: Int] = [:]

    /// The least count for which the object has a hashed index; below it, a linear search is faster.
    private static let indexedCount = 16

    /// Creates an object without members.
    public init() {}

    /// Creates an object from members in order; for a repeated name, the first place and the last value count.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members {
            self[key] = value
        }
    }

    /// The number of members.
    public var count: Int {
        members.count
    }

    /// Whether there are no members.
    public var isEmpty: Bool {
        members.isEmpty
    }

    /// The names of the members, in order.
    public var keys: [String] {
        members.map(\.key)
    }

    /// The value of the member with a name, or nil.
    ///
    /// Setting a new name appends a member, setting an existing name keeps its place, and setting nil removes it.
    /// - Complexity: O(1) on average; O(`count`) to remove.
    public subscript(key: String) -> JSONValue? {
        get {
            position(of: key).map { members[$0].value }
        }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): members[position].value = value
            case (nil, let value?): add(key, value)
            case (let position?, nil): remove(at: position)
            case (nil, nil): break
            }
        }
    }

    /// This object with its members replaced or extended by those of another.
    ///
    /// It is not recursive. A member of the overlay, even `null`, replaces the member of the same name in its place.
    /// New names follow in the overlay's order.
    public func merging(_ overlay: JSONObject) -> JSONObject {
        var merged = self
        for (key, value) in overlay.members {
            merged[key] = value
        }
        return merged
    }

    /// Adds a member if the name is new.
    ///
    /// - Returns: Whether the name was new.
    mutating func insert(_ key: String, _ value: JSONValue) -> Bool {
        guard position(of: key) == nil else { return false }
        add(key, value)
        return true
    }

    func contains(_ key: String) -> Bool {
        position(of: key) != nil
    }

    private func position(of key: String) -> Int? {
        let name = MemberName(key)
        return positions.isEmpty
            ? members.firstIndex { MemberName($0.key) == name }
            : positions[name]
    }

    private mutating func add(_ key: String, _ value: JSONValue) {
        members.append((key, value))
        if members.count == Self.indexedCount {
            indexMembers()
        } else if !positions.isEmpty {
            positions[MemberName(key)] = members.count - 1
        }
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        positions.removeAll()
        if members.count >= Self.indexedCount {
            indexMembers()
        }
    }

    private mutating func indexMembers() {
        positions.reserveCapacity(members.count)
        for (position, member) in members.enumerated() {
            positions[MemberName(member.key)] = position
        }
    }
}

extension JSONObject: Hashable {
    /// Whether two objects hold equal members in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count
            && zip(left.members, right.members).allSatisfy {
                MemberName($0.key) == MemberName($1.key) && $0.value == $1.value
            }
    }

    /// Hashes the members in order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members.count)
        for (key, value) in members {
            hasher.combine(key)
            hasher.combine(value)
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}
