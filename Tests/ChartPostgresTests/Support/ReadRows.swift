import Foundation

/// How many rows a statement has read and returned, as its plan tells.
struct ReadRows: Equatable {
    /// A node of a plan in the form that `EXPLAIN (ANALYZE, FORMAT JSON)` gives it.
    private struct Node: Decodable {
        let type: String
        /// What the node is to the one above; an `InitPlan` gives it no rows.
        let relation: String?
        let table: String?
        let rows: Double
        let loops: Double
        let removedByFilter: Double?
        let removedByRecheck: Double?
        let nodes: [Node]?

        enum CodingKeys: String, CodingKey {
            case type = "Node Type"
            case relation = "Parent Relationship"
            case table = "Relation Name"
            case rows = "Actual Rows"
            case loops = "Actual Loops"
            case removedByFilter = "Rows Removed by Filter"
            case removedByRecheck = "Rows Removed by Index Recheck"
            case nodes = "Plans"
        }
    }

    private struct Explanation: Decodable {
        let root: Node

        enum CodingKeys: String, CodingKey {
            case root = "Plan"
        }
    }

    /// The rows that were read from tables of the store, those included that a filter has removed.
    private(set) var read = 0.0
    /// The rows that were returned or changed.
    private(set) var returned = 0.0
    /// The tables that were read from end to end.
    private(set) var scannedTables: Set<String> = []

    init(explanation: String) throws {
        let root = try JSONDecoder().decode([Explanation].self, from: Data(explanation.utf8))[0].root
        if root.type != "ModifyTable" { returned = root.rows * root.loops }
        add(root)
    }

    private mutating func add(_ node: Node) {
        if node.type == "ModifyTable" {
            for child in node.nodes ?? [] where child.relation != "InitPlan" { returned += child.rows * child.loops }
        } else if let table = node.table, !table.hasPrefix("pg_"), node.loops > 0 {
            read += (node.rows + (node.removedByFilter ?? 0) + (node.removedByRecheck ?? 0)) * node.loops
            if node.type == "Seq Scan" { scannedTables.insert(table) }
        }
        for child in node.nodes ?? [] { add(child) }
    }
}
