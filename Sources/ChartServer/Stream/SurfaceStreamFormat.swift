internal import ChartSeries
internal import ChartSessions
internal import ChartWire

/// Writes a stream in the shape that its query asks for.
struct SurfaceStreamFormat: StreamFormat {
    let view: SurfaceView

    func state(of session: Session, expiresAt: Int64) -> [UInt8] {
        var whole = view
        whole.hasSpecification = true
        whole.window = view.window == .none ? .none : .full
        return bounded(whole) { view throws(Problem) in
            try AnswerWriter.state(of: session, view: view, expiresAt: expiresAt)
        }
    }

    func update(of session: Session, surfaces: [SessionSurface]) -> [UInt8] {
        bounded(view) { view throws(Problem) in
            try AnswerWriter.change(of: session, surfaces: surfaces, view: view)
        }
    }

    func data(_ table: Table, of dataset: String, surfaces: [SessionSurface]) -> [UInt8] {
        var whole = view
        whole.hasSpecification = true
        return bounded(whole) { view throws(Problem) in
            try AnswerWriter.rows(of: table, dataset: dataset, surfaces: surfaces, view: view)
        }
    }

    /// Writes a body; one that would be too long goes without the rows of windows, which the viewer can ask for.
    private func bounded(_ view: SurfaceView, _ write: (SurfaceView) throws(Problem) -> [UInt8]) -> [UInt8] {
        do throws(Problem) {
            return try write(view)
        } catch {
            var brief = view
            brief.window = .none
            brief.answerBytes = .max
            do throws(Problem) {
                return try write(brief)
            } catch {
                preconditionFailure("a body without a limit is never too long")
            }
        }
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
