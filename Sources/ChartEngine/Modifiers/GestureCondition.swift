import ChartJSON
import Gestures

/// The buttons and keys with which a modifier's gestures begin.
///
/// A touch, a turn of the wheel or a gesture with another button or other keys goes to the other modifiers.
public struct GestureCondition: Sendable, Hashable, Codable {
    /// A button of a mouse.
    public enum Button: String, Sendable, Hashable, Codable, CaseIterable {
        /// The primary button, usually the left one.
        ///
        /// A finger, a pen, the wheel and a hovering pointer count as this button.
        case primary
        /// The secondary button: usually the right one of a mouse, or the button of a pen.
        case secondary
        /// The middle button.
        case middle
    }

    /// A modifier key that the user holds.
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

    /// The accepted buttons; one of them must be pressed.
    public var buttons: [Button]
    /// The exact set of held keys; `nil` accepts any keys.
    public var keys: [Key]?

    /// Creates a condition; without arguments it is the default, the primary button with any keys.
    public init(buttons: [Button] = [.primary], keys: [Key]? = nil) {
        self.buttons = buttons
        self.keys = keys
    }

    /// Reads a condition; what the JSON leaves out is as in a modifier without a condition.
    ///
    /// - Parameters:
    ///   - json: An object with `buttons` and `keys`.
    ///   - pointer: Its place.
    /// - Throws: `body.invalid-value` for words that are not buttons or keys, and for an empty list of buttons.
    init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
        let words = try JSONCoding.decode(Words.self, from: json, at: pointer)
        guard words.buttons?.isEmpty != true else {
            throw Problem(.propertyInvalid, "Expected a button.", at: pointer.appending("buttons"))
        }
        self.init()
        if let named = words.buttons { buttons = Button.allCases.filter(named.contains) }
        if let named = words.keys { keys = Key.allCases.filter(named.contains) }
    }

    private struct Words: Decodable {
        let buttons: [Button]?, keys: [Key]?
    }

    /// The primary button with any keys.
    public static let primary = GestureCondition()

    /// Whether a touch that has just begun meets the condition.
    func isMet(by touch: Touch, keys held: ModifierKeys) -> Bool {
        isMet(by: held) && buttons.contains { $0.isPressed(in: touch) }
    }

    /// Whether a gesture without buttons meets the condition.
    func isMet(withoutButtons held: ModifierKeys) -> Bool { buttons.contains(.primary) && isMet(by: held) }

    /// Whether the held keys meet the condition.
    func isMet(by held: ModifierKeys) -> Bool {
        guard let keys else { return true }
        return keys.reduce(into: ModifierKeys()) { $0.insert($1.bit) } == held
    }
}

extension GestureCondition.Button {
    fileprivate func isPressed(in touch: Touch) -> Bool {
        switch (touch.kind, self) {
        case (.touch, _), (.pen, .primary): self == .primary
        // A mouse touch without any button counts as the primary button.
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
