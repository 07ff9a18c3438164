/// A kind of batch, and the checks of its answers.
struct ServerScenario {
    /// The name in the report.
    let name: String
    /// The query parameters of every batch.
    let query: String
    /// The table that the surfaces show.
    let table: BenchmarkTable
    /// The width of the surfaces, in points.
    var width = 800
    /// Texts that every answer must contain, which identify the expected kind of answer.
    let evidence: [String]
    /// Texts that no answer may contain.
    let absence: [String]

    /// Returns the scenarios, from the smallest answer to the largest.
    static func all() throws -> [ServerScenario] {
        let few = try BenchmarkTable(name: "walk-400", rowCount: 400)
        let thousands = try BenchmarkTable(name: "walk-2000", rowCount: 2_000)
        let many = try BenchmarkTable(name: "walk-100000", rowCount: 100_000)
        return [
            ServerScenario(
                name: "ranges alone", query: "window=none&ticks=false", table: few, evidence: ["\"visibleRange\":"],
                absence: ["\"ticks\":", "\"window\":"]),
            ServerScenario(
                name: "ranges and ticks", query: "window=none", table: few, evidence: ["\"ticks\":"],
                absence: ["\"window\":"]),
            ServerScenario(
                name: "ranges, ticks and the 1000 rows of the window", query: "window=auto", table: thousands,
                evidence: ["\"ticks\":", "\"window\":", "\"method\":\"none\""], absence: []),
            ServerScenario(
                name: "ranges, ticks and the M4 rows of 50000 in the window", query: "window=auto", table: many,
                evidence: ["\"ticks\":", "\"window\":", "\"method\":\"m4\""], absence: []),
            ServerScenario(
                name: "2000 columns of M4 as rows", query: "window=auto&layout=columns", table: many, width: 2_000,
                evidence: ["\"ticks\":", "\"window\":", "\"method\":\"m4\""], absence: ["\"scene\":"]),
            ServerScenario(
                name: "2000 columns of M4 as a scene", query: "window=none&ticks=false&scene=full", table: many,
                width: 2_000, evidence: ["\"scene\":"], absence: ["\"ticks\":", "\"window\":"]),
        ]
    }

    /// Checks that an answer is of the expected kind.
    func check(_ body: ArraySlice<UInt8>) throws {
        let text = String(decoding: body, as: UTF8.self)
        guard evidence.allSatisfy({ text.contains($0) }), !absence.contains(where: { text.contains($0) }) else {
            throw BenchmarkFailure("\(name): this is not the answer that was meant: \(text.prefix(1_000))")
        }
    }
}
