package import ChartSeries
package import ChartWire

/// A random walk: rows whose level is at most 1 away from the level of the row before.
///
/// Each step comes from the number of its row, so that the same rows come in any number of parts.
package enum RandomWalk {
    private static let (xName, column) = ("t", "level")
    /// The levels have three digits, so that steps are whole numbers of thousandths.
    private static let unit = 1_000.0

    /// Whether rows can be behind those of a table.
    package static func goesOn(after table: Table) -> Bool {
        table.xName == xName && table.xKind == .number && table.columns.map(\.name) == [column]
    }

    /// The next rows.
    ///
    /// - Parameters:
    ///   - table: The rows before; `nil` for none.
    ///   - count: The number of rows.
    /// - Returns: The rows.
    package static func rows(after table: Table?, count: Int) -> IncomingRows {
        let last = table?.rowCount ?? 0
        var level = last > 0 ? table?.columns.first.map { ($0.values[last - 1] * unit).rounded() } ?? 0 : 0
        if !level.isFinite { level = 0 }
        let first = last > 0 ? (table?.x[last - 1] ?? 0) + 1 : 0
        let x = (0..<count).map { first + Double($0) }
        let levels = x.map { row in
            level += step(to: row)
            return level / unit
        }
        return IncomingRows(xName: xName, xKind: .number, names: [column], x: x, columns: [levels])
    }

    /// A whole number of thousandths from -1,000 to 1,000.
    private static func step(to row: Double) -> Double {
        var bits = row.bitPattern &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) % 2_001) - 1_000
    }
}

/// How many rows a client asks the server to make.
package struct RowGeneration: Described {
    /// The number of rows.
    package private(set) var rows = 1

    /// Nothing: the rows are the same in each dataset.
    package typealias Place = Void

    /// Asks for one row.
    package init() {}

    /// What a client says.
    package static let properties: [Property<RowGeneration>] = [
        .integer("rows", \.rows, 1...1_000_000, "The number of rows.")
    ]

    /// Reads the body of a request.
    ///
    /// - Parameter bytes: The body.
    /// - Throws: A problem that names the place.
    package init(body bytes: [UInt8]) throws(Problem) {
        let members = try JSONCoding.decode(JSONObject.self, from: try JSONValue.parse(bytes))
        guard members["rows"] != nil else { throw .missing(JSONPointer.root.appending("rows")) }
        try take(members, in: (), at: .root)
    }
}
