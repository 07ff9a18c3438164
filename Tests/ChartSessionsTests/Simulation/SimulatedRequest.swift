import ChartEngine
import Gestures

@testable import ChartSessions

/// A request of a client of a simulation.
struct SimulatedRequest: Sendable, Equatable, CustomStringConvertible {
    /// What the request asks for.
    enum Kind: Sendable, Equatable {
        /// Reads the state.
        case read
        /// Sends a numbered batch, which the client repeats until it has an answer.
        case batch(sequence: Int, Action)
        /// Runs a command, which the client never repeats; possibly only on the surface that it has seen.
        case command(selectsRow: Int?, ifMatch: String?)
        /// Ends the session.
        case end
    }

    /// The events of a batch.
    enum Action: String, Sendable {
        /// A touch lands, moves and lifts.
        case drag
        /// A touch lands and stays.
        case press
        /// The touch that stays lifts.
        case lift
        /// A wheel turns.
        case turn
    }

    /// The client, and the number of the request among those of the client.
    var client: String
    var number: Int
    /// When the client makes the request, in milliseconds.
    var time: Int64
    var kind: Kind

    /// Whether the client may send it again when it does not know whether it was carried out.
    var isRepeatable: Bool {
        switch kind {
        case .read, .batch, .end: true
        case .command: false
        }
    }

    /// Whether it makes a revision.
    var isChange: Bool {
        switch kind {
        case .batch, .command: true
        case .read, .end: false
        }
    }

    /// The words of the line in the log; the precondition is not part of it.
    var words: String {
        switch kind {
        case .read: "read \(client) \(number) \(time)"
        case .batch(let sequence, let action): "batch \(client) \(number) \(time) \(sequence) \(action.rawValue)"
        case .command(let row, _): "command \(client) \(number) \(time) \(row.map(String.init) ?? "all")"
        case .end: "end \(client) \(number) \(time)"
        }
    }

    /// The words, with the precondition.
    var description: String {
        guard case .command(_, let tag?) = kind else { return words }
        return "\(words) if \(tag)"
    }

    init(client: String, number: Int, time: Int64, kind: Kind) {
        self.client = client
        self.number = number
        self.time = time
        self.kind = kind
    }

    /// Reads the words of a line; `nil` for other words.
    init?(words: String) {
        let parts = words.split(separator: " ").map(String.init)
        guard parts.count >= 5, let number = Int(parts[2]), let time = Int64(parts[3]) else { return nil }
        switch parts[0] {
        case "batch":
            guard parts.count == 6, let sequence = Int(parts[4]), let action = Action(rawValue: parts[5]) else {
                return nil
            }
            kind = .batch(sequence: sequence, action)
        case "command":
            kind = .command(selectsRow: Int(parts[4]), ifMatch: nil)
        default:
            return nil
        }
        (client, self.number, self.time) = (parts[1], number, time)
    }
}

/// What a client learns of a state.
struct SimulatedAnswer: Sendable, Equatable {
    var revision: Int
    var stateHash: UInt64
    /// The entity tag of the surface; `nil` in the kept answer to a repeated batch.
    var entityTag: String?

    init(of session: Session) {
        revision = session.revision
        stateHash = session.stateHash
        entityTag = session.surface("main")?.entityTag
    }

    /// Reads a kept answer.
    init?(kept bytes: [UInt8]) {
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard parts.count == 2, let revision = Int(parts[0]), let stateHash = UInt64(parts[1]) else { return nil }
        (self.revision, self.stateHash) = (revision, stateHash)
    }

    var kept: KeptAnswer { KeptAnswer(Array("\(revision) \(stateHash)".utf8)) }
}

/// Why a simulation cannot go on with a request; none of these may happen.
enum SimulationFault: Error {
    case lostAnswer
    case notAChange
}

extension SimulatedRequest {
    /// Makes the change on a session, as the server and a replay do.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - now: Milliseconds of the session clock.
    ///   - recognizesRetries: Whether a batch has its number; `false` only for a planted bug.
    /// - Returns: The answer.
    /// - Throws: `SessionError`, or ``SimulationFault``.
    func apply(to session: inout Session, now: Int64, recognizesRetries: Bool = true) throws -> SimulatedAnswer {
        switch kind {
        case .batch(let sequence, let action):
            let batch = Batch(
                number: recognizesRetries ? BatchNumber(client: client, sequence: sequence) : nil,
                digest: BatchDigest(body: Array(words.utf8), surface: "main"), events: events(of: action))
            switch try session.apply(batch, toSurface: "main", now: now) {
            case .applied:
                let answer = SimulatedAnswer(of: session)
                session.keep(answer: answer.kept, to: batch)
                return answer
            case .duplicate(let kept):
                guard let answer = kept?.written.flatMap(SimulatedAnswer.init(kept:)) else {
                    throw SimulationFault.lostAnswer
                }
                return answer
            }
        case .command(let row, let tag):
            try session.changeSurface("main", ifMatch: tag.map { [$0] }) { surface in
                try surface.perform(row.map { Surface.Command.selectRow($0) } ?? .zoomExtents(.xy))
            }
            return SimulatedAnswer(of: session)
        case .read, .end:
            throw SimulationFault.notAChange
        }
    }

    /// The change, as the log stores it.
    var change: Change {
        let operation: ChangeOperation = if case .batch = kind { .postEvents } else { .postCommand }
        return Change(operation, of: "main", body: Array(words.utf8))
    }

    private func events(of action: Action) -> [InputEvent] {
        let x = 100 + Double(number % 7) * 10
        return switch action {
        case .drag:
            [
                .touch(.began, x: x, at: time), .touch(.moved, x: x + 30, at: time + 20),
                .touch(.ended, x: x + 40, at: time + 40),
            ]
        case .press: [.touch(.began, x: x, at: time)]
        case .lift: [.touch(.ended, x: x + 25, at: time)]
        case .turn:
            [
                .wheel(
                    WheelEvent(
                        time: Timestamp(microseconds: time * 1_000), location: Point(x: x, y: 50), deltaX: 0,
                        deltaY: Double(number % 5 - 2) * 20 + 5))
            ]
        }
    }
}
