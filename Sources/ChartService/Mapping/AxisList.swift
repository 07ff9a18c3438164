import ChartEngine
import ChartSeries
import ChartWire

/// The rules between the axes of one surface.
enum AxisList {
    /// Checks the number of axes of a dimension.
    static func checkCount(_ count: Int, at pointer: JSONPointer) throws(Problem) {
        guard (1...SpecificationContext.maximumAxes).contains(count) else {
            throw Problem(
                .specificationInvalid, "A surface has 1 to \(SpecificationContext.maximumAxes) axes of either kind.",
                at: pointer)
        }
    }

    /// Checks that ids are unique, and that either all x axes of a surface show categories or none.
    ///
    /// - Parameters:
    ///   - xAxes: The x axes of a surface.
    ///   - yAxes: Its y axes.
    ///   - pointer: The place of the surface.
    /// - Throws: A problem that names the place.
    static func check(_ xAxes: [Axis], _ yAxes: [Axis], at pointer: JSONPointer) throws(Problem) {
        let first = xAxes[0].options.type
        if let index = xAxes.firstIndex(where: { ($0.options.type == .category) != (first == .category) }) {
            throw Problem(
                .specificationInvalid, "Either all x axes of a surface show categories or none does.",
                at: pointer.appending("xAxes").appending(index).appending("type"))
        }
        try Identifier.checkUnique(xAxes.map(\.id), at: pointer.appending("xAxes"))
        try Identifier.checkUnique(yAxes.map(\.id), at: pointer.appending("yAxes"))
        for (index, axis) in yAxes.enumerated() where xAxes.contains(where: { $0.id == axis.id }) {
            throw Problem(
                .specificationDuplicateID, "The id \"\(axis.id)\" is an x axis's.",
                at: pointer.appending("yAxes").appending(index).appending("id"))
        }
    }
}

extension AxisOptions {
    /// The default options of an axis.
    static func defaults(_ dimension: AxisDimension, of table: Table) -> AxisOptions {
        switch dimension {
        case .x: AxisOptions(type: AxisType(of: table))
        case .y: AxisOptions(growBy: GrowBy(min: 0.1, max: 0.1))
        }
    }
}
