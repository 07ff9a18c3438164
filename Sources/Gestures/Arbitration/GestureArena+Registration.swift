extension GestureArena {
    /// A recognizer with its owner and its relations to other recognizers.
    public struct Registration: Sendable {
        /// The id of the modifier that owns the recognizer.
        public var owner: String
        /// The number of the recognizer among those of the owner.
        public var role: Int
        /// The recognizer.
        public var recognizer: any GestureRecognizer
        /// Modifiers whose recognizers must fail first.
        public var requireFailureOf: [String]
        /// Modifiers whose recognizers may be active at the same time.
        public var simultaneousWith: [String]
        /// Whether the owner also receives gestures that another owner has handled.
        ///
        /// Its recognizers may then be active together with earlier ones of their kind.
        public var receivesHandled: Bool
        /// The role of the owner's recognizer whose recognition arms this one for the rest of the touch sequence.
        ///
        /// An armed recognizer has priority: the others of its kind wait until it has failed.
        public var armedBy: Int?
        /// Whether the recognizer takes part.
        public var isEnabled: Bool
        /// Whether the owner reads the velocity of a pan in progress, and not only the final one.
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
