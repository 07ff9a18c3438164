import CoreTestSupport
import Testing

@testable import ChartServer

struct WaitingLinesTests {
    private let start = ContinuousClock.now

    /// A line of so many bytes.
    private func line(_ number: Int, of size: Int = 100) -> [UInt8] {
        let text = Array("\(number) ".utf8)
        return text + Array(repeating: UInt8(ascii: "."), count: max(0, size - text.count - 1)) + [UInt8(ascii: "\n")]
    }

    /// The number of a line.
    private func number(_ line: [UInt8]) -> Int? {
        Int(String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
    }

    /// Writes all that waits, and returns it by the writes.
    private func drain(_ lines: inout WaitingLines) -> [[WaitingLines.Piece]] {
        var writes: [[WaitingLines.Piece]] = []
        while true {
            let pieces = lines.next()
            if pieces.isEmpty { return writes }
            lines.finish()
            writes.append(pieces)
        }
    }

    @Test func `a write has whole lines, in their order, up to what a pipe takes at once`() {
        var lines = WaitingLines()
        for number in 0..<100 { lines.append(line(number, of: 1_000)) }
        lines.append(line(100, of: 9_000))
        let writes = drain(&lines)
        #expect(writes.map(\.count) == Array(repeating: 4, count: 25) + [1])
        #expect(writes.flatMap(\.self) == (0..<100).map { .line(line($0, of: 1_000)) } + [.line(line(100, of: 9_000))])
        #expect(lines.isEmpty && lines.dropped == 0)
    }

    @Test func `a kept line goes before the others, and has the next number`() {
        var lines = WaitingLines()
        lines.append(line(0))
        let numbers = [lines.keep(line(1), at: start), lines.keep(line(2), at: start)]
        #expect(numbers == [1, 2])
        #expect(lines.next() == [.line(line(1)), .line(line(2)), .line(line(0))])
        #expect(lines.lastWritten == 0)
        lines.finish()
        #expect(lines.lastWritten == 2)
    }

    @Test func `the bytes that wait are bounded, also while they are written`() {
        var lines = WaitingLines()
        for number in 0..<1_024 { lines.append(line(number, of: 1_024)) }
        #expect(lines.dropped == 0)
        #expect(lines.next().count == 4)
        lines.append(line(1_024))
        #expect(lines.dropped == 1)
    }

    @Test func `dropping ends when half of the bytes are written, and a gap is where the lines are missing`() {
        var lines = WaitingLines()
        for number in 0..<1_100 { lines.append(line(number, of: 1_024)) }
        #expect(lines.dropped == 76)
        var written: [WaitingLines.Piece] = []
        for _ in 0..<127 {
            written += lines.next()
            lines.finish()
        }
        lines.append(line(1_100))
        #expect(lines.dropped == 77)
        written += lines.next()
        lines.finish()
        lines.append(line(1_101))
        written += drain(&lines).flatMap(\.self)
        #expect(
            written == (0..<1_024).map { .line(line($0, of: 1_024)) } + [.gap(77), .line(line(1_101))])
    }

    @Test func `a line that is longer than all may be is dropped and told`() {
        var lines = WaitingLines()
        lines.append(line(0, of: WaitingLines.mostBytes + 1))
        lines.append(line(1, of: WaitingLines.mostBytes))
        #expect(!lines.isEmpty)
        #expect(drain(&lines) == [[.gap(1)], [.line(line(1, of: WaitingLines.mostBytes))]])
        lines.append(line(2, of: WaitingLines.mostBytes + 1))
        #expect(drain(&lines) == [[.gap(1)]])
        #expect(lines.isEmpty && lines.dropped == 2)
    }

    @Test func `a kept line that waits for longer than a second blocks, also while it is written`() {
        var lines = WaitingLines()
        #expect(!lines.isBlocked(at: start))
        _ = lines.keep(line(0), at: start)
        _ = lines.keep(line(1, of: 5_000), at: start + .milliseconds(10))
        let (edge, beyond) = (start + .seconds(1), start + .seconds(1) + .nanoseconds(1))
        #expect(!lines.isBlocked(at: edge))
        #expect(lines.isBlocked(at: beyond))
        #expect(lines.next().count == 1)
        #expect(lines.isBlocked(at: beyond))
        lines.finish()
        #expect(!lines.isBlocked(at: beyond))
        #expect(lines.isBlocked(at: beyond + .milliseconds(10)))
    }

    @Test func `kept lines are never dropped, and too many bytes of them block`() {
        var lines = WaitingLines()
        for number in 0..<1_023 { _ = lines.keep(line(number, of: 1_024), at: start) }
        _ = lines.keep(line(1_023, of: 1_023), at: start)
        #expect(!lines.isBlocked(at: start))
        _ = lines.keep(line(1_024), at: start)
        #expect(lines.isBlocked(at: start))
        for number in 1_025..<3_000 { _ = lines.keep(line(number, of: 1_024), at: start) }
        #expect(drain(&lines).flatMap(\.self).count == 3_000)
        #expect(lines.dropped == 0 && lines.lastWritten == 3_000)
    }

    /// Lines of any size come and are written in any order; what is written tells of each of them.
    @Test(arguments: 0..<20) func `each line is written once or told as dropped, in its place`(seed: UInt64) {
        var random = SeededCases(seed: seed)
        var lines = WaitingLines()
        var (added, kept, written) = (0, 0, [WaitingLines.Piece]())
        var keptWritten: [Int] = []
        for _ in 0..<4_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                kept += 1
                _ = lines.keep(line(-kept, of: Int.random(in: 10...6_000, using: &random)), at: start)
            case 1...8:
                lines.append(line(added, of: Int.random(in: 10...3_000, using: &random)))
                added += 1
            default:
                guard case let pieces = lines.next(), !pieces.isEmpty else { continue }
                written += pieces
                lines.finish()
            }
        }
        written += drain(&lines).flatMap(\.self)
        var (next, dropped) = (0, 0)
        for piece in written {
            switch piece {
            case .gap(let count):
                next += count
                dropped += count
            case .line(let line):
                let number = number(line) ?? .min
                if number < 0 {
                    keptWritten.append(-number)
                } else {
                    #expect(number == next)
                    next = number + 1
                }
            }
        }
        #expect(dropped > 0)
        #expect(next == added && dropped == lines.dropped && lines.isEmpty)
        #expect(keptWritten == Array(1..<kept + 1) && lines.lastWritten == kept)
    }
}
