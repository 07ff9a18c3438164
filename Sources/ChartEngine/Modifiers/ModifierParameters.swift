public import ChartJSON

/// The properties of a modifier that a client can set.
///
/// Each has a default, and a client names only those that it changes. `properties` lists them.
public protocol ModifierParameters: DescribedState, Hashable where Place == ModifierPlace {
    /// Creates parameters with the defaults.
    init()

    /// Checks what the bounds of the properties do not rule out.
    ///
    /// - Throws: ``ModifierError`` that names the property.
    func validate() throws(ModifierError)
}

extension ModifierParameters {
    /// Accepts every value.
    public func validate() throws(ModifierError) {}

    /// Checks the bounds of the properties, and then what they do not rule out.
    ///
    /// - Throws: ``ModifierError`` that names the property.
    public func check() throws(ModifierError) {
        if let fault { throw ModifierError(property: fault.property, reason: fault.reason) }
        try validate()
    }

    /// Checks what the bounds of the properties do not rule out.
    public func validate(in place: ModifierPlace) throws(Problem) {
        do throws(ModifierError) {
            try validate()
        } catch {
            throw Problem(.propertyInvalid, error.reason, at: JSONPointer.root.appending(error.property))
        }
    }

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

/// What a modifier remembers between events.
public protocol ModifierState: Sendable, Hashable, Codable {
    /// Creates the state of a modifier that has seen no event.
    init()
}

/// The parameters of a modifier without properties.
public struct NoParameters: ModifierParameters {
    /// None.
    public static let properties: [Property<NoParameters>] = []

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
