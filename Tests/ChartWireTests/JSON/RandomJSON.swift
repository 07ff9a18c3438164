import CoreTestSupport

/// Random JSON texts that use the whole grammar.
enum RandomJSON {
    static func document(_ random: inout SeededCases) -> String {
        space(&random) + value(&random, depth: 0) + space(&random)
    }

    /// Replaces, removes or inserts one or two bytes, mostly ones that occur in JSON.
    static func damage(_ bytes: inout [UInt8], _ random: inout SeededCases) {
        let marks =
            Array("{}[]:,\"\\u0123456789+-.eEtfn/ \n\u{E9}\u{1F600}".utf8) + [0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
        for _ in 0..<Int.random(in: 1...2, using: &random) where bytes.count > 1 {
            let place = Int.random(in: 1..<bytes.count, using: &random)
            let mark = marks.randomElement(using: &random) ?? 0x20
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[place] = mark
            case 1: bytes.remove(at: place)
            default: bytes.insert(mark, at: place)
            }
        }
    }

    private static func value(_ random: inout SeededCases, depth: Int) -> String {
        switch Int.random(in: 0..<(depth < 5 ? 10 : 6), using: &random) {
        case 0: return "null"
        case 1: return Bool.random(using: &random) ? "true" : "false"
        case 2, 3: return number(&random)
        case 4, 5: return string(&random)
        case 6, 7:
            let elements = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                space(&random) + value(&random, depth: depth + 1) + space(&random)
            }
            return "[" + elements.joined(separator: ",") + "]"
        default:
            let members = (0..<Int.random(in: 0..<20, using: &random)).map { index in
                let name = "\"\(index)" + string(&random).dropFirst()
                return space(&random) + name + space(&random) + ":" + space(&random)
                    + (index < 4 ? value(&random, depth: depth + 1) : "0") + space(&random)
            }
            return "{" + members.joined(separator: ",") + "}"
        }
    }

    private static func number(_ random: inout SeededCases) -> String {
        var text = Bool.random(using: &random) ? "-" : ""
        text +=
            Bool.random(using: &random) ? "0" : String(random.next() >> UInt64.random(in: 0..<60, using: &random) | 1)
        if Bool.random(using: &random) {
            text += "." + digits(1...20, &random)
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            text += ["e", "E", "e+", "E-", "e-"].randomElement(using: &random) ?? "e"
            text += String(Int.random(in: 0..<280, using: &random))
        }
        return text
    }

    private static func digits(_ counts: ClosedRange<Int>, _ random: inout SeededCases) -> String {
        (0..<Int.random(in: counts, using: &random)).map { _ in String(Int.random(in: 0..<10, using: &random)) }
            .joined()
    }

    private static func string(_ random: inout SeededCases) -> String {
        let pieces = [
            "a", "Z", " ", "/", "~", "\u{7F}", "\u{E9}", "e\u{301}", "\u{20AC}", "\u{1F600}", "\u{10FFFF}", "\\\"",
            "\\\\", "\\/",
            "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000", "\\u00e9", "\\uD83D\\uDE00", "\\uffff",
        ]
        let text = (0..<Int.random(in: 0..<8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        return "\"" + text.joined() + "\""
    }

    private static func space(_ random: inout SeededCases) -> String {
        ["", "", "", " ", "\n", "\t\r "].randomElement(using: &random) ?? ""
    }
}
