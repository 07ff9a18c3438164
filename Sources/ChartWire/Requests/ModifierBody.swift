/// A modifier as a client specifies or changes it; absent members stay unchanged.
public struct ModifierBody: Decodable, Sendable {
    /// The modifier's name.
    public var id: String?
    /// Its type.
    public var type: String?
    /// The modifiers of a group.
    public var children: [ModifierBody]?
    /// The other members: those that every modifier has, and those that are specific to the type.
    public var members: JSONObject

    /// Creates a body with an id and a type only.
    public init(id: String, type: String) {
        self.id = id
        self.type = type
        members = JSONObject()
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, type, children
    }

    /// Decodes the members that say which modifier it is, and takes the others as they are.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        children = try container.decodeIfPresent([ModifierBody].self, forKey: .children)
        members = try JSONObject(from: decoder)
        for key in CodingKeys.allCases { members[key.rawValue] = nil }
    }
}

/// The body of `POST …/commands`.
public struct CommandBody: Decodable, Sendable {
    /// The command's name.
    public var command: String
    /// The row of `selectRow`.
    public var row: Int?
    /// The dataset of the row of `selectRow`; the surface's unless given.
    public var dataset: String?
    /// The annotation of `selectAnnotation`.
    public var annotation: String?
}
