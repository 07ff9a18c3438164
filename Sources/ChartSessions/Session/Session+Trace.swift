public import ChartEngine

extension Session {
    /// Lets every surface note what happens to it, until ``takeTrace(ofSurface:)``.
    public mutating func startTrace() {
        for index in surfaces.indices { surfaces[index].surface.startTrace() }
    }

    /// Stops to note.
    ///
    /// - Parameter id: The surface whose notes come first.
    /// - Returns: What the surfaces have noted, surface by surface.
    public mutating func takeTrace(ofSurface id: String) -> [TraceEntry] { takeTraceReport(ofSurface: id).entries }

    /// Stops to note.
    ///
    /// - Parameter id: The surface whose notes come first.
    /// - Returns: What the surfaces have noted, surface by surface, and how much of it was left out.
    public mutating func takeTraceReport(ofSurface id: String) -> TraceReport {
        var report = TraceReport()
        var others = TraceReport()
        for index in surfaces.indices {
            let noted = surfaces[index].surface.takeTraceReport()
            if surfaces[index].id == id { report.append(noted) } else { others.append(noted) }
        }
        report.append(others)
        return report
    }
}
