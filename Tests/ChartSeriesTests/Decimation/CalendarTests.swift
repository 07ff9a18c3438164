import CoreTestSupport
import Testing

@testable import ChartSeries

/// A calendar in which a second has 10 units of x, and each further unit 10 times the previous one.
private let tens: CivilSteps = { instant, step in
    let place = CalendarUnit.allCases.firstIndex(of: step.unit) ?? 0
    let length = (0..<place).reduce(10.0) { length, _ in length * 10 } * Double(step.count)
    let start = (instant / length).rounded(.down) * length
    return (start, start + length)
}

struct CalendarTests {
    @Test(arguments: seeds(40))
    func `bars have the rows and the numbers of their slow twin`(seed: Int) throws {
        let table = try Samples.table(seed: UInt64(seed), rows: 200, missingPercent: [0, 20, 60, 95][seed % 4])
        let values = table.columns[0].values
        var random = SplitMix64(seed: UInt64(seed) + 100)
        for unit in [CalendarUnit.second, .minute, .hour] {
            let from = Double(random.next(in: -60...400))
            let rows = table.rows(in: from...from + Double(random.next(in: 0...500)))
            let step = CalendarStep(unit)
            let buckets = try #require(
                calendarBuckets(x: table.x, rows: rows, step: step, limit: 1000, civil: tens))
            let starts = Dictionary(grouping: table.x.indices) { tens(table.x[$0], step).start }
            let wanted = starts.filter { $0.value.contains(where: rows.contains) }.sorted { $0.key < $1.key }
            #expect(buckets.map(\.start) == wanted.map(\.key))
            #expect(buckets.map { Array($0.rows) } == wanted.map(\.value))
            for bucket in buckets {
                let present = bucket.rows.map { values[$0] }.filter { !$0.isNaN }
                for aggregate in Aggregate.allCases {
                    let numbers = aggregate.values(of: ScannedSeries(values), rows: bucket.rows)
                    #expect(isSame(numbers, slow(aggregate, present)))
                }
            }
        }
    }

    private func slow(_ aggregate: Aggregate, _ values: [Double]) -> [Double] {
        guard let first = values.first, let last = values.last, let least = values.min(), let most = values.max()
        else { return aggregate == .count ? [0] : Array(repeating: .nan, count: max(1, aggregate.parts.count)) }
        let sum = values.reduce(0, +)
        return switch aggregate {
        case .sum: [sum]
        case .count: [Double(values.count)]
        case .mean: [sum / Double(values.count)]
        case .min: [least]
        case .max: [most]
        case .first: [first]
        case .last: [last]
        case .ohlc: [first, most, least, last]
        }
    }

    @Test func `no rows give no bars, and more bars than the limit give nil`() throws {
        let table = try Samples.table((0..<100).map(Double.init))
        #expect(calendarBuckets(x: table.x, rows: 5..<5, step: .init(.second), limit: 0, civil: tens) == [])
        #expect(calendarBuckets(x: table.x, rows: 0..<100, step: .init(.second), limit: 9, civil: tens) == nil)
        #expect(calendarBuckets(x: table.x, rows: 0..<100, step: .init(.second), limit: 10, civil: tens)?.count == 10)
    }

    @Test func `a calendar that goes backwards does not loop forever`() throws {
        let table = try Samples.table([1, 2, 3])
        let back: CivilSteps = { instant, _ in (instant, instant - 1) }
        let buckets = calendarBuckets(x: table.x, rows: 0..<3, step: .init(.day), limit: 9, civil: back)
        #expect(buckets?.map(\.rows) == [0..<1, 1..<2, 2..<3])
    }

    @Test func `steps grow, and the shortest that fits is chosen`() {
        #expect(zip(CalendarStep.ladder, CalendarStep.ladder.dropFirst()).allSatisfy { $0.length < $1.length })
        #expect(CalendarStep.shortest(dividing: 0, 60_000, intoAtMost: 60) == CalendarStep(.second))
        #expect(CalendarStep.shortest(dividing: 0, 60_000, intoAtMost: 59) == CalendarStep(.minute))
        #expect(CalendarStep.shortest(dividing: 0, 71 * 86_400_000, intoAtMost: 20) == CalendarStep(.week))
        #expect(CalendarStep.shortest(dividing: 0, 30e10, intoAtMost: 5).count == 2)
        #expect(CalendarStep.shortest(dividing: -1e308, 1e308, intoAtMost: 5) == CalendarStep.ladder.last)
        #expect(CalendarStep.ladder.last?.next() == nil)
        #expect(CalendarStep(.quarter).next() == CalendarStep(.year))
        #expect(CalendarStep(.day, count: 8).next() == CalendarStep(.month))
    }

    private func request(_ from: Double, _ to: Double) -> WindowRequest {
        WindowRequest(
            from: from, to: to, columns: [0], method: .calendar, width: 400, maximumRows: 100, civil: tens)
    }

    @Test func `a window of bars names the first row and the whole step of each`() throws {
        let table = try Samples.table((0..<100).map(Double.init))
        var request = request(15, 34)
        request.unit = .second
        var window = table.window(request)
        #expect(window.method == .calendar && !window.isExact && window.bucket == 1000)
        #expect(window.rows == .list([10, 20, 30]) && window.sourceRows == 20)
        #expect(window.before == 0 && window.after == 40)
        #expect(window.aggregation?.before == Aggregation.Bar(start: 0, values: [[45]]))
        #expect(window.aggregation?.after == Aggregation.Bar(start: 40, values: [[445]]))
        #expect(window.aggregation?.starts == [10, 20, 30])
        #expect(window.aggregation?.values(ofColumn: 0) == [[145], [245], [345]])
        request.aggregate = .ohlc
        window = table.window(request)
        #expect(window.aggregation?.values(ofColumn: 0)[0] == [10, 19, 10, 19])
        request.maximumRows = 2
        window = table.window(request)
        #expect(window.aggregation?.step == CalendarStep(.minute) && window.rows == .list([0]))
    }

    @Test func `the step follows from the width or the points`() throws {
        let table = try Samples.table((0..<100).map(Double.init))
        var request = request(0, 30_000)
        #expect(table.window(request).aggregation?.step.unit == .second)
        request.width = 100
        #expect(table.window(request).aggregation?.step.unit == .minute)
        request.points = 40
        #expect(table.window(request).aggregation?.step.unit == .second)
    }

    @Test func `without dates, a calendar window has rows`() throws {
        let table = try Samples.table([1, 2, 3])
        var request = request(0, 2)
        request.civil = nil
        #expect(table.window(request).method == .none && table.window(request).rows == .contiguous(0..<3))
    }

    @Test(arguments: 1...4)
    func `even the longest steps give no more bars than the maximum`(limit: Int) throws {
        let table = try Samples.table((0..<8).map(Double.init))
        var request = request(0, 7)
        request.maximumRows = limit
        request.civil = { instant, _ in (instant, instant + 1) }
        let window = table.window(request)
        #expect(window.rows.count == limit && window.aggregation?.starts.count == limit)
    }
}
