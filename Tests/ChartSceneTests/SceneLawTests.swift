import ChartEngine
import CoreTestSupport
import Gestures
import Testing

@testable import ChartScene

@Suite struct SceneLawTests {
    @Test(arguments: seeds(400))
    func `a scene goes where its picture goes`(seed: Int) throws {
        let chart = try Self.history(seed, actions: 1).last ?? Self.start(seed).chart
        let texts = PictureTexts(of: chart)
        var options = SceneOptions()
        let scene = Scene(of: chart, texts: texts, options: options)
        options.notation = .absolute
        let picture = Scene(of: chart, texts: texts, options: options)
        #expect(scene.order == picture.order)
        #expect(scene.insets == picture.insets)
        for (one, other) in zip(scene.layers, picture.layers) {
            let (paths, pictured) = (one.paths, other.paths)
            #expect(paths.count == pictured.count, "\(one.key)")
            for (path, pictured) in zip(paths, pictured) {
                let (way, expected) = (Way(path), Way(pictured))
                #expect(way.isNear(expected), "\(one.key): \(way.text) is not \(expected.text)")
            }
        }
    }

    @Test(arguments: seeds(400))
    func `the layers that are kept are those of the whole scene`(seed: Int) throws {
        let charts = [Self.start(seed).chart] + (try Self.history(seed, actions: 6))
        for (before, after) in zip(charts, charts.dropFirst()) {
            let options = SceneOptions()
            let earlier = Scene(of: before, texts: PictureTexts(of: before), options: options)
            let whole = Scene(of: after, texts: PictureTexts(of: after), options: options)
            let part = Scene(
                of: after, texts: PictureTexts(of: after), options: options,
                since: (before, PictureTexts(of: before), hasSameRows: true))
            #expect(part.order == whole.order)
            #expect(Set(part.order).count == part.order.count)
            #expect(part.kept == part.order.filter { key in !part.layers.contains { $0.key == key } })
            let move = Point(x: whole.insets.left - earlier.insets.left, y: whole.insets.top - earlier.insets.top)
            for layer in whole.layers {
                let before = earlier.layers.first { $0.key == layer.key }
                let isSame = before.map { layer.isSame(as: $0, movedBy: move) } ?? false
                if part.kept.contains(layer.key) {
                    #expect(isSame, "\(layer.key) is kept, and is another one")
                } else if let drawn = part.layers.first(where: { $0.key == layer.key }) {
                    #expect(
                        layer.isSame(as: drawn, movedBy: .zero), "\(layer.key) is not drawn as a whole scene has it")
                    // A series whose axes have moved is not compared.
                    #expect(!isSame || layer.role == .series, "\(layer.key) is the same, and is sent")
                }
            }
        }
    }

    @Test func `the law of kept layers speaks of every role that a chart shows`() throws {
        var kept: Set<SceneRole> = []
        for seed in 0..<200 {
            let charts = [Self.start(seed).chart] + (try Self.history(seed, actions: 6))
            for (before, after) in zip(charts, charts.dropFirst()) {
                let part = Scene(
                    of: after, texts: PictureTexts(of: after), options: SceneOptions(),
                    since: (before, PictureTexts(of: before), hasSameRows: true))
                let whole = Scene(of: after, texts: PictureTexts(of: after), options: SceneOptions())
                kept.formUnion(whole.layers.filter { part.kept.contains($0.key) }.map(\.role))
            }
        }
        #expect(kept.isSuperset(of: [.grid, .axis, .series, .overlay, .legend]))
    }

    private static func start(_ seed: Int) -> Surface {
        var cases = SeededCases(seed: UInt64(seed) &+ 700_000)
        return RandomSurface(&cases).surface
    }

    /// The chart after each of some random actions: touches, hovers and selections.
    private static func history(_ seed: Int, actions: Int) throws -> [Chart] {
        var cases = SeededCases(seed: UInt64(seed) &+ 800_000)
        var surface = start(seed)
        var touches = RandomTouches(seed: UInt64(seed) &+ 900_000, size: surface.size)
        var time = Timestamp(microseconds: 0)
        var charts: [Chart] = []
        for _ in 0..<actions {
            if cases.isTrue(oneIn: 3) {
                let place = Point(
                    x: cases.number(in: 0...surface.size.width), y: cases.number(in: 0...surface.size.height))
                _ = try surface.apply([.hover(HoverEvent(phase: .moved, time: time, location: place))])
            } else {
                let events = touches.events(cases.integer(in: 1...6))
                _ = try surface.apply(events)
                time = events.last?.time ?? time
            }
            charts.append(surface.chart)
        }
        return charts
    }
}

extension SceneLayer {
    /// The paths, those of boxes and lines left out.
    fileprivate var paths: [ScenePath] {
        items.compactMap { item in
            guard case .shape(let shape) = item, case .path(let path) = shape.outline else { return nil }
            return path
        }
    }
}

/// Where a path goes: its parts, each a list of points.
private struct Way {
    let text: String
    private var points: [(isFirst: Bool, x: Double, y: Double)] = []

    init(_ path: ScenePath) {
        text = String(decoding: path.bytes, as: UTF8.self)
        var (x, y, start) = (0.0, 0.0, (0.0, 0.0))
        for (letter, numbers) in Self.commands(of: text) {
            let isRelative = letter.isLowercase
            switch letter.lowercased() {
            case "h": x = numbers[0] + (isRelative ? x : 0)
            case "v": y = numbers[0] + (isRelative ? y : 0)
            case "z": (x, y) = start
            default:
                let end = numbers.suffix(2)
                x = end[end.startIndex] + (isRelative ? x : 0)
                y = end[end.startIndex + 1] + (isRelative ? y : 0)
            }
            if letter.lowercased() == "m" { start = (x, y) }
            let isFirst = letter.lowercased() == "m"
            if !isFirst, let last = points.last, abs(last.x - x) < 0.015, abs(last.y - y) < 0.015 { continue }
            points.append((isFirst, x, y))
        }
    }

    /// Whether another path goes there too, but for the length of a dot.
    func isNear(_ other: Way) -> Bool {
        points.count == other.points.count
            && zip(points, other.points).allSatisfy {
                $0.isFirst == $1.isFirst && abs($0.x - $1.x) < 0.015 && abs($0.y - $1.y) < 0.015
            }
    }

    private static func commands(of text: String) -> [(Character, [Double])] {
        text.matches(of: #/([A-Za-z])([^A-Za-z]*)/#).map { match in
            let numbers = match.output.2.matches(of: #/-?\d*\.?\d+/#).compactMap { Double(String($0.output)) }
            return (Character(String(match.output.1)), numbers)
        }
    }
}
