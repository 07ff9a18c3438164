import ChartSessions
import CoreTestSupport

/// A client of a simulation, which keeps to the contract: it repeats a numbered batch until it has an answer, on any
/// node, and does not repeat a command.
struct SimulatedClient {
    /// What the client does now.
    enum State {
        /// It may make its next request.
        case idle
        /// It waits for the answer to its operation, until it hangs up.
        case waiting(operation: Int, until: Int64)
        /// It repeats its operation later.
        case pausing(operation: Int, until: Int64)
        /// It has made all its requests.
        case done
    }

    let name: String
    var state = State.idle
    private var cases: SeededCases
    private var requestsLeft: Int
    private var number = 0
    /// The time of its last events, in milliseconds, which rises with each request.
    private var eventTime: Int64 = 0
    private var sequence = 1
    /// The entity tag of the surface that the client saw last.
    private var entityTag: String?
    /// Whether a touch of the client is down.
    private var isPressing = false
    private let mayEnd: Bool

    init(_ index: Int, _ plan: SimulationPlan) {
        name = "c\(index)"
        cases = SeededCases(seed: plan.seed &* 7_919 &+ UInt64(index))
        requestsLeft = plan.requests
        mayEnd = index == 0 && plan.seed % 6 == 5
    }

    /// Returns the next request; `nil` after the last one.
    mutating func nextRequest(at time: Int64) -> SimulatedRequest? {
        guard requestsLeft > 0 else { return nil }
        requestsLeft -= 1
        number += 1
        eventTime = max(time, eventTime + 50)
        return SimulatedRequest(client: name, number: number, time: eventTime, kind: nextKind())
    }

    private mutating func nextKind() -> SimulatedRequest.Kind {
        if mayEnd, requestsLeft == 0 { return .end }
        if isPressing { return .batch(sequence: sequence, .lift) }
        switch cases.integer(in: 0...9) {
        case 0...4:
            return .batch(sequence: sequence, cases.element(of: [.drag, .drag, .turn, .press]))
        case 5...6:
            guard let entityTag else { return .read }
            return .command(selectsRow: cases.integer(in: 0...100), ifMatch: entityTag)
        case 7:
            return .command(selectsRow: cases.isTrue() ? cases.integer(in: 0...100) : nil, ifMatch: nil)
        default:
            return .read
        }
    }

    /// Takes the outcome of an attempt.
    mutating func take(
        _ outcome: SimulatedOperation.Outcome, to request: SimulatedRequest, operation: Int, at now: Int64
    ) {
        state = .idle
        switch outcome {
        case .told(let answer):
            entityTag = answer?.entityTag ?? entityTag
            if case .batch(_, let action) = request.kind {
                sequence += 1
                isPressing = action == .press
            }
        case .refused(.store), .unknown:
            guard request.isRepeatable else { break }
            state = .pausing(operation: operation, until: now + Int64(cases.integer(in: 1...400)))
        case .refused(.gone): requestsLeft = 0
        case .refused(.sequenceGap(let expected)), .refused(.sequenceStale(let expected)): sequence = expected
        case .refused(.sequenceReused): sequence += 1
        case .refused: entityTag = nil
        }
        if case .idle = state, requestsLeft == 0 { state = .done }
    }
}
