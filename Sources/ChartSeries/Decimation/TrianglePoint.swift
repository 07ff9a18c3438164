/// The buckets of LTTB: equally many positions each, between the first and the last one.
struct TriangleBuckets {
    private let count: Int
    private let width: Double

    init(count: Int, points: Int) {
        self.count = count
        width = Double(count - 2) / Double(points - 2)
    }

    /// The positions of a bucket; the last one alone is the bucket behind the others.
    func positions(of bucket: Int) -> Range<Int> {
        let start = Int(width * Double(bucket)) + 1
        return start..<max(start, min(Int(width * Double(bucket + 1)) + 1, count))
    }
}

/// A corner of a triangle of LTTB.
struct TrianglePoint {
    let x: Double
    let y: Double
}

/// The average y of a bucket at the middle of its x, added piece by piece.
struct TriangleAverage {
    private var sum = 0.0
    private var count = 0
    private var firstX = 0.0
    private var lastX = 0.0
    private var isEmpty = true

    /// Adds the next points.
    mutating func add(_ x: Span<Double>, _ y: Span<Double>) {
        guard !x.isEmpty else { return }
        if isEmpty { firstX = x[0] }
        isEmpty = false
        lastX = x[x.count - 1]
        var (sum, count) = (sum, count)
        for index in y.indices where !y[index].isNaN {
            sum += y[index]
            count += 1
        }
        (self.sum, self.count) = (sum, count)
    }

    /// The average; `nil` when all y are missing.
    var point: TrianglePoint? {
        count > 0 ? TrianglePoint(x: (lastX + firstX) / 2, y: sum / Double(count)) : nil
    }
}

/// The point of a bucket that spans the largest triangle with two corners, the first of several; sought piece by piece.
struct FarthestPoint {
    /// The point, and its position; `nil` while all y are missing.
    private(set) var best: (position: Int, point: TrianglePoint)?
    private var largest = -1.0
    private let run: Double
    private let rise: Double
    private let offset: Double

    /// Starts with the corners.
    init(from corner: TrianglePoint, _ other: TrianglePoint) {
        (run, rise) = (corner.x - other.x, other.y - corner.y)
        offset = run * corner.y + rise * corner.x
    }

    /// Looks at the next points, of which the first has a position.
    mutating func add(_ x: Span<Double>, _ y: Span<Double>, at start: Int) {
        var (largest, found) = (largest, -1)
        for index in y.indices {
            let area = (run * y[index] + rise * x[index] - offset).magnitude
            if area > largest { (largest, found) = (area, index) }
        }
        guard found >= 0 else { return }
        self.largest = largest
        best = (start + found, TrianglePoint(x: x[found], y: y[found]))
    }
}
