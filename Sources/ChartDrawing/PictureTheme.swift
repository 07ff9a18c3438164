/// The colours of a picture, those of the element.
package enum PictureTheme: String, Sendable, Hashable, CaseIterable {
    /// Dark marks on a light ground.
    case light
    /// Light marks on a dark ground.
    case dark

    var palette: Palette { self == .light ? .light : .dark }

    /// A colour, of which a part may shine through.
    struct Ink {
        /// The colour as `#rrggbb`.
        let color: String
        /// The opacity, at most 1.
        let opacity: Double

        init(_ color: String, _ opacity: Double = 1) {
            self.color = color
            self.opacity = opacity
        }
    }

    /// The colours of one theme, by use.
    struct Palette {
        let text: String
        let faint: String
        let grid: String
        let minorGrid: String
        let line: String
        let card: String
        let raised: String
        let accent: String
        let accentFill: Ink
        let veil: Ink
        let series: [String]

        static let light = Palette(
            text: "#1a1f26", faint: "#5b6572", grid: "#e1e4e9", minorGrid: "#f1f3f5", line: "#c3c9d1",
            card: "#ffffff", raised: "#eceef1", accent: "#0a6aa8", accentFill: Ink("#0a6aa8", 0.15),
            veil: Ink("#f4f5f7", 0.72),
            series: ["#0072b2", "#b86e00", "#00875f", "#b8458e", "#d04a00", "#5a5fc7", "#5f6b00", "#6b4a2f"])

        static let dark = Palette(
            text: "#e8ebef", faint: "#9aa5b3", grid: "#2b323c", minorGrid: "#1f252d", line: "#3d4652",
            card: "#171b21", raised: "#232932", accent: "#62b5f0", accentFill: Ink("#62b5f0", 0.2),
            veil: Ink("#0f1216", 0.69),
            series: ["#56b4e9", "#f2b134", "#33c9a0", "#e39ac8", "#ff8a4c", "#a5abff", "#c6d14a", "#c9a184"])
    }
}
