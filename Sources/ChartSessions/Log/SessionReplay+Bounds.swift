import ChartStores
import ChartWire

/// Checks a log of unknown origin against the bounds of this server, which limit the time of each line.
///
/// The bounds that such a log names for itself prove nothing.
extension SessionReplay {
    /// Checks the bounds that the first line names.
    func checkBounds(of start: SessionStart) throws(Problem) {
        guard let mostBounds, let name = start.boundName(beyond: mostBounds) else { return }
        throw Self.beyond(name, at: "/bounds/\(name)")
    }

    /// Checks the counts of a snapshot before the replay makes a session of it.
    func checkCounts(of snapshot: StoredSnapshot) throws {
        guard let mostBounds, case .object(let state) = try JSONValue.parse(snapshot.state),
            case .object(let session)? = state["session"], case .array(let surfaces)? = session["surfaces"]
        else { return }
        guard surfaces.count <= mostBounds.surfacesPerSession else {
            throw Self.beyond("surfacesPerSession", at: "/state/session/surfaces")
        }
        for case .object(let entry) in surfaces {
            guard case .object(let surface)? = entry["surface"], case .array(let modifiers)? = surface["modifiers"],
                modifiers.count > mostBounds.modifiersPerSurface
            else { continue }
            throw Self.beyond("modifiersPerSurface", at: "/state/session/surfaces")
        }
    }

    private static func beyond(_ name: String, at pointer: String) -> Problem {
        Problem(.logInvalid, "The log goes beyond what this server allows: \(name).", pointer: pointer)
    }
}
