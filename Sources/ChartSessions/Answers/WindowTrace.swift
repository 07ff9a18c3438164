/// Lets whoever traces a request see how long the writing of a window's rows takes.
package enum WindowTrace {
    /// Runs the writing; `nil` without a trace.
    @TaskLocal package static var around: (@Sendable (() -> Void) -> Void)?
}
