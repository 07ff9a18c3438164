extension JSONNodeDecoder {
    /// The problem for what a type's decoding threw here.
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

    /// Where an error happened: here, unless its path leads further in.
    private func place(of context: DecodingError.Context) -> JSONPointer {
        context.codingPath.count > codingPath.count ? JSONPointer(codingPath: context.codingPath) : jsonPointer
    }

    /// The values that an enumeration of strings or numbers is read from, in order of its cases.
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
    /// A property that must be there and is not.
    static func missing(_ pointer: JSONPointer) -> Problem {
        Problem(.propertyMissing, "This property must be given.", at: pointer)
    }
}
