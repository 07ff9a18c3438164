package import ChartSeries
import ChartSessions
import ChartWire

/// Describes the dataset that rows would make, and keeps none of them.
package struct RowTally {
    private struct Columns {
        var shape: RowShape?
        var rows = 0
        var extent: (first: Double, last: Double)?
        var summaries: [ColumnSummary] = []

        /// Adds rows; the rows before lack columns that come with them.
        mutating func add(_ block: RowBlock) throws(Problem) {
            try DatasetImport.check(block.shape, after: shape)
            shape = block.shape
            for (index, values) in block.columns.enumerated() {
                if index == summaries.count { summaries.append(ColumnSummary(missing: rows)) }
                summaries[index].add(values.span)
            }
            rows += block.x.count
            if let first = block.x.first, let last = block.x.last { extent = (extent?.first ?? first, last) }
        }
    }

    /// The rows as they are read.
    package private(set) var blocks: RowBlocks
    private var columns = Columns()

    /// Starts to read.
    package init(from source: any RowSource) { blocks = RowBlocks(from: source) }

    /// Reads the next bytes.
    package mutating func append(_ piece: some Collection<UInt8>) throws {
        var columns = columns
        defer { self.columns = columns }
        try blocks.append(piece) { block in try columns.add(block) }
    }

    /// Reads the rest.
    ///
    /// - Parameter version: The version that the dataset would have.
    /// - Returns: Its description.
    /// - Throws: The source's error for invalid rows, or that of columns that no dataset can have.
    package mutating func finish(version: Int) throws -> TableDescription {
        var columns = columns
        defer { self.columns = columns }
        try blocks.finish { block in try columns.add(block) }
        guard let shape = columns.shape ?? blocks.shapeWithoutRows else {
            throw Problem(.datasetEmpty, "There are no columns.")
        }
        if columns.shape == nil { try DatasetImport.check(shape, after: nil) }
        return TableDescription(
            xName: shape.xName, xKind: shape.xKind, extent: columns.extent,
            columns: shape.columns.enumerated().map { index, name in
                let summary = index < columns.summaries.count ? columns.summaries[index] : ColumnSummary()
                return TableDescription.ColumnSummary(
                    name: name, minimum: summary.minimum, maximum: summary.maximum, missingCount: summary.missing)
            }, rowCount: columns.rows, version: version)
    }
}
