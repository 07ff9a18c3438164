package import ChartWire

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
