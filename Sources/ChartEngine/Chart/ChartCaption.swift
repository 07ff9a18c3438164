/// What people read above a chart; it changes no range.
public struct ChartCaption: Sendable, Hashable, Codable {
    /// The title; `nil` for none.
    public var title: String?
    /// What the chart shows, in sentences of its author; `nil` for none.
    public var description: String?

    /// Creates a caption.
    public init(title: String? = nil, description: String? = nil) {
        self.title = title
        self.description = description
    }

    /// Whether it says nothing.
    var isEmpty: Bool { title == nil && description == nil }
}
