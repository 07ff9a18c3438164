import ChartWire
import Testing

struct ProblemCodeTests {
    @Test func `every code has the status of the documented table`() {
        let statuses = statusTable.flatMap { status, codes in codes.map { ($0, status) } }
        #expect(statuses.map(\.0).sorted() == ProblemCode.allCases.map(\.rawValue).sorted())
        for (code, status) in statuses {
            #expect(ProblemCode(rawValue: code)?.status == status, "\(code)")
        }
    }

    @Test(arguments: ProblemCode.allCases)
    func `every code has an area and a subject, a title, and a meaning of one sentence`(code: ProblemCode) {
        #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*/) != nil)
        #expect(code.title.wholeMatch(of: /[A-Z].{3,49}[a-zA-Z]/) != nil)
        #expect(code.meaning.wholeMatch(of: /[A-Z].{10,}\./) != nil)
        #expect(!code.meaning.dropLast().contains(". "))
    }

    @Test func `no two codes share a title or a meaning`() {
        #expect(Set(ProblemCode.allCases.map(\.title)).count == ProblemCode.allCases.count)
        #expect(Set(ProblemCode.allCases.map(\.meaning)).count == ProblemCode.allCases.count)
    }
}

private let statusTable: [(Int, [String])] = [
    (
        400,
        [
            "body.malformed", "body.number-out-of-range", "body.too-deep", "body.duplicate-key", "query.unknown",
            "query.invalid", "request.invalid",
        ]
    ),
    (501, ["request.encoding-unsupported"]),
    (
        401,
        [
            "auth.token-missing", "auth.token-unknown", "auth.key-unknown", "auth.key-expired", "auth.key-revoked",
            "auth.jwt-invalid", "auth.jwt-claim", "auth.jwt-expired",
        ]
    ),
    (403, ["auth.viewer-cannot-drive", "auth.scope-missing", "annotation.locked", "annotation.not-yours"]),
    (
        404,
        [
            "route.unknown", "session.unknown", "surface.unknown", "axis.unknown", "modifier.unknown",
            "annotation.unknown", "token.unknown",
            "dataset.unknown", "stream.unknown",
        ]
    ),
    (405, ["method.not-allowed"]),
    (
        409,
        [
            "batch.sequence-gap", "batch.sequence-stale", "batch.sequence-reused", "session.driver-busy",
            "dataset.in-use", "history.empty", "modifier.missing", "surface.exists",
        ]
    ),
    (410, ["session.gone"]),
    (412, ["precondition.failed"]),
    (413, ["body.too-large", "dataset.too-large"]),
    (415, ["content-type.unsupported"]),
    (
        422,
        [
            "body.unknown-property", "body.missing-property", "body.invalid-value", "batch.empty",
            "batch.too-many-events", "batch.time-reversed", "batch.sequence-incomplete", "touch.repeated",
            "touch.too-many", "range.invalid",
        ]
    ),
    (
        422,
        [
            "specification.invalid", "specification.unknown-dataset", "specification.unknown-column",
            "specification.unknown-modifier", "specification.unknown-reference", "specification.duplicate-id",
            "specification.cycle",
        ]
    ),
    (
        422,
        [
            "session.too-many-surfaces", "surface.too-many-modifiers", "limits.annotations", "limits.tokens",
            "command.unknown",
            "row.unknown",
        ]
    ),
    (
        422,
        [
            "dataset.name-invalid", "dataset.column-name-invalid", "dataset.empty", "dataset.ragged-row",
            "dataset.value-invalid",
            "dataset.out-of-order", "rows.too-late", "dataset.unknown-column", "import.long-table",
            "import.unlikely-dates",
            "log.invalid", "log.version",
            "log.dataset-differs",
            "limits.work", "limits.answer", "limits.links", "limits.link-members", "limits.slices",
            "limits.derived",
            "limits.append-ahead",
            "limits.idle-timeout",
        ]
    ),
    (
        429,
        [
            "limits.rate", "limits.principal-rate", "limits.address-rate", "limits.viewers",
            "limits.sessions-per-address", "limits.principal-sessions", "limits.principal-data",
        ]
    ),
    (500, ["server.internal"]),
    (
        503,
        [
            "limits.sessions", "limits.open-files", "auth.issuer-unavailable", "server.busy", "server.draining",
            "audit.blocked", "dataset.damaged",
            "session.damaged", "store.unavailable", "store.contended", "store.in-doubt",
        ]
    ),
    (507, ["store.full", "storage.quota"]),
]
