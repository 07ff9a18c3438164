/// Prices that wander, one row a minute, the same for the same seed.
public struct RandomWalk: Sendable {
    /// What determines every value.
    public let seed: UInt64

    /// Chooses a walk.
    public init(seed: UInt64) {
        self.seed = seed
    }

    /// Makes rows from 2020-01-01T00:00:00Z on.
    ///
    /// A longer table starts with the rows of a shorter one, and more walks leave the first ones as they are.
    ///
    /// - Parameters:
    ///   - rows: How many rows to make.
    ///   - walks: How many columns to make: `price`, then `price2`, `price3` and so on.
    /// - Returns: A table of dates, whose prices are positive and have at most three decimals.
    public func table(rows: Int, walks: Int = 1) -> Table {
        let start = 1_577_836_800_000.0
        let x = (0..<rows).map { start + Double($0) * 60_000 }
        var seeds = SplitMix64(seed: seed)
        let columns = (0..<walks).map { walk in
            (name: walk == 0 ? "price" : "price\(walk + 1)", values: Self.prices(rows, seed: seeds.next()))
        }
        do {
            return try Table(xName: "date", xKind: .date, x: x, columns: columns)
        } catch {
            preconditionFailure("a random walk makes no table: \(error)")
        }
    }

    /// Walks in thousandths, by at most a tenth a row, and is reflected at 1.
    static func prices(_ count: Int, from start: Double = 100, seed: UInt64) -> [Double] {
        var steps = SplitMix64(seed: seed)
        var thousandths = Int(start * 1000)
        return (0..<count).map { _ in
            defer {
                thousandths += steps.next(in: -100...100)
                if thousandths < 1000 { thousandths = 2000 - thousandths }
            }
            return Double(thousandths) / 1000
        }
    }
}
