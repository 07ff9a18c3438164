import ChartWire
import HTTPTypes
import Testing

@testable import ChartCommands
@testable import SessionTestSupport

/// For every problem code, the call that provokes it, or why none can.
@Suite struct ProblemCodeReachTests {
    /// How a code is provoked.
    enum Reach {
        /// By this call on a session that shows the line; its last event was a tick at 50, in batch 2 of client `c`.
        case call(
            HTTPRequest.Method, String, String? = nil, type: String = "application/json", fields: HTTPFields = [:])
        /// By this call with another setting.
        case under(setting: String, value: String, HTTPRequest.Method, String, String?)
        /// By another test over several calls; the test's name.
        case elsewhere(String)
        /// Not over HTTP in this version; the reason.
        case unreachable(String)
    }

    static func reach(_ code: ProblemCode) -> Reach {
        switch code {
        case .bodyMalformed: events("{")
        case .bodyNumberOutOfRange: events(#"{"events":[1e999]}"#)
        case .bodyTooDeep: events(String(repeating: "[", count: 65))
        case .bodyDuplicateKey: events(#"{"events":[],"events":[]}"#)
        case .queryUnknown: .call(.get, "~?colour=red")
        case .queryInvalid: .call(.get, "~?ticks=maybe")
        case .requestInvalid: .call(.get, "/v1/../secret")
        case .tokenMissing: .under(setting: "auth.mode", value: "token", .get, "~", nil)
        case .tokenUnknown: .call(.get, "~", fields: [.authorization: "Bearer x"])
        case .keyUnknown, .keyExpired, .keyRevoked, .jwtInvalid, .jwtClaim, .jwtExpired, .scopeMissing:
            .elsewhere("Tests/Access")
        case .issuerUnavailable: .elsewhere("JWTKeySource")
        case .viewerCannotDrive: .elsewhere("a viewer can read and cannot change anything")
        case .routeUnknown: .call(.get, "/v1/charts")
        case .sessionUnknown: .call(.get, "/v1/sessions/x")
        case .surfaceUnknown: .call(.get, "/surfaces/x")
        case .axisUnknown: .call(.patch, "~/axes/q", "{}")
        case .modifierUnknown: .call(.patch, "~/modifiers/q", "{}")
        case .annotationUnknown: .call(.patch, "~/annotations/q", "{}")
        case .annotationLocked, .annotationNotYours: .elsewhere("TokenTests")
        case .grantUnknown: .call(.delete, "/tokens/q")
        case .tooManyTokens: .elsewhere("a session gives out at most 256 tokens")
        case .datasetUnknown: .call(.get, "/v1/datasets/q")
        case .streamUnknown: .call(.patch, "/v1/streams/q", "{}")
        case .methodNotAllowed: .call(.put, "~", "{}")
        case .sessionGone: .elsewhere("a missing resource is 404, an ended session 410")
        case .sequenceGap: numbered(4)
        case .sequenceStale: numbered(1)
        case .sequenceReused: numbered(2)
        case .driverBusy: .elsewhere("one client drives at a time")
        case .datasetInUse: .call(.delete, "/v1/datasets/line")
        case .historyEmpty: command("redo")
        case .modifierMissing: command("rotate")
        case .surfaceExists: .call(.post, "/surfaces", #"{"dataset":"line"}"#)
        case .preconditionFailed: .call(.delete, "~", fields: [.ifMatch: "\"old\""])
        case .bodyTooLarge: .under(setting: "limits.bodyBytes", value: "60", .post, "~/events", tooLarge)
        case .rowsTooLate: .elsewhere("a row that is too late refuses the request and names the earliest x")
        case .importUnlikelyDates: .elsewhere("unlikely dates")
        case .datasetTooLarge: .elsewhere("bodies beyond the limits")
        case .contentTypeUnsupported: .call(.post, "~/events", "{}", type: "text/plain")
        case .propertyUnknown: .call(.patch, "~", #"{"colour":1}"#)
        case .propertyMissing: events("{}")
        case .propertyInvalid: events(#"{"events":7}"#)
        case .batchEmpty: events(#"{"events":[]}"#)
        case .batchTooManyEvents:
            .under(setting: "limits.eventsPerBatch", value: "1", .post, "~/events", twoTicks)
        case .batchTimeReversed: events(#"{"client":"c","sequence":3,"events":[{"type":"tick","time":49}]}"#)
        case .batchSequenceIncomplete: events(#"{"client":"c","events":[{"type":"tick","time":60}]}"#)
        case .touchRepeated: events(began([1, 1]))
        case .touchTooMany: events(began(Array(1...17)))
        case .rangeInvalid: .call(.patch, "~/axes/x", #"{"visibleRange":[1,1]}"#)
        case .specificationInvalid: surface(#""xAxes":[]"#)
        case .specificationUnknownDataset: surface(#""dataset":"q""#)
        case .specificationUnknownColumn: surface(#""dataset":"line","series":[{"y":"q"}]"#)
        case .specificationUnknownModifier: surface(#""modifiers":[{"type":"q"}]"#)
        case .specificationUnknownReference: surface(#""dataset":"line","series":[{"y":"v","xAxis":"q"}]"#)
        case .specificationDuplicateID: surface(#""modifiers":[{"type":"cursor"},{"type":"cursor"}]"#)
        case .specificationCycle: surface(#""modifiers":[{"type":"zoomPan","requireFailureOf":["zoomPan"]}]"#)
        case .tooManySurfaces:
            .under(setting: "limits.surfacesPerSession", value: "1", .post, "/surfaces", #"{"id":"b"}"#)
        case .tooManyAnnotations: .elsewhere("a surface has at most 1,000 annotations")
        case .tooManyModifiers:
            .under(
                setting: "limits.modifiersPerSurface", value: "5", .put, "~/modifiers/rotateChart", "{}")
        case .commandUnknown: command("dance")
        case .rowUnknown: .call(.post, "~/commands", #"{"command":"selectRow","row":101}"#)
        case .datasetNameInvalid: rows("t,v\n1,1\n", as: "_")
        case .datasetColumnNameInvalid: rows("t,v\u{7}\n1,1\n")
        case .datasetEmpty: rows("")
        case .datasetRagged: rows("t,v\n1\n")
        case .datasetValueInvalid: rows("t,v\n1,x\n")
        case .datasetOutOfOrder: rows("t,v\n1,1\n0,1\n")
        case .importLongTable: rows("t,n,v\n1,a,1\n1,b,1\n")
        case .datasetUnknownColumn: rows("t,v\n1,1\n", as: "new?x=q")
        case .logVersion: .elsewhere("ReplayTests")
        case .logInvalid: .call(.post, "/v1/replays", "{}", type: "application/x-ndjson")
        case .logDatasetDiffers: .elsewhere("ReplayTests")
        case .tooMuchWork, .tooManyLinks, .tooManyLinkMembers, .tooManySlices, .tooManyDerived:
            .elsewhere("SpecificationLimitTests")
        case .answerTooLong: .elsewhere("AnswerLimitTests")
        case .appendTooFarAhead: .elsewhere("StorageQuotaTests")
        case .idleTimeoutTooLong:
            .call(.post, "/v1/sessions", #"{"surfaces":[],"idleTimeout":86400001}"#)
        case .encodingUnsupported: .elsewhere("a head that breaks a rule is refused")
        case .rateExceeded: .elsewhere("batches beyond the rate are refused")
        case .principalRateExceeded, .addressRateExceeded: .elsewhere("RequestQuotaTests")
        case .tooManyViewers: .elsewhere("more viewers than the limit are refused")
        case .tooManySessionsOfAddress:
            .under(
                setting: "limits.sessionsPerAddress", value: "1", .post, "/v1/sessions", #"{"surfaces":[]}"#)
        case .tooManySessionsOfPrincipal: .elsewhere("OwnedSessionTests")
        case .tooMuchDataOfPrincipal: .elsewhere("DatasetOwnerTests")
        case .tooManySessions:
            .under(setting: "limits.sessions", value: "1", .post, "/v1/sessions", #"{"surfaces":[]}"#)
        case .tooManyOpenFiles: .elsewhere("a dataset that cannot be mapped is not damaged")
        case .serverBusy: .unreachable("it takes hundreds of requests at once; the tests of long work see its queue")
        case .serverDraining: .unreachable("a server drains on a signal; the tests of its lifecycle see it")
        case .auditBlocked: .elsewhere("AuditedChangeTests")
        case .sessionDamaged, .storeFull: .elsewhere("SessionEndTests")
        case .storageQuota: .elsewhere("StorageQuotaTests")
        case .storeInDoubt: .unreachable("a database has to be away; tests of ChartPostgres and of the cluster see it")
        case .storeContended: .unreachable("other servers have to write the store; tests of shared sessions see it")
        case .storeUnavailable: .unreachable("it takes a disk that is gone")
        case .datasetDamaged: .elsewhere("DatasetFileTests")
        case .serverInternal: .unreachable("it takes a bug")
        }
    }

    @Test(arguments: ProblemCode.allCases)
    func `each code is provoked or declared out of reach`(code: ProblemCode) async throws {
        switch Self.reach(code) {
        case .call(let method, let path, let body, let type, let fields):
            try await provoke(code, [:], method, path, body, type, fields)
        case .under(let setting, let value, let method, let path, let body):
            try await provoke(code, [setting: value], method, path, body, "application/json", [:])
        case .elsewhere(let place), .unreachable(let place):
            #expect(!place.isEmpty)
        }
    }

    private func provoke(
        _ code: ProblemCode, _ settings: [String: String], _ method: HTTPRequest.Method, _ path: String,
        _ body: String?, _ type: String, _ fields: HTTPFields
    ) async throws {
        try await Service.run(settings) { service in
            try await service.importLine()
            let session = try await service.open()
            let driver = try session.headers(token: "driverToken")
            for sequence in 1...2 {
                let body = #"{"client":"c","sequence":\#(sequence),"events":[\#(TouchEvents.tick(50))]}"#
                try await service.send(.post, "\(session.surface)/events", body, headers: driver)
            }
            let place =
                path.hasPrefix("/v1")
                ? path : path.hasPrefix("~") ? session.surface + path.dropFirst() : session.path + path
            let reply = try await service.send(method, place, body, type: type, headers: fields)
            reply.isProblem(code.rawValue)
            #expect(reply.status == code.status && reply.string("title") == code.title)
            let (allow, retryAfter) = (reply.headers[.allow], reply.headers[.retryAfter])
            #expect((allow != nil) == (code.status == 405) && (retryAfter != nil) == [429, 503].contains(code.status))
        }
    }

    private static let tooLarge = #"{"events":[\#(String(repeating: " ", count: 80))]}"#
    private static let twoTicks = #"{"events":[{"type":"tick","time":1},{"type":"tick","time":1}]}"#

    private static func events(_ body: String) -> Reach { .call(.post, "~/events", body) }

    private static func numbered(_ sequence: Int) -> Reach {
        events(#"{"client":"c","sequence":\#(sequence),"events":[{"type":"tick","time":99}]}"#)
    }

    private static func began(_ ids: [Int]) -> String {
        let touches = ids.map { #"{"id":\#($0),"x":1,"y":1}"# }.joined(separator: ",")
        return
            #"{"client":"c","sequence":3,"events":[{"type":"touch","phase":"began","time":60,"touches":[\#(touches)]}]}"#
    }

    private static func command(_ name: String) -> Reach { .call(.post, "~/commands", #"{"command":"\#(name)"}"#) }

    private static func surface(_ members: String) -> Reach { .call(.post, "/surfaces", #"{"id":"b",\#(members)}"#) }

    private static func rows(_ body: String, as name: String = "new") -> Reach {
        .call(.put, "/v1/datasets/\(name)", body, type: "text/csv")
    }
}
