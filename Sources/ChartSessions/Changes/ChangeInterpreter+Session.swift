import ChartEngine
import ChartWire

extension ChangeInterpreter {
    /// Changes the links and the locale; the answer holds the links and the surfaces that they moved.
    func preparePatchOfSession(_ change: Change) throws -> PreparedChange {
        let view = view(of: change)
        let mode = change.shape.mode
        var body = SessionSpecification()
        try body.take(try change.decoded(JSONObject.self), in: .present, at: .root)
        return PreparedChange(change: change) { [body] session in
            let basis = SceneBasis(of: session, for: view)
            if mode.isExplained { session.startTrace() }
            let links = try body.links.map { links throws(Problem) in
                try LinkSpecification.links(links, of: session.surfaces, limits: limits)
            }
            if links != nil || body.locale != nil {
                session.changeLinks(to: links ?? session.links, locale: body.locale)
            }
            if links != nil, limits != nil { try LinkSpecification.checkAgreement(of: session) }
            let trace = mode.isExplained ? session.takeTraceReport(ofSurface: "") : nil
            let surfaces = session.surfacesChanged(with: "")
            let report = ChangeReport(
                of: session, surfaces: surfaces, links: session.links, view: view, after: basis, trace: trace)
            session.noteAnswered(surfaces, view: view)
            return ChangeAnswer(body: .change(report))
        }
    }
}
