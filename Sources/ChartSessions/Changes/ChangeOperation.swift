package import ChartStores
import ChartWire

/// The operations that change a session; the names are those of the OpenAPI document, but for what the service does.
package enum ChangeOperation: String, Sendable {
    case postEvents, postCommand, patchSession, createSurface, patchSurface, deleteSurface, patchAxis, putModifier,
        patchModifier, deleteModifier, putAnnotation, patchAnnotation, deleteAnnotation
    /// The service cancels the gestures of a surface.
    case cancelGestures

    /// The kind of a change in the log.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Events of a client.
        case batch
        /// A command.
        case command
        /// Any other change of a surface, its axes or its modifiers.
        case patch
        /// The service cancelled gestures.
        case cancel
    }

    /// The kind of the change in the log.
    package var kind: Kind {
        switch self {
        case .postEvents: .batch
        case .postCommand: .command
        case .cancelGestures: .cancel
        case .patchSession, .createSurface, .patchSurface, .deleteSurface, .patchAxis, .putModifier, .patchModifier,
            .deleteModifier, .putAnnotation, .patchAnnotation, .deleteAnnotation:
            .patch
        }
    }

    /// The path parameter that names the changed part of the surface; `nil` for the surface itself.
    package var item: String? {
        switch self {
        case .patchAxis, .putAnnotation, .patchAnnotation, .deleteAnnotation: "aid"
        case .putModifier, .patchModifier, .deleteModifier: "mid"
        case .postEvents, .postCommand, .patchSession, .createSurface, .patchSurface, .deleteSurface, .cancelGestures:
            nil
        }
    }

    /// The query parameters that the operation takes.
    package var query: [String] {
        switch self {
        case .postEvents, .postCommand, .patchSurface, .patchAxis, .patchModifier, .patchAnnotation:
            QueryParameters.viewNames + ChangeMode.query + ViewedRanges.query
        case .putAnnotation:
            QueryParameters.viewNames + ChangeMode.query + ViewedRanges.query + ["before"]
        case .deleteAnnotation: ["dryRun"]
        case .patchSession: QueryParameters.viewNames + ChangeMode.query
        case .createSurface: QueryParameters.viewNames
        case .putModifier: QueryParameters.viewNames + ["before"]
        case .deleteSurface, .deleteModifier, .cancelGestures: []
        }
    }

    /// Whether the path of the operation names a surface.
    package var namesSurface: Bool { self != .patchSession && self != .createSurface }

    /// Whether a viewer may try it out: what a reader does to look around.
    package var mayBeLookedAt: Bool {
        switch self {
        case .postEvents, .postCommand, .patchAxis, .putAnnotation, .patchAnnotation, .deleteAnnotation: true
        case .patchSession, .createSurface, .patchSurface, .deleteSurface, .putModifier, .patchModifier,
            .deleteModifier, .cancelGestures:
            false
        }
    }

    /// What a caller needs who makes the change.
    package var role: AccessRole { matchesAnnotation ? .annotator : .driver }

    /// Whether the session may show other datasets after the change.
    package var mayChangeDatasets: Bool {
        switch self {
        case .createSurface, .patchSurface, .deleteSurface: true
        case .postEvents, .postCommand, .patchSession, .patchAxis, .putModifier, .patchModifier, .deleteModifier,
            .putAnnotation, .patchAnnotation, .deleteAnnotation, .cancelGestures:
            false
        }
    }

    /// Whether the tag in If-Match is that of the annotation, and not of the surface.
    private var matchesAnnotation: Bool { [.putAnnotation, .patchAnnotation, .deleteAnnotation].contains(self) }

    /// Whether the operation has a body.
    package var hasBody: Bool {
        switch self {
        case .postEvents, .postCommand, .patchSession, .createSurface, .patchSurface, .patchAxis, .putModifier,
            .patchModifier, .putAnnotation, .patchAnnotation:
            true
        case .deleteSurface, .deleteModifier, .deleteAnnotation, .cancelGestures: false
        }
    }
}
