import ChartEngine
import ChartSessions
import Gestures
import Testing

/// Every stored property is encoded or derived; a new one fails here until it is assigned.
struct WrittenPropertiesTests {
    /// A type, its encoded properties, and its derived ones or those that are empty between two changes.
    private struct Expectation {
        var start: Any = DefaultSession.session
        var path: [any MirrorPath]
        var written: Set<String>
        var remade: Set<String> = []
    }

    /// Mirrors do not show lent storage.
    private static var surface: Surface { DefaultSession.session.surfaces[0].surface }
    private static var chain: [any MirrorPath] { ["chain"] }
    private static var chart: [any MirrorPath] { chain + ["chart"] }
    private static var arena: [any MirrorPath] { ["arena"] }

    @Test func `every stored property of a session is encoded or derived`() {
        let expectations = [
            Expectation(
                path: [],
                written: [
                    "id", "timeZone", "idleTimeout", "locale", "meta", "revision", "surfaces", "links", "sequences",
                    "history",
                ], remade: ["linkIndex"]),
            Expectation(
                path: ["surfaces", 0],
                written: ["box", "dataset", "revision", "answered", "clocks", "movesByLinkedData", "rowsOfRevision"],
                remade: ["id", "driverHeardAt", "framed", "ownSize", "annotated"]),
            Expectation(
                start: Self.surface, path: [],
                written: [
                    "chain", "arena", "recognizedByClient", "followed", "coastsWithGroup", "heldAxes", "actions",
                    "guests",
                ],
                remade: ["steps"]),
            Expectation(
                start: Self.surface, path: Self.chain, written: ["chart", "modifiers", "unreached", "keptChangeCount"],
                remade: ["eventGroups", "watchedAxes", "modifiersDigest", "needs", "rangeKeepers", "heldKeys"]),
            Expectation(
                start: Self.surface, path: Self.chain + ["modifiers", 0],
                written: ["id", "group", "options", "plain", "gestural"],
                remade: ["isGroupEnabled", "listening", "needs", "isTrackpadPinch"]),
            Expectation(
                start: Self.surface, path: Self.chart,
                written: [
                    "id", "size", "xAxes", "yAxes", "series", "table", "others", "windowOptions", "rareCaption",
                    "calendar",
                    "selection", "overlays", "recognized", "publishedUpdates", "common", "changeCount", "watchedAxes",
                    "signals",
                    "hasUnfinishedSignals", "annotations",
                ], remade: ["suspensionDepth", "trace", "barMeasure", "heldStep", "hasParts", "isPart"]),
            Expectation(
                start: Self.surface, path: Self.chart + ["xAxes", 0],
                written: [
                    "id", "dimension", "options", "visibleRange", "dataRange", "initialRange", "followState",
                    "requested", "requestedGrowth", "isPlacedByOthers", "awaitedRow", "keptInertia", "awaitsData",
                ], remade: ["limitations", "isCoasting"]),
            Expectation(
                start: Self.surface, path: Self.chart + ["selection"],
                written: ["rows", "others", "series", "annotations", "label"],
                remade: ["digest"]),
            Expectation(start: Self.surface, path: ["actions"], written: ["settled", "known", "annotations", "steps"]),
            Expectation(
                start: Self.surface, path: Self.arena,
                written: [
                    "recognizers", "slots", "statuses", "lastGestures", "tracker", "lastTime", "modifiers",
                    "isInTouchSequence", "hasTerminal", "common",
                ],
                remade: [
                    "waitingCount", "hasArming", "viewport", "hasTouches", "hasTimer", "hasProposal",
                    "hasProposalOfPossible",
                ]),
            Expectation(
                start: Self.surface, path: Self.arena + ["tracker"],
                written: ["touches", "presses", "lastTap", "nextArrival", "maximumTouches"],
                remade: ["changedMask", "changedBits", "changed", "downMask", "awaitsPlaces", "common"]),
            Expectation(
                start: Self.surface, path: Self.arena + ["slots", 0],
                written: ["keptWaiting", "keptFailure"],
                remade: [
                    "owner", "role", "requireFailureOf", "simultaneousWith", "receivesHandled", "armedBy",
                    "requiredPositions",
                    "simultaneousPositions",
                ]),
            Expectation(
                start: Self.surface, path: Self.arena + ["statuses", 0],
                written: [
                    "state", "timer", "followed", "hasSeenTouch", "isArmed", "proposal", "waitingState",
                    "isLastGestureBrief", "lastCause",
                ],
                remade: ["kind", "taps", "needsArming", "armingPosition", "isEnabled", "needsVelocity"]),
        ]
        for expectation in expectations {
            var value: Any? = expectation.start
            for step in expectation.path { value = value.flatMap { Mirror(reflecting: $0).descendant(step) } }
            let found = value.map { Mirror(reflecting: $0).children.compactMap(\.label) } ?? []
            #expect(Set(found) == expectation.written.union(expectation.remade), "\(expectation.path)")
        }
    }
}
