package import ChartSeries
import ChartStores

/// Describes the dataset that rows would make, and keeps none of them.
package final class RowTally {
    private var shape: RowShape
    private var rows = 0
    private var extent: (first: Double, last: Double)?
    private var summaries: [ColumnSummary]

    init(_ shape: RowShape) {
        self.shape = shape
        summaries = shape.columns.map { _ in ColumnSummary() }
    }

    /// Adds rows; the rows before lack columns that come with them.
    func add(_ block: RowBlock) {
        shape = block.shape
        for (index, values) in block.columns.enumerated() {
            if index == summaries.count { summaries.append(ColumnSummary(missing: rows)) }
            summaries[index].add(values.span)
        }
        rows += block.x.count
        if let first = block.x.first, let last = block.x.last { extent = (extent?.first ?? first, last) }
    }

    /// Describes the dataset.
    ///
    /// - Parameters:
    ///   - version: The version that it would have.
    ///   - rules: How it would take late and repeated rows.
    /// - Returns: The description.
    package func description(version: Int, rules: RowRules = .standard) -> TableDescription {
        var description = TableDescription(
            xName: shape.xName, xKind: shape.xKind, extent: extent,
            columns: zip(shape.columns, summaries).map { name, summary in
                TableDescription.ColumnSummary(
                    name: name, minimum: summary.minimum, maximum: summary.maximum, missingCount: summary.missing)
            }, rowCount: rows, version: version)
        description.rules = rules
        return description
    }
}
