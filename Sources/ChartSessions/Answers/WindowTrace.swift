/// Shows the tracer of a request how long the rows of a window take to write.
package enum WindowTrace {
    /// Runs the writing; `nil` without a trace.
    @TaskLocal package static var around: (@Sendable (() -> Void) -> Void)?
}
