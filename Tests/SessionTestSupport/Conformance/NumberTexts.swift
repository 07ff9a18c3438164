import CoreTestSupport
import Foundation

/// Writes other texts for the numbers of JSON documents, with the same values; of equal documents the same.
struct NumberTexts {
    let seed: UInt64

    /// The texts of zero: a sign means nothing, and a number below the smallest Double is zero.
    static let zeros = ["0", "-0", "-0.0", "0e9", "-0e-3", "-0.000", "-1e-400", "1e-999"]

    /// Returns the document with other number texts; strings stay.
    func rewritten(_ document: String) -> String {
        var cases = SeededCases(seed: document.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
        var text = ""
        var rest = document[...]
        while let first = rest.first {
            if first == "\"" {
                text += Self.takeString(from: &rest)
            } else if first == "-" || first.isNumber {
                let number = rest.prefix { "+-.eE".contains($0) || $0.isNumber }
                text += Self.other(for: String(number), &cases)
                rest = rest.dropFirst(number.count)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return text
    }

    private static func other(for number: String, _ cases: inout SeededCases) -> String {
        guard let value = Double(number) else { return number }
        guard value != 0 else { return cases.element(of: zeros) }
        guard value.magnitude < 1e15, let whole = Int(exactly: value) else { return number }
        return cases.element(of: ["\(whole)", "\(whole).000", "\(whole)e0", "\(whole)00E-2"])
    }

    private static func takeString(from rest: inout Substring) -> Substring {
        let start = rest.startIndex
        var end = rest.index(after: start)
        while end < rest.endIndex, rest[end] != "\"" { end = rest.index(end, offsetBy: rest[end] == "\\" ? 2 : 1) }
        end = rest.index(after: end)
        defer { rest = rest[end...] }
        return rest[start..<end]
    }
}
