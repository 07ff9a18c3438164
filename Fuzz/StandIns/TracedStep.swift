/// Replaces the steps that a tracer sees, so that the mapping builds without the libraries of the server.
enum TracedStep {
    /// Writing the rows of a window.
    case window

    /// Runs the step without a tracer.
    func span<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
