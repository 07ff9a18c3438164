/// Creates datasets and sessions on the measured server through its HTTP interface.
struct BenchmarkedService {
    /// The port of the server.
    let port: UInt16
    /// The API key of its calls; nil where the server asks for none.
    var credential: String?

    /// Stores a table as a dataset.
    func put(_ table: BenchmarkTable) throws {
        let body = table.csv
        let head = HTTPRequestBytes.head(
            method: "PUT", path: "/v1/datasets/\(table.name)?xKind=date", contentType: "text/csv",
            bodyCount: body.count,
            credential: credential)
        _ = try LoadConnection(port: port).exchange(head + body, expecting: 201)
    }

    /// Stores a table as a dataset, unless the server has it from another node.
    func putIfMissing(_ table: BenchmarkTable) throws {
        let connection = try LoadConnection(port: port)
        if try connection.status(of: HTTPRequestBytes.get("/v1/datasets/\(table.name)")) == 404 { try put(table) }
    }

    /// Opens a session with one surface that shows the middle of a table.
    ///
    /// - Parameters:
    ///   - table: The table, which the server has.
    ///   - width: The width of the surface, in points.
    /// - Returns: The path of the surface's events.
    /// - Throws: `BenchmarkFailure` where the server refuses it.
    func openSession(on table: BenchmarkTable, width: Int = 800) throws -> String {
        let body = Array(
            """
            {"surfaces":[{"dataset":"\(table.name)","size":{"width":\(width),"height":400},\
            "xAxes":[{"id":"x","visibleRange":[\(table.x.lowerBound),\(table.x.upperBound)]}],\
            "yAxes":[{"id":"y","visibleRange":[\(table.y.lowerBound),\(table.y.upperBound)]}]}]}
            """.utf8)
        let head = HTTPRequestBytes.head(
            method: "POST", path: "/v1/sessions?window=none&ticks=false", contentType: "application/json",
            bodyCount: body.count, credential: credential)
        let connection = try LoadConnection(port: port)
        let text = String(decoding: try connection.exchange(head + body, expecting: 201), as: UTF8.self)
        let pieces = text.split(separator: "\"", maxSplits: 4, omittingEmptySubsequences: false)
        guard pieces.count > 3, pieces[1] == "id" else { throw BenchmarkFailure("a session has no id: \(text)") }
        return "/v1/sessions/\(pieces[3])/surfaces/main/events"
    }
}
