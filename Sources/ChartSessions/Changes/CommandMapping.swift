import ChartEngine
import ChartWire

/// A command with its target.
enum MappedCommand {
    /// A command to a surface.
    case surface(Surface.Command)
    /// A command to the whole session.
    case history(Session.HistoryDirection)
}

extension CommandBody {
    private enum Name: String, CaseIterable {
        case zoomExtents, zoomExtentsX, zoomExtentsY, rotate, undo, redo, selectRow, deselectAllRows, deselectAllSeries,
            selectAnnotation, deselectAllAnnotations, cancelGestures, follow
    }

    /// The command in the form that the surface or the session takes.
    func mapped() throws(Problem) -> MappedCommand {
        guard let name = Name(rawValue: command) else {
            throw Problem(
                .commandUnknown,
                "There is no command \"\(command.prefix(40))\"; there are "
                    + Name.allCases.map(\.rawValue).joined(separator: ", ") + ".", pointer: "/command")
        }
        guard row == nil || name == .selectRow else {
            throw Problem(.propertyUnknown, "Only selectRow takes a row.", pointer: "/row")
        }
        guard dataset == nil || name == .selectRow else {
            throw Problem(.propertyUnknown, "Only selectRow takes a dataset.", pointer: "/dataset")
        }
        guard annotation == nil || name == .selectAnnotation else {
            throw Problem(.propertyUnknown, "Only selectAnnotation takes an annotation.", pointer: "/annotation")
        }
        switch name {
        case .zoomExtents: return .surface(.zoomExtents(.xy))
        case .zoomExtentsX: return .surface(.zoomExtents(.x))
        case .zoomExtentsY: return .surface(.zoomExtents(.y))
        case .rotate: return .surface(.modifier(RotateChartModifier.command))
        case .undo: return .history(.undo)
        case .redo: return .history(.redo)
        case .selectRow:
            guard let row else { throw Problem(.propertyMissing, "selectRow takes a row index.", pointer: "/row") }
            return .surface(.selectRow(row, dataset: dataset))
        case .deselectAllRows: return .surface(.deselectAllRows)
        case .deselectAllSeries: return .surface(.deselectAllSeries)
        case .selectAnnotation:
            guard let annotation else {
                throw Problem(.propertyMissing, "selectAnnotation takes an annotation.", pointer: "/annotation")
            }
            return .surface(.selectAnnotation(annotation))
        case .deselectAllAnnotations: return .surface(.deselectAllAnnotations)
        case .cancelGestures: return .surface(.cancelGestures)
        case .follow: return .surface(.follow)
        }
    }
}
