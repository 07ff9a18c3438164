import ChartSessions
import ChartWire

extension ChangeInterpreter {
    /// Changes the links; the answer holds them and the surfaces that they moved.
    func preparePatchOfSession(_ change: SessionChange) throws -> PreparedChange {
        let view = view(of: change)
        let mode = change.shape.mode
        let body = try change.decoded(SessionPatchBody.self)
        return PreparedChange(record: change.record()) { session in
            if mode.isExplained { session.startTrace() }
            if let links = body.links {
                session.changeLinks(to: try LinkBody.links(links, of: session.surfaces, limits: limits))
                if limits != nil { try LinkBody.checkAgreement(of: session) }
            }
            let trace = mode.isExplained ? session.takeTraceReport(ofSurface: "") : nil
            let surfaces = session.surfacesChanged(with: "")
            let report = ChangeReport(
                of: session, surfaces: surfaces, links: session.links, view: view, trace: trace)
            session.noteAnswered(surfaces, view: view)
            return ChangeAnswer(body: .change(report))
        }
    }
}
