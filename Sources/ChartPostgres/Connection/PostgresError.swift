package import ChartStores

/// Why the database did not do what it was asked.
///
/// Its texts never contain a password.
package struct PostgresError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What has failed.
    package enum Kind: Sendable, Equatable {
        /// The client library of PostgreSQL cannot be loaded.
        case library
        /// The settings cannot be used, or the database lets nobody in with them.
        case settings
        /// No connection could be opened.
        case unreachable
        /// The connection was lost after a statement was sent, so its outcome is unknown.
        case lost
        /// A statement took too long, so its outcome is unknown.
        case late
        /// The database has refused a statement, which has changed nothing.
        case refused
    }

    /// What has failed.
    package var kind: Kind
    /// The SQLSTATE; empty for an error that the database has not reported.
    package var state: String
    /// A sentence for the operator.
    package var message: String
    /// The table that the error names; empty if it names none.
    package var table: String

    /// Creates an error.
    init(_ kind: Kind, state: String = "", message: String, table: String = "") {
        self.kind = kind
        self.state = state
        self.message = message
        self.table = table
    }

    /// A sentence for the operator.
    package var description: String { message }

    /// Whether the same attempt may succeed later, without another setting.
    package var isTemporary: Bool {
        switch kind {
        case .library, .settings: false
        case .unreachable, .lost, .late: true
        case .refused: needsNewConnection || isTransient || state.hasPrefix("53")
        }
    }

    /// Whether the statement may have been committed.
    var isInDoubt: Bool { kind == .lost || kind == .late }

    /// Whether the connection cannot be used for a further statement.
    ///
    /// A server that turned read-only is no longer the primary, so the next connection may find another one.
    var needsNewConnection: Bool {
        switch kind {
        case .library, .settings, .unreachable, .lost, .late: true
        case .refused: state == "25006" || state.hasPrefix("57P") || state.hasPrefix("08")
        }
    }

    /// Whether the error is about the data of one change: a bad value, or a row that should not exist.
    var isAboutData: Bool { kind == .refused && (state.hasPrefix("22") || state.hasPrefix("23")) }

    /// Whether the database has undone the transaction in favor of another, so that a repetition may succeed.
    var isTransient: Bool { kind == .refused && (state.hasPrefix("40") || state == "55P03") }

    /// Whether the database does not know or does not permit a function.
    var isMissingFeature: Bool { kind == .refused && (state == "42501" || state == "42883" || state == "0A000") }
}

extension SessionStoreError {
    /// Creates the error that callers of a store see.
    ///
    /// - Parameter error: The error of the database.
    package init(_ error: PostgresError) {
        guard error.kind == .refused else {
            self = .unavailable(error.message)
            return
        }
        switch error.state {
        case "53100": self = .full
        case "XX001", "XX002": self = .damaged(error.message)
        default: self = .unavailable(error.message)
        }
    }
}
