extension GestureArena {
    /// How a recognizer stands to the others.
    public struct Registration: Sendable {
        /// The id of the modifier that owns the recognizer.
        public var owner: String
        /// Which of the owner's recognizers this is.
        public var role: Int
        /// The recognizer.
        public var recognizer: any GestureRecognizer
        /// Modifiers whose recognizers must fail first.
        public var requireFailureOf: [String]
        /// Modifiers whose recognizers may be active at the same time.
        public var simultaneousWith: [String]
        /// Whether the owner hears of gestures that another owner has taken, so that its recognizers go on beside those of their
        /// kind that stand before them.
        public var receivesHandled: Bool
        /// The role of the owner's recognizer whose recognition arms this one for the rest of the touch sequence.
        ///
        /// An armed recognizer goes before every other of its kind: they wait until it has failed.
        public var armedBy: Int?
        /// Whether the recognizer takes part.
        public var isEnabled: Bool
        /// Whether the owner looks at the velocity of a pan that goes on, rather than at the one with which it ends.
        public var needsVelocity: Bool

        /// Creates a registration.
        public init(
            owner: String, role: Int = 0, recognizer: any GestureRecognizer, requireFailureOf: [String] = [],
            simultaneousWith: [String] = [], receivesHandled: Bool = false, armedBy: Int? = nil,
            isEnabled: Bool = true, needsVelocity: Bool = true
        ) {
            self.owner = owner
            self.role = role
            self.recognizer = recognizer
            self.requireFailureOf = requireFailureOf
            self.simultaneousWith = simultaneousWith
            self.receivesHandled = receivesHandled
            self.armedBy = armedBy
            self.isEnabled = isEnabled
            self.needsVelocity = needsVelocity
        }
    }
}
