internal import ChartSeries
internal import ChartSessions

/// Writes a stream in the shape that its query asks for.
struct SurfaceStreamFormat: StreamFormat {
    let view: SurfaceView

    func state(of session: Session, expiresAt: Int64) -> [UInt8] {
        var whole = view
        whole.hasSpecification = true
        whole.window = view.window == .none ? .none : .full
        return AnswerWriter.state(of: session, view: whole, expiresAt: expiresAt)
    }

    func update(of session: Session, surfaces: [SessionSurface]) -> [UInt8] {
        AnswerWriter.change(of: session, surfaces: surfaces, view: view)
    }

    func data(_ table: Table, of dataset: String, surfaces: [SessionSurface]) -> [UInt8] {
        var whole = view
        whole.hasSpecification = true
        return AnswerWriter.rows(of: table, dataset: dataset, surfaces: surfaces, view: whole)
    }
}

extension StreamView {
    /// What viewers with the same query see.
    init(_ view: SurfaceView) {
        self.init(
            key: "\(view.window.rawValue) \(view.hasTicks) \(view.layout.rawValue)",
            format: SurfaceStreamFormat(view: view))
    }
}
