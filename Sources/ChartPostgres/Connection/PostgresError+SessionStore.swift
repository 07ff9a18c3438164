package import ChartStores

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
