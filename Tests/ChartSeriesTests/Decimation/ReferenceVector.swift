import Testing

@testable import ChartSeries

/// The rows that tsdownsample 0.1.5 chooses from rows that a seed determines.
struct ReferenceVector: Sendable, CustomTestStringConvertible {
    enum Method: String {
        case minmax, lttb, minmaxlttb
    }

    enum Places: String {
        case counted, unplaced, days, sixteenths, repeated, clustered, tiny
    }

    enum Values: String {
        case walk, ties, constant
    }

    enum Chosen: Equatable {
        case rows([Int])
        case checksum(count: Int, String)
    }

    let testDescription: String
    let method: Method
    let x: ColumnValues
    let values: ColumnValues
    let points: Int
    let chosen: Chosen

    static let all = text.split(separator: "\n").map { ReferenceVector(line: String($0)) }

    private init(line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard let method = Method(rawValue: words[0]), let places = Places(rawValue: words[1]),
            let values = Values(rawValue: words[2]), let seed = UInt64(words[3]), let rows = Int(words[4]),
            let points = Int(words[5])
        else { preconditionFailure("a line of another form: \(line)") }
        testDescription = words[..<6].joined(separator: " ")
        self.method = method
        self.points = points
        var random = SplitMix64(seed: seed)
        x = ColumnValues(Self.places(places, rows, &random))
        self.values = ColumnValues(Self.values(values, rows, &random))
        if words.count == 8, words[7].hasPrefix("#"), let count = Int(words[6]) {
            chosen = .checksum(count: count, words[7])
        } else {
            chosen = .rows(words[6...].compactMap { Int($0) })
        }
    }

    /// Converts rows to the form that the vector uses.
    func form(of rows: [Int]) -> Chosen {
        if case .rows = chosen { return .rows(rows) }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for row in rows { hash = (hash ^ UInt64(row)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return .checksum(count: rows.count, "#" + String(repeating: "0", count: 16 - digits.count) + digits)
    }

    private static func places(_ kind: Places, _ rows: Int, _ random: inout SplitMix64) -> [Double] {
        var place = 0
        return (0..<rows).map { _ in
            defer {
                switch kind {
                case .counted, .unplaced, .days: place += 1
                case .sixteenths: place += 1 + random.below(40)
                case .repeated: place += random.below(3)
                case .clustered: place += 1 + random.below(3) + (random.below(50) == 0 ? 1000 : 0)
                case .tiny: place += 1 + random.below(9)
                }
            }
            return switch kind {
            case .counted, .unplaced, .repeated, .clustered: Double(place)
            case .days: 1.7e12 + Double(place) * 86_400_000
            case .sixteenths: Double(place) / 16 - 7
            case .tiny: Double(place) * 0x1p-20
            }
        }
    }

    private static func values(_ kind: Values, _ rows: Int, _ random: inout SplitMix64) -> [Double] {
        var value = 0
        return (0..<rows).map { _ in
            switch kind {
            case .walk: value += random.below(33) - 16
            case .ties: value = random.below(7) - 3
            case .constant: break
            }
            return Double(value) / 4
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func below(_ bound: Int) -> Int {
        Int(next() >> 32) % bound
    }
}
