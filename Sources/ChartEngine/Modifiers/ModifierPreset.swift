public import ChartJSON

/// A list of modifiers under a name, which a specification may give in place of its own list.
///
/// ```swift
/// let trading = ModifierPreset(rawValue: "trading")
/// assert(trading?.modifiers.first?["type"] == "zoomPan")
/// ```
public enum ModifierPreset: String, Sendable, CaseIterable {
    /// Several charts on a page that scrolls.
    case dashboard
    /// Candlesticks: the axes are scaled by hand.
    case trading
    /// Long measurements, in which a drag chooses the range to look at.
    case sensor
    /// Both directions are alike.
    case map
    /// A large screen for fingers.
    case kiosk

    /// What the preset is for, a sentence for the documentation.
    public var meaning: String {
        switch self {
        case .dashboard:
            "Charts on a page: time is panned and zoomed, a pointer reads all series, and the list of series switches them."
        case .trading:
            "Prices: a drag pans time, drags on the axes scale them, a crosshair reads, and the last values stand on the axis."
        case .sensor:
            "Long measurements: a drag chooses the range to look at, two fingers pan and pinch, and a pointer reads all series."
        case .map:
            "Both directions are alike: pan with inertia, wheel and pinch zoom them by one factor, and a tap followed by a drag zooms with one finger."
        case .kiosk:
            "Fingers on a large screen: pan with inertia, pinch, a finger that rests reads, and a tap selects a series."
        }
    }

    /// The modifiers, as a specification writes them.
    public var modifiers: [JSONObject] {
        switch self {
        case .dashboard:
            [
                ["type": "zoomPan", "direction": "x"], ["type": "pinchZoom", "direction": "x"],
                ["type": "mouseWheelZoom"], ["type": "zoomExtents"], ["type": "rollover"], ["type": "legend"],
            ]
        case .trading:
            [
                ["type": "zoomPan", "direction": "x", "inertia": true], ["type": "pinchZoom", "direction": "x"],
                ["type": "mouseWheelZoom"], ["type": "xAxisDrag"], ["type": "yAxisDrag"], ["type": "zoomExtents"],
                ["type": "cursor", "useInterpolation": false], ["type": "seriesValue"],
            ]
        case .sensor:
            [
                ["type": "rubberBandZoom", "direction": "x"],
                ["type": "zoomPan", "direction": "x", "minimumTouches": 2],
                ["type": "pinchZoom", "direction": "x"], ["type": "mouseWheelZoom"], ["type": "zoomExtents"],
                ["type": "rollover"], ["type": "legend"],
            ]
        case .map:
            [
                ["type": "zoomPan", "clipModeX": "none", "clipModeY": "none", "inertia": true],
                ["type": "pinchZoom", "clipMode": "none"],
                ["type": "mouseWheelZoom", "direction": "xy", "clipMode": "none"],
                ["type": "doubleTapDragZoom", "clipMode": "none"], ["type": "zoomExtents"], ["type": "tooltip"],
            ]
        case .kiosk:
            [
                ["type": "zoomPan", "direction": "x", "inertia": true], ["type": "pinchZoom", "direction": "x"],
                ["type": "zoomExtents"], ["type": "rollover"],
                ["type": "seriesSelection", "selectsByMarquee": false],
            ]
        }
    }

    /// Puts the list of a preset in the place of its name.
    ///
    /// A log keeps the list, so a session goes on and replays as it was when a later version changes a preset.
    ///
    /// - Parameters:
    ///   - surface: A surface as a client specifies it.
    ///   - pointer: The place of the surface.
    /// - Returns: The surface with the list; `nil` where it names no preset.
    /// - Throws: `body.invalid-value` for a name that is none.
    package static func expanding(_ surface: JSONValue, at pointer: JSONPointer) throws(Problem) -> JSONValue? {
        guard case .object(var members) = surface, case .string(let name)? = members["modifiers"] else { return nil }
        let preset = try Problem.word(name, of: Self.self, at: pointer.appending("modifiers"))
        members["modifiers"] = .array(preset.modifiers.map { .object($0) })
        return .object(members)
    }

    /// Puts lists in the place of the names of presets in all surfaces of a session.
    ///
    /// - Parameter session: A session as a client specifies it.
    /// - Returns: The session with the lists; `nil` where it names no preset.
    /// - Throws: `body.invalid-value` for a name that is none.
    package static func expanding(session: JSONValue) throws(Problem) -> JSONValue? {
        guard case .object(var members) = session, case .array(var surfaces)? = members["surfaces"] else { return nil }
        var isExpanded = false
        for index in surfaces.indices {
            let pointer = JSONPointer.root.appending("surfaces").appending(index)
            guard let expanded = try expanding(surfaces[index], at: pointer) else { continue }
            surfaces[index] = expanded
            isExpanded = true
        }
        members["surfaces"] = .array(surfaces)
        return isExpanded ? .object(members) : nil
    }
}
