package import ChartSeries
package import ChartSessions
package import ChartWire
package import HTTPTypes

/// A change of a session as a client asks for it, or as the log remembers it.
package struct SessionChange: Sendable {
    /// What is to be done.
    package var operation: ChangeOperation
    /// The surface; empty for the session itself and for a new one, whose name stands in its body.
    var surface: String
    /// What is changed within the surface, such as an axis or a modifier; empty for the surface itself.
    var item: String
    /// How the answer is wanted, as the log keeps it.
    var query: QueryParameters
    /// What the answer shows.
    let view: SurfaceView
    /// Whether the change is tried out or explained.
    package let mode: ChangeMode
    /// The body; empty for none, and until it is read.
    package var body: [UInt8]
    /// What identifies the body among those of a client, where the log remembers it.
    var digest: BatchDigest?
    /// The entity tags of which the surface must have one; `nil` for any.
    var ifMatch: [String]?
    /// Whether what exists may not be replaced.
    var refusesReplacing = false
    /// The rows of the dataset that its body names.
    package var table: Table?

    /// Reads a change.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - surface: The surface; empty for the session itself and for a new one.
    ///   - item: What is changed within the surface; empty for the surface itself.
    ///   - query: How the answer is wanted.
    ///   - body: The body; empty for none, and for one that is yet to be read.
    ///   - digest: What identifies the body, where the log remembers it.
    ///   - ifMatch: The entity tags of which the surface must have one; `nil` for any.
    ///   - refusesReplacing: Whether what exists may not be replaced.
    /// - Throws: `query.invalid`.
    package init(
        operation: ChangeOperation, surface: String, item: String, query: QueryParameters, body: [UInt8] = [],
        digest: BatchDigest? = nil, ifMatch: [String]? = nil, refusesReplacing: Bool = false
    ) throws(Problem) {
        self.operation = operation
        self.surface = surface
        self.item = item
        self.query = query
        let isNewSurface = operation == .createSurface
        view = try query.view(window: isNewSurface ? .full : .auto, hasSpecification: isNewSurface)
        mode = try query.changeMode()
        self.body = body
        self.digest = digest
        self.ifMatch = ifMatch
        self.refusesReplacing = refusesReplacing
    }

    /// The dataset that the body names to be shown.
    package func dataset() throws -> String? {
        switch operation {
        case .createSurface: try decoded(SurfaceBody.self).dataset
        case .patchSurface: try decoded(SurfacePatchBody.self).dataset
        case .postEvents, .postCommand, .patchSession, .deleteSurface, .patchAxis, .putModifier, .patchModifier,
            .deleteModifier:
            nil
        }
    }

    /// What the log keeps of the change.
    func record(surface: String? = nil, number: BatchNumber? = nil, digest: BatchDigest? = nil) -> ChangeRecord {
        ChangeRecord(
            kind: operation.kind, surface: surface ?? self.surface, number: number,
            digest: number == nil ? nil : digest,
            operation: operation.kind == .patch ? operation.rawValue : nil,
            parameters: operation.item.map { [.init(name: $0, value: item)] } ?? [], query: query.text,
            body: SingleLine.text(body))
    }
}

/// A change that has been read and only waits for its session.
package struct PreparedChange: Sendable {
    /// What the log keeps of it.
    package var record: ChangeRecord
    /// How many events of a client it has.
    package var eventCount = 0
    /// Makes it, as one revision or as none; what it throws leaves the session as it is.
    package var apply: @Sendable (inout Session) throws -> ChangeAnswer

    /// Makes the change as ``apply`` does, unless its answer may be too long.
    ///
    /// - Throws: ``AnswerLengthUnknown``: the answer has to be written to know, which the session's lock must not wait for.
    package var applyWithinLimit: @Sendable (inout Session) throws -> ChangeAnswer {
        { [apply] session in
            let answer = try apply(&session)
            guard answer.body.isSurelyWithinLimit else { throw AnswerLengthUnknown() }
            return answer
        }
    }
}

/// The answer to a change may be longer than it may be; the change has not been made.
package struct AnswerLengthUnknown: Error {}

/// The answer to a change.
package struct ChangeAnswer: Sendable {
    /// What the answer says; it is written outside of the session's lock.
    package var body: AnswerDraft
    /// The status.
    package var status: HTTPResponse.Status = .ok
    /// The headers beside those of every answer.
    package var headers: HTTPFields = [:]
    /// The dataset that is shown once less.
    package var releasedDataset: String?
}
