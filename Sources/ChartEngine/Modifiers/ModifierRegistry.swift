package import ChartJSON

/// The modifier types that specifications may name.
///
/// ```swift
/// var modifiers = ModifierRegistry()
/// modifiers.register(PinchZoomModifier.self)
/// assert(modifiers["pinchZoom"] == PinchZoomModifier.self && modifiers["zoomPan"] == nil)
/// ```
public struct ModifierRegistry: Sendable {
    private var types: [(name: String, type: any ChartModifier.Type)] = []

    /// Creates a registry without types.
    public init() {}

    /// The modifiers that come with the engine.
    public static let builtIn: ModifierRegistry = {
        var registry = ModifierRegistry()
        registry.register(ZoomPanModifier.self)
        registry.register(PinchZoomModifier.self)
        registry.register(MouseWheelZoomModifier.self)
        registry.register(ZoomExtentsModifier.self)
        registry.register(CursorModifier.self)
        registry.register(DoubleTapDragZoomModifier.self)
        registry.register(RotateChartModifier.self)
        registry.register(MarqueeModifier.self)
        registry.register(DateWindowZoomModifier.self)
        registry.register(RowSelectionModifier.self)
        registry.register(GestureObserverModifier.self)
        registry.register(TooltipModifier.self)
        registry.register(RolloverModifier.self)
        registry.register(VerticalSliceModifier.self)
        registry.register(SeriesSelectionModifier.self)
        registry.register(DataPointSelectionModifier.self)
        registry.register(LegendModifier.self)
        registry.register(SeriesValueModifier.self)
        registry.register(AxisMarkerModifier.self)
        registry.register(XAxisDragModifier.self)
        registry.register(YAxisDragModifier.self)
        registry.register(RubberBandZoomModifier.self)
        registry.register(WindowScrubberModifier.self)
        registry.register(GroupModifier.self)
        registry.register(OverviewModifier.self)
        registry.register(AnnotationPlacementModifier.self)
        registry.register(AnnotationEditModifier.self)
        return registry
    }()

    /// The modifiers of a surface whose specification names none.
    public static let defaultModifiers = [
        ZoomPanModifier.typeName, PinchZoomModifier.typeName, MouseWheelZoomModifier.typeName,
        ZoomExtentsModifier.typeName, CursorModifier.typeName,
    ]

    /// The registered names, in order of registration.
    public var names: [String] { types.map(\.name) }

    /// Adds a type under its ``ChartModifier/typeName``; each name can be registered once, and that of a
    /// ``ModifierPreset`` not at all.
    public mutating func register<Modifier: ChartModifier>(_ type: Modifier.Type) {
        precondition(
            ModifierPreset(rawValue: type.typeName) == nil,
            "the modifier name \(type.typeName) is that of a preset")
        precondition(!names.contains(type.typeName), "the modifier name \(type.typeName) is taken")
        types.append((type.typeName, type))
    }

    /// What a client can set of a modifier of a type: what every modifier has, then what is of the type.
    package static func properties<Modifier: ChartModifier>(of type: Modifier.Type) -> [PropertyDescription] {
        let id = PropertyDescription(
            name: "id", schema: Schema(.string, from: 1, to: 64), defaultValue: .string(type.typeName),
            meaning: "The name in paths and answers, unique on its surface; the type unless given.")
        let children = PropertyDescription(
            name: "children", schema: Schema(listOf: "Modifier"), defaultValue: .array([]),
            meaning: "The modifiers that it holds, each written like one in the list; none of them holds others.")
        return [id] + AttachedModifier.Options.properties.map(\.description) + ownProperties(of: type)
            + (type.holdsModifiers ? [children] : [])
    }

    /// What a client can set of a modifier of a type alone.
    package static func ownProperties<Modifier: ChartModifier>(of type: Modifier.Type) -> [PropertyDescription] {
        Modifier.Parameters.properties.map(\.description)
    }

    /// The type with a name; `nil` for an unknown name.
    public subscript(name: String) -> (any ChartModifier.Type)? {
        types.first { $0.name == name }?.type
    }
}
