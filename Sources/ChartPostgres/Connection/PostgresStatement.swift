/// The text of a statement, which a connection prepares at its first use.
struct PostgresText: Sendable {
    /// The name of the prepared statement; empty for one that is not worth preparing.
    let name: String
    let sql: String

    init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }

    /// A statement that is used once.
    static func once(_ sql: String) -> PostgresText { PostgresText("", sql) }
}

/// A statement with its parameters.
struct PostgresStatement: Sendable {
    let text: PostgresText
    let parameters: PostgresParameters

    init(_ text: PostgresText, _ parameters: PostgresParameters) {
        self.text = text
        self.parameters = parameters
    }

    init(_ text: PostgresText, _ fill: (inout PostgresParameters) -> Void = { _ in }) {
        self.init(text, PostgresParameters(fill))
    }
}
