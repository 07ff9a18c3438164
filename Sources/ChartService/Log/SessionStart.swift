package import ChartSeries
package import ChartSessions
package import ChartWire

/// What a session begins with, and the first line of its log.
package struct SessionStart: Sendable {
    /// The version of the log's format, and of the rules by which its lines were made.
    ///
    /// 2: a wheel gesture ends when anything else acts, a handled turn of the wheel reaches no later modifier, and an axis
    /// that ranges itself always is moved by its data alone. A log of version 1 runs by the rules of today, and is refused
    /// where these make another state of it.
    static let format = 2

    /// What the client has asked for.
    package let body: SessionBody
    /// The same, as it was received.
    let specification: [UInt8]
    /// What bounds the session.
    let bounds: ChangeInterpreter.Bounds
    /// The timeout of a session that names none, in milliseconds.
    let idleTimeout: Double
    /// The version of the rules by which its log was made.
    private(set) var format = Self.format

    /// Reads what a client asks for.
    ///
    /// - Throws: The problem of a body that cannot be meant.
    package init(specification: [UInt8], bounds: ChangeInterpreter.Bounds, idleTimeout: Double) throws {
        body = try JSONCoding.decode(SessionBody.self, from: try JSONValue.parse(specification))
        self.specification = specification
        self.bounds = bounds
        self.idleTimeout = idleTimeout
    }

    /// Makes the session.
    ///
    /// - Parameters:
    ///   - id: The session's name.
    ///   - tables: The tables of the datasets that the surfaces name, in their order.
    ///   - interpreter: Knows the modifiers.
    /// - Returns: The session at revision 0.
    /// - Throws: A problem that names the place.
    package func session(id: String, tables: [Table], interpreter: ChangeInterpreter) throws(Problem) -> Session {
        try body.session(
            id: id, tables: tables, context: interpreter.specification(calendar: try body.calendar()),
            idleTimeout: idleTimeout, maximumSurfaces: bounds.surfacesPerSession)
    }

    /// The first line of the log of a session that has just been made.
    package func line(of session: Session) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: specification.count + 512)
        writer.object { writer in
            writer.member("kind", "session")
            writer.member("format", Self.format)
            writer.member("id", session.id)
            writer.member("idleTimeout", session.idleTimeout)
            writer.member("bounds") { writer in
                for (name, path) in Self.boundNames {
                    writer.key(name)
                    writer.value(bounds[keyPath: path])
                }
            }
            writer.member("datasets", session.lookups)
            writer.key("specification")
            writer.rawValue(SingleLine.text(specification))
            writer.member("stateHash", hash: session.stateHash)
        }
        return writer.bytes
    }

    /// The first bound that is larger than another; `nil` when none is.
    func boundName(beyond most: ChangeInterpreter.Bounds) -> String? {
        Self.boundNames.first { bounds[keyPath: $0.1] > most[keyPath: $0.1] }?.0
    }

    private static var boundNames: [(String, WritableKeyPath<ChangeInterpreter.Bounds, Int>)] {
        [
            ("eventsPerBatch", \.eventsPerBatch), ("touches", \.touches), ("surfacesPerSession", \.surfacesPerSession),
            ("modifiersPerSurface", \.modifiersPerSurface), ("rowsPerWindow", \.rowsPerWindow),
        ]
    }

    /// Reads the first line of a log.
    ///
    /// - Parameter reader: The members of the line but for its kind.
    /// - Throws: The problem of a line that cannot be meant.
    init(_ reader: inout ObjectReader) throws {
        let format = try reader.integer("format")
        guard (1...Self.format).contains(format) else {
            throw Problem(
                .logVersion, "The log is of format \(format); this server reads 1 to \(Self.format).",
                pointer: "/format")
        }
        var bounds = ChangeInterpreter.Bounds(
            eventsPerBatch: 0, touches: 0, surfacesPerSession: 0, modifiersPerSurface: 0, rowsPerWindow: 0)
        var numbers = try ObjectReader(reader.json("bounds"), at: reader.pointer.appending("bounds"))
        for (name, path) in Self.boundNames {
            let bound = try numbers.integer(name)
            guard bound > 0 else {
                throw Problem(.logInvalid, "A bound is at least 1.", at: numbers.pointer.appending(name))
            }
            bounds[keyPath: path] = bound
        }
        var writer = JSONWriter()
        JSONCoding.write(try reader.json("specification"), into: &writer)
        try self.init(
            specification: writer.bytes, bounds: bounds, idleTimeout: try reader.number("idleTimeout"))
        self.format = format
    }
}
