extension JSONNodeDecoder {
    /// The problem for an error that the decoding of a type threw at this node.
    func problem(_ error: any Error, decoding type: Any.Type) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as DecodingError: problem(error, decoding: type)
        default: Problem(.propertyInvalid, String(describing: error), at: jsonPointer)
        }
    }

    private func problem(_ error: DecodingError, decoding type: Any.Type) -> Problem {
        switch error {
        case .keyNotFound(let key, let context):
            return .missing(place(of: context).appending(key.stringValue))
        case .dataCorrupted(let context):
            if place(of: context) == jsonPointer, let names = Self.caseNames(of: type) {
                return mismatch(names.count == 1 ? names[0] : "one of " + names.joined(separator: ", "))
            }
            return Problem(.propertyInvalid, context.debugDescription, at: place(of: context))
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return Problem(.propertyInvalid, context.debugDescription, at: place(of: context))
        @unknown default:
            return Problem(.propertyInvalid, String(describing: error), at: jsonPointer)
        }
    }

    /// The place of an error: this node, or the one inside it to which the error's path leads.
    private func place(of context: DecodingError.Context) -> JSONPointer {
        context.codingPath.count > codingPath.count ? JSONPointer(codingPath: context.codingPath) : jsonPointer
    }

    /// The raw values of an enumeration of strings or numbers, in the order of its cases.
    private static func caseNames(of type: Any.Type) -> [String]? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        let names = rawValues(of: type).map { "\($0)" }
        return names.isEmpty ? nil : names
    }

    private static func rawValues<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
        type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue }
    }
}

extension Problem {
    /// The problem that a required property is missing.
    package static func missing(_ pointer: JSONPointer) -> Problem {
        Problem(.propertyMissing, "This property must be given.", at: pointer)
    }
}
