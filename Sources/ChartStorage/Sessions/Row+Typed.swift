import ChartStores
import Foundation
import GRDB

/// Typed values of columns; another type is damage and not a bug.
extension Row {
    /// An integer.
    func integer(_ column: Int) throws(SessionStoreError) -> Int64 { try value(column) }

    /// An integer or NULL.
    func optionalInteger(_ column: Int) throws(SessionStoreError) -> Int64? {
        hasNull(atIndex: column) ? nil : try value(column)
    }

    /// A floating-point number.
    func number(_ column: Int) throws(SessionStoreError) -> Double { try value(column) }

    /// A text.
    func text(_ column: Int) throws(SessionStoreError) -> String { try value(column) }

    /// A text or NULL.
    func optionalText(_ column: Int) throws(SessionStoreError) -> String? {
        hasNull(atIndex: column) ? nil : try value(column)
    }

    /// Bytes.
    func bytes(_ column: Int) throws(SessionStoreError) -> [UInt8] {
        let data: Data = try value(column)
        return [UInt8](data)
    }

    private func value<Value: DatabaseValueConvertible>(_ column: Int) throws(SessionStoreError) -> Value {
        let stored: DatabaseValue = self[column]
        guard let value = Value.fromDatabaseValue(stored) else {
            throw .damagedSession("a row of the store has a value of the wrong type")
        }
        return value
    }
}
