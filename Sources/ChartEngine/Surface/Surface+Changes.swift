public import ChartSeries
import Gestures

extension Surface {
    /// A command from outside the chart.
    public enum Command: Sendable, Hashable {
        /// Show all data on the axes of a direction.
        case zoomExtents(ModifierDirection)
        /// Let a modifier act, such as `rotate`.
        case modifier(String)
        /// Select one row by its index.
        case selectRow(Int)
        /// Deselect every row.
        case deselectAllRows
        /// Cancel the gestures in progress.
        case cancelGestures
        /// Go to the last row and keep up with it.
        case follow
    }

    /// Why a command is refused.
    public enum CommandError: Error, Sendable, Hashable {
        /// No enabled modifier listens for it.
        case modifierMissing
        /// The table has no such row.
        case rowUnknown
        /// No x axis is set to follow.
        case nothingFollows
    }

    /// Carries out a command as one update.
    ///
    /// - Parameter command: What to do.
    /// - Throws: ``CommandError``; nothing has changed then.
    public mutating func perform(_ command: Command) throws(CommandError) {
        try asAction { surface throws(CommandError) in try surface.carryOut(command) }
    }

    private mutating func carryOut(_ command: Command) throws(CommandError) {
        switch command {
        case .zoomExtents(let direction):
            chain.chart.zoomExtents(direction)
        case .modifier(let name):
            let alignments = axisAlignments
            guard chain.offer(command: name) else { throw .modifierMissing }
            if axisAlignments != alignments { turnRecognizers() }
        case .selectRow(let row):
            guard row >= 0, row < chart.table.rowCount else { throw .rowUnknown }
            chain.chart.selectRow(row)
        case .deselectAllRows:
            chain.chart.deselectAllRows()
        case .cancelGestures:
            cancelGestures()
        case .follow:
            guard chart.xAxes.contains(where: { $0.options.follow != .none }) else { throw .nothingFollows }
            chain.chart.resumeFollowing()
        }
    }

    /// Shows other rows; the columns stay the same.
    public mutating func setTable(_ table: Table) {
        let ranges = chart.ranges
        asOneUpdate { $0.chain.chart.setTable(table, isHeld: $0.holdsWindow) }
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Shows or hides a series.
    ///
    /// - Parameters:
    ///   - isVisible: Whether it is drawn.
    ///   - id: The series.
    /// - Returns: Whether there is such a series.
    public mutating func setVisible(_ isVisible: Bool, series id: String) -> Bool {
        guard chart.series.contains(where: { $0.id == id }) else { return false }
        asAction { $0.chain.chart.setVisible(isVisible, series: id) }
        return true
    }

    /// Changes the size of the plot area.
    public mutating func resize(_ size: ChartSize) {
        asOneUpdate { surface in
            surface.endWheelNow()
            surface.chain.chart.size = size
            surface.arena.setViewport(width: size.width, height: size.height)
        }
    }

    /// Changes how rows are counted and answered.
    public mutating func setWindowOptions(_ options: WindowOptions) {
        asAction { surface in
            surface.chain.chart.windowOptions = options
            surface.chain.chart.measureData()
        }
    }

    /// Shows other rows, axes or series, and then sets what can be set about axes.
    ///
    /// What has the same id before and after keeps its state. Other rows or axes cancel gestures in progress and are no
    /// action of the history; the ranges that are set are one.
    ///
    /// - Parameters:
    ///   - contents: What to show.
    ///   - changes: What to set about its axes.
    public mutating func show(_ contents: ChartContents, changing changes: [AxisChange]) {
        asAction { surface in
            let axes = surface.axisIDs
            let hasOtherAxes = (contents.xAxes + contents.yAxes).map(\.id) != axes
            let isOther = hasOtherAxes || contents.hasOtherRows
            if isOther { surface.cancelGestures() }
            surface.actions.endAction(on: surface.chart)
            let alignments = surface.axisAlignments
            surface.chain.chart.show(contents)
            if hasOtherAxes { _ = surface.actions.take() }
            if isOther { surface.actions.restart(on: surface.chart) }
            for change in changes {
                surface.chain.chart.change(
                    axis: change.axis, options: change.options, visibleRange: change.visibleRange)
            }
            if isOther { surface.remakeRecognizers() }
            if !isOther, surface.axisAlignments != alignments { surface.turnRecognizers() }
        }
    }

    /// The ids of the axes, x axes first.
    public var axisIDs: [String] { (chart.xAxes + chart.yAxes).map(\.id) }

    /// Sets what can be set about an axis, and its range when one is given.
    public mutating func changeAxis(_ id: String, options: AxisOptions, visibleRange: AxisRange?) {
        asAction { surface in
            let alignments = surface.axisAlignments
            surface.chain.chart.change(axis: id, options: options, visibleRange: visibleRange)
            if surface.axisAlignments != alignments { surface.turnRecognizers() }
        }
    }

    private var axisAlignments: [AxisAlignment] { (chart.xAxes + chart.yAxes).map(\.alignment) }

    /// Lets one-axis gestures run along the other axis of the screen from now on; gestures in progress go on from where they
    /// are.
    private mutating func turnRecognizers() {
        chain.chart.stopInertia()
        for index in chain.modifiers.indices {
            arena.turn(like: chain.modifiers[index].makeRegistrations(on: chart))
        }
        for active in gestures { chain.chartTurned(during: active) }
    }

    /// Makes every recognizer anew for other axes or rows; gestures in progress are cancelled.
    mutating func remakeRecognizers() {
        cancelGestures()
        for index in chain.modifiers.indices {
            let id = chain.modifiers[index].id
            detachRecognizers(of: id)
            registerRecognizers(ofModifierAt: index)
        }
    }
}
