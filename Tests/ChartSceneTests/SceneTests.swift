import ChartEngine
import CoreTestSupport
import Gestures
import Testing

@testable import ChartScene

@Suite struct SceneTests {
    private func scene(
        _ chart: Chart, title: String? = nil, _ change: (inout SceneOptions) -> Void = { _ in }
    ) -> Scene {
        var texts = PictureTexts(of: chart)
        texts.title = title
        var options = SceneOptions()
        change(&options)
        return Scene(of: chart, texts: texts, options: options)
    }

    @Test func `the layers stand from back to front, each with a key of its own`() throws {
        var sample = SamplePicture()
        sample.columns.append(("depth", [2, 2, 2, 2]))
        let scene = scene(try sample.chart(), title: "Water")
        #expect(
            scene.layers.map(\.key) == [
                "grid/x", "grid/y", "series/level", "series/depth", "axis/x", "axis/y", "title", "legend",
            ])
        #expect(scene.order == scene.layers.map(\.key))
        #expect(scene.kept.isEmpty)
    }

    @Test func `a line goes on from each point to the next in few bytes`() throws {
        let scene = scene(try SamplePicture().chart())
        let layer = try #require(scene.layers.first { $0.key == "series/level" })
        guard case .shape(let shape) = try #require(layer.items.first), case .path(let path) = shape.outline else {
            Issue.record("a line is a path")
            return
        }
        #expect(String(decoding: path.bytes, as: UTF8.self) == "M0 150l133.33-100l133.34 50l133.33-100")
        #expect(shape.stroke?.isRound == true && shape.stroke?.width == 1.75 && shape.stroke?.ink.color == .series(0))
    }

    @Test func `a dot is a line too short to be seen but for its ends`() {
        var path = ScenePath(.relative)
        path.dot(at: Point(x: 12, y: 40))
        path.dot(at: Point(x: 12.5, y: 39.25))
        #expect(String(decoding: path.bytes, as: UTF8.self) == "M12 40h.01m.49-.75h.01")
    }

    @Test func `a box with round corners has arcs, and one without has none`() {
        var path = ScenePath(.relative)
        path.box(Rect(x: 10, y: 20, width: 30, height: 12), radius: 4)
        #expect(
            String(decoding: path.bytes, as: UTF8.self)
                == "M14 20h22a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4h-22a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4z")
        path = ScenePath(.relative)
        path.box(Rect(x: 10, y: 20, width: 30, height: 0), radius: 4)
        #expect(String(decoding: path.bytes, as: UTF8.self) == "M10 20h30h-30z")
    }

    @Test(arguments: seeds(50))
    func `marks between the labels of an axis are 16 points apart or not there`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SamplePicture()
        sample.size.width = Double(cases.integer(in: 200...1_500))
        sample.xOptions.minorsPerMajor = cases.integer(in: 1...10)
        let chart = try sample.chart()
        let layer = try #require(scene(chart).layers.first { $0.key == "axis/x" })
        guard case .shape(let shape) = try #require(layer.items.first), case .path(let path) = shape.outline else {
            Issue.record("an axis begins with its lines")
            return
        }
        let ticks = chart.ticks(of: chart.xAxes[0])
        let places = (ticks.major + ticks.minor).map { $0 / 3 * chart.size.width }.sorted()
        let closest = zip(places, places.dropFirst()).map { $1 - $0 }.min() ?? .infinity
        let marks = ticks.major.count + (closest >= 16 ? ticks.minor.count : 0)
        #expect(path.bytes.count { $0 == UInt8(ascii: "M") || $0 == UInt8(ascii: "m") } == marks + 1)
    }

    @Test(arguments: SceneRole.allCases)
    func `what is left out leaves its room`(role: SceneRole) throws {
        var sample = SamplePicture()
        sample.columns.append(("depth", [2, 2, 2, 2]))
        let chart = try sample.chart()
        let whole = scene(chart, title: "Water")
        let rest = scene(chart, title: "Water") { $0.without = [role] }
        #expect(!rest.layers.contains { $0.role == role })
        #expect(rest.order == whole.layers.filter { $0.role != role }.map(\.key))
        #expect((rest.width, rest.height) == (whole.width, whole.height))
        #expect((rest.insets == whole.insets) == ![.axis, .legend, .title].contains(role))
        #expect(rest.insets.top <= whole.insets.top && rest.insets.left <= whole.insets.left)
    }

    @Test(arguments: [1.0, 2, 3, 4])
    func `straight lines fill whole pixels, and nothing else moves`(ratio: Double) throws {
        let chart = try SamplePicture().chart()
        let (one, fine) = (scene(chart), scene(chart) { $0.pixelRatio = ratio })
        for (layer, sharp) in zip(one.layers, fine.layers) where ![.grid, .axis].contains(layer.role) {
            #expect(layer.isSame(as: sharp, movedBy: .zero), "\(layer.key)")
        }
        let grid = PixelGrid(ratio: ratio)
        for place in [0, 0.3, 17.26, 99.9] {
            for middle in [grid.middle(near: place), grid.middle(behind: place)] {
                let edge = (middle - 0.5) * ratio
                #expect(abs(edge - edge.rounded()) < 1e-9)
            }
            #expect(abs(grid.middle(near: place) - place) <= 0.5 / ratio + 1e-9)
        }
    }

    @Test func `with overscan grid and series reach beyond the plot area, and stay where they are inside`() throws {
        var sample = SamplePicture()
        sample.x = (0...40).map(Double.init)
        sample.columns = [("level", sample.x.map { $0 / 10 })]
        sample.xRange = AxisRange(min: 10, max: 20)
        let chart = try sample.chart()
        let (plain, wide) = (scene(chart), scene(chart) { $0.overscan = 0.5 })
        #expect(plain.order == wide.order && plain.insets == wide.insets)
        let lines = [plain, wide].map { scene in path(of: "series/level", in: scene) }
        // Between rows lie 40 points; a row before the plot area and one behind it belong to each.
        #expect(lines[0].hasPrefix("M-40 155l40-5") && lines[1].hasPrefix("M-240 180l40-5"))
        #expect(lines[1].contains(lines[0].dropFirst("M-40 155".count)))
        let grid = path(of: "grid/x", in: wide)
        #expect(grid.contains("v400") && !path(of: "grid/x", in: plain).contains("v400"))
        #expect(grid.split(separator: "v").count > path(of: "grid/x", in: plain).split(separator: "v").count)
        #expect(
            wide.layers.first { $0.key == "axis/x" }.map { $0.items.count }
                == plain.layers.first { $0.key == "axis/x" }?.items.count)
    }

    /// The first path of a layer.
    private func path(of key: String, in scene: Scene) -> String {
        for case .shape(let shape) in scene.layers.first(where: { $0.key == key })?.items ?? [] {
            return String(decoding: shape.path.bytes, as: UTF8.self)
        }
        return ""
    }

    @Test func `a colour that is called as a role is not taken for one`() throws {
        var sample = SamplePicture()
        sample.change = { $0.color = "ground" }
        let layer = try #require(scene(try sample.chart()).layers.first { $0.role == .series })
        guard case .shape(let shape) = layer.items[0] else {
            Issue.record("a line is a shape")
            return
        }
        #expect(shape.stroke?.ink.color == .series(0))
    }

    @Test func `series have patterns in their order, and the first has none`() throws {
        var sample = SamplePicture()
        sample.columns = (0...8).map { (name: "n\($0)", values: [1, 3, 2, 4]) }
        let patterns = scene(try sample.chart()).layers.filter { $0.role == .series }.map { layer -> Int? in
            if case .shape(let shape) = layer.items[0] { shape.pattern } else { nil }
        }
        #expect(patterns == [nil, 1, 2, 3, 4, 5, 6, 7, nil])
        #expect(ScenePattern.all.count == 8)
    }

    @Test func `a hover sends its overlay alone, and reads no rows for the series`() throws {
        var surface = Surface(chart: try SamplePicture().chart())
        surface.add(AttachedModifier(id: "cursor", modifier: CursorModifier(parameters: ReadingParameters())))
        let before = surface.chart
        let hover = HoverEvent(phase: .moved, time: Timestamp(microseconds: 0), location: Point(x: 100, y: 50))
        _ = try surface.apply([.hover(hover)])
        let chart = surface.chart
        let part = Scene(
            of: chart, texts: PictureTexts(of: chart), options: SceneOptions(),
            since: (before, PictureTexts(of: before), hasSameRows: true))
        #expect(part.layers.map(\.key) == ["overlay/cursor"])
        #expect(part.kept == part.order.filter { $0 != "overlay/cursor" })
    }

    @Test func `a theme has a colour for each role`() {
        let names = SceneColor.roles.map(\.name)
        #expect(Set(names).count == names.count && names.count == 18)
        for theme in PictureTheme.allCases {
            for role in SceneColor.roles {
                #expect(theme.ink(of: role).hexadecimal.wholeMatch(of: #/#[0-9a-f]{6}([0-9a-f]{2})?/#) != nil)
            }
        }
        #expect(PictureTheme.light.ink(of: .veil).hexadecimal == "#f4f5f7b8")
    }
}
