import ChartEngine
package import ChartWire

/// What a client says of one session of a stream of many.
package struct StreamedSession: Sendable {
    private var session: String?
    /// What events call it; `nil` for its id.
    private var givenName: String?
    /// The session's token; `nil` where the credential of the request counts.
    package private(set) var token: String?
    /// The last revision that the client has; `nil` for none.
    package private(set) var after: Int?
    /// The client whose batches need no surfaces in their updates; `nil` for none.
    package private(set) var client: String?
    /// What its events have.
    package private(set) var view = SurfaceView(window: .auto, hasSpecification: false)

    /// Creates what a client says that says nothing.
    package init() {}

    /// The session.
    package var id: String { session ?? "" }

    /// What events call the session, so that a stream may have one session in two sizes.
    package var name: String { givenName ?? id }

    /// How many revisions a client may have missed that goes on after the last one it has.
    package static let mostMissed = 256
}

extension StreamedSession: Described {
    /// Nothing: a session is looked for once its stream has begun.
    package typealias Place = Void

    /// What a client can say.
    package static let properties: [Property<StreamedSession>] = [
        .required("id", \.session, Schema(.string), "The session."),
        Property("token", \.token, Schema(.string).orNull, "Its token; the credential of the request unless given."),
        Property(
            "as", \.givenName, Schema(.string).orNull,
            "What events call it; its id unless given. No two sessions of a stream have one name.",
            reading: { json, _, _, pointer throws(Problem) in
                guard let name = try JSONCoding.decode(String?.self, from: json, at: pointer) else { return nil }
                try Identifier.check(name, at: pointer)
                return name
            }),
        Property(
            "after", \.after, Schema(.integer, from: 0).orNull,
            "The last revision that the client has: what came since follows, where it is at most 256 revisions; else a `state`.",
            fault: { $0.flatMap { Schema(.integer, from: 0).fault(Double($0)) } }),
        Property(
            "mine", \.client, Schema(.string).orNull,
            "The `client` of its own batches, whose updates have no surfaces: their answers have them."),
        Property(
            "query", Schema(.object, as: "StreamQuery"),
            "What events have: the parameters of `GET /v1/sessions/{id}/stream`, each a text, a number or true or false.",
            read: { json, session, _, pointer throws(Problem) in
                guard let members = try JSONCoding.decode(JSONObject?.self, from: json, at: pointer) else { return }
                session.view = try SurfaceView(members, at: pointer)
            }, json: { _, _ in nil }),
    ]
}

extension StreamedSession {
    /// Reads the sessions of a list.
    ///
    /// - Parameters:
    ///   - bodies: The list.
    ///   - pointer: Its place.
    /// - Returns: The sessions.
    /// - Throws: A problem that names the place.
    static func list(_ bodies: JSONValue, at pointer: JSONPointer) throws(Problem) -> [StreamedSession] {
        var sessions: [StreamedSession] = []
        for (index, body) in try JSONCoding.decode([JSONObject].self, from: bodies, at: pointer).enumerated() {
            var session = StreamedSession()
            try session.take(body, in: (), at: pointer.appending(index))
            sessions.append(session)
        }
        return sessions
    }
}

extension SurfaceView {
    /// Reads what events of a stream have from the members of an object, which are the parameters of a query.
    fileprivate init(_ members: JSONObject, at pointer: JSONPointer) throws(Problem) {
        let query = try QueryParameters(members, allowed: QueryParameters.viewNames, at: pointer)
        do throws(Problem) {
            self = try query.view(window: .auto, hasSpecification: false)
        } catch {
            throw Problem(.propertyInvalid, error.detail, at: pointer)
        }
    }
}

/// What a client says of the sessions of a stream: those of a new one, or what changes.
package struct StreamChange: Described {
    /// The sessions that the stream has from now on.
    package private(set) var added: [StreamedSession] = []
    /// The names of those that it has no longer.
    package private(set) var removed: [String] = []

    /// Nothing: a stream knows its sessions by what the client says.
    package typealias Place = Void

    /// Creates a change that changes nothing.
    package init() {}

    /// What a client can say of a stream that is there.
    package static let properties: [Property<StreamChange>] = [
        Property(
            "add", Schema(listOf: "StreamedSession"), "Sessions that the stream has from now on.",
            read: { json, change, _, pointer throws(Problem) in
                guard json != .null else { return }
                change.added = try StreamedSession.list(json, at: pointer)
            }, json: { _, _ in nil }),
        Property(
            "remove", \.removed, Schema(.array), "The names of sessions that it has no longer; others are passed over.",
            reading: { json, _, _, pointer throws(Problem) in
                try JSONCoding.decode([String]?.self, from: json, at: pointer) ?? []
            }),
    ]

    /// Reads the body of a change.
    ///
    /// - Parameter bytes: The body.
    /// - Throws: A problem that names the place.
    package init(body bytes: [UInt8]) throws(Problem) {
        try take(try JSONCoding.decode(JSONObject.self, from: try JSONValue.parse(bytes)), in: (), at: .root)
    }

    /// Reads the body of a new stream, whose sessions are the member `sessions`.
    ///
    /// - Parameter bytes: The body.
    /// - Throws: A problem that names the place.
    package init(newStream bytes: [UInt8]) throws(Problem) {
        let body = try JSONCoding.decode(JSONObject.self, from: try JSONValue.parse(bytes))
        let pointer = JSONPointer.root.appending("sessions")
        guard let sessions = body["sessions"] else { throw .missing(pointer) }
        for name in body.keys where name != "sessions" { throw .unknown(JSONPointer.root.appending(name)) }
        added = try StreamedSession.list(sessions, at: pointer)
    }
}
