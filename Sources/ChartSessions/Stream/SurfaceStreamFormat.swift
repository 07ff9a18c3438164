import ChartScene
import ChartSeries
import ChartText
import ChartWire

/// Writes a stream in the form that its query asks for.
struct SurfaceStreamFormat: StreamFormat {
    let view: SurfaceView

    func state(of session: Session, expiresAt: Int64) -> [UInt8] {
        var whole = view
        whole.hasSpecification = true
        whole.window = view.window == .none ? .none : .full
        whole.scene = view.scene == .none ? .none : .full
        return whole.bounded { view throws(Problem) in
            try AnswerWriter.state(of: session, view: view, expiresAt: expiresAt)
        }
    }

    func update(of session: Session, after before: Session, surfaces: [SessionSurface]) -> [UInt8] {
        let basis = SceneBasis(of: before, for: view)
        return ChangeReport(of: session, surfaces: surfaces, view: view, after: basis).bounded()
    }

    func data(
        _ table: Table, of dataset: String, after version: Int, in session: Session, surfaces: [SessionSurface]
    ) -> [UInt8] {
        var whole = view.resolved(for: session)
        whole.hasSpecification = true
        // The data have other events, which stand on the charts.
        if whole.annotations == .auto, table.events?.version ?? 0 > version { whole.annotations = .full }
        return whole.bounded { view throws(Problem) in
            try AnswerWriter.rows(of: table, dataset: dataset, after: version, surfaces: surfaces, view: view)
        }
    }
}

extension StreamView {
    /// Creates the view that all viewers with the same query share.
    package init(_ view: SurfaceView) {
        let options = view.sceneOptions ?? SceneOptions()
        let without = options.without.map(\.rawValue).sorted().joined(separator: ",")
        let scene = "\(view.scene.rawValue) \(without) \(options.pixelRatio) \(options.overscan) \(view.sizes.text)"
        self.init(
            key: "\(view.window.rawValue) \(view.hasTicks) \(view.layout.rawValue) \(view.locale?.tag ?? "") \(scene) "
                + view.annotations.rawValue,
            format: SurfaceStreamFormat(view: view))
    }
}
