import ChartJSON

/// The colours of a picture, those of the element.
package enum PictureTheme: String, Sendable, Hashable, CaseIterable {
    /// Dark marks on a light ground.
    case light
    /// Light marks on a dark ground.
    case dark

    /// A colour of the theme.
    package struct Ink: Sendable {
        /// The colour as `#rrggbb`, or a colour of CSS.
        let color: String
        /// The opacity, at most 1.
        let opacity: Double

        fileprivate init(_ color: String, _ opacity: Double = 1) {
            self.color = color
            self.opacity = opacity
        }

        /// The colour as `#rrggbb`, or as `#rrggbbaa` where a part shines through.
        package var hexadecimal: String {
            guard opacity < 1 else { return color }
            return color + Hexadecimal.text(of: CollectionOfOne(UInt8((opacity * 255).rounded())))
        }
    }

    private static let lightSeries = [
        "#0072b2", "#b86e00", "#00875f", "#b8458e", "#d04a00", "#5a5fc7", "#5f6b00", "#6b4a2f",
    ]
    private static let darkSeries = [
        "#56b4e9", "#f2b134", "#33c9a0", "#e39ac8", "#ff8a4c", "#a5abff", "#c6d14a", "#c9a184",
    ]

    /// The colour of a role; a series' own colour is the same in every theme.
    package func ink(of color: SceneColor) -> Ink {
        switch (color, self) {
        case (.text, .light): Ink("#1a1f26")
        case (.text, .dark): Ink("#e8ebef")
        case (.label, .light): Ink("#5b6572")
        case (.label, .dark): Ink("#9aa5b3")
        case (.gridMajor, .light): Ink("#e1e4e9")
        case (.gridMajor, .dark): Ink("#2b323c")
        case (.gridMinor, .light): Ink("#f1f3f5")
        case (.gridMinor, .dark): Ink("#1f252d")
        case (.axis, .light): Ink("#c3c9d1")
        case (.axis, .dark): Ink("#3d4652")
        case (.ground, .light): Ink("#ffffff")
        case (.ground, .dark): Ink("#171b21")
        case (.raised, .light): Ink("#eceef1")
        case (.raised, .dark): Ink("#232932")
        case (.accent, .light): Ink("#0a6aa8")
        case (.accent, .dark): Ink("#62b5f0")
        case (.accentFill, .light): Ink("#0a6aa8", 0.15)
        case (.accentFill, .dark): Ink("#62b5f0", 0.2)
        case (.veil, .light): Ink("#f4f5f7", 0.72)
        case (.veil, .dark): Ink("#0f1216", 0.69)
        case (.series(let place), .light): Ink(Self.lightSeries[place])
        case (.series(let place), .dark): Ink(Self.darkSeries[place])
        case (.own(let color), _): Ink(color)
        }
    }
}

/// What tells series apart without their colours, for readers who want that.
package struct ScenePattern: Sendable {
    /// The lengths of the dashes and gaps of lines, in points.
    package let dash: [Double]
    /// The strokes in a square of 8 points that fill shapes, as a path.
    package let tile: String
    /// The mark in place of a dot, as a path about a dot of radius 1.
    package let mark: String

    /// The patterns by their numbers; the first is plain.
    package static let all = [
        ScenePattern(dash: [], tile: "", mark: "M1 0A1 1 0 0 1-1 0A1 1 0 0 1 1 0Z"),
        ScenePattern(dash: [8, 4], tile: "M-2 2L2-2M0 8L8 0M6 10L10 6", mark: "M-1-1H1V1H-1Z"),
        ScenePattern(dash: [2, 4], tile: "M-2 6L2 10M0 0L8 8M6-2L10 2", mark: "M0-1.4L1.4 0L0 1.4L-1.4 0Z"),
        ScenePattern(dash: [8, 3, 2, 3], tile: "M0 4H8", mark: "M0-1.3L1.3 1H-1.3Z"),
        ScenePattern(dash: [14, 4], tile: "M3 4A1 1 0 0 1 5 4A1 1 0 0 1 3 4Z", mark: "M0 1.3L1.3-1H-1.3Z"),
        ScenePattern(dash: [2, 8], tile: "M0 8L8 0M0 0L8 8", mark: "M-1.3 0L1-1.3V1.3Z"),
        ScenePattern(dash: [14, 3, 2, 3, 2, 3], tile: "M4 0V8", mark: "M1.3 0L-1-1.3V1.3Z"),
        ScenePattern(dash: [5, 2], tile: "M4 0V8M0 4H8", mark: "M-1.2-1.2L1.2-1.2L-1.2 1.2L1.2 1.2Z"),
    ]
}
