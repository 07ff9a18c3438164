import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// What people have noted about the data of a dataset, over HTTP.
@Suite struct DatasetAnnotationTests {
    private static let deploy = #"{"kind":"verticalLine","points":[{"x":20}],"text":"Deploy 4.2"}"#
    private static let list = "/v1/datasets/line/annotations"

    @Test(arguments: ["sqlite", "memory"])
    func `an event is made, read, put again as it was read, replaced and removed`(store: String) async throws {
        try await Service.run(["store.kind": store]) { service in
            try await service.importLine()
            let path = "\(Self.list)/deploy"
            #expect(
                try await service.send(.get, Self.list).text == #"{"annotations":[],"annotationsVersion":0}"#)
            let made = try await service.send(.put, path, Self.deploy)
            #expect(made.status == 201 && made.headers[.location] == path, "\(made.text)")
            let read = try await service.send(.get, path)
            #expect(read.text == made.text && read.headers[.eTag] == made.headers[.eTag])
            #expect(!read.text.contains("Axis"))
            let again = try await service.send(.put, path, read.text)
            #expect(again.status == 200 && again.headers[.eTag] == made.headers[.eTag])
            let band = #"{"kind":"xBand","points":[{"x":20},{"x":40}],"color":"red"}"#
            let changed = try await service.send(.put, path, band)
            #expect(changed.status == 200 && changed.headers[.eTag] != made.headers[.eTag])
            #expect(try await service.send(.put, "\(Self.list)/other", Self.deploy).status == 201)
            let all = try await service.send(.get, Self.list)
            #expect(all.string("annotations/0/id") == "deploy" && all.string("annotations/1/id") == "other")
            #expect(try await service.send(.delete, path).status == 204)
            #expect(try await service.send(.delete, path).code == "annotation.unknown")
            #expect(try await service.send(.get, Self.list).count("annotations") == 1)
        }
    }

    @Test func `conditions hold for events`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let path = "\(Self.list)/deploy"
            #expect(try await service.send(.put, path, Self.deploy, headers: [.ifMatch: "*"]).status == 412)
            let made = try await service.send(.put, path, Self.deploy, headers: [.ifNoneMatch: "*"])
            let tag = try #require(made.headers[.eTag])
            #expect(made.status == 201)
            #expect(try await service.send(.put, path, Self.deploy, headers: [.ifNoneMatch: "*"]).status == 412)
            #expect(try await service.send(.get, path, headers: [.ifNoneMatch: tag]).status == 304)
            #expect(try await service.send(.delete, path, headers: [.ifMatch: "\"0\""]).status == 412)
            #expect(try await service.send(.delete, path, headers: [.ifMatch: tag]).status == 204)
        }
    }

    @Test(arguments: [
        ("{}", "body.missing-property", "/kind"),
        (#"{"kind":"line","points":[{"x":1,"y":1},{"x":2,"y":2}]}"#, "body.invalid-value", "/kind"),
        (#"{"kind":"verticalLine","points":[{"x":1,"y":2}]}"#, "body.invalid-value", "/points/0/y"),
        (#"{"kind":"verticalLine","points":[{"x":1}],"xAxis":"x"}"#, "body.unknown-property", "/xAxis"),
        (#"{"kind":"xBand","points":[{"x":1}]}"#, "body.invalid-value", "/points"),
        (#"{"kind":"verticalLine","points":[{"x":"soon"}]}"#, "body.invalid-value", "/points/0/x"),
        (#"{"kind":"verticalLine","points":[{"x":1}],"text":"a\nb"}"#, "body.invalid-value", "/text"),
    ])
    func `what is wrong with an event is named`(body: String, code: String, pointer: String) async throws {
        try await Service.run { service in
            try await service.importLine()
            let answer = try await service.send(.put, "\(Self.list)/x", body)
            #expect(answer.status == 422 && answer.code == code && answer.pointer == pointer, "\(answer.text)")
            #expect(try await service.send(.get, Self.list).count("annotations") == 0)
        }
    }

    @Test func `every surface shows the events below its own, and no gesture or range sees them`() async throws {
        try await Service.run { service in
            try await service.importLine()
            _ = try await service.send(.put, "\(Self.list)/deploy", Self.deploy)
            let session = try await service.open(
                #""dataset":"line","modifiers":[{"type":"zoomPan"},{"type":"annotationEdit"}]"#)
            let own = #"{"kind":"horizontalLine","points":[{"y":50}]}"#
            _ = try await service.send(.put, "\(session.surface)/annotations/deploy", own)
            let shown = try await service.send(.get, "\(session.surface)?scene=full")
            #expect(shown.count("annotations") == 2, "\(shown.text)")
            #expect(shown.string("annotations/0/layer") == "dataset" && shown["annotations/1/layer"] == nil)
            #expect(shown.text.contains(#""key":"event/deploy""#) && shown.text.contains(#""key":"annotation/deploy""#))
            let picture = try await service.send(.get, "\(session.surface)/image.svg")
            #expect(picture.text.contains("Deploy 4.2"))
            #expect(try await service.send(.get, "/v1/datasets/line/image.svg").text.contains("Deploy 4.2"))
            let csv = try await service.send(.get, "\(session.surface)/annotations?format=csv")
            #expect(csv.text.contains("deploy,verticalLine,,,20"), "\(csv.text)")
            // A drag on the line of the event pans.
            try await session.patchAxis("x", #"{"visibleRange":[10,50]}"#)
            let (x, y) = (200, 20)
            let drag = try await session.post(
                #"{"type":"touch","phase":"began","time":1,"touches":[{"id":1,"x":\#(x),"y":\#(y)}]},"#
                    + #"{"type":"touch","phase":"moved","time":20,"touches":[{"id":1,"x":\#(x - 60),"y":\#(y)}]},"#
                    + #"{"type":"touch","phase":"ended","time":40,"touches":[{"id":1,"x":\#(x - 60),"y":\#(y)}]}"#)
            #expect(drag.status == 200 && drag.xRange != [10, 50])
            let listed = try await service.send(.get, Self.list)
            #expect(listed.text.contains(#""points":[{"x":20,"y":null}]"#))
            let hidden = try await service.send(
                .patch, session.surface, #"{"annotationLayers":["surface"]}"#)
            #expect(hidden.count("surfaces/0/annotations") == 1 || hidden["surfaces/0/annotations"] == nil)
            let alone = try await service.send(.get, session.surface)
            #expect(alone.count("annotations") == 1 && alone["annotations/0/layer"] == nil)
        }
    }

    @Test func `a client is told of other events with its next answer`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open()
            func tick(_ sequence: Int) async throws -> Reply {
                try await session.post(
                    #"{"type":"tick","time":\#(sequence)}"#, numbered: #""client":"c","sequence":\#(sequence),"#)
            }
            #expect(try await tick(1)["surfaces/0/annotationsVersion"] == nil)
            _ = try await service.send(.put, "\(Self.list)/deploy", Self.deploy)
            let told = try await tick(2)
            #expect(told.count("surfaces/0/annotations") == 1, "\(told.text)")
            #expect(try await tick(3)["surfaces/0/annotations"] == nil)
            _ = try await service.send(.delete, "\(Self.list)/deploy")
            let gone = try await tick(4)
            #expect(gone.count("surfaces/0/annotations") == 0)
            let (one, other) = (
                try #require(told.integer("surfaces/0/annotationsVersion")),
                try #require(gone.integer("surfaces/0/annotationsVersion"))
            )
            #expect(other > one)
        }
    }

    @Test func `events are in no log and no state, and stay when the rows are replaced`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open()
            _ = try await service.send(.put, "\(Self.list)/deploy", Self.deploy)
            try await session.post(#"{"type":"tick","time":1}"#)
            let log = try await service.send(.get, "\(session.path)/log").text
            #expect(!log.contains("Deploy"))
            let replay = try await service.send(.post, "/v1/replays", log, type: "application/x-ndjson")
            #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
            _ = try await service.send(.put, "/v1/datasets/line", "t,v\n0,1\n100,2\n", type: "text/csv")
            _ = try await service.send(.post, "/v1/datasets/line/rows", "t,v\n200,3\n", type: "text/csv")
            _ = try await service.send(.delete, "/v1/datasets/line/rows?from=200")
            _ = try await service.send(.patch, "/v1/datasets/line", #"{"late":"merge"}"#)
            #expect(try await service.send(.get, Self.list).string("annotations/0/text") == "Deploy 4.2")
            #expect(try await service.send(.delete, session.path).status == 204)
            #expect(try await service.send(.delete, "/v1/datasets/line").status == 204)
            try await service.importLine()
            #expect(try await service.send(.get, Self.list).count("annotations") == 0)
        }
    }
}
