import AsyncHTTPClient
import ChartService
import ChartWire
import Foundation

/// Sends an import to a running server as it is read.
struct ImportUpload {
    /// The server.
    let client: ServiceClient
    /// The dataset's name.
    let name: String
    /// The media type of the bytes.
    let contentType: String
    /// The options of the import.
    let query: [(name: String, text: String)]

    /// Sends the input.
    ///
    /// - Returns: The lines to print: the rows and the version, then what was left out and skipped.
    /// - Throws: ``ServiceClient/Failure``.
    func send(_ input: ImportInput) async throws(ServiceClient.Failure) -> (line: String, notices: [String]) {
        let pairs = query.map { "\($0.name)=\(PercentEncoding.segment($0.text))" }.joined(separator: "&")
        let path = "/v1/datasets/\(PercentEncoding.segment(name))" + (pairs.isEmpty ? "" : "?" + pairs)
        let body = HTTPClientRequest.Body.stream(
            ImportInputPieces(input: input), length: input.size.map { .known(Int64($0)) } ?? .unknown)
        let answer = try await client.send(body, to: path, type: contentType)
        guard let dataset = try? JSONDecoder().decode(Dataset.self, from: Data(answer)) else {
            throw .unreachable("\(client.base) answers something else than a dataset; is it a chart-surface server?")
        }
        return ("\(name): \(dataset.rows) rows, version \(dataset.version)", dataset.import.notices)
    }

    private struct Dataset: Decodable {
        struct Report: Decodable {
            struct Skipped: Decodable {
                struct Line: Decodable {
                    var detail: String
                }
                var rows: Int
                var first: [Line]
            }
            var leftOut: [String]?
            var skipped: Skipped?

            var notices: [String] {
                ImportNotices.lines(
                    leftOut: leftOut ?? [], skippedRows: skipped?.rows ?? 0, details: skipped?.first.map(\.detail) ?? []
                )
            }
        }
        var rows: Int
        var version: Int
        var `import`: Report
    }
}
