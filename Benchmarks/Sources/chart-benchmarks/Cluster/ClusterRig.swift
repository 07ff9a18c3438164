import Foundation

/// PostgreSQL with a synchronous standby, three nodes and nginx, each in processes of its own.
///
/// The nodes run this executable.
final class ClusterRig {
    /// The ports of the nodes.
    let nodes: [UInt16]
    /// The port of nginx in front of the first node alone.
    let one: UInt16
    /// The port of nginx that sends the requests of a session to one of three nodes.
    let hash: UInt16
    /// The port of nginx that sends requests to three nodes in turn.
    let robin: UInt16
    private let script: PeerProcess

    /// The number of nodes.
    static let nodeCount = 3
    private static let python = "/usr/bin/python3"
    private static let path = "Tests/Cluster/bench_rig.py"

    /// Starts all and waits until the nodes are ready.
    ///
    /// - Parameter durability: The `store.durability` of the nodes.
    /// - Throws: An error if something does not start.
    init(durability: String) throws {
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        script = try PeerProcess(python: Self.python, script: Self.path, arguments: [executable, durability])
        let ports = try script.ask("ports", numbers: Self.nodeCount + 3).map { UInt16($0) }
        nodes = Array(ports[..<Self.nodeCount])
        (one, hash, robin) = (ports[Self.nodeCount], ports[Self.nodeCount + 1], ports[Self.nodeCount + 2])
    }

    /// Stores a table in every node.
    func put(_ table: BenchmarkTable) throws {
        for port in nodes { try BenchmarkedService(port: port).putIfMissing(table) }
    }

    /// Kills the primary with its backends.
    func killPrimary() throws {
        _ = try script.ask("kill", numbers: 0)
    }

    /// Begins to promote the standby.
    func beginPromotion() throws {
        try script.send("promote")
    }

    /// Waits for the end of the promotion.
    ///
    /// - Returns: How long it took, in seconds.
    func promotionSeconds() throws -> Double { try script.numbers(1)[0] }

    /// Makes the killed primary the standby of the new one.
    func rejoin() throws {
        _ = try script.ask("rejoin", numbers: 0)
    }

    /// Ends all.
    func stop() throws {
        try script.stop()
    }
}
