/// What the numbers of an axis mean.
public enum AxisType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Plain numbers.
    case number
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case date
    /// Positive numbers, evenly spaced by their logarithm; spans are decades.
    case log
    /// Row indices from 0; the rows' x are their labels.
    case category
}

/// Which of the two dimensions of the data an axis shows.
public enum AxisDimension: String, Sendable, Hashable, Codable {
    /// The rows' x.
    case x
    /// The columns' values.
    case y
}

/// The side of the plot area on which an axis lies.
///
/// An axis on the left or right runs vertically, whatever its dimension.
public enum AxisAlignment: String, Sendable, Hashable, Codable, CaseIterable {
    /// Vertical, left of the plot area.
    case left
    /// Vertical, right of the plot area.
    case right
    /// Horizontal, above the plot area.
    case top
    /// Horizontal, below the plot area.
    case bottom
    /// Bottom for an x axis, left for a y axis.
    case auto
}

/// When an axis takes its range from the data.
public enum AutoRange: String, Sendable, Hashable, Codable, CaseIterable {
    /// When the first data comes, unless a visible range is given.
    case once
    /// Whenever the data changes, from all rows; modifiers do not move the axis.
    case always
    /// After every change, from the rows in view; modifiers do not move the axis.
    ///
    /// Only a y axis can have it, because an x axis decides which rows are in view. With the tick rule `countValues` it
    /// is the same as ``always``.
    case visible
    /// Never.
    case never

    /// Whether only the data moves the axis, and no gesture, command, link or history.
    @inline(__always)
    public var followsData: Bool {
        switch self {
        case .always, .visible: true
        case .once, .never: false
        }
    }
}

/// Which ends of ``AxisOptions/visibleRangeLimit`` apply.
public enum LimitMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Both.
    case minMax
    /// The lower one.
    case min
    /// The upper one.
    case max
}

/// How a clip brings back a range that leaves its target.
public enum ClipMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Not at all.
    case none
    /// Cut each end to the target: the span shrinks.
    case stretchAtExtents
    /// Shift back inside and keep the span; a span wider than the target becomes the target.
    case clipAtExtents
    /// Shift back to the target's lower end only.
    case clipAtMin
    /// Shift back to the target's upper end only.
    case clipAtMax
}

/// The range that a modifier clips to.
public enum ClipTarget: String, Sendable, Hashable, Codable, CaseIterable {
    /// The data with `growBy`.
    case maximumRange
    /// The data without `growBy`.
    case dataRange
    /// The axis's visible range limit.
    case visibleRangeLimit
}

/// The dimensions on which a modifier acts.
public enum ModifierDirection: String, Sendable, Hashable, Codable, CaseIterable {
    /// All axes.
    case xy
    /// The x axes.
    case x
    /// The y axes.
    case y

    /// Whether the direction includes the axes of a dimension.
    @inline(__always)
    public func includes(_ dimension: AxisDimension) -> Bool {
        switch self {
        case .xy: true
        case .x: dimension == .x
        case .y: dimension == .y
        }
    }
}

/// How an x axis follows new rows.
public enum FollowMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Not at all.
    case none
    /// The range keeps its span and moves with the last row.
    case shift
    /// The upper end moves with the last row, and the lower end stays.
    case extend
}

/// Whether an axis with a follow mode follows now.
public enum FollowState: String, Sendable, Hashable, Codable {
    /// The window shows the last row and moves with it.
    case following
    /// The user moved the window off the last row.
    case paused
}

/// Whether the visible range is what zoomExtents shows.
public enum ZoomState: String, Sendable, Hashable, Codable {
    /// The range is the extents.
    case atExtents
    /// The range is a different one.
    case userZooming
}

/// How the ticks of an axis are chosen.
public enum TickRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// 1-2-5 steps for numbers, civil units for dates.
    case automatic
    /// The DataProvider's rule for counts: from 0 in equal steps to above the data's maximum.
    case countValues
    /// The DataProvider's rule for dates: noon of evenly spaced days, and always of the last one.
    case dateValues
}
