/// A random walk that is stored in a data directory.
enum StoredWalk {
    /// The name of the dataset.
    static let name = "walk"
    /// The x of the first row, in milliseconds since 1970.
    static let firstX = 1_577_836_800_000.0
    /// The milliseconds between two rows.
    static let step = 60_000.0

    /// Generates a walk as `chart-surface generate` does.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - dataDirectory: The data directory; no other process may have it open.
    /// - Returns: The cost of the command.
    /// - Throws: ``BenchmarkFailure`` if the command fails.
    static func generate(rows: Int, in dataDirectory: String) throws -> CommandCost {
        try CommandCost(ofRunning: [
            "app", "generate", "--rows", String(rows), "--name", name, "--data-dir", dataDirectory,
        ])
    }

    /// Makes the request for a window.
    ///
    /// - Parameters:
    ///   - range: The ends of the window, in milliseconds since 1970.
    ///   - query: The query parameters that select the method.
    /// - Returns: The bytes of the request.
    static func request(_ range: ClosedRange<Double>, query: String) -> [UInt8] {
        HTTPRequestBytes.get(
            "/v1/datasets/\(name)/window?\(query)&from=\(Int(range.lowerBound))&to=\(Int(range.upperBound))")
    }

    /// Returns the range of x of a share of all rows.
    ///
    /// - Parameters:
    ///   - shares: The share, from 0 to 1.
    ///   - rows: The number of rows.
    /// - Returns: The ends of the range, in whole milliseconds since 1970.
    static func range(_ shares: ClosedRange<Double>, ofRows rows: Int) -> ClosedRange<Double> {
        let length = Double(rows - 1) * step
        return firstX + (shares.lowerBound * length).rounded()...firstX + (shares.upperBound * length).rounded()
    }
}
