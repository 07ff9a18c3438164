/// Random touch scripts from a seed, with every kind of step.
package struct RandomTouchScript {
    private var random: SplitMix

    /// Creates a generator; the same seed gives the same scripts.
    package init(seed: UInt64) {
        random = SplitMix(state: seed)
    }

    /// The text of a script with a number of words.
    package mutating func text(words: Int) -> String {
        var lines = ["9↓(1,2)"]
        for _ in 0..<words { lines.append(word()) }
        return lines.joined(separator: pick([" ", "  ", "\n", " # so\n"]))
    }

    private mutating func word() -> String {
        let wait = pick(["", "", "", "+\(random.next(in: 0...900)) "])
        switch random.next(in: 0...9) {
        case 0:
            return wait + keys() + "wheel(\(number()),\(number()),\(number()),\(number()))"
                + pick(["", "{line}", "{page}"])
        case 1: return wait + "hover\(point())" + pick(["", "{entered}", "{exited}"])
        case 2: return wait + keys() + gesture()
        case 3: return wait + "9→\(point())/\(random.next(in: 1...5))"
        case 4: return "+\(number(in: 0...99))\(wait.isEmpty ? " 9→(0,0)" : " " + wait + "9→(0,0)")"
        default:
            let arrow = pick(["↓", "v", "→", ">", "↑", "^", "✕", "x"])
            let contacts = (0...random.next(in: 0...2)).map { "\($0 * 7 - 3)\(arrow)\(point())\(contactAttributes())" }
            return wait + keys() + contacts.joined(separator: "+")
        }
    }

    private mutating func gesture() -> String {
        let state = pick(["began", "changed", "ended", "recognized", "cancelled"])
        switch random.next(in: 0...5) {
        case 0: return "pan\(point()){\(state),translation=\(point()),velocity=\(point())}"
        case 1: return "pinch\(point()){scale=\(number(in: 1...99)),\(state),startAnchor=\(point())}"
        case 2: return "tap\(point()){taps=\(random.next(in: 1...16))}"
        case 3: return "longPress\(point()){\(state)}"
        case 4: return "swipe\(point()){direction=\(pick(["left", "right", "up", "down"]))}"
        default: return "rotation\(point()){rotation=\(number())}"
        }
    }

    private mutating func contactAttributes() -> String {
        pick(["", "", "{mouse}", "{pen,pressure=\(number())}", "{buttons=\(random.next(in: 0...7))}"])
    }

    private mutating func keys() -> String { pick(["", "", "ctrl+", "shift+", "alt+meta+", "meta+ctrl+"]) }
    private mutating func point() -> String { "(\(number()),\(number()))" }

    private mutating func number(in range: ClosedRange<Int> = -999...999) -> Double {
        Double(random.next(in: range)) / Double(pick([1, 4, 3, 1_000_000]))
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[random.next(in: 0...(choices.count - 1))]
    }
}

/// A small random generator with a seed.
private struct SplitMix {
    var state: UInt64

    mutating func next(in range: ClosedRange<Int>) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return range.lowerBound + Int((mixed ^ (mixed >> 31)) % UInt64(range.count))
    }
}
