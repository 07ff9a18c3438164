import ChartStores

@testable import ChartSessions

/// A request as its client sees it: each attempt, and what came of it.
struct SimulatedOperation: Sendable {
    /// What came of an attempt.
    enum Outcome: Sendable, CustomStringConvertible {
        /// The answer; `nil` for the end of the session.
        case told(SimulatedAnswer?)
        case refused(SessionError)
        /// The client hung up, or the node died.
        case unknown

        var description: String {
            switch self {
            case .told(let answer?): "revision \(answer.revision), hash \(answer.stateHash)"
            case .told(nil): "the session has ended"
            case .refused(let error): "refused, \(error)"
            case .unknown: "no answer"
            }
        }
    }

    /// One attempt.
    struct Attempt: Sendable {
        var node: Int
        /// The greatest revision that any client was told before the attempt.
        var floor: Int
        /// Whether any client was told before the attempt that the session has ended.
        var followsEnd: Bool
        /// The last committed revision when the attempt came to its end.
        var head = 0
        /// Whether the session had ended when the attempt came to its end.
        var hasEnded = false
        /// What came of it; `nil` while it is under way.
        var outcome: Outcome?
    }

    let request: SimulatedRequest
    var attempts: [Attempt] = []

    /// Whether the request may have been carried out although its client was not told so.
    var isOpen: Bool {
        attempts.contains { attempt in
            switch attempt.outcome {
            case .unknown, nil: true
            case .refused(.store(let error)): error != .conflict
            case .told, .refused: false
            }
        }
    }
}

/// A law that a history has broken.
struct SimulationViolation: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
