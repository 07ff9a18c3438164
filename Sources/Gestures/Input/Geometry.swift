/// A position in points (CSS px); the origin is the top-left inside corner of the plot area, and y points down.
public struct Point: Sendable, Hashable, Codable {
    /// The distance from the left edge, in points.
    public var x: Double
    /// The distance from the top edge, in points.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The point (0, 0).
    public static let zero = Point(x: 0, y: 0)

    /// The point at the same place of an area that is larger by a factor in each direction.
    public func scaled(by factors: Vector) -> Point { Point(x: x * factors.dx, y: y * factors.dy) }

    /// The displacement that leads from `start` to `end`, in points.
    @inlinable
    public static func - (end: Point, start: Point) -> Vector {
        Vector(dx: end.x - start.x, dy: end.y - start.y)
    }

    /// The point reached from `start` by `displacement`.
    @inlinable
    public static func + (start: Point, displacement: Vector) -> Point {
        Point(x: start.x + displacement.dx, y: start.y + displacement.dy)
    }
}

/// A displacement in points, or a velocity in points per second.
public struct Vector: Sendable, Hashable, Codable {
    /// The horizontal part, positive to the right.
    public var dx: Double
    /// The vertical part, positive downwards.
    public var dy: Double

    /// Creates a vector.
    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// The vector (0, 0).
    public static let zero = Vector(dx: 0, dy: 0)

    /// The Euclidean length.
    @inlinable
    public var length: Double { (dx * dx + dy * dy).squareRoot() }

    /// The sum of two vectors.
    @inlinable
    public static func + (left: Vector, right: Vector) -> Vector {
        Vector(dx: left.dx + right.dx, dy: left.dy + right.dy)
    }

    /// The difference of two vectors.
    @inlinable
    public static func - (left: Vector, right: Vector) -> Vector {
        Vector(dx: left.dx - right.dx, dy: left.dy - right.dy)
    }
}

/// A rectangle in points, with sides along the axes.
public struct Rect: Sendable, Hashable, Codable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width, never negative in a rectangle made by ``init(corner:corner:)``.
    public var width: Double
    /// The height, never negative in a rectangle made by ``init(corner:corner:)``.
    public var height: Double

    /// Creates a rectangle from its top-left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates the normalised rectangle that two opposite corners span.
    public init(corner first: Point, corner second: Point) {
        self.init(
            x: min(first.x, second.x), y: min(first.y, second.y),
            width: abs(second.x - first.x), height: abs(second.y - first.y))
    }

    /// Whether the point lies inside or on the border.
    @inlinable
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
    }
}
