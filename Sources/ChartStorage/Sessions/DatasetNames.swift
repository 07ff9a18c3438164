import ChartStores
import Foundation

/// The names of datasets in the database: a JSON array.
enum DatasetNames {
    static func text(of names: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
    }

    static func names(in text: String) throws(SessionStoreError) -> [String] {
        do {
            return try JSONDecoder().decode([String].self, from: Data(text.utf8))
        } catch {
            throw .damaged("the store has invalid names of datasets")
        }
    }
}
