/// The byte between two cells of a row.
///
/// The type is a parameter of the reader, so that the compiler makes a loop of its own for the comma.
protocol CSVDelimiter: Sendable {
    /// The byte.
    var byte: UInt8 { get }
}

/// The comma.
struct Comma: CSVDelimiter {
    @inline(__always)
    var byte: UInt8 { UInt8(ascii: ",") }
}

/// A delimiter that the text or the caller names.
struct GivenDelimiter: CSVDelimiter {
    let byte: UInt8
}
