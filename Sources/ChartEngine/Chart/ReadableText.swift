package import ChartJSON

/// The limits of what people read at a chart, and its checks.
package enum ReadableText {
    /// The longest title, in bytes.
    package static let longestTitle = 256
    /// The longest description, in bytes.
    package static let longestDescription = 4_096
    /// The longest unit, in bytes.
    package static let longestUnit = 32
    /// The longest tag of a language, in bytes.
    package static let longestLocale = 35
    /// The most lengths of a dash pattern, and the longest of them in points.
    package static let mostDashes = 8
    package static let longestDash = 100.0

    /// Checks the length of a text, and that it has no control characters but line ends.
    package static func check(_ text: String, atMost bytes: Int, at pointer: JSONPointer) throws(Problem) {
        guard (1...bytes).contains(text.utf8.count) else {
            throw Problem(.propertyInvalid, "Expected 1 to \(bytes) bytes of text.", at: pointer)
        }
        let isReadable = text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar.properties.generalCategory != .control
        }
        guard isReadable else {
            throw Problem(.propertyInvalid, "Expected text without control characters.", at: pointer)
        }
    }

    /// Checks a text of one line.
    package static func check(line text: String, atMost bytes: Int, at pointer: JSONPointer) throws(Problem) {
        try check(text, atMost: bytes, at: pointer)
        guard !text.contains(where: \.isNewline) else {
            throw Problem(.propertyInvalid, "Expected text of one line.", at: pointer)
        }
    }

    /// Checks that a tag has the form of BCP 47; a language that the server does not know is written in English.
    package static func checkLocale(_ tag: String, at pointer: JSONPointer) throws(Problem) {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isSound =
            tag.utf8.count <= longestLocale
            && parts.enumerated().allSatisfy { index, part in
                (index == 0 ? 2...8 : 1...8).contains(part.utf8.count)
                    && part.unicodeScalars.allSatisfy { scalar in
                        scalar.isASCII && (scalar.properties.isAlphabetic || index > 0 && ("0"..."9").contains(scalar))
                    }
            }
        guard isSound else {
            throw Problem(.propertyInvalid, "Expected a language tag such as \"de-CH\".", at: pointer)
        }
    }

    /// Checks the lengths of a dash pattern, in points.
    package static func check(dash: [Double], at pointer: JSONPointer) throws(Problem) {
        let lengths = 0.0...longestDash
        guard (1...mostDashes).contains(dash.count), dash.allSatisfy(lengths.contains), dash.contains(where: { $0 > 0 })
        else {
            throw Problem(
                .propertyInvalid,
                "Expected 1 to \(mostDashes) lengths of 0 to \(Int(longestDash)) points, one above 0.",
                at: pointer)
        }
    }
}
