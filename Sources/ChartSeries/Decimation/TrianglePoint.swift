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

    /// A corner at a place.
    init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The average y of a bucket at the middle of its x, or `nil` when all y are missing.
    init?(averageOf x: Span<Double>, _ y: Span<Double>) {
        var sum = 0.0
        var count = 0
        for index in y.indices where !y[index].isNaN {
            sum += y[index]
            count += 1
        }
        guard count > 0 else { return nil }
        self.init(x: (x[x.count - 1] + x[0]) / 2, y: sum / Double(count))
    }

    /// Which point spans the largest triangle with this corner and another; the first of several.
    ///
    /// - Returns: Its position, or `nil` when all y are missing.
    func farthest(of x: Span<Double>, _ y: Span<Double>, from other: TrianglePoint) -> Int? {
        let (run, rise) = (self.x - other.x, other.y - self.y)
        let offset = run * self.y + rise * self.x
        var largest = -1.0
        var best: Int?
        for index in y.indices {
            let area = (run * y[index] + rise * x[index] - offset).magnitude
            if area > largest { (largest, best) = (area, index) }
        }
        return best
    }
}
