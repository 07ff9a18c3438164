import CoreTestSupport
import StoreTestSupport

@testable import ChartSessions

extension SimulatedClient {
    var isDone: Bool { if case .done = state { true } else { false } }

    /// When the client acts next; `nil` for one that may act now, or is done.
    var dueAt: Int64? {
        switch state {
        case .waiting(_, let end), .pausing(_, let end): end
        case .idle, .done: nil
        }
    }

    func isDue(at now: Int64) -> Bool {
        switch state {
        case .idle: true
        case .waiting(_, let end), .pausing(_, let end): end <= now
        case .done: false
        }
    }
}

extension Simulation {
    /// How long a client waits for an answer, in milliseconds.
    private static let patience: Int64 = 7_000

    /// Lets a client make a request, repeat one, or hang up.
    func act(_ index: Int) {
        switch clients[index].state {
        case .idle:
            guard let request = clients[index].nextRequest(at: time.now) else {
                clients[index].state = .done
                return
            }
            operations.append(SimulatedOperation(request: request))
            send(operations.count - 1, of: index)
        case .pausing(let operation, _): send(operation, of: index)
        case .waiting(let operation, _): settle(operation, .unknown)
        case .done: break
        }
    }

    private func send(_ operation: Int, of client: Int) {
        let alive = nodes.filter { $0.life != nil && !$0.isClosing }
        guard !alive.isEmpty else {
            clients[client].state = .pausing(operation: operation, until: time.now + 500)
            return
        }
        clients[client].state = .waiting(operation: operation, until: time.now + Self.patience)
        send(operation, to: choices.element(of: alive).number)
    }

    /// Sends an operation to a node.
    func send(_ operation: Int, to node: Int) {
        let (request, attempt) = (operations[operation].request, operations[operation].attempts.count)
        note("node \(node) gets: \(request)")
        operations[operation].attempts.append(
            SimulatedOperation.Attempt(node: node, floor: floor, followsEnd: hasToldEnd))
        nodes[node].life?.answer(request, bug: plan.bug) { [replies] result in
            replies.append(SimulatedReplies.Reply(operation: operation, attempt: attempt, result: result))
        }
    }

    /// Takes an answer to its client, unless the client has hung up.
    func take(_ reply: SimulatedReplies.Reply) {
        let attempts = operations[reply.operation].attempts
        guard attempts.count - 1 == reply.attempt, attempts[reply.attempt].outcome == nil else { return }
        switch reply.result {
        case .success(let answer): settle(reply.operation, .told(answer))
        case .failure(let error as SessionError): settle(reply.operation, .refused(error))
        case .failure(let error): settle(reply.operation, .refused(.damaged("\(error)")))
        }
    }

    /// Ends an attempt.
    func settle(_ operation: Int, _ outcome: SimulatedOperation.Outcome) {
        let request = operations[operation].request
        note("\(request.client) \(request.number): \(outcome)")
        let last = operations[operation].attempts.count - 1
        operations[operation].attempts[last].outcome = outcome
        operations[operation].attempts[last].head = database.log.count
        operations[operation].attempts[last].hasEnded = database.hasEnded
        if case .told(let answer) = outcome {
            if let answer { floor = max(floor, answer.revision) } else { hasToldEnd = true }
        }
        guard let client = clients.firstIndex(where: { $0.name == request.client }) else { return }
        clients[client].take(outcome, to: request, operation: operation, at: time.now)
    }
}
