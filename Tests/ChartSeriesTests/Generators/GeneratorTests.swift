import Testing

@testable import ChartSeries

struct GeneratorTests {
    @Test func `SplitMix64 gives its published numbers`() {
        var random = SplitMix64(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        #expect(expected.indices.map { _ in random.next() } == expected)
    }

    @Test func `numbers cover their range and stay within it`() {
        var random = SplitMix64(seed: 4)
        var counts = [Int](repeating: 0, count: 7)
        for _ in 0..<7000 { counts[random.next(in: -3...3) + 3] += 1 }
        #expect(counts.allSatisfy { $0 > 850 && $0 < 1150 })
    }

    @Test func `a walk has one row per minute from 2020 on`() {
        let table = RandomWalk(seed: 1).table(rows: 1500)
        #expect(table.xName == "date")
        #expect(table.xKind == .date)
        #expect(table.columns.map(\.name) == ["price"])
        #expect(ISO8601.format(table.x[0]) == "2020-01-01T00:00:00Z")
        #expect(ISO8601.format(table.x[1441]) == "2020-01-02T00:01:00Z")
    }

    @Test(arguments: [0, 1, 42, UInt64.max])
    func `prices are positive, have three decimals and change little`(seed: UInt64) {
        let prices = RandomWalk(seed: seed).table(rows: 20_000).columns[0].values
        #expect(prices[0] == 100)
        #expect(prices.allSatisfy { $0 >= 1 && Double(Int($0 * 1000 + 0.5)) / 1000 == $0 })
        #expect(zip(prices, prices.dropFirst()).allSatisfy { ($0 - $1).magnitude < 0.1001 })
        #expect(Set(prices).count > 1000)
    }

    @Test func `prices are reflected at 1`() {
        var walk = PriceWalk(from: 1.05, seed: 3)
        let prices = (0..<2000).map { _ in walk.next() }
        #expect(prices.allSatisfy { $0 >= 1 })
        #expect(prices.count { $0 < 1.1 } > 10)
    }

    @Test func `a longer or wider walk starts with the shorter one`() {
        let short = RandomWalk(seed: 7).table(rows: 100)
        let long = RandomWalk(seed: 7).table(rows: 1000, walks: 3)
        #expect(long.columns.map(\.name) == ["price", "price2", "price3"])
        #expect(long.columns[0].values.prefix(100).elementsEqual(short.columns[0].values))
        #expect(long.columns[0].values != long.columns[1].values)
        #expect(RandomWalk(seed: 8).table(rows: 100).columns[0].values != short.columns[0].values)
    }

    @Test func `a walk has the same numbers in every release`() {
        let prices = RandomWalk(seed: 1).table(rows: 6).columns[0].values
        #expect(prices == [100, 99.974, 100.063, 99.972, 100.028, 99.972])
    }

    @Test func `user numbers are taken seconds after noon on the US east coast`() throws {
        let users = ActiveUsers.table
        #expect(users.rowCount == 71)
        #expect(users.columns.map(\.name) == ["active", "new"])
        for (row, x) in users.x.enumerated() {
            let noon = 1_729_008_000_000 + Double(row) * 86_400_000 + (row < 19 ? 0 : 3_600_000)
            #expect(x >= noon && x < noon + 60_000)
        }
        #expect(ISO8601.format(users.x[18]).hasPrefix("2024-11-02T16:00:"))
        #expect(ISO8601.format(users.x[19]).hasPrefix("2024-11-03T17:00:"))
        #expect(ISO8601.format(users.x[70]).hasPrefix("2024-12-24T17:00:"))
    }

    @Test func `active users grow and new users are integers`() throws {
        let users = ActiveUsers.table
        let active = users.columns[0].values
        #expect(zip(active, active.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(active[70] > active[0] + 100)
        #expect(users.columns[1].values.allSatisfy { $0 == Double(Int($0)) && $0 > 30 && $0 < 90 })
        #expect(users.columns.allSatisfy { $0.missingCount == 0 })
    }

    @Test func `user numbers are the same in every release`() {
        let users = ActiveUsers.table
        #expect(Array(users.columns[0].values.prefix(5)) == [604, 607, 607, 611, 616])
        #expect(Array(users.columns[1].values.prefix(5)) == [65, 66, 71, 70, 69])
        #expect(users.columns[0].maximum == 767)
    }
}
