@testable import ChartSeries

/// Minmax by its definition: every bin examines every row.
func slowMinmax(x: [Double], values: [Double], rows: Range<Int>, points: Int) -> [Int] {
    guard rows.count > points else { return Array(rows) }
    let present = slowBins(x: x, rows: rows, count: points / 2).flatMap { bin in
        let present = bin.filter { !values[$0].isNaN }
        let least = present.map { values[$0] }.min()
        let most = present.map { values[$0] }.max()
        let ends = [present.first { values[$0] == least }, present.first { values[$0] == most }]
        return bin.count <= 2 ? present : Array(Set(ends.compactMap(\.self)))
    }
    return slowGaps(present.sorted(), values: values, rows: rows)
}

/// Returns the rows of each bin.
func slowBins(x: [Double], rows: Range<Int>, count: Int) -> [[Int]] {
    guard let first = rows.first, let last = rows.last else { return [] }
    if x[first] == x[last] { return [Array(rows)] }
    var left = Array(rows)
    return (1...count).map { bin in
        let half = Double(bin) * 0.5 * (x[last] / Double(count) - x[first] / Double(count))
        let end = x[first] + half + half + 1e-12
        guard let start = left.first, x[start] < end else { return [] }
        var taken = left.filter { x[$0] < end }
        if let next = left.dropFirst(taken.count).first, x[next] == end { taken.append(next) }
        left.removeFirst(taken.count)
        return taken
    }
}

/// LTTB by its definition: it makes all buckets first and then examines each with those that follow.
func slowLTTB(x: [Double], values: [Double], rows: Range<Int>, points: Int) -> [Int] {
    guard rows.count > points else { return Array(rows) }
    let present = rows.filter { !values[$0].isNaN }
    guard let first = present.first, let last = present.last else {
        return slowGaps([], values: values, rows: rows)
    }
    let kept = slowTriangles(x: x, values: values, rows: Array(first...last), points: points)
    return slowGaps(kept, values: values, rows: rows)
}

/// LTTB over rows of which the first and the last have values.
func slowTriangles(x: [Double], values: [Double], rows: [Int], points: Int) -> [Int] {
    guard rows.count > points else { return rows.filter { !values[$0].isNaN } }
    let width = Double(rows.count - 2) / Double(points - 2)
    var buckets: [[Int]] = Array(repeating: [], count: points - 1)
    for (position, row) in rows.enumerated().dropFirst() {
        let bucket = (0..<points - 1).last { Int(width * Double($0)) + 1 <= position } ?? 0
        buckets[bucket].append(row)
    }
    var kept = [rows[0]]
    for (number, bucket) in buckets.dropLast().enumerated() {
        let present = bucket.filter { !values[$0].isNaN }
        let next = buckets[(number + 1)...].first { $0.contains { !values[$0].isNaN } } ?? []
        let nextValues = next.map { values[$0] }.filter { !$0.isNaN }
        let average = nextValues.reduce(0, +) / Double(nextValues.count)
        let middle = (x[next[next.count - 1]] + x[next[0]]) / 2
        let before = kept[kept.count - 1]
        let areas = present.map { row in
            let offset = (x[before] - middle) * values[before] + (average - values[before]) * x[before]
            return abs((x[before] - middle) * values[row] + (average - values[before]) * x[row] - offset)
        }
        if let largest = areas.max(), let index = areas.firstIndex(of: largest) { kept.append(present[index]) }
    }
    return kept + [rows[rows.count - 1]]
}

/// Minmaxlttb by its definition.
func slowMinmaxlttb(x: [Double], values: [Double], rows: Range<Int>, points: Int) -> [Int] {
    let present = rows.filter { !values[$0].isNaN }
    guard rows.count > points, let first = present.first, let last = present.last,
        (last - first + 1) / points > 4
    else { return slowLTTB(x: x, values: values, rows: rows, points: points) }
    let inner = slowBins(x: x, rows: first + 1..<last, count: 2 * points).flatMap { bin in
        let present = bin.filter { !values[$0].isNaN }
        guard bin.count > 2 else { return present }
        let least = present.first { row in present.allSatisfy { values[$0] >= values[row] } }
        let most = present.first { row in present.allSatisfy { values[$0] <= values[row] } }
        return [least, most].compactMap(\.self).sorted()
    }
    let kept = slowTriangles(x: x, values: values, rows: [first] + inner + [last], points: points)
    return slowGaps(Array(Set(kept)).sorted(), values: values, rows: rows)
}

/// Adds the first missing row wherever a line through the rows before, in and after the window crosses missing values.
func slowGaps(_ kept: [Int], values: [Double], rows: Range<Int>) -> [Int] {
    let line = [rows.lowerBound - 1] + kept + [rows.upperBound]
    let gaps = zip(line, line.dropFirst()).compactMap { start, end -> Int? in
        guard values.indices.contains(start), values.indices.contains(end) else { return nil }
        return values[start].isNaN || values[end].isNaN ? nil : (start..<end).first { values[$0].isNaN }
    }
    return (kept + gaps).sorted()
}
