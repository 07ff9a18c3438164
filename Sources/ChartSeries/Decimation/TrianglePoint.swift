/// The buckets of LTTB, with equal numbers of positions between the first and the last one.
struct TriangleBuckets {
    private let count: Int
    private let width: Double

    init(count: Int, points: Int) {
        self.count = count
        width = Double(count - 2) / Double(points - 2)
    }

    /// The positions of a bucket; the bucket after the others holds only the last position.
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

/// The average y of a bucket at the middle of its x, computed piece by piece.
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

    /// The average; `nil` if all y are missing.
    var point: TrianglePoint? {
        count > 0 ? TrianglePoint(x: (lastX + firstX) / 2, y: sum / Double(count)) : nil
    }
}

/// The first point of a bucket that spans the largest triangle with two corners, found piece by piece.
struct FarthestPoint {
    /// The point and its position; `nil` while all y are missing.
    private(set) var best: (position: Int, point: TrianglePoint)?
    private var largest = -1.0
    private let run: Double
    private let rise: Double
    private let offset: Double

    /// Makes a search with two corners.
    init(from corner: TrianglePoint, _ other: TrianglePoint) {
        (run, rise) = (corner.x - other.x, other.y - corner.y)
        offset = run * corner.y + rise * corner.x
    }

    /// Adds the next points; the first of them has the position `start`.
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
