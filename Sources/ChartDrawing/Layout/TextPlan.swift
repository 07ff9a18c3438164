import Gestures

/// Gives room in a picture to texts, first come first served, so that none overlaps another or leaves the picture.
struct TextPlan {
    private let width: Double
    private let height: Double
    private var taken: [Rect] = []
    /// The texts that got room.
    private(set) var texts: [PlacedText] = []

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Gives room to a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - gap: The least distance to what lies left or right of it, in points.
    /// - Returns: Whether the text got its room; without it the caller does not draw the text.
    mutating func place(_ text: PlacedText, gap: Double = 0) -> Bool {
        guard !text.text.isEmpty, take(text.box, gap: gap) else { return false }
        texts.append(text)
        return true
    }

    /// Gives a box to texts which do not overlap one another.
    ///
    /// - Returns: Whether the box was free; without it the caller draws nothing.
    mutating func place(_ boxed: [PlacedText], in box: Rect) -> Bool {
        guard take(box) else { return false }
        texts += boxed
        return true
    }

    private mutating func take(_ box: Rect, gap: Double = 0) -> Bool {
        let wide = Rect(x: box.x - gap, y: box.y, width: box.width + 2 * gap, height: box.height)
        guard box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height,
            !taken.contains(where: { $0.overlaps(wide) })
        else { return false }
        taken.append(box)
        return true
    }
}

extension Rect {
    /// Whether two rectangles share more than an edge.
    func overlaps(_ other: Rect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}
