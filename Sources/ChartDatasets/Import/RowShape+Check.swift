package import ChartSeries
import ChartWire

/// Whether rows have the shape that a dataset asks for.
extension RowShape {
    /// The most columns beside x of a dataset; each is a file, which is mapped while the dataset is shown.
    package static let mostColumns = 1024

    /// Whether a column of a dataset can have this name.
    static func isColumnName(_ name: String) -> Bool {
        (1...Column.longestName).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Refuses columns that no dataset can have.
    ///
    /// - Parameter earlier: The names that were checked before, to which columns may have been added.
    /// - Throws: `dataset.too-large`, `dataset.column-name-invalid`.
    func check(after earlier: RowShape?) throws(Problem) {
        let known = earlier?.columns.count ?? 0
        guard columns.count > known || earlier == nil else { return }
        guard columns.count <= Self.mostColumns else {
            throw Problem(.datasetTooLarge, "A dataset has at most \(Self.mostColumns) columns beside x.")
        }
        for name in (earlier == nil ? [xName] : []) + columns[known...] where !Self.isColumnName(name) {
            throw Problem(
                .datasetColumnNameInvalid,
                "A column's name has 1 to \(Column.longestName) bytes and no control characters.")
        }
    }
}
