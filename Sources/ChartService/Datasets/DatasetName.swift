/// The rule for the name of a dataset: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
package enum DatasetName {
    /// Whether a text may name a dataset; such a name is safe as the name of a folder too.
    package static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), let first = name.utf8.first, isAlphanumeric(first) else {
            return false
        }
        return name.utf8.allSatisfy { isAlphanumeric($0) || [".", "_", "-"].contains(Character(Unicode.Scalar($0))) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case _: false
        }
    }
}
