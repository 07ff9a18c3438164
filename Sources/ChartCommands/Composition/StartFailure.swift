import ChartPostgres

/// Why the server cannot start, with the code that it exits with.
struct StartFailure: Error {
    /// The exit code.
    let status: ExitStatus
    /// A sentence for the operator, without secrets.
    let message: String
}

extension StartFailure {
    /// The failure of a server whose database cannot be used.
    init(_ error: PostgresError) {
        switch error.kind {
        case .library: self.init(status: .configuration, message: "store.kind postgres: \(error)")
        case _ where error.isTemporary:
            self.init(status: .unavailable, message: "the database cannot be reached: \(error)")
        case .settings, .unreachable, .lost, .late, .refused:
            self.init(status: .configuration, message: "store.url: \(error)")
        }
    }
}
