public import Gestures

/// An entry of a surface's trace.
public struct TraceEntry: Sendable, Hashable {
    /// A place in the client's request.
    public enum Place: Sendable, Hashable {
        /// The whole of a request without events.
        case request
        /// An event of the batch.
        case event(Int)
        /// A contact of an event of the batch.
        case contact(Int, event: Int)
    }

    /// The origin of an event, as the modifier that handled it received it.
    public struct Origin: Sendable, Hashable {
        /// The id of the surface on which it happened.
        public let source: String
        /// Whether the source is this surface.
        public let isMaster: Bool
        /// Whether the event's location is in this surface's plot area.
        public let isInSourceBounds: Bool

        /// Creates an origin.
        public init(source: String, isMaster: Bool, isInSourceBounds: Bool) {
            self.source = source
            self.isMaster = isMaster
            self.isInSourceBounds = isInSourceBounds
        }
    }

    /// The kinds of entries.
    public enum Kind: Sendable, Hashable {
        /// A recognizer changed its state; a failure has a reason.
        case transition(GestureTransition, reason: String?)
        /// A modifier handled the event.
        case handled(modifier: String, Place, Origin)
        /// A rule changed or refused a range of an axis.
        case limit(axis: String, RangeLimitation)
        /// A modifier, or the surface as a whole, ignored something.
        case ignored(modifier: String?, Place, reason: String)
    }

    /// The id of the surface.
    public let surface: String
    /// The kind of the entry, with its details.
    public let kind: Kind
}

/// A rule that changed a requested range.
public struct RangeLimitation: Sendable, Hashable {
    /// The rules that constrain ranges.
    public enum Rule: Sendable, Hashable {
        /// The smallest span of the axis.
        case minimumSpan
        /// The largest span of the axis.
        case maximumSpan
        /// The clip mode of the modifier.
        case clip(ClipMode)
        /// The limit of the axis that applies only to the extents.
        case visibleRangeLimit
        /// The limit of the axis that applies to every change.
        case hardLimit
        /// The axis takes its range only from the data.
        case autoRange
        /// A linked axis cannot show the range.
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
    /// The range after the rule.
    public let applied: AxisRange
}
