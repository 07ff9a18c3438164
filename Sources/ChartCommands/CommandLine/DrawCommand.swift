import ArgumentParser
import ChartSeries
import ChartServer
import ChartSessions
import ChartStorage
import ChartWire
import Foundation

/// Draws a stored or a bundled dataset as an SVG picture on standard output.
struct DrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw", abstract: "Draws a stored or bundled dataset as an SVG picture on standard output.")

    @Argument(help: "The dataset's name.")
    var dataset: String

    @Option(help: "The start of the range, a number or an ISO 8601 date.")
    var from: String?

    @Option(help: "The end of the range, a number or an ISO 8601 date.")
    var to: String?

    @Option(help: "The columns to draw, between commas; all by default.")
    var columns: String?

    @Option(help: "The colours: light or dark.")
    var theme: String?

    @Option(help: "The width of the picture in points, 40 to 4000.")
    var width: String?

    @Option(help: "The height of the picture in points, 40 to 4000.")
    var height: String?

    @Option(help: "The language and region of its texts, such as de-CH.")
    var locale: String?

    @OptionGroup var directory: DataDirectoryOptions

    func run() throws {
        try FileHandle.standardOutput.write(contentsOf: Data(picture()))
    }

    /// The picture.
    ///
    /// - Throws: `ValidationError` for an unknown dataset, and for options that do not fit it.
    func picture() throws -> [UInt8] {
        let table = try table()
        do {
            let query = try QueryParameters(query: query, allowed: DatasetPicture.query)
            return try DatasetPicture(query, of: table, named: dataset).svg(answerBytes: .max)
        } catch let problem as Problem {
            throw ValidationError(problem.detail)
        }
    }

    private func table() throws -> Table {
        let datasets = try directory.open()
        if let found = try directory.withStoreErrors({ try datasets.open() }).first(where: { $0.name == dataset }) {
            return try directory.withStoreErrors { try found.table.get() }
        }
        let settings = try directory.settings()
        if settings.isDemoEnabled, let table = BundledDatasets.tables(in: settings.demoDirectory)[dataset] {
            return table
        }
        throw ValidationError("There is no dataset \(dataset); `datasets` lists the stored ones.")
    }

    /// The options as the query of a request, so that both have one meaning.
    private var query: String {
        [
            ("from", from), ("to", to), ("columns", columns), ("theme", theme), ("width", width), ("height", height),
            ("locale", locale),
        ]
        .compactMap { name, text in text.map { "\(name)=\(PercentEncoding.segment($0))" } }
        .joined(separator: "&")
    }
}
