import ChartStores
import Foundation

/// The statements of one change of the catalog.
struct CatalogPlan: Sendable {
    let name: String
    /// The version that the change is judged on; `nil` for a new name.
    let expected: Int64?
    /// Whether a live session may prevent the change.
    let mayBeInUse: Bool
    /// The statements of the transaction.
    let statements: [PostgresStatement]
    /// The position of the statement that makes the change.
    let changing: Int
    /// Whether the change is committed; whether a session shows the dataset; the current version.
    let checks: [PostgresStatement]

    init(_ change: CatalogChange, node: Int64, counter: Int64) {
        func written(
            _ text: PostgresText, _ dataset: SharedDataset, _ segments: [DatasetSegment], _ expected: Int
        ) -> PostgresStatement {
            PostgresStatement(text) { parameters in
                parameters.add(dataset.name)
                parameters.add(Int64(expected))
                parameters.add(dataset.generation)
                parameters.add(CatalogRows.text(of: dataset.summary))
                parameters.add(dataset.owner.map { Array($0.utf8) })
                parameters.addArray(segments.map { Int64($0.firstRow) })
                parameters.addArray(segments.map { Int64($0.rows) })
                parameters.addArray(segments.map(\.hash))
                parameters.addArray(segments.map { Int64($0.bytes) })
                parameters.add(node)
                parameters.add(counter)
            }
        }
        func touch(_ segments: [DatasetSegment]) -> PostgresStatement {
            PostgresStatement(CatalogStatements.touch) { $0.addArray(segments.map(\.hash)) }
        }
        let expecting: Int
        switch change {
        case .replace(let dataset, let segments, let version):
            (name, expecting, mayBeInUse, changing) = (dataset.name, version, true, 2)
            let name = dataset.name
            statements = [
                touch(segments), PostgresStatement(CatalogStatements.lock) { $0.add(name) },
                written(CatalogStatements.replace, dataset, segments, version),
            ]
        case .edit(let dataset, let segments, let version):
            (name, expecting, mayBeInUse, changing) = (dataset.name, version, false, 1)
            statements = [touch(segments), written(CatalogStatements.edit, dataset, segments, version)]
        case .append(let dataset, let segments, let version):
            (name, expecting, mayBeInUse, changing) = (dataset.name, version, false, 1)
            statements = [touch(segments), written(CatalogStatements.append, dataset, segments, version)]
        case .setEvents(let dataset, let events, let version):
            (name, expecting, mayBeInUse, changing) = (dataset.name, version, false, 1)
            statements = [
                touch([]), written(CatalogStatements.append, dataset, [], version),
                PostgresStatement(CatalogStatements.putEvents) { parameters in
                    parameters.add(dataset.name)
                    parameters.add(Int64(version) + 1)
                    parameters.add(node)
                    parameters.add(counter)
                    parameters.add(events)
                },
            ]
        case .remove(let removed, let version):
            (name, expecting, mayBeInUse, changing) = (removed, version, true, 1)
            statements = [
                PostgresStatement(CatalogStatements.lock) { $0.add(removed) },
                PostgresStatement(CatalogStatements.remove) { parameters in
                    parameters.add(removed)
                    parameters.add(Int64(version))
                    parameters.add(node)
                    parameters.add(counter)
                },
                PostgresStatement(CatalogStatements.dropEvents) { $0.add(removed) },
            ]
        }
        expected = expecting == 0 ? nil : Int64(expecting)
        let (name, next) = (name, Int64(expecting) + 1)
        checks = [
            PostgresStatement(CatalogStatements.mine) { parameters in
                parameters.add(name)
                parameters.add(next)
                parameters.add(node)
                parameters.add(counter)
            },
            PostgresStatement(CatalogStatements.inUse) { $0.add(name) },
            PostgresStatement(CatalogStatements.currentVersion) { $0.add(name) },
        ]
    }
}

/// Reads and writes the rows of the catalog.
enum CatalogRows {
    /// The text of a summary.
    static func text(of summary: RowSummary) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(summary), as: UTF8.self)
        } catch {
            preconditionFailure("a summary has finite numbers: \(error)")
        }
    }

    /// The dataset of a row.
    ///
    /// - Throws: `SessionStoreError.damaged` for a row that no server has written.
    static func dataset(_ result: PostgresResult, _ row: Int) throws -> SharedDataset {
        guard let name = result.text(row, 0), let version = result.integer(row, 1),
            let first = result.integer(row, 2), let generation = result.text(row, 3), let text = result.text(row, 4),
            let summary = try? JSONDecoder().decode(RowSummary.self, from: Data(text.utf8))
        else { throw SessionStoreError.damaged("the catalog of datasets was altered") }
        return SharedDataset(
            name: name, version: Int(version), firstVersion: Int(first), generation: generation, summary: summary,
            owner: result.bytes(row, 5).map { String(decoding: $0, as: UTF8.self) },
            isLive: result.truth(row, 6) == true)
    }

    /// The dataset of the first row; `nil` without rows.
    static let first: @Sendable (PostgresResult) throws -> SharedDataset? = { result in
        result.count > 0 ? try dataset(result, 0) : nil
    }

    /// The segments of the rows.
    static let segments: @Sendable (PostgresResult) throws -> [DatasetSegment] = { result in
        try (0..<result.count).map { row in
            guard let first = result.integer(row, 0), let rows = result.integer(row, 1),
                let hash = result.bytes(row, 2), let bytes = result.integer(row, 3)
            else { throw SessionStoreError.damaged("the segments of a dataset were altered") }
            return DatasetSegment(firstRow: Int(first), rows: Int(rows), hash: hash, bytes: Int(bytes))
        }
    }
}
