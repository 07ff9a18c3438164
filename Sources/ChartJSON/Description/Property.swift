/// A property of a described value.
public struct Property<Root: Described>: Sendable {
    /// The name in bodies, answers and the stored state.
    public let name: String
    /// What the property takes.
    public let schema: Schema
    /// What the property does, a sentence.
    public let meaning: String
    let read: @Sendable (JSONValue, inout Root, Root.Place, JSONPointer) throws(Problem) -> Void
    let fault: @Sendable (Root) -> String?
    let json: @Sendable (Root, Root.Place?) -> JSONValue?
    let restore: @Sendable (KeyedDecodingContainer<PropertyKey>, inout Root) throws -> Void
    let store: @Sendable (Root, inout KeyedEncodingContainer<PropertyKey>) throws -> Void

    /// Reads a value of JSON in its surroundings, which may depend on the properties before it.
    public typealias Reading<Value> = @Sendable (JSONValue, Root, Root.Place, JSONPointer) throws(Problem) -> Value

    /// Creates a property whose values are read and written by their `Codable`.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - path: Where the value is.
    ///   - schema: What the property takes.
    ///   - meaning: What the property does, a sentence.
    ///   - fault: Returns what is wrong with a value that is of the right type.
    ///   - reading: Reads a value, where its type alone does not say how.
    public init<Value: Codable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ schema: Schema, _ meaning: String,
        fault: @escaping @Sendable (Value) -> String? = { _ in nil },
        reading: @escaping Reading<Value> = { json, _, _, pointer throws(Problem) in
            try JSONCoding.decode(Value.self, from: json, at: pointer)
        }
    ) {
        self.name = name
        self.schema = schema
        self.meaning = meaning
        read = { json, root, place, pointer throws(Problem) in
            root[keyPath: path] = try reading(json, root, place, pointer)
        }
        self.fault = { fault($0[keyPath: path]) }
        json = { root, _ in
            do {
                let json = try JSONCoding.encode(root[keyPath: path])
                return json == .null ? nil : json
            } catch {
                preconditionFailure("\(name) of \(Root.self) is a value that JSON has")
            }
        }
        restore = { container, root in
            guard let value = try container.decodeIfPresent(Value.self, forKey: PropertyKey(stringValue: name)) else {
                return
            }
            root[keyPath: path] = value
        }
        store = { root, container in
            let value = root[keyPath: path]
            if let optional = value as? any AnyOptional, optional.isNil { return }
            try container.encode(value, forKey: PropertyKey(stringValue: name))
        }
    }

    /// Creates a property that is written otherwise than it is kept, such as a column's name for its number.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - schema: What the property takes.
    ///   - meaning: What the property does, a sentence.
    ///   - read: Reads a value of JSON over the value that is there.
    ///   - json: Writes the value; nil leaves it out, as where its surroundings are not given.
    public init(
        _ name: String, _ schema: Schema, _ meaning: String,
        read: @escaping @Sendable (JSONValue, inout Root, Root.Place, JSONPointer) throws(Problem) -> Void,
        json: @escaping @Sendable (Root, Root.Place?) -> JSONValue?
    ) {
        self.name = name
        self.schema = schema
        self.meaning = meaning
        self.read = read
        self.json = json
        fault = { _ in nil }
        restore = { _, _ in preconditionFailure("\(name) is stored otherwise") }
        store = { _, _ in preconditionFailure("\(name) is stored otherwise") }
    }

    /// The property without the type of the value that has it; an empty text is one that follows from the surroundings.
    public var description: PropertyDescription {
        let value = json(Root(), nil)
        return PropertyDescription(
            name: name, schema: schema, defaultValue: value == "" ? nil : value, meaning: meaning)
    }

    /// Reads a value as its type says, where null changes nothing.
    public static func keeping<Value: Codable & Sendable>(
        _ path: any WritableKeyPath<Root, Value> & Sendable
    ) -> Reading<Value> {
        { json, root, _, pointer throws(Problem) in
            json == .null ? root[keyPath: path] : try JSONCoding.decode(Value.self, from: json, at: pointer)
        }
    }

    /// True or false.
    public static func flag(
        _ name: String, _ path: any WritableKeyPath<Root, Bool> & Sendable, _ meaning: String
    ) -> Self {
        Self(name, path, Schema(.boolean), meaning)
    }

    /// A whole number.
    public static func integer(
        _ name: String, _ path: any WritableKeyPath<Root, Int> & Sendable, _ range: ClosedRange<Int>, _ meaning: String
    ) -> Self {
        let schema = Schema(.integer, from: Double(range.lowerBound), to: Double(range.upperBound))
        return Self(name, path, schema, meaning, fault: { schema.fault(Double($0)) })
    }

    /// A number within bounds, either of which may be open.
    public static func number(
        _ name: String, _ path: any WritableKeyPath<Root, Double> & Sendable, from least: Double? = nil,
        to most: Double? = nil, but excluded: Double? = nil, _ meaning: String
    ) -> Self {
        var schema = Schema(.number, from: least, to: most)
        schema.excluded = excluded
        return Self(name, path, schema, meaning, fault: { [schema] in schema.fault($0) })
    }

    /// A number within bounds, or null.
    public static func number(
        _ name: String, _ path: any WritableKeyPath<Root, Double?> & Sendable, _ range: ClosedRange<Double>,
        _ meaning: String
    ) -> Self {
        let schema = Schema(.number, from: range.lowerBound, to: range.upperBound).orNull
        return Self(name, path, schema, meaning, fault: { $0.flatMap { schema.fault($0) } })
    }

    /// A word of an enumeration.
    public static func word<Word: CaseIterable & RawRepresentable<String> & Codable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Word> & Sendable, _ meaning: String
    ) -> Self {
        Self(name, path, Schema(words: Word.self), meaning)
    }

    /// A word of an enumeration, or null; one that is required must be given first and cannot be taken away.
    public static func word<Word: CaseIterable & RawRepresentable<String> & Codable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Word?> & Sendable, isRequired: Bool = false,
        _ meaning: String
    ) -> Self {
        required(
            name, path, isRequired ? Schema(words: Word.self) : Schema(words: Word.self).orNull, isRequired, meaning)
    }

    /// A value that a client must give.
    public static func required<Value: Codable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ schema: Schema, _ meaning: String
    ) -> Self {
        required(name, path, schema, true, meaning)
    }

    private static func required<Value: Codable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ schema: Schema, _ isRequired: Bool,
        _ meaning: String
    ) -> Self {
        var schema = schema
        schema.isRequired = isRequired
        return Self(
            name, path, schema, meaning,
            reading: { json, _, _, pointer throws(Problem) in
                isRequired
                    ? try JSONCoding.decode(Value.self, from: json, at: pointer)
                    : try JSONCoding.decode(Value?.self, from: json, at: pointer)
            })
    }

    /// A text with so many bytes, or null.
    public static func text(
        _ name: String, _ path: any WritableKeyPath<Root, String?> & Sendable, bytes: ClosedRange<Int>? = nil,
        _ meaning: String
    ) -> Self {
        let schema = Schema(
            .string, from: bytes.map { Double($0.lowerBound) }, to: bytes.map { Double($0.upperBound) }
        ).orNull
        return Self(
            name, path, schema, meaning, fault: { $0.flatMap { schema.fault(Double($0.utf8.count), " bytes") } })
    }

    /// Names, such as ids; null where a property without them is not the same as one with none.
    public static func names(
        _ name: String, _ path: any WritableKeyPath<Root, [String]?> & Sendable, _ meaning: String
    ) -> Self {
        Self(name, path, Schema(.array).orNull, meaning)
    }
}

/// A property without the type of the value that has it.
public struct PropertyDescription: Sendable {
    /// The name.
    public let name: String
    /// What the property takes.
    public let schema: Schema
    /// The default, as answers write it; nil where there is none.
    public let defaultValue: JSONValue?
    /// What the property does, a sentence.
    public let meaning: String

    /// Creates a description.
    public init(name: String, schema: Schema, defaultValue: JSONValue?, meaning: String) {
        self.name = name
        self.schema = schema
        self.defaultValue = defaultValue
        self.meaning = meaning
    }

    /// Writes the description as `GET /v1/modifiers` tells it.
    public func write(into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("type", schema.kind.rawValue)
            writer.key("default")
            JSONCoding.write(defaultValue ?? .null, into: &writer)
            schema.writeBounds(into: &writer)
            writer.member("meaning", meaning)
        }
    }
}

private protocol AnyOptional {
    var isNil: Bool { get }
}

extension Optional: AnyOptional {
    var isNil: Bool { self == nil }
}
