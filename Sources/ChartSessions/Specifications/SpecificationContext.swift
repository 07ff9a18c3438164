import ChartEngine
import ChartSeries
import ChartWire
import Gestures

/// What the mapping of specifications needs beside the body.
struct SpecificationContext: Sendable {
    var registry: ModifierRegistry
    var maximumTouches: Int
    var maximumModifiers: Int
    var maximumRows: Int
    var calendar: CivilCalendar
    /// The limits of the specification; `nil` for one that was accepted earlier.
    var limits: SpecificationLimits?
}
