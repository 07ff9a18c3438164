extension GestureBody {
    init(_ reader: inout ObjectReader) throws(Problem) {
        kind = try reader.word(.gesture, of: Kind.allCases)
        state = try reader.word(.state, of: State.allCases)
        time = try reader.number(.time)
        location = try Self.pair(.location, &reader)
        modifiers = try HeldKeys(&reader)
        var known: [EventMember] = [.type, .gesture, .state, .time, .location, .modifiers]
        switch kind {
        case .pan:
            translation = try Self.pair(.translation, &reader)
            velocity = try Self.pair(.velocity, &reader)
            known += [.translation, .velocity]
        case .pinch:
            scale = try reader.optionalNumber(.scale)
            startAnchor = try Self.pair(.startAnchor, &reader)
            known += [.scale, .startAnchor]
        case .tap:
            taps = try reader.optionalInteger(.taps)
            known += [.taps]
        case .swipe:
            direction = try reader.word(.direction, of: Direction.allCases)
            known += [.direction]
        case .rotation:
            rotation = try reader.optionalNumber(.rotation)
            known += [.rotation]
        case .longPress:
            break
        }
        try reader.finish(known)
        if let flaw {
            throw Problem(.propertyInvalid, flaw.detail, at: reader.pointer.appending(flaw.member))
        }
    }

    /// The limits of a scale, between which the ratio of any two scales is finite.
    private static let leastScale = 1e-100
    private static let mostScale = 1e100

    /// The first member with a value that the gesture cannot have, and the detail of its problem.
    var flaw: (member: String, detail: String)? {
        if kind.isDiscrete, state != .ended, state != .recognized {
            return ("state", "A \(kind.rawValue) has no state but \"ended\" or \"recognized\".")
        }
        if let scale, !(Self.leastScale...Self.mostScale).contains(scale) {
            return ("scale", "The scale of a pinch lies between \(Self.leastScale) and \(Self.mostScale).")
        }
        if let taps, !(1...16).contains(taps) {
            return ("taps", "A tap gesture has 1 to 16 taps.")
        }
        return nil
    }

    private static func pair(_ member: EventMember, _ reader: inout ObjectReader) throws(Problem) -> Pair? {
        guard let json = reader.optionalJSON(member) else { return nil }
        return try Pair(json, at: reader.pointer.appending(member.name))
    }
}

extension GestureBody.Pair {
    fileprivate init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
        var reader = try ObjectReader(json, at: pointer)
        x = try reader.number(.x)
        y = try reader.number(.y)
        try reader.finish([.x, .y])
    }
}
