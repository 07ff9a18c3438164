/// Why a benchmark measures nothing.
struct BenchmarkFailure: Error, CustomStringConvertible {
    /// What went wrong.
    let description: String

    /// Tells what went wrong.
    init(_ description: String) {
        self.description = description
    }
}
