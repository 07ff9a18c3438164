/// How much of a chart a picture has room for, most first.
enum PictureDetail: CaseIterable {
    /// Everything.
    case full
    /// The plot area, the axes and the title.
    case withoutNames
    /// The plot area and the axes.
    case axes
    /// The plot area alone.
    case plot

    var hasTitle: Bool { self == .full || self == .withoutNames }
    var hasNames: Bool { self == .full }
    var hasAxes: Bool { self != .plot }

    /// The smallest plot area beside which anything else is drawn, in points.
    static let smallestPlot = (width: 80.0, height: 50.0)
}
