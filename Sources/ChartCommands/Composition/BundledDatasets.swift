import ChartDatasets
import ChartSeries
import ChartSessions
import ChartStorage
import Foundation

/// The datasets that come with the demo page: that of the article, and the CSV files in the page's folder `data`.
enum BundledDatasets {
    /// The tables by their names.
    ///
    /// - Parameters:
    ///   - demoDirectory: The folder of the demo page.
    ///   - leftOut: Called for each file without a table.
    /// - Returns: The tables; those of the folder's files only where there is one.
    static func tables(
        in demoDirectory: String, leftOut: (_ name: String, _ error: any Error) -> Void = { _, _ in }
    ) -> [String: Table] {
        var tables = ["active-users": ActiveUsers.table]
        let folder = URL(fileURLWithPath: demoDirectory, isDirectory: true).appendingPathComponent("data")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for file in files.sorted() where file.hasSuffix(".csv") {
            let name = String(file.dropLast(".csv".count))
            let bytes = FileManager.default.contents(atPath: folder.appendingPathComponent(file).path) ?? Data()
            do {
                guard DatasetName.isValid(name) else { continue }
                tables[name] = try CSVImporter.table(from: [UInt8](bytes))
            } catch {
                leftOut(name, error)
            }
        }
        return tables
    }
}
