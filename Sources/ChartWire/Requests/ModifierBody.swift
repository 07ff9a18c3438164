/// A modifier as a client specifies or changes it; absent members stay unchanged.
public struct ModifierBody: Decodable, Sendable {
    /// The modifier's name.
    public var id: String?
    /// Its type.
    public var type: String?
    /// Whether it takes part.
    public var isEnabled: Bool?
    /// Whether it sees handled events.
    public var receiveHandledEvents: Bool?
    /// The modifiers whose gestures must fail first.
    public var requireFailureOf: [String]?
    /// The modifiers whose gestures may be active together with its own.
    public var simultaneousWith: [String]?
    /// The tag that pairs it with modifiers of other surfaces.
    public var eventsGroupTag: String?
    /// The buttons and keys with which its gestures begin; null resets the condition.
    public var when: Nullable<ConditionBody>?
    /// Data of the client; null removes it.
    public var meta: JSONValue?
    /// The modifiers of a group.
    public var children: [ModifierBody]?
    /// The members that are specific to the type.
    public var parameters: JSONObject

    /// Creates a body with an id and a type only.
    public init(id: String, type: String) {
        self.id = id
        self.type = type
        parameters = JSONObject()
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, type, isEnabled, receiveHandledEvents, requireFailureOf, simultaneousWith,
            eventsGroupTag, when, meta, children
    }

    /// Decodes the members that all modifiers have, and those that are specific to the type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        isEnabled = try container.decodeIfPresent(Bool.self, forKey: .isEnabled)
        receiveHandledEvents = try container.decodeIfPresent(Bool.self, forKey: .receiveHandledEvents)
        requireFailureOf = try container.decodeIfPresent([String].self, forKey: .requireFailureOf)
        simultaneousWith = try container.decodeIfPresent([String].self, forKey: .simultaneousWith)
        eventsGroupTag = try container.decodeIfPresent(String.self, forKey: .eventsGroupTag)
        when = try container.decodeIfPresent(Nullable<ConditionBody>.self, forKey: .when)
        meta = container.contains(.meta) ? try container.decode(JSONValue.self, forKey: .meta) : nil
        children = try container.decodeIfPresent([ModifierBody].self, forKey: .children)
        parameters = try JSONObject(from: decoder)
        for key in CodingKeys.allCases { parameters[key.rawValue] = nil }
    }
}

/// The buttons and keys with which gestures begin.
public struct ConditionBody: Decodable, Sendable {
    /// The names of the buttons.
    public var buttons: [String]?
    /// The names of the keys.
    public var keys: [String]?
}

/// The body of `POST …/commands`.
public struct CommandBody: Decodable, Sendable {
    /// The command's name.
    public var command: String
    /// The row of `selectRow`.
    public var row: Int?
}
