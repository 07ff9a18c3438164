import ChartSessions

/// What a client wants to see of a surface.
struct SurfaceView: Sendable {
    /// When rows are answered.
    enum WindowPolicy: String, Sendable, CaseIterable {
        /// Never.
        case none
        /// When the window or the data has changed since the surface's last answer.
        case auto
        /// Always.
        case full
    }

    var window = WindowPolicy.full
    var hasTicks = true
    var layout = RowLayout.rows
    /// Whether the specification is answered too: size, dataset, series, modifiers and axis options.
    var hasSpecification = true

    /// Whether this answer carries the rows of a surface.
    func showsRows(of surface: SessionSurface) -> Bool {
        switch window {
        case .none: false
        case .auto: surface.windowKey != surface.answered
        case .full: true
        }
    }
}
