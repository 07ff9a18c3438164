public import ChartSeries
import Gestures

/// The changes of a surface beside events: of ranges, contents, modifiers and annotations.
extension Surface {
    /// A command from outside the chart.
    public enum Command: Sendable, Hashable {
        /// Show all data on the axes of a direction.
        case zoomExtents(ModifierDirection)
        /// Run a command of a modifier, such as `rotate`.
        case modifier(String)
        /// Select one row by its number, of which the table's first row has `firstRow`, in one of the other datasets of the
        /// series, or in the surface's for `nil`; of each other part the row nearest to its x is selected too.
        case selectRow(Int, dataset: String? = nil)
        /// Deselect every row.
        case deselectAllRows
        /// Deselect every series.
        case deselectAllSeries
        /// Select one annotation alone.
        case selectAnnotation(String)
        /// Deselect every annotation.
        case deselectAllAnnotations
        /// Cancel the gestures in progress.
        case cancelGestures
        /// Go to the last row and follow it.
        case follow
    }

    /// Why the surface refuses a command.
    public enum CommandError: Error, Sendable, Hashable {
        /// No enabled modifier handles it.
        case modifierMissing
        /// The table has no such row.
        case rowUnknown
        /// The surface has no such annotation.
        case annotationUnknown
        /// No x axis is set to follow.
        case nothingFollows
    }

    /// Performs a command as one update.
    ///
    /// - Parameter command: The command.
    /// - Throws: ``CommandError``; the surface is then unchanged.
    public mutating func perform(_ command: Command) throws(CommandError) {
        try asAction { surface throws(CommandError) in try surface.carryOut(command) }
    }

    private mutating func carryOut(_ command: Command) throws(CommandError) {
        switch command {
        case .zoomExtents(let direction):
            chain.chart.zoomExtents(AxisChoice(direction))
        case .modifier(let name):
            let alignments = axisAlignments
            guard chain.offer(command: name) else { throw .modifierMissing }
            if axisAlignments != alignments { turnRecognizers() }
        case .selectRow(let number, let dataset):
            let table = chart.table(of: dataset)
            guard number >= table.firstRow, number - table.firstRow < table.rowCount else { throw .rowUnknown }
            let source = chart.parts.first { $0.source.dataset == dataset }?.source ?? SeriesSource(dataset: dataset)
            chain.chart.select(chart.rows(at: number - table.firstRow, of: source), mode: .replace)
        case .deselectAllRows:
            chain.chart.deselectAllRows()
        case .deselectAllSeries:
            chain.chart.deselectAllSeries()
        case .selectAnnotation(let id):
            guard annotations[id] != nil else { throw .annotationUnknown }
            chain.chart.select(annotations: [id], mode: .replace)
        case .deselectAllAnnotations:
            chain.chart.deselectAllAnnotations()
        case .cancelGestures:
            cancelGestures()
        case .follow:
            guard chart.xAxes.contains(where: { $0.options.follow != .none }) else { throw .nothingFollows }
            chain.chart.resumeFollowing()
        }
    }

    /// Replaces the rows of a dataset; the columns stay the same.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - dataset: The dataset, one of the other ones of the surface's series; `nil` for its own.
    ///   - isReplaced: Whether they are others than those before, whatever their changes say.
    public mutating func setTable(_ table: Table, of dataset: String? = nil, isReplaced: Bool = false) {
        let ranges = chart.ranges
        asOneUpdate {
            $0.chain.chart.setTable(
                table, of: dataset, isReplaced: isReplaced, isHeld: $0.holdsWindow, heldAxes: $0.heldAxes)
        }
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Takes the rows that the surface shows from other files; nothing else changes.
    ///
    /// - Parameters:
    ///   - table: The same rows in the same version.
    ///   - dataset: Their dataset, one of the other ones of the surface's series; `nil` for its own.
    public mutating func replaceTable(_ table: Table, of dataset: String? = nil) {
        precondition(table.version == chart.table(of: dataset).version, "rows of another version")
        chain.chart.setRows(table, of: dataset)
    }

    /// Shows or hides a series.
    ///
    /// - Parameters:
    ///   - isVisible: Whether the series is visible.
    ///   - id: The id of the series.
    /// - Returns: Whether the series exists.
    public mutating func setVisible(_ isVisible: Bool, series id: String) -> Bool {
        guard chart.series.contains(where: { $0.id == id }) else { return false }
        asAction { $0.chain.chart.setVisible(isVisible, series: id) }
        return true
    }

    /// Changes the size of the plot area; gestures in progress go on.
    ///
    /// The next event of each touch, or of a gesture that the client recognizes, says where the fingers are now and
    /// moves nothing.
    public mutating func resize(_ size: ChartSize) {
        asOneUpdate { surface in
            let factors = surface.chain.chart.resize(size)
            guard factors != Vector(dx: 1, dy: 1) else { return }
            surface.chain.chartResized(by: factors)
            surface.resizeGuests(by: factors)
            surface.arena.resize(by: factors, width: size.width, height: size.height)
            for index in surface.recognizedByClient.indices { surface.recognizedByClient[index].isResized = true }
            for active in surface.gestures { surface.chain.takeAsApplied(active.gesture, by: active.modifier) }
        }
    }

    /// The surface as it is drawn on a plot of another size: with the same ranges, ticks, gestures and bars of civil time.
    public func seen(at size: ChartSize) -> Surface {
        var seen = self
        // No update is published: it could move ranges.
        seen.chain.chart.suspensionDepth += 1
        seen.chain.chart.holdBarStep()
        seen.chain.chartResized(by: seen.chain.chart.resize(size))
        seen.chain.followUpdate()
        seen.chain.chart.suspensionDepth -= 1
        return seen
    }

    /// Changes what people read above the chart.
    public mutating func setCaption(_ caption: ChartCaption) {
        chain.chart.caption = caption
    }

    /// Changes how the surface counts the rows in its window and answers with them.
    public mutating func setWindowOptions(_ options: WindowOptions) {
        asAction { surface in
            surface.chain.chart.keepingRequests { chart in
                chart.windowOptions = options
                chart.measureData()
            }
        }
    }

    /// Replaces the rows, axes or series, and then changes axes.
    ///
    /// An axis or a series that keeps its id keeps its state. Other rows or axes cancel gestures in progress, and this
    /// is no action of the history. The ranges that the changes set are one action.
    ///
    /// - Parameters:
    ///   - contents: The new contents.
    ///   - changes: The changes of axes.
    public mutating func show(_ contents: ChartContents, changing changes: [AxisChange]) {
        let hasOtherAxes = (contents.xAxes + contents.yAxes).map(\.id) != axisIDs
        guard hasOtherAxes || contents.hasOtherRows else {
            return asAction { surface in
                let alignments = surface.axisAlignments
                surface.chain.chart.keepingRequests { $0.show(contents, changing: changes) }
                if surface.axisAlignments != alignments { surface.turnRecognizers() }
            }
        }
        asOneUpdate { surface in
            surface.cancelGestures()
            surface.actions.endAction(on: surface.chart)
            surface.chain.chart.show(contents)
            if hasOtherAxes { surface.actions.steps = surface.actions.steps.compactMap(\.withoutAxes) }
            surface.actions.restart(on: surface.chart)
            surface.chain.chart.change(changes)
            surface.remakeRecognizers()
        }
        actions.endAction(on: chart)
    }

    /// The ids of the axes, x axes first.
    public var axisIDs: [String] { (chart.xAxes + chart.yAxes).map(\.id) }

    /// Sets the options of an axis, and its range if one is given.
    public mutating func changeAxis(_ id: String, options: AxisOptions, visibleRange: AxisRange?) {
        asAction { surface in
            let alignments = surface.axisAlignments
            surface.chain.chart.change(axis: id, options: options, visibleRange: visibleRange)
            if surface.axisAlignments != alignments { surface.turnRecognizers() }
        }
    }

    private var axisAlignments: [AxisAlignment] { (chart.xAxes + chart.yAxes).map(\.alignment) }

    /// Turns the recognizers of one-axis gestures to the other axis of the screen.
    ///
    /// Gestures in progress continue from where they are.
    private mutating func turnRecognizers() {
        chain.chart.stopInertia()
        for index in chain.modifiers.indices {
            arena.turn(like: chain.modifiers[index].makeRegistrations(on: chart))
        }
        for active in gestures { chain.chartTurned(during: active) }
    }

    /// Replaces every recognizer for other axes or rows, and cancels gestures in progress.
    private mutating func remakeRecognizers() {
        cancelGestures()
        for index in chain.modifiers.indices {
            let id = chain.modifiers[index].id
            detachRecognizers(of: id)
            registerRecognizers(ofModifierAt: index)
        }
    }
}

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

    private mutating func registerRecognizers(ofModifierAt index: Int) {
        let registrations = chain.modifiers[index].makeRegistrations(on: chart)
        arena.attach(registrations, before: followingOwner(index + 1))
    }
}

extension Surface {
    /// The annotation that a gesture in progress moves or makes.
    public func annotation(movedBy active: ActiveGesture) -> String? {
        annotations.isEmpty ? nil : chain.annotation(movedBy: active)
    }

    /// Puts an annotation in the place of the one with its name, or as the last one.
    ///
    /// - Parameters:
    ///   - annotation: The annotation.
    ///   - other: The annotation before which it goes; `nil` for its old place, or the last.
    public mutating func put(_ annotation: Annotation, before other: String? = nil) {
        asAction { $0.chain.chart.put(annotation, before: other) }
    }

    /// Removes an annotation, and cancels the gesture that moves it.
    public mutating func removeAnnotation(_ id: String) {
        // What the gesture has done is undone before it, and so is no part of what is undone with it.
        cancelGestures(movingAnnotation: id)
        asAction { $0.chain.chart.removeAnnotation(id) }
    }

    /// Shows annotations that the surface has from its beginning; this is no action.
    public mutating func setAnnotations(_ items: [Annotation]) {
        guard !items.isEmpty else { return }
        chain.chart.changeAnnotations { list in
            list.change { contents in
                contents.items = items
                for index in contents.items.indices { contents.items[index].edition = contents.version }
            }
        }
        actions.annotations = chart.annotations
        actions.restart(on: chart)
    }

    /// Shows the annotations of other layers; this is no action.
    public mutating func setAnnotationLayers(_ layers: [AnnotationList.Layer]) {
        guard layers != annotations.layers else { return }
        asOneUpdate { surface in
            surface.chain.chart.annotations.change { $0.layers = layers }
        }
    }

    /// Says whose the annotations are that gestures make from now on; `nil` for the driver.
    public mutating func setAnnotationMaker(_ author: String?) { chain.chart.annotations.maker = author }

    /// Notes that an event has begun a gesture whose annotation found no room.
    mutating func noteLackOfRoom(at index: Int, in ignored: inout [IgnoredInput]) {
        chain.chart.annotations.lacksRoom = false
        ignored.append(
            IgnoredInput(
                event: index, contact: 0,
                reason: "the surface has \(Annotation.mostOfSurface) annotations, and no room for one more"))
    }

    /// Takes away the annotation that a gesture is making.
    ///
    /// - Returns: Whether there was one.
    public mutating func cancelPlacing() -> Bool {
        guard let placing = chart.annotations.placing else { return false }
        asOneUpdate { surface in
            surface.cancelGestures(movingAnnotation: placing.annotation)
            surface.chain.chart.dropPlacing()
        }
        return true
    }

    /// Disables the modifier that has made its one annotation.
    mutating func disableFinished() {
        guard let id = chart.annotations.finished else { return }
        chain.chart.annotations.forgetFinished()
        guard let entry = modifiers.first(where: { $0.id == id }), entry.options.isEnabled else { return }
        var options = entry.options
        options.isEnabled = false
        changeModifier(id, options: options, to: entry.modifier)
    }

    private mutating func cancelGestures(movingAnnotation id: String) {
        _ = cancelGestures(moving: [], annotations: [id])
    }
}
