import ChartEngine
package import ChartSeries
package import ChartStores
package import ChartWire

/// The start of a session, which is the first line of its log.
package struct SessionStart: Sendable {
    /// The version of the log's format, and of the rules that made its lines.
    ///
    /// Version 2 changed three rules. Anything else that acts ends a wheel gesture. A handled wheel event reaches no
    /// later modifier. Only data moves an axis that always ranges itself. Version 3 changed what gestures and the history
    /// do where something else moves an axis between two events. Version 4 changed what the wheel, taps and readings act on:
    /// areas of axes, legends, turned axes and the kinds of series. A log of an earlier version runs by the current rules.
    /// A replay refuses it where these lead to another state; a stored session goes on from that state.
    static let format = 4

    /// What the client's request says.
    package let body: SessionSpecification
    /// The same body as received, with lists in the place of presets.
    let specification: [UInt8]
    /// The bounds of the session.
    let bounds: ChangeInterpreter.Bounds
    /// The idle timeout of a session that names none, in milliseconds.
    let idleTimeout: Double
    /// The version of the rules that made the log.
    private(set) var format = Self.format

    /// Reads the body of a client's request.
    ///
    /// - Throws: The problem of an invalid body.
    package init(specification: [UInt8], bounds: ChangeInterpreter.Bounds, idleTimeout: Double) throws {
        let received = try JSONValue.parse(specification)
        let expanded = try ModifierPreset.expanding(session: received)
        var body = SessionSpecification()
        try body.take(try JSONCoding.decode(JSONObject.self, from: expanded ?? received), in: .new, at: .root)
        self.body = body
        self.specification = expanded.map { Array($0.text.utf8) } ?? specification
        self.bounds = bounds
        self.idleTimeout = idleTimeout
    }

    /// Creates the session.
    ///
    /// - Parameters:
    ///   - id: The session's name.
    ///   - tables: The tables of the datasets that the surfaces name, in their order.
    ///   - interpreter: Has the modifier types.
    /// - Returns: The session at revision 0.
    /// - Throws: A problem that names the place.
    package func session(id: String, tables: [Table], interpreter: ChangeInterpreter) throws(Problem) -> Session {
        try body.session(
            id: id, tables: tables, context: interpreter.specification(calendar: body.calendar),
            standardTimeout: idleTimeout, mostSurfaces: bounds.surfacesPerSession)
    }

    /// The first line of the log of a new session.
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

    /// The first bound that exceeds the one in `most`; `nil` when none does.
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
    /// - Parameter reader: The members of the line without its kind.
    /// - Throws: The problem of an invalid line.
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

extension Session {
    /// The rows that the session reads of each dataset, sorted by name.
    package var lookups: [DatasetLookup] {
        var lookups: [DatasetLookup] = []
        for index in surfaces.indices {
            for name in surfaces[index].datasets where !lookups.contains(where: { $0.name == name }) {
                guard let table = surfaces[index].table(of: name) else { continue }
                lookups.append(
                    DatasetLookup(name: name, version: table.version, rows: table.rowCount, edition: table.edition))
            }
        }
        if lookups.count > 1 { lookups.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
        return lookups
    }

    /// Gives every surface the rows that a revision read.
    ///
    /// - Parameter tables: The rows by dataset; a dataset without an entry keeps its rows.
    package mutating func show(_ tables: [String: Table]) {
        refresh { tables[$0] }
    }

    /// Gives surfaces other rows than those that they showed, which are gone.
    ///
    /// - Parameter tables: The rows by dataset; a dataset without an entry keeps its rows.
    package mutating func show(replacing tables: [String: Table]) {
        refresh(isReplaced: true) { tables[$0] }
    }

    /// The numbers of the first rows of the datasets that have dropped rows, or may drop some.
    ///
    /// - Parameter rows: The rows of a dataset, such as those that the session shows; `nil` for those of none.
    /// - Returns: The numbers by dataset.
    func firstRows(_ rows: (String) -> Table?) -> [String: Int] {
        var found: [String: Int] = [:]
        for name in datasets {
            guard let table = rows(name), table.firstRow > 0 || table.rules.retain != nil else { continue }
            found[name] = table.firstRow
        }
        return found
    }

    /// The rows of a dataset that the session shows.
    package func table(of dataset: String) -> Table? {
        for index in surfaces.indices {
            if let table = surfaces[index].table(of: dataset) { return table }
        }
        return nil
    }
}
