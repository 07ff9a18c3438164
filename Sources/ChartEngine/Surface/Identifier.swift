package import ChartJSON

/// The ids that clients choose for surfaces, axes, series, modifiers and annotations.
package enum Identifier {
    private static let maximumLength = 64

    /// Checks that an id fits into a path without escapes.
    package static func check(_ id: String, at pointer: JSONPointer) throws(Problem) {
        let isSound = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isSound, (1...maximumLength).contains(id.utf8.count) else {
            throw Problem(
                .specificationInvalid,
                "An id has 1 to \(maximumLength) letters, digits, points, dashes or underscores.",
                at: pointer)
        }
    }

    /// Checks that the ids of a list are unique.
    package static func checkUnique(_ ids: [String], at pointer: JSONPointer) throws(Problem) {
        var seen: Set<String> = []
        for (index, id) in ids.enumerated() where !seen.insert(id).inserted {
            throw Problem(
                .specificationDuplicateID, "The id \"\(id)\" is taken.", at: pointer.appending(index).appending("id"))
        }
    }
}
