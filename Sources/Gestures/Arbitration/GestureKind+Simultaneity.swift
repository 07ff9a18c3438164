extension GestureKind {
    /// Whether gestures of two kinds may be active together by default, in any order.
    ///
    /// Pan, pinch and rotation together form a two-finger transform. A double touch down allows the pan that it arms,
    /// the pinch of a finger that joins, and a tap. Two gestures of one kind exclude each other.
    func isSimultaneous(with other: GestureKind) -> Bool {
        switch (self, other) {
        case (.pan, .pinch), (.pan, .rotation), (.pinch, .rotation): true
        case (.pinch, .pan), (.rotation, .pan), (.rotation, .pinch): true
        case (.doubleTouchDown, .pan), (.doubleTouchDown, .tap): true
        case (.pan, .doubleTouchDown), (.tap, .doubleTouchDown): true
        case (.doubleTouchDown, .pinch), (.doubleTouchDown, .rotation): true
        case (.pinch, .doubleTouchDown), (.rotation, .doubleTouchDown): true
        case (.tap, _), (.doubleTouchDown, _), (.longPress, _), (.pan, _), (.pinch, _): false
        case (.rotation, _), (.swipe, _), (.hover, _), (.wheel, _), (.marquee, _): false
        }
    }

    /// Whether the gesture needs two fingers.
    var isOfTwoFingers: Bool {
        switch self {
        case .pinch, .rotation: true
        case .tap, .doubleTouchDown, .longPress, .pan, .swipe, .hover, .wheel, .marquee: false
        }
    }

    /// Whether recognizers of this kind follow touches.
    public var followsTouches: Bool {
        switch self {
        case .tap, .doubleTouchDown, .longPress, .pan, .pinch, .rotation, .swipe, .marquee: true
        case .hover, .wheel: false
        }
    }
}
