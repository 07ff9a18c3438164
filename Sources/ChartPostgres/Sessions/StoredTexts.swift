import ChartStores
import Foundation

/// Lists of names in the database: JSON arrays.
enum StoredTexts {
    static func text(of names: [String]) -> String {
        (try? JSONEncoder().encode(names)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    /// - Throws: `SessionStoreError.damagedSession(_:)` for a text that no server has written.
    static func names(in text: String) throws(SessionStoreError) -> [String] {
        do {
            return try JSONDecoder().decode([String].self, from: Data(text.utf8))
        } catch {
            throw .damagedSession("the names of the session were altered")
        }
    }
}
