internal import ChartSeries
internal import Foundation
internal import Logging

/// The datasets that a server has when it starts: the stored ones, then those of the demo under names still free.
enum StartDatasets {
    /// Loads them, in order of their names; what cannot be read is told to the log and left out.
    static func load(settings: Settings, logger: Logger) throws -> [NamedTable] {
        let directory: DatasetDirectory
        do {
            directory = try DatasetDirectory(dataDirectory: settings.dataDirectory)
        } catch {
            throw ConfigurationError(error.description)
        }
        var tables: [String: Table] = [:]
        for name in try directory.names() {
            do {
                tables[name] = try directory.load(name)
            } catch {
                logger.error("dataset left out", metadata: ["dataset": .string(name), "error": "\(error)"])
            }
        }
        if settings.isDemoEnabled {
            tables.merge(bundled(in: settings.demoDirectory, logger: logger)) { stored, _ in stored }
        }
        return tables.sorted { $0.key < $1.key }.map { NamedTable(name: $0.key, table: $0.value) }
    }

    private static func bundled(in demoDirectory: String, logger: Logger) -> [String: Table] {
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
                logger.error("dataset left out", metadata: ["dataset": .string(name), "error": "\(error)"])
            }
        }
        return tables
    }
}
