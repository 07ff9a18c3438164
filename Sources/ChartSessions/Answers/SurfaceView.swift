import ChartScene
import ChartSeries
package import ChartText
package import ChartWire

/// What an answer shows of a surface.
package struct SurfaceView: Sendable {
    /// When an answer contains the rows, or a scene.
    package enum Policy: String, Sendable, CaseIterable {
        /// Never.
        case none
        /// Rows when the window or the data has changed since the surface's last answer, and of a scene the layers that
        /// have changed with this revision.
        case auto
        /// Always, and all of it.
        case full
    }

    package var window = Policy.full
    /// When the answer contains a scene.
    var scene = Policy.none
    /// When the answer contains the annotations.
    var annotations = Policy.full
    /// The client that has sent the batch that is answered; `nil` for none.
    var client: ExactName?
    /// What a scene leaves out, and the pixels that it is drawn for; `nil` where the query says nothing of it, since an
    /// answer is copied often.
    var sceneOptions: SceneOptions?
    var hasTicks = true
    var layout = RowLayout.rows
    /// Whether the answer contains the specification: size, dataset, series, modifiers and axis options.
    var hasSpecification = true
    /// The sizes at which the client looks at surfaces.
    package var sizes = OwnSizes.none
    /// The surface that the request names; `nil` for the first one, and for none in an answer about one surface.
    var mainSurface: String?
    /// The most bytes of the answer.
    package var answerBytes = Int.max
    /// The locale of labels; `nil` for that of the session, and in a resolved view for American English.
    package var locale: ChartLocale?

    /// Creates a view; by default it shows everything.
    package init(
        window: Policy = Policy.full, hasTicks: Bool = true, layout: RowLayout = RowLayout.rows,
        hasSpecification: Bool = true, answerBytes: Int = Int.max, locale: ChartLocale? = nil
    ) {
        self.window = window
        self.hasTicks = hasTicks
        self.layout = layout
        self.hasSpecification = hasSpecification
        self.answerBytes = answerBytes
        self.locale = locale
    }

    /// The view with the locale of a session, unless the request asked for one.
    package func resolved(for session: Session) -> SurfaceView {
        let usesLocale = locale == nil && session.locale != Session.standardLocale
        guard usesLocale || !sizes.isEmpty && mainSurface == nil else { return self }
        var view = self
        if usesLocale { view.locale = ChartLocale.of(tag: session.locale) }
        view.mainSurface = mainSurface ?? session.surfaces.first?.id
        return view
    }

    /// Whether this answer contains the rows of a surface.
    func showsRows(of surface: SessionSurface) -> Bool {
        switch window {
        case .none: false
        case .auto: surface.windowKey != surface.answered
        case .full: true
        }
    }

    /// Whether this answer contains the annotations of a surface.
    func showsAnnotations(of surface: SessionSurface) -> Bool {
        switch annotations {
        case .none: false
        case .auto: surface.hasNewAnnotations(for: client)
        case .full: true
        }
    }

    /// Writes an answer; if it is too long, it omits rows, scenes and annotations, which the client can ask for.
    func bounded(_ write: (SurfaceView) throws(Problem) -> [UInt8]) -> [UInt8] {
        do throws(Problem) {
            return try write(self)
        } catch {
            var short = self
            short.window = .none
            short.scene = .none
            short.annotations = .none
            short.answerBytes = .max
            do throws(Problem) {
                return try write(short)
            } catch {
                preconditionFailure("an answer without a limit is never too long")
            }
        }
    }
}

extension QueryParameters {
    /// The query parameters of every answer with surfaces.
    package static let viewNames =
        ["window", "ticks", "layout", "locale", "scene", "without", "pixelRatio", "overscan", "annotations"]
        + OwnSizes.query

    /// The view that the query asks for.
    ///
    /// - Parameters:
    ///   - window: When the answer contains the rows, unless the query says otherwise or asks for a scene.
    ///   - hasSpecification: Whether the answer contains the specification.
    /// - Returns: The view.
    /// - Throws: `query.invalid`.
    package func view(window: SurfaceView.Policy, hasSpecification: Bool) throws(Problem) -> SurfaceView {
        let scene = try choice("scene", of: SurfaceView.Policy.self) ?? .none
        var view = SurfaceView(
            window: try choice("window", of: SurfaceView.Policy.self) ?? (scene == .none ? window : .none),
            hasTicks: try flag("ticks") ?? true,
            layout: try choice("layout", of: RowLayout.self) ?? .rows, hasSpecification: hasSpecification,
            locale: try locale())
        view.scene = scene
        view.annotations = try choice("annotations", of: SurfaceView.Policy.self) ?? window
        view.sizes = try ownSizes()
        var options = SceneOptions()
        options.without = try without()
        options.pixelRatio = try ratio("pixelRatio", in: 1...4) ?? 1
        options.overscan = try ratio("overscan", in: 0...1) ?? 0
        if options != SceneOptions() { view.sceneOptions = options }
        return view
    }

    private func without() throws(Problem) -> Set<SceneRole> {
        let roles = SceneRole.allCases.map(\.rawValue)
        let named = try value("without", expected: "roles separated by commas, of \(roles.joined(separator: ", "))") {
            let names = $0.split(separator: ",", omittingEmptySubsequences: false)
            let roles = names.compactMap { SceneRole(rawValue: String($0)) }
            return roles.count == names.count ? Set(roles) : nil
        }
        return named ?? []
    }

    private func ratio(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        try value(name, expected: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))") { text in
            Double(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The locale that the query asks for; `nil` where it names none.
    ///
    /// - Returns: The locale, American English for a language without texts.
    /// - Throws: `query.invalid`.
    package func locale() throws(Problem) -> ChartLocale? {
        try value("locale", expected: "a language tag such as de-CH") { ChartLocale.of(tag: $0) }
    }
}
