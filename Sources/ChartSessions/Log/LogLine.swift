import ChartStores
import ChartWire

/// One line of a session's log.
enum LogLine {
    /// The first line: what the session began with.
    case start(SessionStart, id: String, lookups: [DatasetLookup], stateHash: String?)
    /// The state at a revision, in place of the lines up to it.
    case snapshot(StoredSnapshot)
    /// A revision.
    case revision(LoggedRevision)

    private enum Kind: String, CaseIterable {
        case session, snapshot, batch, command, patch, cancel
    }

    /// Reads a line.
    ///
    /// - Parameter bytes: The line without its end.
    /// - Throws: The problem of an invalid line; its pointer is within the line.
    init(_ bytes: [UInt8]) throws {
        var reader = try ObjectReader(try JSONValue.parse(bytes), at: .root)
        let kind = try reader.word("kind", of: Kind.allCases)
        switch kind {
        case .session:
            let start = try SessionStart(&reader)
            self = .start(
                start, id: try reader.text("id"), lookups: try Self.lookups(&reader),
                stateHash: try reader.optionalText("stateHash"))
            try reader.finish([
                "kind", "format", "id", "idleTimeout", "bounds", "datasets", "specification", "stateHash",
            ])
        case .snapshot:
            var writer = JSONWriter()
            JSONCoding.write(try reader.json("state"), into: &writer)
            self = .snapshot(StoredSnapshot(revision: try reader.integer("revision"), state: writer.bytes))
            try reader.finish(["revision", "kind", "state"])
        case .batch: self = .revision(try LoggedRevision(&reader, change: .postEvents))
        case .command: self = .revision(try LoggedRevision(&reader, change: .postCommand))
        case .patch:
            let name = try reader.text("operation")
            guard let operation = ChangeOperation(rawValue: name), operation.kind == .patch else {
                throw Problem(
                    .logInvalid, "There is no operation \"\(name.prefix(40))\" of this kind.", pointer: "/operation")
            }
            self = .revision(try LoggedRevision(&reader, change: operation))
        case .cancel: self = .revision(try LoggedRevision(&reader, change: .cancelGestures))
        }
    }

    static func lookups(_ reader: inout ObjectReader) throws(Problem) -> [DatasetLookup] {
        let place = reader.pointer.appending("datasets")
        guard case .object(let datasets) = try reader.json("datasets") else {
            throw Problem(.logInvalid, "Expected an object.", at: place)
        }
        var lookups: [DatasetLookup] = []
        for (name, json) in datasets.members {
            var lookup = try ObjectReader(json, at: place.appending(name))
            lookups.append(
                DatasetLookup(
                    name: name, version: try lookup.integer("version"), rows: try lookup.integer("rows"),
                    edition: try lookup.optionalInteger("edition") ?? 0))
            try lookup.finish(["version", "rows", "edition"])
        }
        return lookups
    }
}

/// A revision as the log stores it.
struct LoggedRevision: Sendable {
    /// The revision, from 1.
    var revision: Int
    /// The change.
    var change: Change
    /// What it saw of each dataset.
    var lookups: [DatasetLookup]
    /// The hash of the state that it made; `nil` in a log without.
    var stateHash: String?

    fileprivate init(_ reader: inout ObjectReader, change operation: ChangeOperation) throws {
        revision = try reader.integer("revision")
        let surface = try reader.text("surface")
        lookups = try LogLine.lookups(&reader)
        stateHash = try reader.optionalText("stateHash")
        let body = reader.optionalJSON("body")
        let digest = try reader.optionalText("digest")
        // The body has the client and the number too; the line repeats them for human readers.
        _ = (try reader.optionalText("client"), try reader.optionalInteger("sequence"))
        let author = try reader.optionalText("author")
        let query = try reader.optionalText("query")
        var writer = JSONWriter()
        if let body { JSONCoding.write(body, into: &writer) }
        let parameters = try QueryParameters(query: query, allowed: operation.query)
        change = Change(
            operation, of: surface, item: try operation.item.map { try reader.text($0) } ?? "", query: parameters,
            shape: try AnswerShape(of: operation, parameters), body: writer.bytes,
            digest: digest.flatMap(Hexadecimal.bytes).flatMap(BatchDigest.init(bytes:)))
        change.author = author
        try reader.finish([
            "revision", "kind", "operation", "surface", "aid", "mid", "client", "sequence", "digest", "author",
            "query", "datasets", "body", "stateHash",
        ])
    }
}
