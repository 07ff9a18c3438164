public import ChartSeries
import Gestures

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
