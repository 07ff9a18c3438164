/// An error that prevents a measurement.
struct BenchmarkFailure: Error, CustomStringConvertible {
    /// A description of the error.
    let description: String

    /// Makes an error from its description.
    init(_ description: String) {
        self.description = description
    }
}
