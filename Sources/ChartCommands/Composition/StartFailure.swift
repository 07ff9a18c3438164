/// Why the server cannot start, with the code that it exits with.
struct StartFailure: Error {
    /// The exit code.
    let status: ExitStatus
    /// A sentence for the operator, without secrets.
    let message: String
}
