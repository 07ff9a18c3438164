import ChartEngine
package import ChartSeries
package import ChartText
package import ChartWire

/// A change of a session, as a client requests it, as the service makes it, and as the log stores it.
package struct Change: Sendable {
    /// What is to be done.
    package var operation: ChangeOperation
    /// The surface; empty for the session itself and for a new one, whose name stands in its body.
    var surface: String
    /// The id of the axis or modifier within the surface; empty for the surface itself.
    var item: String
    /// How the answer is wanted, as the log keeps it.
    var query: QueryParameters
    /// What the answer shows, and how the change is made.
    package let shape: AnswerShape
    /// The body; empty for none.
    package internal(set) var body: [UInt8]
    /// The client and the number of a numbered batch; `nil` until its body is read.
    package internal(set) var number: BatchNumber?
    /// What identifies a numbered batch among those of its client.
    var digest: BatchDigest?
    /// The entity tags, one of which the surface must have; `nil` for any.
    var ifMatch: [String]?
    /// Whether the change must not replace what exists.
    var refusesReplacing = false
    /// Who makes the change, by a token that names an author; `nil` for the driver.
    package var author: String?
    /// Whether it may change annotations of its author alone, and no locked ones.
    package var isOfAnnotator = false
    /// The rows of the datasets that its body names.
    package var tables: [String: Table] = [:]

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - surface: The surface; empty for the session itself and for a new one.
    ///   - item: What is changed within the surface; empty for the surface itself.
    ///   - query: The query, as the log keeps it.
    ///   - shape: What the query asks for.
    ///   - body: The body; empty for none.
    ///   - digest: What identifies the body, where the log remembers it.
    ///   - ifMatch: The entity tags of which the surface must have one; `nil` for any.
    ///   - refusesReplacing: Whether what exists may not be replaced.
    package init(
        _ operation: ChangeOperation, of surface: String, item: String = "", query: QueryParameters = .init(),
        shape: AnswerShape = .init(), body: [UInt8] = [], digest: BatchDigest? = nil, ifMatch: [String]? = nil,
        refusesReplacing: Bool = false
    ) {
        self.operation = operation
        self.surface = surface
        self.item = item
        self.query = query
        self.shape = shape
        self.body = body
        self.digest = digest
        self.ifMatch = ifMatch
        self.refusesReplacing = refusesReplacing
    }

    /// Creates the change by which the service cancels the gestures of a surface.
    static func cancellation(of surface: String, because reason: CancellationReason) -> Change {
        Change(.cancelGestures, of: surface, body: Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8))
    }

    /// The number of a batch whose body is refused; `nil` where it has none, and for a dry run.
    package var numberOfUnreadBatch: BatchNumber? {
        guard operation == .postEvents, !shape.mode.isDryRun, case .object(let members)? = try? JSONValue.parse(body),
            case .string(let client)? = members["client"], case .number(let number)? = members["sequence"],
            let sequence = Int(exactly: number)
        else { return nil }
        return BatchNumber(client: client, sequence: sequence)
    }

    /// Puts the list of a preset of modifiers in the place of its name in a new surface, as the log keeps it.
    ///
    /// - Throws: A problem for a body that is no JSON, or for a name that is none.
    package mutating func expandPreset() throws {
        guard operation == .createSurface else { return }
        let expanded = try ModifierPreset.expanding(try JSONValue.parse(body), at: .root)
        body = expanded.map { Array($0.text.utf8) } ?? body
    }

    /// The datasets that the body asks to show, each once, with their places.
    package func datasets() throws -> [(name: String, pointer: JSONPointer)] {
        switch operation {
        case .createSurface, .patchSurface:
            try SurfaceSpecification.datasets(of: try decoded(JSONObject.self), at: .root).map { ($0.name, $0.pointer) }
        case .postEvents, .postCommand, .patchSession, .deleteSurface, .patchAxis, .putModifier, .patchModifier,
            .deleteModifier, .putAnnotation, .patchAnnotation, .deleteAnnotation, .cancelGestures:
            []
        }
    }

    /// The query from which a replay makes the same answer.
    ///
    /// Only the answer to a numbered batch is kept for later, so that it matters which language the client accepted.
    var replayedQuery: String { number == nil ? query.text : shape.selfContained(query.text) }
}

/// Why the service cancels gestures.
package enum CancellationReason: String, Sendable, Hashable {
    /// The client was silent for longer than the gesture timeout.
    case timeout
    /// The server restarted.
    case restart
}

/// A change whose body was read, ready to be applied to its session.
package struct PreparedChange: Sendable {
    /// The change, as the log stores it.
    package var change: Change
    /// The number of events from a client.
    package var eventCount = 0
    /// Whether the change may take longer than other requests should wait for.
    package var mayTakeLong: @Sendable (borrowing Session) -> Bool = { $0.hasAwayRows }
    /// Makes the change as one revision or none.
    var make: @Sendable (inout Session) throws -> ChangeAnswer

    /// How long a caller can wait, who holds the session meanwhile.
    package enum Patience: Sendable {
        /// Not for a change that may take long, nor for its answer.
        case none
        /// Not for the answer to be written, which alone may tell its length.
        case untilMade
        /// As long as it takes.
        case unlimited
    }

    /// Applies the change as one revision or none; when it throws, the caller discards the session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - patience: How long the caller can wait.
    /// - Returns: The answer, which is not written yet.
    /// - Throws: ``ChangeNeedsTime`` for a patience that is too short, or why the change is refused.
    package func apply(to session: inout Session, _ patience: Patience = .unlimited) throws -> ChangeAnswer {
        if case .none = patience, mayTakeLong(session) { throw ChangeNeedsTime.toBeMade }
        let answer = try make(&session)
        if case .unlimited = patience { return answer }
        guard answer.body.isSurelyWithinLimit else { throw ChangeNeedsTime.toBeWritten }
        return answer
    }
}

/// A change needs more time than its caller has; the session discards it.
package enum ChangeNeedsTime: Error, Sendable {
    /// It may take longer than other requests should wait for.
    case toBeMade
    /// Its answer may exceed the size limit, which only writing it tells.
    case toBeWritten
}

/// The answer to a change.
package struct ChangeAnswer: Sendable {
    /// What has become of the changed thing.
    package enum Outcome: Sendable, Hashable {
        /// It is another one.
        case changed
        /// It is new, at a path below that of its session, such as `surfaces/main`.
        case created(path: String)
        /// It is gone.
        case ended
    }

    /// The body; it is written outside of the session's lock.
    package var body: AnswerDraft
    /// What has become of the changed thing.
    package var outcome = Outcome.changed
    /// The tag of its present state; `nil` where there is none, and for a dry run.
    package var entityTag: String?
    /// The language that the client asked for; `nil` where the body has that of its session, or none.
    package var locale: ChartLocale?
    /// The datasets that are held for the change, and that no surface shows after it; of each as many as are held.
    package var releasedDatasets: [String] = []
}
