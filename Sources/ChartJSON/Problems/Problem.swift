/// An error as the client receives it (RFC 9457).
///
/// ```swift
/// let problem = Problem(.propertyInvalid, "A width is at least 1.", pointer: "/size/width")
/// assert(problem.code == .propertyInvalid)
/// ```
public struct Problem: Error, Sendable, Hashable {
    /// The kind of error.
    public var code: ProblemCode
    /// The error in this case, as a sentence for a person.
    public var detail: String
    /// The place in the request body, as a JSON Pointer (RFC 6901).
    public var pointer: String?
    /// The place in the request body, as a byte offset from its start.
    public var offset: Int?
    /// Further members of the answer, in order.
    public var members: [Member]
    /// The methods that the route supports, for 405.
    public var allow: [String]
    /// The number of seconds after which the client may try again, for 429 and 503.
    public var retryAfter: Int?

    /// A further member of the answer.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: Value

        /// A value of a member.
        public enum Value: Sendable, Hashable {
            /// A whole number.
            case number(Int)
            /// A text.
            case text(String)
        }

        /// Creates a member with a whole number.
        public init(name: String, number: Int) {
            self.name = name
            value = .number(number)
        }

        /// Creates a member with a text.
        public init(name: String, text: String) {
            self.name = name
            value = .text(text)
        }
    }

    /// Creates a problem.
    public init(
        _ code: ProblemCode, _ detail: String, pointer: String? = nil, offset: Int? = nil, members: [Member] = [],
        allow: [String] = [], retryAfter: Int? = nil
    ) {
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.offset = offset
        self.members = members
        self.allow = allow
        self.retryAfter = retryAfter
    }
}

extension Problem {
    /// The case of an enumeration that a member names.
    ///
    /// - Throws: `body.invalid-value` that names all words.
    package static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String, of type: Word.Type, at pointer: JSONPointer
    ) throws(Problem) -> Word {
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw Problem(.propertyInvalid, "Expected one of \(words).", at: pointer)
        }
        return word
    }
}

/// An error that says which problem a client gets for it.
///
/// Code that only passes the error on needs to know no more of it.
public protocol ProblemSource: Error {
    /// The problem.
    var problem: Problem { get }
}

extension Problem: ProblemSource {
    /// The problem itself.
    public var problem: Problem { self }
}

extension Problem {
    /// The problem as a body of type `application/problem+json`.
    public var body: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + detail.utf8.count)
        write(into: &writer)
        return writer.bytes
    }

    /// Writes the problem as a JSON object, without absent members.
    ///
    /// First come the members of RFC 9457, then `code`, `pointer`, `offset` and the further members.
    public func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("type")
        writer.value("/problems/" + code.rawValue)
        writer.key("title")
        writer.value(code.title)
        writer.key("status")
        writer.value(code.status)
        writer.key("detail")
        writer.value(detail)
        writer.key("code")
        writer.value(code.rawValue)
        if let pointer {
            writer.key("pointer")
            writer.value(pointer)
        }
        if let offset {
            writer.key("offset")
            writer.value(offset)
        }
        for member in members {
            writer.key(member.name)
            switch member.value {
            case .number(let number): writer.value(number)
            case .text(let text): writer.value(text)
            }
        }
        writer.endObject()
    }
}
