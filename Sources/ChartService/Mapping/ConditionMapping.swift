import ChartEngine
import ChartWire

extension ConditionBody {
    /// The condition; what the body leaves out is as in a modifier without a condition.
    ///
    /// - Parameter pointer: The place of the body.
    /// - Returns: The condition.
    /// - Throws: `body.invalid-value` for words that are not buttons or keys, and for an empty list of buttons.
    func condition(at pointer: JSONPointer) throws(Problem) -> GestureCondition {
        var condition = GestureCondition.primary
        if let buttons {
            let place = pointer.appending("buttons")
            guard !buttons.isEmpty else { throw Problem(.propertyInvalid, "Expected a button.", at: place) }
            condition.buttons = try Self.words(buttons, of: GestureCondition.Button.self, at: place)
        }
        if let keys {
            condition.keys = try Self.words(keys, of: GestureCondition.Key.self, at: pointer.appending("keys"))
        }
        return condition
    }

    /// The cases of an enumeration that a list names, each once and in the order of their declaration.
    private static func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
        _ texts: [String], of type: Word.Type, at pointer: JSONPointer
    ) throws(Problem) -> [Word] {
        var words: Set<Word> = []
        for (index, text) in texts.enumerated() {
            words.insert(try Problem.word(text, of: type, at: pointer.appending(index)))
        }
        return type.allCases.filter(words.contains)
    }
}
