/// The walk of M4 over one series, pixel column by pixel column.
struct M4Walk {
    /// The rows of the window.
    let window: Range<Int>
    /// The number of rows of the table.
    let rowCount: Int
    /// The rows that stay, ascending and without duplicates.
    private(set) var kept: [Int] = []
    /// Whether a pixel column had drawn values on both sides of a gap.
    private(set) var splitsPixelColumn = false
    /// Whether there were more gaps than may be kept.
    private(set) var isGivenUp = false

    /// How many pixel columns before they are read their memory is asked for.
    private static let lookAhead = 6
    /// How many pixel columns are searched before their rows are looked up.
    private static let searchedTogether = 8

    init(window: Range<Int>, rowCount: Int) {
        self.window = window
        self.rowCount = rowCount
    }

    /// Takes pixel columns of a series in which no value is missing.
    ///
    /// A few pixel columns are searched before the rows of the first are looked up, so that their memory can come near.
    ///
    /// - Parameters:
    ///   - runs: The rows of each pixel column that holds any.
    ///   - reader: The series.
    mutating func takeWhole(_ runs: [Range<Int>], of reader: ColumnReader) {
        kept = Array(repeating: 0, count: 4 * runs.count + 1)
        var count = 0
        var found = [ExtremesSearch?](repeating: nil, count: Self.searchedTogether)
        for first in stride(from: 0, to: runs.count, by: Self.searchedTogether) {
            let end = min(first + Self.searchedTogether, runs.count)
            for position in first..<end {
                if position + Self.lookAhead < runs.count {
                    let next = runs[position + Self.lookAhead]
                    reader.prefetch(around: next.upperBound, distance: next.count)
                }
                found[position - first] = reader.search(runs[position])
            }
            for position in first..<end {
                let run = runs[position]
                let extremes = found[position - first].map { reader.extremes(of: $0) } ?? reader.extremes(of: run)
                let earlier = min(extremes.minimumRow, extremes.maximumRow)
                let later = max(extremes.minimumRow, extremes.maximumRow)
                kept[count] = run.lowerBound
                count += earlier > run.lowerBound ? 1 : 0
                kept[count] = earlier
                count += later > earlier ? 1 : 0
                kept[count] = later
                count += run.upperBound - 1 > later ? 1 : 0
                kept[count] = run.upperBound - 1
                count += 1
            }
        }
        kept.removeSubrange(count...)
    }

    /// Takes pixel columns of a series in which values are missing.
    ///
    /// - Parameters:
    ///   - runs: The rows of each pixel column that holds any.
    ///   - reader: The series.
    ///   - band: The values that are drawn.
    ///   - gaps: Which gaps leave a row behind.
    mutating func take(_ runs: [Range<Int>], of reader: ColumnReader, in band: ValueBand, gaps: M4Selection.Gaps) {
        let gapWalk = GapWalk(window: window, reader: reader, band: band)
        var nextGap = gapWalk.first
        var found: [Int] = []
        var gapCount = 0
        for run in runs {
            guard let first = reader.firstRow(in: band, from: run.lowerBound, before: run.upperBound),
                let last = reader.lastRow(in: band, from: first, before: run.upperBound)
            else { continue }
            let extremes = reader.extremes(of: first..<last + 1, in: band)
            found.removeAll(keepingCapacity: true)
            found.append(contentsOf: [first, extremes.minimumRow, extremes.maximumRow, last])
            switch gaps {
            case .every(let limit):
                while let gap = nextGap, gap.upperBound <= last {
                    found.append(gap.lowerBound)
                    gapCount += 1
                    splitsPixelColumn = splitsPixelColumn || gap.lowerBound > first
                    nextGap = gapWalk.next(behind: gap)
                    isGivenUp = gapCount > limit
                    if isGivenUp { return }
                }
            case .lastOfPixelColumn:
                guard let gap = gapWalk.last(endingIn: first...last) else { break }
                found.append(gap.lowerBound)
                splitsPixelColumn = splitsPixelColumn || gap.lowerBound > first
            }
            found.sort()
            found.removeRepeats()
            kept.append(contentsOf: found)
        }
        if let gap = gapWalk.atEnd { kept.append(gap.lowerBound) }
    }
}
