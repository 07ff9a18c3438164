/// What the batches of a measurement ask for.
struct ServerScenario {
    /// What it is called in the report.
    let name: String
    /// The query of every batch.
    let query: String
    /// What the surfaces show.
    let table: BenchmarkTable
    /// What every answer must hold, so that it is known to be the answer that was meant.
    let evidence: [String]
    /// What no answer may hold.
    let absence: [String]

    /// From the leanest answer to the richest.
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
        ]
    }

    /// Holds an answer to what it must be.
    func check(_ body: ArraySlice<UInt8>) throws {
        let text = String(decoding: body, as: UTF8.self)
        guard evidence.allSatisfy({ text.contains($0) }), !absence.contains(where: { text.contains($0) }) else {
            throw BenchmarkFailure("\(name): this is not the answer that was meant: \(text.prefix(1_000))")
        }
    }
}
