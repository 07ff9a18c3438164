public import Gestures

/// A recognizer of any of the ten gestures, for a ``GestureObserverModifier``.
public struct ObservedGestureRecognizer: GestureRecognizer {
    private var base: any GestureRecognizer

    /// Creates a recognizer that has seen no event.
    ///
    /// - Parameters:
    ///   - parameters: The values that the client set.
    ///   - chart: The chart, so that a one-axis pan can follow a turned axis.
    init(_ parameters: GestureObserverModifier.Parameters, on chart: Chart) {
        let touches = parameters.touches
        base =
            switch parameters.gesture ?? .tap {
            case .tap: TapGestureRecognizer(taps: parameters.taps, touches: touches)
            case .doubleTouchDown: DoubleTouchDownGestureRecognizer()
            case .longPress: LongPressGestureRecognizer(touches: touches)
            case .pan:
                PanGestureRecognizer(
                    minimumTouches: touches, maximumTouches: touches,
                    axis: chart.panAxis(for: AxisChoice(parameters.direction?.axes ?? .xy)))
            case .pinch: PinchGestureRecognizer()
            case .rotation: RotationGestureRecognizer()
            case .swipe: SwipeGestureRecognizer(direction: parameters.direction?.stroke, touches: touches)
            case .hover: HoverGestureRecognizer()
            case .wheel: WheelGestureRecognizer()
            case .marquee: MarqueeGestureRecognizer()
            }
    }

    /// The observed kind.
    public var kind: GestureKind { base.kind }

    /// The measurements of the recognizer of that kind.
    public var reading: GestureReading { base.reading }

    /// The timer of that recognizer.
    public var timer: GestureTimer? { base.timer }

    /// Passes the thresholds on.
    public mutating func configure(_ thresholds: GestureThresholds) { base.configure(thresholds) }

    /// Passes the input on.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        base.handle(input, in: state)
    }

    /// Passes the reset on.
    public mutating func reset() { base.reset() }

    /// Passes the translation on.
    public mutating func setTranslation(_ translation: Vector) { base.setTranslation(translation) }

    /// Passes the call on.
    public mutating func discardVelocity() { base.discardVelocity() }

    /// Passes the touches on.
    public mutating func touchesPlaced(_ touches: [Touch]) { base.touchesPlaced(touches) }

    /// Passes the direction on.
    public mutating func takeDirection(of other: any GestureRecognizer) {
        if let other = other as? ObservedGestureRecognizer { base.takeDirection(of: other.base) }
    }

    /// Passes the size on.
    public mutating func viewportChanged(width: Double, height: Double) {
        base.viewportChanged(width: width, height: height)
    }
}

extension ObservedGestureRecognizer {
    private enum CodingKeys: String, CodingKey {
        case kind, recognizer
    }

    /// Reads the kind, then the recognizer of that kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(GestureKind.self, forKey: .kind)
        base = try Self.type(of: kind).init(from: container.superDecoder(forKey: .recognizer))
    }

    /// Writes the kind and the recognizer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try base.encode(to: container.superEncoder(forKey: .recognizer))
    }

    private static func type(of kind: GestureKind) -> any GestureRecognizer.Type {
        switch kind {
        case .tap: TapGestureRecognizer.self
        case .doubleTouchDown: DoubleTouchDownGestureRecognizer.self
        case .longPress: LongPressGestureRecognizer.self
        case .pan: PanGestureRecognizer.self
        case .pinch: PinchGestureRecognizer.self
        case .rotation: RotationGestureRecognizer.self
        case .swipe: SwipeGestureRecognizer.self
        case .hover: HoverGestureRecognizer.self
        case .wheel: WheelGestureRecognizer.self
        case .marquee: MarqueeGestureRecognizer.self
        }
    }
}
