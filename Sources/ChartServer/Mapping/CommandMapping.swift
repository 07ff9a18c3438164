import ChartEngine
import ChartWire

extension CommandBody {
    private enum Name: String, CaseIterable {
        case zoomExtents, zoomExtentsX, zoomExtentsY, rotate, selectRow, deselectAllRows, cancelGestures, follow
    }

    /// The command as the surface takes it.
    func surfaceCommand() throws(Problem) -> Surface.Command {
        guard let name = Name(rawValue: command) else {
            throw Problem(
                .commandUnknown,
                "There is no command \"\(command.prefix(40))\"; there are "
                    + Name.allCases.map(\.rawValue).joined(separator: ", ") + ".", pointer: "/command")
        }
        guard row == nil || name == .selectRow else {
            throw Problem(.propertyUnknown, "Only selectRow takes a row.", pointer: "/row")
        }
        switch name {
        case .zoomExtents: return .zoomExtents(.xy)
        case .zoomExtentsX: return .zoomExtents(.x)
        case .zoomExtentsY: return .zoomExtents(.y)
        case .rotate: return .modifier(RotateChartModifier.command)
        case .selectRow:
            guard let row else { throw Problem(.propertyMissing, "selectRow takes a row index.", pointer: "/row") }
            return .selectRow(row)
        case .deselectAllRows: return .deselectAllRows
        case .cancelGestures: return .cancelGestures
        case .follow: return .follow
        }
    }
}
