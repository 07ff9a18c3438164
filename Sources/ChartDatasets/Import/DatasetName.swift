import Foundation

/// The rule for the name of a dataset: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
package enum DatasetName {
    /// Whether a text may name a dataset; such a name is safe as the name of a folder too.
    package static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), let first = name.utf8.first, isAlphanumeric(first) else {
            return false
        }
        return name.utf8.allSatisfy { isAlphanumeric($0) || [".", "_", "-"].contains(Character(Unicode.Scalar($0))) }
    }

    /// The name of a dataset that resembles a text, such as the name of a file.
    ///
    /// Letters lose their accents; what else a name cannot have becomes a dash.
    ///
    /// - Parameter text: The text.
    /// - Returns: The name; `nil` where the text has no letter or digit that a name may have.
    package static func derived(from text: String) -> String? {
        let plain = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        var name = ""
        for scalar in plain.unicodeScalars where name.utf8.count < 64 {
            if let byte = UInt8(exactly: scalar.value), isAlphanumeric(byte) || ["_", "."].contains(scalar) {
                name.unicodeScalars.append(scalar)
            } else if name.last != "-" {
                name.append("-")
            }
        }
        let isOuter = { (character: Character) in "-._".contains(character) }
        name = String(name.drop(while: isOuter))
        while let last = name.last, isOuter(last) { name.removeLast() }
        return isValid(name) ? name : nil
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
