import CoreTestSupport

/// Random batches of events as JSON text; most are valid, and some are wrong in one place.
enum RandomBatch {
    static func document(_ random: inout SeededCases) -> String {
        let count = random.isTrue(oneIn: 40) ? random.integer(in: 0...9) : random.integer(in: 1...3)
        var members = [
            ("events", "[" + (0..<count).map { _ in event(&random) }.joined(separator: space(&random) + ",") + "]")
        ]
        if random.isTrue(oneIn: 2) || random.isTrue(oneIn: 20) {
            members.append(("client", client(&random)))
        }
        if members.count == 2 || random.isTrue(oneIn: 20) {
            members.append(("sequence", random.isTrue(oneIn: 8) ? number(&random) : "\(random.integer(in: 1...99))"))
        }
        return space(&random) + object(members, &random) + space(&random)
    }

    private static func event(_ random: inout SeededCases) -> String {
        let type = word(["touch", "touch", "touch", "wheel", "hover", "gesture", "gesture", "tick"], &random)
        var members = [("type", type), ("time", number(&random))]
        switch type {
        case "\"touch\"":
            let touches = (0..<random.integer(in: random.isTrue(oneIn: 30) ? 0...0 : 1...3)).map { _ in touch(&random) }
            members.append(("phase", word(["began", "moved", "ended", "cancelled"], &random)))
            members.append(("touches", "[" + touches.joined(separator: ",") + "]"))
            keys(&members, &random)
        case "\"wheel\"":
            members += [("x", number(&random)), ("y", number(&random))]
            optionally(&members, "deltaX", &random, number)
            optionally(&members, "deltaY", &random, number)
            optionally(&members, "deltaMode", &random) { word(["pixel", "line", "page"], &$0) }
            keys(&members, &random)
        case "\"hover\"":
            members.append(("phase", word(["entered", "moved", "exited"], &random)))
            members += [("x", number(&random)), ("y", number(&random))]
        case "\"gesture\"":
            gesture(&members, &random)
        default:
            break
        }
        return object(members, &random)
    }

    private static func gesture(_ members: inout [(String, String)], _ random: inout SeededCases) {
        let kind = word(["pan", "pinch", "tap", "longPress", "swipe", "rotation"], &random)
        let isDiscrete = kind == "\"tap\"" || kind == "\"swipe\""
        members.append(("gesture", kind))
        members.append(
            (
                "state",
                word(isDiscrete ? ["ended", "recognized"] : ["began", "changed", "ended", "cancelled"], &random)
            ))
        optionally(&members, "location", &random, pair)
        keys(&members, &random)
        switch kind {
        case "\"pan\"":
            optionally(&members, "translation", &random, pair)
            optionally(&members, "velocity", &random, pair)
        case "\"pinch\"":
            optionally(&members, "scale", &random) { "\($0.number(in: 0.01...9))" }
            optionally(&members, "startAnchor", &random, pair)
        case "\"tap\"": optionally(&members, "taps", &random) { "\($0.integer(in: 1...17))" }
        case "\"swipe\"": members.append(("direction", word(["left", "right", "up", "down"], &random)))
        case "\"rotation\"": optionally(&members, "rotation", &random, number)
        default: break
        }
    }

    private static func touch(_ random: inout SeededCases) -> String {
        var members = [("id", "\(random.integer(in: 0...9))"), ("x", number(&random)), ("y", number(&random))]
        optionally(&members, "kind", &random) { word(["touch", "mouse", "pen"], &$0) }
        optionally(&members, "buttons", &random) { "\($0.integer(in: 0...7))" }
        optionally(&members, "pressure", &random, number)
        return object(members, &random)
    }

    private static func pair(_ random: inout SeededCases) -> String {
        object([("x", number(&random)), ("y", number(&random))], &random)
    }

    private static func keys(_ members: inout [(String, String)], _ random: inout SeededCases) {
        optionally(&members, "modifiers", &random) { random in
            let keys = (0..<random.integer(in: 0...3)).map { _ in word(["ctrl", "shift", "alt", "meta"], &random) }
            return "[" + keys.joined(separator: ",") + "]"
        }
    }

    private static func optionally(
        _ members: inout [(String, String)], _ name: String, _ random: inout SeededCases,
        _ text: (inout SeededCases) -> String
    ) {
        if random.isTrue(oneIn: 3) { members.append((name, text(&random))) }
    }

    /// An object with its members in any order; now and then one is missing, repeated, renamed or of another kind.
    private static func object(_ members: [(String, String)], _ random: inout SeededCases) -> String {
        var members = random.isTrue(oneIn: 3) ? members.shuffled(using: &random) : members
        if random.isTrue(oneIn: 60) {
            let place = random.integer(in: 0...(members.count - 1))
            switch random.integer(in: 0...5) {
            case 0: members.remove(at: place)
            case 1: members.append(members[place])
            case 2:
                members[place].0 = random.element(of: ["X", "typ", "types", "extra", "state", "x", "", "caf\u{E9}"])
            case 3:
                members[place].1 = random.element(of: ["null", "true", "{}", "[]", "\"\"", "\"moved\"", "1.5", "[1]"])
            case 4: members[place].0 = escaped(members[place].0)
            default: members.insert((random.element(of: ["scale", "phase", "touches", "id"]), "1"), at: place)
            }
        }
        let texts = members.map { name, value in
            "\(space(&random))\"\(name)\"\(space(&random)):\(space(&random))\(value)\(space(&random))"
        }
        return "{" + texts.joined(separator: ",") + "}"
    }

    private static func word(_ words: [String], _ random: inout SeededCases) -> String {
        if random.isTrue(oneIn: 200) {
            return random.element(of: [
                "\"poke\"", "\"\"", "\"Touch\"", "\"touches and more\"", "\"began\\u0000\"", "7",
            ])
        }
        let word = random.element(of: words)
        return random.isTrue(oneIn: 100) ? "\"\(escaped(word))\"" : "\"\(word)\""
    }

    /// The text with its first character escaped, which does not change its meaning.
    private static func escaped(_ text: String) -> String {
        guard let first = text.utf8.first, first < 0x80 else { return text }
        return "\\u00" + String(first, radix: 16) + text.dropFirst()
    }

    private static func client(_ random: inout SeededCases) -> String {
        let names = [
            "tab-1", "tab-1", "a client of more than fifteen characters", "Zo\u{EB}", "\u{1F600}", "a\\nb", "",
            String(repeating: "n", count: random.integer(in: 126...130)),
        ]
        return "\"" + random.element(of: names) + "\""
    }

    private static func number(_ random: inout SeededCases) -> String {
        switch random.integer(in: 0...11) {
        case 0...3: "\(random.integer(in: -999...99_999))"
        case 4...6: "\(Double(random.integer(in: -9_999...99_999)) / 10)"
        case 7...8: "\(random.number(in: -1_000...1_000))"
        case 9: "\(Double(bitPattern: random.next() & 0xBFFF_FFFF_FFFF_FFFF))"
        case 10:
            random.element(of: [
                "0", "-0", "0.0", "1e3", "1E+2", "12e-1", "100000000000000000000", "0.1234567890123456789012", "1e-400",
                "9007199254740993", "0e999", "1e22", "1e23", "123456789012345678e-9", "5e-324", "1e400",
            ])
        default:
            random.isTrue(oneIn: 20)
                ? random.element(of: ["01", "1.", ".5", "+1", "-", "1e", "NaN", "0x1", "1_0"]) : "7"
        }
    }

    private static func space(_ random: inout SeededCases) -> String {
        random.isTrue(oneIn: 12) ? random.element(of: [" ", "\n", "\t", "\r\n  "]) : ""
    }
}
