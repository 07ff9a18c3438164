/// A value that says what a client may write of it: the name, the type, the bounds and the meaning of each property.
///
/// Reading, PATCH, the answers, the contract and the documentation follow from ``properties``.
///
/// ```swift
/// struct Marker: Described, Equatable {
///     var size = 6.0, isFilled = true
///
///     static let properties: [Property<Self>] = [
///         .number("size", \.size, from: 1, to: 40, "Its diameter in points."),
///         .flag("isFilled", \.isFilled, "Whether it is filled."),
///     ]
///
///     func validate(in place: Void) throws(Problem) {}
/// }
/// var marker = Marker()
/// try marker.take(["size": 12], in: (), at: .root)
/// assert(marker == Marker(size: 12, isFilled: true))
/// ```
public protocol Described: Sendable {
    /// What only the surroundings of the value know, such as the axes of its chart.
    associatedtype Place

    /// The properties, in the order of answers; one that others depend on comes before them.
    static var properties: [Property<Self>] { get }

    /// Creates the value with the defaults.
    init()

    /// Checks what is about more than one property.
    ///
    /// - Parameter place: The surroundings.
    /// - Throws: A problem whose pointer starts at the value.
    func validate(in place: Place) throws(Problem)
}

extension Described {
    /// Accepts every value.
    public func validate(in place: Place) throws(Problem) {}

    /// Takes the members of a body: over the defaults for a new value, over the old value for a PATCH.
    ///
    /// - Parameters:
    ///   - body: The members.
    ///   - place: The surroundings.
    ///   - pointer: The place of the body.
    /// - Throws: `body.missing-property`, `body.unknown-property` or `body.invalid-value` with a pointer.
    public mutating func take(
        _ body: JSONObject, in place: Place, at pointer: JSONPointer
    ) throws(Problem) {
        for property in Self.properties {
            if let member = body[property.name] {
                try property.read(member, &self, place, pointer.appending(property.name))
            } else if property.schema.isRequired, property.json(self, place) == nil {
                throw .missing(pointer.appending(property.name))
            }
        }
        for name in body.keys where !Self.properties.contains(where: { MemberName($0.name) == MemberName(name) }) {
            throw .unknown(pointer.appending(name))
        }
        if let fault { throw Problem(.propertyInvalid, fault.reason, at: pointer.appending(fault.property)) }
        do {
            try validate(in: place)
        } catch {
            throw error.within(pointer)
        }
    }

    /// The first property that is out of its bounds, and what is wrong with it.
    package var fault: (property: String, reason: String)? {
        for property in Self.properties {
            if let reason = property.fault(self) { return (property.name, reason) }
        }
        return nil
    }

    /// The members of the value, without those that are nil.
    ///
    /// - Parameter place: The surroundings; nil where no property needs them.
    /// - Returns: The members, in the order of the properties.
    public func members(in place: Place? = nil) -> JSONObject {
        JSONObject(Self.properties.lazy.compactMap { one in one.json(self, place).map { (one.name, $0) } })
    }

    /// Writes the members of the value, without those that are nil.
    ///
    /// - Parameters:
    ///   - properties: The properties to write, by default all.
    ///   - place: The surroundings; nil where no property needs them.
    ///   - writer: Where to write.
    public func write(
        _ properties: [Property<Self>] = Self.properties, in place: Place? = nil, into writer: inout JSONWriter
    ) {
        for property in properties {
            guard let json = property.json(self, place) else { continue }
            writer.key(property.name)
            JSONCoding.write(json, into: &writer)
        }
    }

    /// Writes the members of the value that have not their defaults.
    ///
    /// - Parameters:
    ///   - names: Members that are left out.
    ///   - writer: The writer of the object.
    public func writeUnlikeDefaults(without names: [String] = [], into writer: inout JSONWriter) {
        let standard = Self()
        for property in Self.properties where !names.contains(property.name) {
            let json = property.json(self, nil)
            guard json != property.json(standard, nil) else { continue }
            writer.key(property.name)
            JSONCoding.write(json ?? .null, into: &writer)
        }
    }
}

/// A described value whose stored state has the names of its properties; other types let the compiler write `Codable`.
public protocol DescribedState: Described, Codable {}

extension DescribedState {
    /// Reads a stored value; a property that it lacks, because it is of an earlier version, has its default.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: PropertyKey.self)
        for property in Self.properties { try property.restore(container, &self) }
    }

    /// Stores the value under the names of its properties, without those that are nil.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PropertyKey.self)
        for property in Self.properties { try property.store(self, &container) }
    }
}

/// The name of a property in stored state.
public struct PropertyKey: CodingKey {
    /// The name.
    public let stringValue: String
    /// Nil: no property has a number.
    public var intValue: Int? { nil }

    /// Creates a key.
    public init(stringValue: String) { self.stringValue = stringValue }

    /// Nil: no property has a number.
    public init?(intValue: Int) { nil }
}

extension Problem {
    /// The problem that a body has a property that means nothing there.
    package static func unknown(_ pointer: JSONPointer) -> Problem {
        Problem(.propertyUnknown, "There is no such property here.", at: pointer)
    }

    /// The problem at a place of a value that is itself at another place.
    public func within(_ outer: JSONPointer) -> Problem {
        var problem = self
        problem.pointer = outer.description + (pointer ?? "")
        return problem
    }
}
