/// Runs M4 over one series, one pixel column after the other; valid as long as its reader.
struct M4Walk {
    /// The reader of the series.
    let reader: ColumnReader
    /// The values that are drawn.
    let band: ValueBand
    /// The gaps of which the first row is kept.
    let gaps: M4Selection.Gaps
    /// Whether to record values in `known`.
    let notesValues: Bool
    /// The kept rows, ascending and without duplicates.
    var kept: [Int] = []
    /// The values of the kept rows that the index gave, NaN for the others; empty if values are not recorded.
    ///
    /// The sign of zeros is lost.
    var known: [Double] = []
    /// Whether a pixel column has drawn values on both sides of a gap.
    private(set) var splitsPixelColumn = false
    /// Whether there were more gaps than allowed.
    private(set) var isGivenUp = false
    private let window: Range<Int>
    private let gapWalk: GapWalk
    private var nextGap: Range<Int>?
    private var gapCount = 0
    private var found: [Int] = []

    /// Makes a walk before its first pixel column; `window` is the rows of the window.
    init(window: Range<Int>, reader: ColumnReader, band: ValueBand, gaps: M4Selection.Gaps, notesValues: Bool) {
        self.window = window
        self.reader = reader
        self.band = band
        self.gaps = gaps
        self.notesValues = notesValues
        gapWalk = GapWalk(window: window, reader: reader, band: band)
    }

    /// Takes all pixel columns of a series that may have missing values.
    ///
    /// - Parameter runs: The rows of each pixel column that has rows.
    mutating func take(_ runs: [Range<Int>]) {
        nextGap = gapWalk.first
        var position = 0
        while position < runs.count, !isGivenUp, !Task.isCancelled {
            let start = max(1, runs[position].lowerBound) - 1
            let missing = reader.firstRow(outside: band, from: start, before: window.upperBound) ?? window.upperBound
            var end = position
            while end < runs.count, runs[end].upperBound <= missing { end += 1 }
            takeWhole(runs, position..<end)
            if end < runs.count { take(runs[end]) }
            position = end + 1
        }
        if let gap = gapWalk.atEnd { kept.append(gap.lowerBound) }
        if notesValues { known.append(contentsOf: repeatElement(.nan, count: kept.count - known.count)) }
    }

    private mutating func take(_ run: Range<Int>) {
        guard let first = reader.firstRow(in: band, from: run.lowerBound, before: run.upperBound),
            let last = reader.lastRow(in: band, from: first, before: run.upperBound)
        else { return }
        let extremes = reader.extremesOfPieces(of: first..<last + 1, in: band)
        found.removeAll(keepingCapacity: true)
        found.append(contentsOf: [first, extremes.minimumRow, extremes.maximumRow, last])
        switch gaps {
        case .every(let limit):
            while let gap = nextGap, gap.upperBound <= last, !isGivenUp {
                take(gap, behind: first)
                nextGap = gapWalk.next(behind: gap)
                gapCount += 1
                isGivenUp = gapCount > limit
            }
        case .lastOfPixelColumn:
            if let gap = gapWalk.last(endingIn: first...last) { take(gap, behind: first) }
        }
        found.sort()
        found.removeRepeats()
        kept.append(contentsOf: found)
    }

    /// Takes a gap that ends in a pixel column whose first drawn row is `first`.
    private mutating func take(_ gap: Range<Int>, behind first: Int) {
        found.append(gap.lowerBound)
        splitsPixelColumn = splitsPixelColumn || gap.lowerBound > first
    }
}

extension M4Walk {
    /// Takes pixel columns without missing values in them or directly before them.
    ///
    /// - Parameters:
    ///   - runs: The rows of each pixel column that has rows.
    ///   - positions: The positions in `runs` to take.
    mutating func takeWhole(_ runs: [Range<Int>], _ positions: Range<Int>) {
        guard !positions.isEmpty else { return }
        var count = kept.count
        kept.append(contentsOf: repeatElement(0, count: 4 * positions.count + 1))
        if notesValues { known.append(contentsOf: repeatElement(.nan, count: kept.count - known.count)) }
        reader.extremes(ofEach: runs, positions) { position, extremes in
            let run = runs[position]
            let isMinimumEarlier = extremes.minimumRow <= extremes.maximumRow
            let earlier = isMinimumEarlier ? extremes.minimumRow : extremes.maximumRow
            let later = isMinimumEarlier ? extremes.maximumRow : extremes.minimumRow
            kept[count] = run.lowerBound
            count += earlier > run.lowerBound ? 1 : 0
            kept[count] = earlier
            if notesValues { known[count] = isMinimumEarlier ? extremes.minimum : extremes.maximum }
            count += later > earlier ? 1 : 0
            kept[count] = later
            if notesValues { known[count] = isMinimumEarlier ? extremes.maximum : extremes.minimum }
            count += run.upperBound - 1 > later ? 1 : 0
            kept[count] = run.upperBound - 1
            count += 1
        }
        kept.removeSubrange(count...)
        if notesValues { known.removeSubrange(count...) }
    }
}
