import ChartStores
import CoreTestSupport
import StoreTestSupport

@testable import ChartSessions

/// A run of several nodes over one database, with clients and faults, on one thread and in virtual time.
///
/// How a seed becomes a history: the plan of the seed names the sizes. In each step the simulation lists all that could
/// happen next (a job of a node runs, a transaction gets further, a read is answered, a client sends or hangs up, a node
/// sweeps), and a generator made from the seed chooses one. Now and then another generator chooses a fault. When nothing
/// can happen, the time moves on to whatever is due next. Nothing else is random, so a plan always makes the same
/// history. Calls to ``SimulatedStore`` and ``SimulatedThread`` are the only doors between the simulation and the
/// registries, which run their production code.
///
/// One session keeps a history exact: a registry visits its sessions in the order of a hash table, which no seed
/// determines. Hints of new revisions are not simulated, as if all were lost; one would be a further ``Step``.
final class Simulation {
    /// Something that can happen next.
    enum Step {
        case job(node: Int, index: Int)
        case send(node: Int)
        case advance(transaction: Int)
        case drop(transaction: Int)
        case answer(node: Int)
        case resolve(node: Int)
        case giveUp(node: Int)
        case refuse(node: Int)
        case ask(node: Int, read: Int)
        case answerRead(node: Int, read: Int)
        case reply(Int)
        case client(Int)
        case sweep(node: Int)
        case watch

        /// The slowness that delays the step; `nil` for none.
        var slowness: SimulationPlan.Slowness? {
            switch self {
            case .advance: .database
            case .answer, .resolve, .giveUp, .refuse: .writer
            case .ask, .answerRead: .reads
            case .reply: .network
            case .job(let node, _): node == 0 ? .firstNode : nil
            case .send, .drop, .client, .sweep, .watch: nil
            }
        }
    }

    /// The steps of the longest simulation; each run comes to rest in fewer.
    static let mostSteps = 40_000

    let plan: SimulationPlan
    let time = ManualClock(milliseconds: 1_000_000)
    let database: SimulatedDatabase
    var nodes: [SimulatedNode]
    var clients: [SimulatedClient]
    var viewer = SimulatedViewer()
    var operations: [SimulatedOperation] = []
    /// The answers that the nodes have given and the clients do not have.
    let replies = SimulatedReplies()
    var choices: SeededCases
    var faultChoices: SeededCases
    var faultsLeft: Int
    /// The greatest revision that any client was told.
    var floor = 0
    var hasToldEnd = false
    private var checkedLines = 0
    private(set) var steps = 0
    /// What has happened; kept only on demand.
    private(set) var trace: [String] = []
    private let keepsTrace: Bool

    init(_ plan: SimulationPlan, keepsTrace: Bool = false) {
        self.plan = plan
        self.keepsTrace = keepsTrace
        let head = StoredHead(
            id: SimulatedFormat.id, driverTokenHash: [1], viewerTokenHash: [2],
            idleTimeout: SimulatedFormat.session.idleTimeout, datasets: ["users"], line: Array("session".utf8))
        database = SimulatedDatabase(session: head, isReplicated: plan.isReplicated, time: time, bug: plan.bug)
        nodes = (0..<plan.nodes).map(SimulatedNode.init)
        clients = (0..<plan.clients).map { SimulatedClient($0, plan) }
        choices = SeededCases(seed: plan.seed &* 104_729)
        faultChoices = SeededCases(seed: plan.seed &* 1_299_709 &+ 1)
        faultsLeft = plan.faults
    }

    /// Runs the plan.
    ///
    /// - Throws: ``SimulationViolation`` for a broken law.
    func run() throws {
        defer { for node in nodes { node.kill() } }
        for node in nodes { node.start(plan, over: database, time: time) }
        while !clients.allSatisfy(\.isDone) { try takeStep(mayFail: true) }
        for node in nodes { node.frozenUntil = 0 }
        try rest()
        for _ in 0..<2 {
            for node in nodes { begin(.sweep(node: node.number)) }
            try rest()
        }
        try checkViewer()
        try readEverywhere()
        try checkHistory()
    }

    /// Notes what happens.
    func note(_ text: @autoclosure () -> String) {
        if keepsTrace { trace.append("\(steps) at \(time.now - 1_000_000) ms: \(text())") }
    }

    /// Does what the generators choose, and checks the laws that hold at all times.
    private func takeStep(mayFail: Bool) throws {
        steps += 1
        guard steps < Self.mostSteps else { throw SimulationViolation("the simulation does not come to rest") }
        if mayFail, faultsLeft > 0, faultChoices.isTrue(oneIn: 24) {
            faultsLeft -= 1
            fail(faultChoices.element(of: plan.kinds))
        }
        startNodes()
        let possible = possibleSteps()
        let leaps = possible.isEmpty || mayFail && choices.isTrue(oneIn: 100)
        if leaps { moveTime() } else { begin(choose(from: possible)) }
        try checkLog()
        try readStream()
    }

    /// Chooses a step; another one mostly if it is slow in this plan.
    private func choose(from possible: [Step]) -> Step {
        let step = choices.element(of: possible)
        guard step.slowness == plan.slowness, !choices.isTrue(oneIn: 12) else { return step }
        let others = possible.filter { $0.slowness != plan.slowness }
        return others.isEmpty ? step : choices.element(of: others)
    }

    /// Goes on until nothing is under way.
    private func rest() throws {
        while nodes.contains(where: { $0.life == nil || $0.life?.thread.nextWaking != nil || $0.isClosing })
            || !possibleSteps(withSweeps: false).isEmpty
        {
            try takeStep(mayFail: false)
        }
    }

    /// The viewer has seen the last revision, although no hint has told its node of it.
    private func checkViewer() throws(SimulationViolation) {
        guard plan.hasViewer, !database.hasEnded, viewer.known != database.log.count else { return }
        throw SimulationViolation("at the end, the viewer knows revision \(viewer.known ?? -1)")
    }

    /// Reads the session from every node; each must have what the database has.
    private func readEverywhere() throws {
        for node in nodes {
            let request = SimulatedRequest(client: "auditor", number: node.number, time: time.now, kind: .read)
            operations.append(SimulatedOperation(request: request))
            send(operations.count - 1, to: node.number)
            let replied = { [self] in replies.count > 0 }
            while !replied() { try takeStep(mayFail: false) }
            begin(.reply(0))
            switch operations[operations.count - 1].attempts.last?.outcome {
            case .told(let answer?) where answer.revision == database.log.count: continue
            case .refused(.gone) where database.hasEnded: continue
            case let outcome:
                throw SimulationViolation(
                    "at the end, node \(node.number) reads \(outcome.map { "\($0)" } ?? "nothing"), and the database has "
                        + "revision \(database.log.count)")
            }
        }
    }

    /// Revisions have neither a gap nor a fork.
    private func checkLog() throws(SimulationViolation) {
        let log = database.log
        while checkedLines < log.count {
            checkedLines += 1
            guard log[checkedLines - 1].revision == checkedLines else {
                throw SimulationViolation(
                    "line \(checkedLines) of the log has revision \(log[checkedLines - 1].revision)")
            }
        }
    }

    private func startNodes() {
        for node in nodes {
            if node.isClosing, node.life?.upkeep.hasClosed == true { end(node) }
            if node.life == nil, node.startsAt <= time.now { node.start(plan, over: database, time: time) }
            if let life = node.life, node.frozenUntil <= time.now { life.thread.wakeSleepers() }
        }
    }

    /// Lists what can happen next.
    func possibleSteps(withSweeps: Bool = true) -> [Step] {
        var steps: [Step] = []
        var owned: Set<Int> = []
        for node in nodes {
            guard let life = node.life else { continue }
            let sent = life.store.sent
            if let sent { owned.insert(sent.transaction) }
            guard node.frozenUntil <= time.now else { continue }
            steps += (0..<life.thread.jobs).map { .job(node: node.number, index: $0) }
            if life.store.sendable > 0 { steps.append(.send(node: node.number)) }
            if let sent {
                let place = database.place(of: sent.transaction)
                if sent.isInDoubt {
                    if place != .waiting { steps.append(.resolve(node: node.number)) }
                    if life.store.isAbandoned { steps.append(.giveUp(node: node.number)) }
                } else if place == .committed || place == .rolledBack {
                    steps.append(.answer(node: node.number))
                }
            }
            if life.store.isRefusable(at: time.now) { steps.append(.refuse(node: node.number)) }
            let reads = life.store.reads
            steps += reads.askable.map { .ask(node: node.number, read: $0) }
            steps += reads.answerable.map { .answerRead(node: node.number, read: $0) }
            if withSweeps, life.sweepAt <= time.now, !life.upkeep.isSweeping { steps.append(.sweep(node: node.number)) }
        }
        for transaction in database.open {
            steps.append(.advance(transaction: transaction))
            let isOnItsWay = database.place(of: transaction) == .underway
            if isOnItsWay, !owned.contains(transaction) { steps.append(.drop(transaction: transaction)) }
        }
        steps += (0..<replies.count).map { .reply($0) }
        steps += clients.indices.filter { clients[$0].isDue(at: time.now) }.map { .client($0) }
        if mayWatch { steps.append(.watch) }
        return steps
    }

    /// Lets a step happen.
    func begin(_ step: Step) {
        switch step {
        case .job(let node, let index): nodes[node].life?.thread.runJob(index)
        case .send(let node):
            guard let store = nodes[node].life?.store else { return }
            let count = choices.integer(in: 1...store.sendable)
            note("node \(node) sends \(count) changes")
            store.send(count)
        case .advance(let transaction):
            database.advance(transaction)
            note("transaction \(transaction) is \(database.place(of: transaction)), head \(database.log.count)")
        case .drop(let transaction):
            note("transaction \(transaction) is lost")
            database.rollBack(transaction)
        case .answer(let node):
            note("node \(node) gets its answer")
            nodes[node].life?.store.answer()
        case .resolve(let node):
            note("node \(node) looks what became of its transaction")
            nodes[node].life?.store.resolve()
        case .giveUp(let node):
            note("node \(node) gives its transaction up")
            nodes[node].life?.store.giveUp()
        case .refuse(let node):
            note("node \(node) refuses its queue")
            nodes[node].life?.store.refuse()
        case .ask(let node, let read): nodes[node].life?.store.ask(read)
        case .answerRead(let node, let read): nodes[node].life?.store.answerRead(read)
        case .reply(let index): take(replies.remove(at: index))
        case .client(let index): act(index)
        case .sweep(let node):
            note("node \(node) sweeps")
            nodes[node].life?.sweepAt = time.now + 1_000
            nodes[node].life?.sweep()
        case .watch: watch()
        }
    }

    /// Moves the time on to what is due next.
    private func moveTime() {
        var due: [Int64] = clients.compactMap(\.dueAt)
        for node in nodes {
            guard let life = node.life else {
                due.append(node.startsAt)
                continue
            }
            due.append(node.frozenUntil)
            if !life.upkeep.isSweeping { due.append(life.sweepAt) }
            if let waking = life.thread.nextWaking { due.append(Int64(waking.rounded(.up))) }
        }
        let next = due.filter { $0 > time.now }.min() ?? time.now + 1
        time.advance(byMilliseconds: next - time.now)
    }
}
