import AsyncHTTPClient
import ChartDatasets
import ChartSessions
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
    /// Whether the bytes are packed by gzip.
    let isPacked: Bool
    /// Whether the server makes nothing.
    let isDryRun: Bool
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
        let answer = try await client.send(body, to: path, type: contentType, encoding: isPacked ? "gzip" : nil)
        guard let dataset = try? JSONDecoder().decode(Dataset.self, from: Data(answer)) else {
            throw .unreachable("\(client.base) answers something else than a dataset; is it a chart-surface server?")
        }
        guard isDryRun else {
            return ("\(name): \(dataset.rows) rows, version \(dataset.version)", dataset.import.notices)
        }
        let columns = dataset.columns.dropFirst().map(\.name)
        let line = ImportNotices.trial(name: name, rows: dataset.rows, columns: columns)
        return ("\(line)\n\(ImportNotices.options(dataset.import.dialect?.members ?? []))", dataset.import.notices)
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
            var dialect: Dialect?

            var notices: [String] {
                ImportNotices.lines(
                    leftOut: leftOut ?? [], skippedRows: skipped?.rows ?? 0, details: skipped?.first.map(\.detail) ?? []
                )
            }
        }
        struct Column: Decodable {
            var name: String
        }
        /// What the import was given or has decided, as a query has it.
        struct Dialect: Decodable {
            private struct Name: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            var members: [(name: String, value: DialectTexts.Member?)] = []

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Name.self)
                for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                    if let number = try? container.decode(Int.self, forKey: key) {
                        members.append((key.stringValue, .number(number)))
                    } else if let text = try? container.decode(String.self, forKey: key) {
                        members.append((key.stringValue, .text(text)))
                    }
                }
            }
        }
        var rows: Int
        var version: Int
        var columns: [Column]
        var `import`: Report
    }
}
