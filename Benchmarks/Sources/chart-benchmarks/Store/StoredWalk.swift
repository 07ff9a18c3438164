/// A random walk that is kept in a data directory.
enum StoredWalk {
    /// The dataset's name.
    static let name = "walk"
    /// The x of its first row, in milliseconds since 1970.
    static let firstX = 1_577_836_800_000.0
    /// The milliseconds between two rows.
    static let step = 60_000.0

    /// Generates one as `chart-surface generate` does.
    ///
    /// - Parameters:
    ///   - rows: How many rows to make.
    ///   - dataDirectory: The data directory, which nobody else has open.
    /// - Returns: What that took.
    /// - Throws: ``BenchmarkFailure`` when it fails.
    static func generate(rows: Int, in dataDirectory: String) throws -> CommandCost {
        try CommandCost(ofRunning: [
            "app", "generate", "--rows", String(rows), "--name", name, "--data-dir", dataDirectory,
        ])
    }

    /// The request for a window of some of the rows.
    ///
    /// - Parameters:
    ///   - range: The ends of the window, in milliseconds since 1970.
    ///   - query: How rows are chosen.
    /// - Returns: The bytes of the request.
    static func request(_ range: ClosedRange<Double>, query: String) -> [UInt8] {
        HTTPRequestBytes.get(
            "/v1/datasets/\(name)/window?\(query)&from=\(Int(range.lowerBound))&to=\(Int(range.upperBound))")
    }

    /// A part of all rows' x.
    ///
    /// - Parameters:
    ///   - shares: The part, from 0 to 1.
    ///   - rows: How many rows there are.
    /// - Returns: The ends, in whole milliseconds since 1970.
    static func range(_ shares: ClosedRange<Double>, ofRows rows: Int) -> ClosedRange<Double> {
        let length = Double(rows - 1) * step
        return firstX + (shares.lowerBound * length).rounded()...firstX + (shares.upperBound * length).rounded()
    }
}
