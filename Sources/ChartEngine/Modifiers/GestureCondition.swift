import Gestures

/// With which buttons and keys a gesture begins that a modifier takes.
///
/// Another button, or other keys, leave the touch, the turn of the wheel or the gesture to the other modifiers.
public struct GestureCondition: Sendable, Hashable, Codable {
    /// A button of a mouse.
    public enum Button: String, Sendable, Hashable, Codable, CaseIterable {
        /// The primary button, mostly the left one. A finger, a pen, the wheel and a hovering pointer count as it.
        case primary
        /// The secondary button, mostly the right one, or that of a pen.
        case secondary
        /// The middle button.
        case middle
    }

    /// A key of the keyboard that is held.
    public enum Key: String, Sendable, Hashable, Codable, CaseIterable {
        /// Control.
        case ctrl
        /// Shift.
        case shift
        /// Alt, or Option.
        case alt
        /// Meta: Command or Windows.
        case meta
    }

    /// The buttons, of which one is pressed.
    public var buttons: [Button]
    /// The keys that are held, and no others; `nil` is any.
    public var keys: [Key]?

    /// Creates a condition; without arguments it is that of a modifier that names none.
    public init(buttons: [Button] = [.primary], keys: [Key]? = nil) {
        self.buttons = buttons
        self.keys = keys
    }

    /// The primary button with any keys.
    public static let primary = GestureCondition()

    /// Whether a touch that has just begun meets it.
    func isMet(by touch: Touch, keys held: ModifierKeys) -> Bool {
        isMet(by: held) && buttons.contains { $0.isPressed(in: touch) }
    }

    /// Whether a gesture without buttons meets it.
    func isMet(withoutButtons held: ModifierKeys) -> Bool { buttons.contains(.primary) && isMet(by: held) }

    /// Whether the held keys meet it.
    func isMet(by held: ModifierKeys) -> Bool {
        guard let keys else { return true }
        return keys.reduce(into: ModifierKeys()) { $0.insert($1.bit) } == held
    }
}

extension GestureCondition.Button {
    fileprivate func isPressed(in touch: Touch) -> Bool {
        switch (touch.kind, self) {
        case (.touch, _), (.pen, .primary): self == .primary
        // A client that names no button means the primary one.
        case (.mouse, .primary): touch.buttons & 1 != 0 || touch.buttons == 0
        case (.mouse, .secondary), (.pen, .secondary): touch.buttons & 2 != 0
        case (.mouse, .middle), (.pen, .middle): touch.buttons & 4 != 0
        }
    }
}

extension GestureCondition.Key {
    fileprivate var bit: ModifierKeys {
        switch self {
        case .ctrl: .control
        case .shift: .shift
        case .alt: .alt
        case .meta: .meta
        }
    }
}
