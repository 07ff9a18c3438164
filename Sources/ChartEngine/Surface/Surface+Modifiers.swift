import Gestures

extension Surface {
    /// Adds a modifier and shows its overlays at once.
    ///
    /// - Parameters:
    ///   - modifier: The modifier. A child goes behind its group and the group's present children.
    ///   - other: The group, or the modifier outside a group, before which it goes; `nil` is the end.
    public mutating func add(_ modifier: AttachedModifier, before other: String? = nil) {
        precondition(chain.index(of: modifier.id) == nil, "modifier ids are unique")
        var modifier = modifier
        var position = other.flatMap(chain.index) ?? chain.modifiers.endIndex
        if let group = modifier.group {
            guard let last = chain.modifiers.lastIndex(where: { $0.id == group || $0.group == group }) else {
                preconditionFailure("a child comes after its group")
            }
            position = last + 1
            modifier.isGroupEnabled = chain.index(of: group).map { chain.modifiers[$0].options.isEnabled } ?? true
        }
        modifier.attach(to: &chain.chart)
        if !modifier.isEnabled { chain.chart.setOverlays([], of: modifier.id) }
        arena.attach(modifier.makeRegistrations(on: chart), before: followingOwner(position))
        chain.modifiers.insert(modifier, at: position)
        chain.modifiers.trimCapacity()
        let hasKept = chain.keptChangeCount == chart.changeCount
        chain.modifiersChanged()
        let ranges = chart.ranges
        chain.keepRanges(from: hasKept ? position : 0)
        actions.settle(on: chart, unlessMovedBefore: ranges)
        chain.sortOverlays()
    }

    /// Removes a modifier, or a group with its children, cancels its gestures and removes its overlays.
    public mutating func removeModifier(_ id: String) {
        asOneUpdate { surface in
            for child in surface.children(of: id).reversed() { surface.removeOne(child) }
            surface.removeOne(id)
            surface.chain.modifiersChanged()
        }
    }

    private mutating func removeOne(_ id: String) {
        guard let index = chain.index(of: id) else { return }
        cancelGestures(of: id)
        chain.modifiers[index].detach(from: &chain.chart)
        chain.modifiers.remove(at: index)
        chain.noteNeeds()
        chain.chart.setOverlays([], of: id)
    }

    /// Replaces the options and the parameters of a modifier, and cancels its gestures.
    ///
    /// Where only ``AttachedModifier/Options/meta`` gets another value, or none does, its gestures go on. A modifier of
    /// the same type takes over the state of the old one; one of another type is attached in its place. Disabling a
    /// group also cancels the gestures of its children.
    ///
    /// - Parameters:
    ///   - id: The modifier's name.
    ///   - options: The new options.
    ///   - modifier: The modifier with its new parameters.
    public mutating func changeModifier(_ id: String, options: AttachedModifier.Options, to modifier: any ChartModifier)
    {
        guard let index = chain.index(of: id) else { return }
        guard !chain.modifiers[index].isUnchanged(options, modifier) else {
            chain.modifiers[index].options.meta = options.meta
            return
        }
        asOneUpdate { surface in
            surface.cancelGestures(of: id)
            let wasEnabled = surface.modifiers[index].options.isEnabled
            surface.chain.modifiers[index].options = options
            surface.chain.modifiers[index].replace(with: modifier, on: &surface.chain.chart)
            surface.chain.noteNeeds()
            surface.chain.chart.setOverlays([], of: id)
            surface.registerRecognizers(ofModifierAt: index)
            if wasEnabled != options.isEnabled { surface.setChildren(of: id, isEnabled: options.isEnabled) }
            surface.chain.modifiersChanged()
        }
    }

    /// The ids of a group's children, in their order.
    public func children(of group: String) -> [String] { modifiers.filter { $0.group == group }.map(\.id) }

    /// Reorders the children of a group, and cancels their gestures.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - order: The ids of all its children.
    public mutating func orderChildren(of group: String, as order: [String]) {
        let old = children(of: group)
        precondition(old.sorted() == order.sorted(), "the order names every child once")
        guard old != order, let first = chain.modifiers.firstIndex(where: { $0.group == group }) else { return }
        asOneUpdate { surface in
            for child in old { surface.cancelGestures(of: child) }
            let entries = order.compactMap { id in surface.modifiers.first { $0.id == id } }
            surface.chain.modifiers.replaceSubrange(first..<(first + entries.count), with: entries)
            surface.chain.digestModifiers()
            surface.chain.noteNeeds()
            for offset in entries.indices { surface.registerRecognizers(ofModifierAt: first + offset) }
        }
    }

    private mutating func setChildren(of group: String, isEnabled: Bool) {
        for index in modifiers.indices where modifiers[index].group == group {
            cancelGestures(of: modifiers[index].id)
            chain.modifiers[index].isGroupEnabled = isEnabled
            chain.noteNeeds()
            if !isEnabled { chain.chart.setOverlays([], of: modifiers[index].id) }
            registerRecognizers(ofModifierAt: index)
        }
    }

    /// Cancels the gestures and the motion of a modifier, and removes its recognizers.
    private mutating func cancelGestures(of id: String) {
        cancelClientGestures(reaching: id)
        cancelFollowed { $0.modifier == id }
        detachRecognizers(of: id)
        chain.chart.stopInertia(of: id)
        chain.chart.dropPlacing(by: id)
    }

    mutating func cancelClientGestures(reaching id: String) {
        guard recognizedByClient.contains(where: { $0.modifiers.contains(id) }) else { return }
        for one in recognizedByClient where one.modifiers.contains(id) {
            var gesture = one.gesture
            gesture.state = .cancelled
            chain.deliver(gesture, to: id, role: 0)
        }
        for index in recognizedByClient.indices { recognizedByClient[index].modifiers.removeAll { $0 == id } }
        recognizedByClient.removeAll(where: \.modifiers.isEmpty)
    }

    /// The first modifier with recognizers at or behind a position of the collection.
    private func followingOwner(_ position: Int) -> String? {
        let owners = arena.owners
        return chain.modifiers[position...].first { owners.contains($0.id) }?.id
    }

    mutating func registerRecognizers(ofModifierAt index: Int) {
        let registrations = chain.modifiers[index].makeRegistrations(on: chart)
        arena.attach(registrations, before: followingOwner(index + 1))
    }
}
