import CoreTestSupport
import StoreTestSupport

extension Simulation {
    /// Lets something go wrong.
    func fail(_ kind: SimulationPlan.Fault) {
        let node = faultChoices.element(of: nodes)
        note("fault: \(kind) at node \(node.number)")
        switch kind {
        case .cut: node.life?.store.cut(at: time.now)
        case .refusal:
            guard let sent = node.life?.store.sent, database.place(of: sent.transaction) == .underway else { return }
            database.rollBack(sent.transaction)
        case .failover:
            for transaction in database.open {
                let isOnStandby = database.place(of: transaction) == .waiting && faultChoices.isTrue()
                if isOnStandby { database.advance(transaction) } else { database.rollBack(transaction) }
            }
            for node in nodes { node.life?.store.cut(at: time.now) }
        case .freeze: node.frozenUntil = time.now + Int64(faultChoices.integer(in: 100...15_000))
        case .kill: end(node)
        case .stop:
            guard let life = node.life, !node.isClosing else { return }
            node.isClosing = true
            life.close()
        case .hangUp:
            let waiting = clients.compactMap { client in
                if case .waiting(let operation, _) = client.state { operation } else { nil }
            }
            if !waiting.isEmpty { settle(faultChoices.element(of: waiting), .unknown) }
        case .delay: time.advance(byMilliseconds: Int64(faultChoices.integer(in: 500...8_000)))
        case .clockJump: node.dateAhead.advance(byMilliseconds: Int64(faultChoices.integer(in: -300_000...300_000)))
        }
    }

    /// Ends the process of a node; its clients lose their connections, and a new process starts later.
    func end(_ node: SimulatedNode) {
        guard node.life != nil else { return }
        note("node \(node.number) ends")
        node.kill()
        node.isClosing = false
        node.frozenUntil = 0
        node.startsAt = time.now + Int64(faultChoices.integer(in: 100...3_000))
        if viewer.connection?.node == node.number { viewer.connection = nil }
        // What the process told its dying callers reaches none of them.
        for client in clients {
            guard case .waiting(let operation, _) = client.state,
                operations[operation].attempts.last?.node == node.number
            else { continue }
            settle(operation, .unknown)
        }
    }
}
