package import ChartEngine

extension Session {
    /// Starts a trace on every surface, until ``takeTrace(ofSurface:)``.
    package mutating func startTrace() {
        for index in surfaces.indices { surfaces[index].surface.startTrace() }
    }

    /// Ends the trace.
    ///
    /// - Parameter id: The surface whose entries come first.
    /// - Returns: The entries, surface by surface.
    package mutating func takeTrace(ofSurface id: String) -> [TraceEntry] { takeTraceReport(ofSurface: id).entries }

    /// Ends the trace.
    ///
    /// - Parameter id: The surface whose entries come first.
    /// - Returns: The entries, surface by surface, and the number of omitted ones.
    package mutating func takeTraceReport(ofSurface id: String) -> TraceReport {
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
