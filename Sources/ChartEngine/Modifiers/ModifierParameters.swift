/// The properties of a modifier that a client can set.
///
/// The compiler writes the coding. Every property has a default, and a client names only those that it changes.
public protocol ModifierParameters: Sendable, Hashable, Codable {
    /// Creates parameters with the defaults.
    init()

    /// Checks what the types of the properties do not rule out.
    ///
    /// - Throws: ``ModifierError`` that names the property.
    func validate() throws(ModifierError)
}

extension ModifierParameters {
    /// Accepts every value.
    public func validate() throws(ModifierError) {}

    /// Throws unless a condition holds.
    ///
    /// - Parameters:
    ///   - condition: What must hold.
    ///   - property: The property that the condition is about.
    ///   - reason: What is wrong otherwise, a sentence.
    /// - Throws: ``ModifierError`` with the property and the reason.
    func require(_ condition: Bool, _ property: String, _ reason: @autoclosure () -> String) throws(ModifierError) {
        if !condition { throw ModifierError(property: property, reason: reason()) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a property that snapshots of earlier versions lack.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key, orMissing missing: Value) throws -> Value {
        contains(key) ? try decode(type, forKey: key) : missing
    }
}

/// What a modifier remembers between events.
public protocol ModifierState: Sendable, Hashable, Codable {
    /// Creates the state of a modifier that has seen no event.
    init()
}

/// The parameters of a modifier without properties.
public struct NoParameters: ModifierParameters {
    /// Creates the empty value.
    public init() {}
}

/// The state of a modifier that remembers nothing between events.
public struct NoState: ModifierState {
    /// Creates the empty value.
    public init() {}
}

/// Why a modifier refuses its parameters.
public struct ModifierError: Error, Sendable, Hashable {
    /// The property at fault.
    public var property: String
    /// What is wrong with it, a sentence.
    public var reason: String

    /// Creates an error.
    public init(property: String, reason: String) {
        self.property = property
        self.reason = reason
    }
}
