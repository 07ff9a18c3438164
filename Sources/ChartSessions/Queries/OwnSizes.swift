import ChartEngine
import ChartWire

/// The sizes at which a client looks at surfaces, whatever theirs are: `width=390&height=300&size.volume=390x80`.
///
/// What is measured in points (windows, scenes, overlays) is that of a plot of this size. Ranges, ticks, the selection
/// and gestures are those of the surface.
package struct OwnSizes: Sendable, Hashable {
    /// The names of the query parameters.
    package static let query = ["width", "height", "\(beginning){id}"]

    /// What the names of the parameters begin with that say the size of a surface.
    static let beginning = "size."

    /// The size of the surface that the request names, or of the first one.
    private let main: ChartSize?
    /// The sizes of further surfaces; `nil` for none, since an answer is copied often.
    private let others: [String: ChartSize]?

    /// Nothing: each surface has its own size.
    package static let none = OwnSizes(main: nil, others: [:])

    /// Creates sizes.
    init(main: ChartSize?, others: [String: ChartSize]) {
        (self.main, self.others) = (main, others.isEmpty ? nil : others)
    }

    /// Whether each surface has its own size.
    package var isEmpty: Bool { main == nil && others == nil }

    /// The size for a surface.
    ///
    /// - Parameters:
    ///   - id: The surface.
    ///   - isMain: Whether it is the surface that the request names, or the first one.
    /// - Returns: The size; `nil` for that of the surface.
    func size(of id: String, isMain: Bool) -> ChartSize? { others?[id] ?? (isMain ? main : nil) }

    /// A text that is the same for the same sizes.
    var text: String {
        func text(_ size: ChartSize) -> String { "\(size.width)x\(size.height)" }
        let others = (others ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }
        return ([main.map(text) ?? ""] + others).joined(separator: " ")
    }
}

extension QueryParameters {
    /// The sizes that the query asks for.
    ///
    /// - Throws: `query.invalid`.
    func ownSizes() throws(Problem) -> OwnSizes {
        let width = try side("width")
        let height = try side("height")
        guard (width == nil) == (height == nil) else {
            throw Problem(.queryInvalid, "The query parameters width and height are given both or neither.")
        }
        var others: [String: ChartSize] = [:]
        for (id, text) in named(OwnSizes.beginning) {
            let parts = text.split(separator: "x", omittingEmptySubsequences: false)
            let sides = parts.compactMap { Self.side(String($0)) }
            guard sides.count == 2, parts.count == 2 else {
                throw Problem(
                    .queryInvalid,
                    "The query parameter \(OwnSizes.beginning)\(id) must be a width and a height such as 390x80.")
            }
            others[id] = ChartSize(width: sides[0], height: sides[1])
        }
        return OwnSizes(
            main: width.flatMap { width in height.map { ChartSize(width: width, height: $0) } }, others: others)
    }

    private func side(_ name: String) throws(Problem) -> Double? {
        try value(name, expected: "a number from 1 to \(Int(ChartSize.longestSide))", parse: Self.side)
    }

    private static func side(_ text: String) -> Double? {
        Double(text).flatMap { (1...ChartSize.longestSide).contains($0) ? $0 : nil }
    }
}

extension SurfaceView {
    /// A surface as the client looks at it.
    ///
    /// - Parameters:
    ///   - surface: The surface.
    ///   - before: The surface before the change that is answered; `nil` where there is none.
    /// - Returns: The surface at the client's size; its rows count as answered where the state before shows the same.
    func seen(_ surface: SessionSurface, after before: SessionSurface? = nil) -> SessionSurface {
        guard let size = sizes.size(of: surface.id, isMain: surface.id == mainSurface) else { return surface }
        return surface.seen(at: size, after: before)
    }

    /// The surface of an answer about one surface, as the client looks at it.
    package func seenAlone(_ surface: SessionSurface) -> SessionSurface {
        sizes.size(of: surface.id, isMain: true).map { surface.seen(at: $0, after: nil) } ?? surface
    }
}
