/// Names of datasets, as patterns in which `*` stands for any text, such as `sales-*`.
package struct DatasetPatterns: Sendable, Hashable {
    /// The patterns, in the order in which they were given.
    package let patterns: [String]

    /// Takes patterns; an empty list matches no dataset.
    package init(_ patterns: [String]) {
        self.patterns = patterns
    }

    /// Matches every dataset.
    package static let all = DatasetPatterns(["*"])
    /// Matches no dataset.
    package static let none = DatasetPatterns([])

    /// The most patterns of a principal.
    package static let mostPatterns = 64
    /// The most bytes of a pattern; no longer one can match the name of a dataset.
    package static let mostPatternBytes = 128

    /// Whether a text can be a pattern: the characters of a dataset's name and `*`.
    package static func isPattern(_ text: String) -> Bool {
        (1...mostPatternBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "*"):
                    true
                case _: false
                }
            }
    }

    /// Whether one of the patterns matches a whole name.
    ///
    /// - Complexity: O(bytes of the name × bytes of the patterns) at worst.
    package func matches(_ name: String) -> Bool {
        patterns.contains { $0 == "*" || Self.matches(Array($0.utf8), Array(name.utf8)) }
    }

    /// Goes back to the last `*` where the rest does not match, and lets it take one character more.
    private static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
        var (next, place) = (0, 0)
        var star: (next: Int, place: Int)?
        while place < name.count {
            if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
                next += 1
                star = (next, place)
            } else if next < pattern.count, pattern[next] == name[place] {
                (next, place) = (next + 1, place + 1)
            } else if let last = star {
                star = (last.next, last.place + 1)
                (next, place) = (last.next, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
