import Foundation
import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// Scenes in the answers of the service.
@Suite struct SceneAnswerTests {
    private static let surface = """
        "dataset":"waves","title":"Waves","size":{"width":600,"height":300},"modifiers":[{"type":"zoomPan"},
        {"type":"mouseWheelZoom"},{"type":"cursor"},{"type":"rowSelection"},{"type":"seriesValue"},
        {"type":"windowScrubber"}],"series":[{"id":"a","y":"a"},{"id":"b","y":"b","kind":"area"},
        {"id":"c","y":"c","kind":"bar"}]
        """

    private func importWaves(_ service: Service) async throws {
        let rows = (0..<400).map { "\($0),\($0 % 37),\($0 % 11),\(($0 * 7) % 29)\n" }.joined()
        let reply = try await service.send(.put, "/v1/datasets/waves", "t,a,b,c\n" + rows, type: "text/csv")
        #expect(reply.status == 201, "\(reply.text)")
    }

    @Test func `a scene comes in place of rows, unless the query asks for both`() async throws {
        try await Service.run { service in
            try await importWaves(service)
            let session = try await service.open(Self.surface)
            func members(_ query: String) async throws -> [Bool] {
                let reply = try await service.send(.get, session.surface + query)
                #expect(reply.status == 200, "\(reply.text)")
                return [reply["scene"] != nil, reply["window"] != nil]
            }
            #expect(try await members("") == [false, true])
            #expect(try await members("?scene=none") == [false, true])
            #expect(try await members("?scene=full") == [true, false])
            #expect(try await members("?scene=auto") == [true, false])
            #expect(try await members("?scene=full&window=full") == [true, true])
            let created = try await service.send(
                .post, "/v1/sessions?scene=auto", #"{"surfaces":[{"dataset":"waves"}]}"#)
            #expect(created["surfaces/0/scene/layers"] != nil && created["surfaces/0/scene/since"] == nil)
            #expect(created["surfaces/0/window"] == nil)
        }
    }

    @Test func `a scene has the places of the plot area, and its room`() async throws {
        try await Service.run { service in
            try await importWaves(service)
            let session = try await service.open(Self.surface)
            let reply = try await service.send(.get, session.surface + "?scene=full")
            let scene = try #require(reply["scene"] as? [String: Any])
            #expect(Set(scene.keys) == ["width", "height", "insets", "direction", "layers"])
            #expect(scene["width"] as? Double == 600 && scene["height"] as? Double == 300)
            #expect(scene["direction"] as? String == "ltr")
            let picture = try await service.send(.get, session.surface + "/image.svg")
            let insets = try #require(scene["insets"] as? [String: Double])
            let (left, top) = (try #require(insets["left"]), try #require(insets["top"]))
            #expect(picture.text.contains("<g transform=\"translate(\(Int(left)) \(Int(top)))\">"))
            let width = 600 + left + (try #require(insets["right"]))
            let height = 300 + top + (try #require(insets["bottom"]))
            #expect(picture.text.contains(" width=\"\(Int(width))\" height=\"\(Int(height))\""))
            let layers = try #require(scene["layers"] as? [[String: Any]])
            let roles = layers.compactMap { $0["role"] as? String }
            #expect(Set(roles) == ["grid", "axis", "series", "overlay", "legend", "title"])
            let area = try #require(layers.first { $0["key"] as? String == "series/b" })
            #expect(area["id"] as? String == "b" && area["xAxis"] as? String == "x" && area["yAxis"] as? String == "y")
            #expect(area["clip"] as? String == "plot" && area["axis"] == nil)
            let fill = try #require((area["items"] as? [[String: Any]])?.first)
            #expect(fill["fill"] as? String == "series.2" && fill["opacity"] as? Double == 0.25)
            #expect(fill["pattern"] as? Int == 1 && fill["stroke"] == nil)
        }
    }

    @Test(arguments: [
        "scene=both", "without=title,names", "without=", "pixelRatio=0.5", "pixelRatio=5", "pixelRatio=x",
        "overscan=1.1",
    ])
    func `a query that asks for no scene is refused, with what it may be`(query: String) async throws {
        try await Service.run { service in
            try await importWaves(service)
            let session = try await service.open(Self.surface)
            let reply = try await service.send(.get, session.surface + "?" + query)
            reply.isProblem("query.invalid", "\(reply.text)")
            #expect(reply.string("detail")?.contains("must be") == true)
        }
    }

    @Test func `what is left out is in no layer, and takes no room`() async throws {
        try await Service.run { service in
            try await importWaves(service)
            let session = try await service.open(Self.surface)
            let whole = try await service.send(.get, session.surface + "?scene=full")
            let rest = try await service.send(.get, session.surface + "?scene=full&without=title,legend&pixelRatio=2")
            let roles = (rest["scene/layers"] as? [[String: Any]])?.compactMap { $0["role"] as? String } ?? []
            #expect(!roles.isEmpty && !roles.contains("title") && !roles.contains("legend"))
            let tops = [whole, rest].compactMap { $0["scene/insets/top"] as? Double }
            #expect(tops.count == 2 && tops[1] < tops[0])
        }
    }

    /// Changes of every kind; each is a method, a path within the surface, and a body.
    private static let changes: [(HTTPRequest.Method, String, String)] = [
        (.post, "/events", #"{"events":[{"type":"hover","phase":"moved","time":0,"x":300,"y":100}]}"#),
        (.post, "/events", #"{"events":[{"type":"hover","phase":"moved","time":10,"x":320,"y":120}]}"#),
        (.post, "/events", #"{"events":[{"type":"wheel","time":20,"x":300,"y":150,"deltaX":0,"deltaY":-120}]}"#),
        (.post, "/events", #"{"events":[{"type":"hover","phase":"exited","time":700,"x":320,"y":120}]}"#),
        (.patch, "/axes/x", #"{"visibleRange":[100,220]}"#),
        (.patch, "/axes/y", #"{"visibleRange":[-4,33]}"#),
        (.post, "/commands", #"{"command":"selectRow","row":150}"#),
        (.patch, "", #"{"series":[{"id":"a","y":"a","visible":false},{"id":"b","y":"b"},{"id":"c","y":"c"}]}"#),
        (.patch, "", #"{"series":[{"id":"a","y":"a"},{"id":"b","y":"b","name":"B"},{"id":"c","y":"c"}]}"#),
        (.post, "/commands", #"{"command":"undo"}"#),
        (.patch, "", #"{"title":"Other waves"}"#),
        (.patch, "", #"{"size":{"width":640,"height":300}}"#),
        (.put, "/modifiers/rollover", #"{"type":"rollover"}"#),
        (.post, "/commands", #"{"command":"zoomExtents"}"#),
    ]

    @Test func `a client that keeps what a scene leaves out has the whole scene`() async throws {
        try await Service.run { service in
            try await importWaves(service)
            let session = try await service.open(Self.surface)
            var held = HeldScene()
            try held.take(try await service.send(.get, session.surface + "?scene=full"), at: "")
            var kept = 0
            for (index, change) in Self.changes.enumerated() {
                if index == 4 || index == 9 {
                    // Rows that come between two revisions are in no scene that a client has drawn.
                    let rows = try await service.send(
                        .post, "/v1/datasets/waves/rows", "t,a,b,c\n\(500 + index),50,1,2\n", type: "text/csv")
                    #expect(rows.status == 200, "\(rows.text)")
                }
                let reply = try await service.send(change.0, "\(session.surface)\(change.1)?scene=auto", change.2)
                #expect(reply.status < 300, "\(reply.text)")
                try held.take(reply, at: "surfaces/0/")
                kept += held.kept
                let whole = try await service.send(.get, session.surface + "?scene=full")
                #expect(held.layers == HeldScene.layers(of: whole, at: ""), "\(change)")
            }
            #expect(kept > 40)
        }
    }

    @Test func `a hover sends its overlay alone, and rows that came before it send the scene whole`() async throws {
        try await Service.run { service in
            try await importWaves(service)
            let session = try await service.open(Self.surface)
            let first = try await session.post(Self.hover(at: 0), query: "?scene=auto")
            #expect(first.count("surfaces/0/scene/layers") == 1)
            #expect(first.string("surfaces/0/scene/layers/0/key") == "overlay/cursor")
            #expect(first.integer("surfaces/0/scene/since") == 0)
            let layers = first.count("surfaces/0/scene/order") ?? 0
            #expect(first.count("surfaces/0/scene/kept") == layers - 1)
            try await service.send(
                .post, "/v1/datasets/waves/rows", "t,a,b,c\n500,1,1,2\n", type: "text/csv")
            let second = try await session.post(Self.hover(at: 10), query: "?scene=auto")
            #expect(second.count("surfaces/0/scene/kept") == 0 && second.integer("surfaces/0/scene/since") == 1)
            #expect(second.count("surfaces/0/scene/layers") == second.count("surfaces/0/scene/order"))
            let third = try await session.post(Self.hover(at: 20), query: "?scene=auto")
            #expect(third.count("surfaces/0/scene/layers") == 1)
        }
    }

    private static func hover(at time: Int) -> String {
        #"{"type":"hover","phase":"moved","time":\#(time),"x":\#(100 + time),"y":100}"#
    }

    @Test func `with a scene a surface says what a finger moves, and what it would move`() async throws {
        try await Service.run { service in
            try await importWaves(service)
            let modifiers = #"[{"type":"zoomPan"},{"type":"mouseWheelZoom"}]"#
            let session = try await service.open(#""dataset":"waves","modifiers":\#(modifiers)"#)
            let still = try await service.send(.get, session.surface + "?scene=full")
            #expect(still["ahead/drag/after"] as? Double == 10)
            #expect(still.string("ahead/drag/axes/0/id") == "x" && still["ahead/drag/axes/0/pan"] as? Double == 1)
            #expect(still["ahead/wheel/axes/0/zoom"] as? Double == 1 && still.count("ahead/wheel/axes") == 1)
            #expect(still["ahead/pinch"] == nil && still.text.contains("\"pinch\":null"))
            #expect(try await service.send(.get, session.surface).text.contains("\"ahead\"") == false)
            let touches = [
                TouchEvents.touch("began", 0, (1, 300, 100)), TouchEvents.touch("moved", 16, (1, 340, 100)),
            ]
            let moved = try await session.post(touches.joined(separator: ","), query: "?scene=auto")
            #expect(moved.string("surfaces/0/gestures/0/modifier") == "zoomPan", "\(moved.text.prefix(2_000))")
            #expect(moved.string("surfaces/0/gestures/0/axes/0/id") == "x" && moved["surfaces/0/ahead"] == nil)
            let plain = try await service.send(.get, session.surface)
            #expect(plain["gestures/0/modifier"] != nil && plain["gestures/0/axes"] == nil)
        }
    }

    @Test func `the texts of a scene speak the language of the answer, and a change of language sends them`()
        async throws
    {
        try await Service.run { service in
            try await importWaves(service)
            let session = try await service.open(Self.surface)
            let arabic = try await service.send(.get, session.surface + "?scene=full&locale=ar")
            #expect(arabic.string("scene/direction") == "rtl")
            var held = HeldScene()
            try held.take(try await service.send(.get, session.surface + "?scene=full&locale=en-US"), at: "")
            let reply = try await service.send(.patch, session.path + "?scene=auto", #"{"locale":"de"}"#)
            let keys = (reply["surfaces/0/scene/layers"] as? [[String: Any]])?.compactMap { $0["key"] as? String } ?? []
            #expect(reply.status == 200 && !keys.contains { $0.hasPrefix("series/") }, "\(reply.text)")
            try held.take(reply, at: "surfaces/0/")
            let whole = try await service.send(.get, session.surface + "?scene=full")
            #expect(held.layers == HeldScene.layers(of: whole, at: ""))
        }
    }

    @Test func `the same state gives the same bytes, also to a batch that comes again`() async throws {
        try await Service.run { service in
            try await importWaves(service)
            let session = try await service.open(Self.surface)
            let path = session.surface + "?scene=full"
            #expect(try await service.send(.get, path).text == service.send(.get, path).text)
            let numbered = #""client":"c","sequence":1,"#
            let first = try await session.post(Self.hover(at: 0), query: "?scene=auto", numbered: numbered)
            let again = try await session.post(Self.hover(at: 0), query: "?scene=auto", numbered: numbered)
            #expect(again.text == first.text.replacing("\"duplicate\":false", with: "\"duplicate\":true"))
        }
    }

    @Test func `a scene that is too long is refused, and an answer that is told anyway leaves it out`() async throws {
        try await Service.run(["limits.answerBytes": "64KiB"]) { service in
            let rows = (0..<4_000).map { "\($0),\(($0 * 7_919) % 1_009),\(($0 * 7_907) % 997)\n" }.joined()
            try await service.send(.put, "/v1/datasets/wide", "t,a,b\n" + rows, type: "text/csv")
            let session = try await service.open(body: #"{"surfaces":[{"dataset":"wide"}]}"#)
            let refused = try await service.send(.get, session.surface + "?scene=full")
            refused.isProblem("limits.answer", "\(refused.text.prefix(300))")
            #expect(refused.string("detail")?.contains("scene=none") == true)
            #expect(try await service.send(.get, session.surface + "?scene=full&without=series").status == 200)
        }
    }

    @Test func `hostile texts stay texts`() async throws {
        try await Service.run { service in
            try await importWaves(service)
            let name = #"</text>\"\\\u202e{}𝒳"#
            let session = try await service.open(
                #""dataset":"waves","title":"\#(name)","series":[{"y":"a","name":"\#(name)","color":"ground"},{"y":"b"}]"#
            )
            let reply = try await service.send(.get, session.surface + "?scene=full")
            let layers = try #require(reply["scene/layers"] as? [[String: Any]])
            let texts = layers.flatMap { $0["items"] as? [[String: Any]] ?? [] }.compactMap { $0["text"] as? String }
            #expect(texts.filter { $0 == "</text>\"\\\u{202E}{}𝒳" }.count == 2)
            let line = try #require(layers.first { $0["role"] as? String == "series" })
            #expect((line["items"] as? [[String: Any]])?.first?["stroke"] as? String == "series.1")
        }
    }

    @Test func `the palette has a colour for each role in either theme, and eight patterns`() async throws {
        try await Service.run { service in
            let reply = try await service.send(.get, "/v1/palette")
            #expect(reply.status == 200, "\(reply.text)")
            let (light, dark) = (reply["light"] as? [String: String], reply["dark"] as? [String: String])
            #expect(light?["series.1"] == "#0072b2" && dark?["ground"] == "#171b21")
            #expect(light?.count == 18 && light.map { Set($0.keys) } == dark.map { Set($0.keys) })
            #expect(reply.count("patterns") == 8 && reply.string("patterns/0/tile") == "")
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a stream has whole scenes in its state and for rows, and layers in updates`()
        async throws
    {
        let body = """
            {"surfaces":[{"dataset":"line","xAxes":[{"follow":"shift","visibleRange":[40,100]}],
            "modifiers":[{"type":"cursor"}]}]}
            """
        try await StreamedSession.run(body: body) { session in
            var (scenes, rows) = (try await session.watch("?scene=auto"), try await session.watch())
            let state = try #require(try await scenes.next())
            #expect(state.body["surfaces/0/scene/layers"] != nil && state.body["surfaces/0/window"] == nil)
            #expect(state.body["surfaces/0/scene/since"] == nil)
            let answer = try await session.post(Self.hover(at: 0), query: "?scene=auto")
            let update = try #require(try await scenes.next())
            #expect(update.body.text == answer.text.replacing(#""ignored":[],"#, with: ""))
            #expect(update.body.count("surfaces/0/scene/layers") == 1)
            try await session.append(101...110)
            let data = try #require(try await scenes.next())
            #expect(data.name == "data" && data.body["surfaces/0/scene/layers"] != nil)
            #expect(data.body["surfaces/0/scene/kept"] == nil && data.body["surfaces/0/window"] == nil)
            // Another query has other events.
            _ = try await rows.next()
            let plain = try #require(try await rows.next())
            #expect(plain.name == "update" && plain.body["surfaces/0/scene"] == nil)
            try await session.post(Self.hover(at: 20))
            let next = try #require(try await scenes.next())
            #expect(next.body.count("surfaces/0/scene/kept") == 0)
        }
    }
}

/// What a client has drawn: the layers of the last scene, with those that it has kept.
private struct HeldScene {
    private(set) var layers: [NSDictionary] = []
    private(set) var kept = 0
    private var revision: Int?

    mutating func take(_ reply: Reply, at path: String) throws {
        let drawn = Self.layers(of: reply, at: path)
        guard let since = reply.integer(path + "scene/since") else {
            layers = drawn
            revision = reply.integer(path + "revision")
            return
        }
        let order = try #require(reply[path + "scene/order"] as? [String])
        let keys = try #require(reply[path + "scene/kept"] as? [String])
        #expect(since == revision || keys.isEmpty)
        #expect(Set(order) == Set(keys + drawn.compactMap { $0["key"] as? String }))
        let all = Dictionary(uniqueKeysWithValues: drawn.map { ($0["key"] as? String ?? "", $0) })
        let before = Dictionary(uniqueKeysWithValues: layers.map { ($0["key"] as? String ?? "", $0) })
        layers = try order.map { key in try #require(keys.contains(key) ? before[key] : all[key], "\(key)") }
        kept = keys.count
        revision = reply.integer(path + "revision")
    }

    static func layers(of reply: Reply, at path: String) -> [NSDictionary] {
        reply[path + "scene/layers"] as? [NSDictionary] ?? []
    }
}
