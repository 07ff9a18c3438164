import GRDB

@testable import ChartStorage

extension SQLiteSessionStore {
    /// Runs a statement on the writer's connection.
    func execute(_ statement: String) throws { try connections.current.pool.execute(statement) }
}

extension DatabaseWriter {
    /// Runs a statement on the writing connection.
    func execute(_ statement: String) throws {
        try writeWithoutTransaction { try $0.execute(sql: statement) }
    }
}
