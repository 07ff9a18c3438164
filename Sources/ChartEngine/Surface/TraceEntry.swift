public import Gestures

/// Something that a surface noticed while it was asked to explain itself.
public struct TraceEntry: Sendable, Hashable {
    /// A place in what the client has sent.
    public enum Place: Sendable, Hashable {
        /// The whole request, which has no events.
        case request
        /// An event of the batch.
        case event(Int)
        /// A contact of an event of the batch.
        case contact(Int, event: Int)
    }

    /// Where an event came from, as the modifier saw it that took it.
    public struct Origin: Sendable, Hashable {
        /// The id of the surface on which it happened.
        public let source: String
        /// Whether that is this surface.
        public let isMaster: Bool
        /// Whether its location lies in this surface's plot area.
        public let isInSourceBounds: Bool

        /// Creates an origin.
        public init(source: String, isMaster: Bool, isInSourceBounds: Bool) {
            self.source = source
            self.isMaster = isMaster
            self.isInSourceBounds = isInSourceBounds
        }
    }

    /// What was noticed.
    public enum Kind: Sendable, Hashable {
        /// A recognizer came into another state; a failure tells why.
        case transition(GestureTransition, reason: String?)
        /// A modifier took the event for itself.
        case handled(modifier: String, Place, Origin)
        /// A rule changed or refused a range of an axis.
        case limit(axis: String, RangeLimitation)
        /// Something was left aside, by a modifier or by the surface as a whole.
        case ignored(modifier: String?, Place, reason: String)
    }

    /// The id of the surface.
    public let surface: String
    /// What was noticed.
    public let kind: Kind
}

/// A rule that changed a range on its way from what was asked for to what is shown.
public struct RangeLimitation: Sendable, Hashable {
    /// The rules that ranges are held to.
    public enum Rule: Sendable, Hashable {
        /// The smallest span of the axis.
        case minimumSpan
        /// The largest span of the axis.
        case maximumSpan
        /// How the modifier clips its ranges.
        case clip(ClipMode)
        /// The limit of the axis, for the extents alone.
        case visibleRangeLimit
        /// The limit of the axis that no change leaves.
        case hardLimit
        /// The axis takes its range from the data alone.
        case autoRange
        /// An axis that is linked with it has no place for the range.
        case link

        /// The rule's name on the wire.
        public var name: String {
            switch self {
            case .minimumSpan: "minimumSpan"
            case .maximumSpan: "maximumSpan"
            case .clip(let mode): mode.rawValue
            case .visibleRangeLimit: "visibleRangeLimit"
            case .hardLimit: "hardLimit"
            case .autoRange: "autoRange"
            case .link: "link"
            }
        }
    }

    /// The rule.
    public let rule: Rule
    /// The range before the rule.
    public let wanted: AxisRange
    /// The range that it left.
    public let applied: AxisRange
}
