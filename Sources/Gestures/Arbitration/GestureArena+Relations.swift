extension GestureArena {
    /// Finds the positions of the recognizers that the registrations name.
    ///
    /// - Complexity: O(recognizers + relations between them).
    mutating func relate() {
        let positions = positionsByOwner
        let askers = askersByOwner(among: positions)
        hasArming = false
        for position in slots.indices {
            let owner = slots[position].owner
            let required = slots[position].requireFailureOf.filter { $0 != owner }
            slots[position].requiredPositions = Set(required.flatMap { positions[$0] ?? [] }).sorted()
            slots[position].simultaneousPositions = (positions[owner] ?? []).filter { $0 != position }
            let others = slots[position].simultaneousWith.flatMap { positions[$0] ?? [] } + (askers[owner] ?? [])
            if !others.isEmpty {
                slots[position].simultaneousPositions =
                    Set(others).union(slots[position].simultaneousPositions).sorted()
            }
            statuses[position].armingPosition = slots[position].armedBy.flatMap { role in
                positions[owner]?.first { slots[$0].role == role }
            }
            if slots[position].armedBy != nil { hasArming = true }
        }
        for position in slots.indices where slots[position].receivesHandled { sharePredecessors(of: position) }
    }

    /// Allows a recognizer that receives handled gestures to be active together with earlier ones of its kind.
    ///
    /// Gestures that the client recognized reach the owners in the same order.
    private mutating func sharePredecessors(of position: Int) {
        guard slots[position].armedBy == nil else { return }
        for other in 0..<position
        where statuses[other].kind == statuses[position].kind && slots[other].armedBy == nil
            && !slots[position].simultaneousPositions.contains(other)
        {
            slots[position].simultaneousPositions = (slots[position].simultaneousPositions + [other]).sorted()
            slots[other].simultaneousPositions = (slots[other].simultaneousPositions + [position]).sorted()
        }
    }

    private var positionsByOwner: [String: [Int]] {
        slots.indices.reduce(into: [:]) { $0[slots[$1].owner, default: []].append($1) }
    }

    /// The recognizers that ask to be active together with those of an owner.
    private func askersByOwner(among positions: [String: [Int]]) -> [String: [Int]] {
        slots.indices.reduce(into: [:]) { askers, position in
            for owner in slots[position].simultaneousWith where positions[owner] != nil {
                askers[owner, default: []].append(position)
            }
        }
    }
}
