extension GestureKind {
    /// Whether gestures of two kinds go on side by side unless somebody says otherwise, whichever comes first.
    ///
    /// Pan, pinch and rotation make up a two-finger transform together; a double touch down is followed by the pan that
    /// it arms, or by the pinch of a finger that joins, and prevents no tap. Two gestures of one kind exclude each other.
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

    /// Whether it takes two fingers.
    var isOfTwoFingers: Bool {
        switch self {
        case .pinch, .rotation: true
        case .tap, .doubleTouchDown, .longPress, .pan, .swipe, .hover, .wheel, .marquee: false
        }
    }

    /// Whether recognizers of this kind are shown touches.
    public var followsTouches: Bool {
        switch self {
        case .tap, .doubleTouchDown, .longPress, .pan, .pinch, .rotation, .swipe, .marquee: true
        case .hover, .wheel: false
        }
    }
}
