#if PostgreSQL
import ChartPostgres
#endif

/// Why the server cannot start, with the code that it exits with.
struct StartFailure: Error {
    /// The failure of a server that was built without the access to PostgreSQL.
    static let withoutTrait = StartFailure(
        status: .configuration,
        message: "store.kind postgres needs a server that is built with the package trait PostgreSQL")

    /// The exit code.
    let status: ExitStatus
    /// A sentence for the operator, without secrets.
    let message: String
}

#if PostgreSQL
extension StartFailure {
    /// The failure of a server whose database cannot be used.
    init(_ error: PostgresError) {
        if error.isTemporary {
            self.init(status: .unavailable, message: "the database cannot be reached: \(error)")
        } else {
            self.init(status: .configuration, message: "store.url: \(error)")
        }
    }
}
#endif
