/// Stands in for the steps that a tracer sees, so that the mapping is built without the libraries of the server.
enum TracedStep {
    /// The rows of a window are written.
    case window

    /// Does the step; there is no tracer.
    func span<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
