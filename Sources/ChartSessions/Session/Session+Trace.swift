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
    public mutating func takeTrace(ofSurface id: String) -> [TraceEntry] {
        var first: [TraceEntry] = []
        var others: [TraceEntry] = []
        for index in surfaces.indices {
            let entries = surfaces[index].surface.takeTrace()
            if surfaces[index].id == id { first += entries } else { others += entries }
        }
        return first + others
    }
}
