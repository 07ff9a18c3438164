import ChartEngine
import ChartSeries
import CoreTestSupport
import Foundation
import Gestures
import Testing

@testable import ChartScene

/// What is read at a place is drawn there, and what is hit is drawn near by: for every kind of series, stacked or not,
/// in rows or bars of a calendar, with gaps, on logarithmic, flipped and turned axes.
@Suite struct ReadingLawTests {
    @Test(arguments: seeds(300))
    func `the point of a reading lies on what is drawn`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let random = try RandomDrawing(&cases)
        for _ in 0..<20 {
            let location = random.location(&cases)
            let surface = try random.hovered(at: location)
            for overlay in surface.chart.overlays where overlay.kind == "crosshair" {
                for item in overlay.items {
                    guard let id = item.series, let point = item.point else { continue }
                    let distance = random.ink(of: id).distance(to: point)
                    #expect(distance <= 0.6, "\(random.described(id)): \(item) under \(location) is \(distance) away")
                }
            }
        }
    }

    @Test(arguments: seeds(300))
    func `what is drawn at a place is hit there, and what is hit is near what is drawn`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed) + 10_000)
        let random = try RandomDrawing(&cases)
        for _ in 0..<40 {
            let location = random.location(&cases)
            for shape in random.shapes {
                let distance = random.ink(of: shape.series.id).distance(to: location)
                let hit = random.chart.hit(of: shape.series, at: location, within: 2, isInterpolated: true)
                if distance == 0 {
                    #expect(hit != nil, "\(random.described(shape.series.id)) is drawn at \(location) and not hit")
                }
                // Beside the line from its low to its high a candlestick is hit too.
                if distance > 4.5, shape.kind != .candlestick {
                    #expect(hit == nil, "\(random.described(shape.series.id)) is hit at \(location), \(distance) away")
                }
            }
        }
    }

    @Test(arguments: seeds(300))
    func `a chart of two datasets with the same rows is the chart of one`(seed: Int) throws {
        var (cases, again) = (SeededCases(seed: UInt64(seed) + 20_000), SeededCases(seed: UInt64(seed) + 20_000))
        let one = try RandomDrawing(&cases)
        let two = try RandomDrawing(&again, isSplit: true)
        #expect(one.chart.ranges == two.chart.ranges)
        for axis in one.chart.xAxes + one.chart.yAxes {
            #expect(one.chart.ticks(of: axis) == two.chart.ticks(of: axis))
        }
        #expect(one.chart.secondDigits(on: one.chart.xAxes[0]) == two.chart.secondDigits(on: two.chart.xAxes[0]))
        let picture = { ChartPicture(of: $0).svg }
        #expect(picture(one.chart) == picture(two.chart))
        for _ in 0..<10 {
            let location = one.location(&cases)
            let (first, second) = (try one.hovered(at: location).chart, try two.hovered(at: location).chart)
            #expect(first.overlays == second.overlays)
            for (series, other) in zip(one.chart.series, two.chart.series) {
                let hit = one.chart.hit(of: series, at: location, within: 20, isInterpolated: true)
                let otherHit = two.chart.hit(of: other, at: location, within: 20, isInterpolated: true)
                #expect(hit?.point == otherHit?.point && hit?.row == otherHit?.row)
            }
            let rect = Rect(corner: location, corner: one.location(&cases))
            #expect(one.chart.series(in: rect) == two.chart.series(in: rect))
        }
        var (chosen, other) = (one.chart, two.chart)
        chosen.selectRow(1)
        other.selectRow(1)
        #expect(chosen.selection.label == other.selection.label && chosen.selectedTotal == other.selectedTotal)
        #expect(picture(chosen) == picture(other))
    }
}

/// A random chart with what is drawn of each of its series.
private struct RandomDrawing {
    let chart: Chart
    private let inks: [String: Ink]

    var shapes: [DrawnShape] { chart.series.map(chart.shape).filter { $0.members.count > 1 || $0.kind != .band } }

    /// Makes a chart; a split one has the same, with some series on a dataset of its own with the same rows.
    init(_ cases: inout SeededCases, isSplit: Bool = false) throws {
        let names = ["open", "high", "low", "close"].prefix(cases.element(of: [1, 2, 3, 4, 4]))
        let isDate = cases.isTrue()
        let isCalendar = isDate && cases.isTrue()
        var x = 0.0
        let rows = cases.integer(in: 2...30)
        let places = (0..<rows).map { _ -> Double in
            x += (cases.isTrue(oneIn: 6) ? 3 : 1) * (isDate ? 86_400_000 : 1)
            return x
        }
        var columns = names.map { _ in
            let hasGaps = cases.isTrue()
            let low: Double = cases.element(of: [-100, 1, 1])
            return places.map { _ in hasGaps && cases.isTrue(oneIn: 6) ? .nan : cases.number(in: low...100) }
        }
        // Of candlesticks the high is the largest and the low the smallest.
        for row in places.indices where columns.count == 4 {
            let four = columns.map { $0[row] }
            guard !four.contains(where: \.isNaN) else { continue }
            let sorted = four.sorted()
            for (column, number) in zip(0..<4, [sorted[1], sorted[3], sorted[0], sorted[2]]) {
                columns[column][row] = number
            }
        }
        let table = try Table(
            xName: "x", xKind: isDate ? .date : .number, x: places,
            columns: zip(names, columns).map { (name: $0, values: $1) })
        var (xOptions, yOptions) = (AxisOptions(type: isDate ? .date : .number), AxisOptions(type: .number))
        if cases.isTrue(oneIn: 4), !isDate { xOptions.type = .log }
        if cases.isTrue(oneIn: 4) { yOptions.type = .log }
        if cases.isTrue() { (xOptions.alignment, yOptions.alignment) = (.right, .top) }
        (xOptions.isFlipped, yOptions.isFlipped) = (cases.isTrue(), cases.isTrue())
        var gaps = SeededCases(seed: UInt64(rows) * 1_000 + UInt64(names.count))
        let shared = cases.isTrue(oneIn: 3) ? cases.element(of: SeriesKind.allCases) : nil
        let series = names.enumerated().map { index, name in
            let kind = shared ?? cases.element(of: SeriesKind.allCases)
            let isStacked = cases.isTrue(oneIn: 3) && kind != .band && kind != .candlestick
            var series = Series(
                id: name, column: index, xAxis: "x", yAxis: "y", name: name, color: "#00000\(index + 1)", kind: kind,
                stack: isStacked ? "all" : nil)
            let length = (isDate ? 86_400_000 : 1) * gaps.number(in: 0.5...5)
            series.gaps = gaps.element(of: [nil, .break, .connect, .connect, .longerThan(length)])
            return series
        }
        // Series that one shape or stack is made of stay together.
        let movesGroups = rows.isMultiple(of: 2)
        let placed = series.enumerated().map { index, one in
            let isOfGroup = one.stack != nil || one.kind == .band || one.kind == .candlestick
            var one = one
            if isSplit, isOfGroup ? movesGroups : !index.isMultiple(of: 2) { one.dataset = "other" }
            return one
        }
        var window = WindowOptions()
        if isCalendar { (window.method, window.unit, window.aggregate) = (.calendar, .day, .last) }
        if isCalendar, cases.isTrue(oneIn: 3) { window.aggregate = .ohlc }
        var chart = Chart(
            id: "main", size: ChartSize(width: cases.number(in: 400...900), height: cases.number(in: 300...600)),
            xAxes: [Axis(id: "x", dimension: .x, options: xOptions)],
            yAxes: [Axis(id: "y", dimension: .y, options: yOptions)], series: placed, table: table,
            others: isSplit ? [OtherRows(dataset: "other", table: table)] : [], windowOptions: window)
        if cases.isTrue(), chart.xAxes[0].dataRange != nil {
            chart.zoom(
                by: cases.number(in: 1...4), about: Point(x: chart.size.width / 3, y: chart.size.height / 2), axes: .xy,
                clip: RangeClip(mode: .none))
        }
        self.chart = chart
        var options = SceneOptions()
        options.notation = .absolute
        let scene = SeriesScene(
            chart: chart, width: chart.size.width, height: chart.size.height, options: options)
        let layers = chart.series.map(scene.part).compactMap { SeriesPainter(scene: $0.scene).layer(of: $0.series) }
        let items = layers.flatMap(\.items)
        let shapes = items.compactMap { if case .shape(let shape) = $0 { shape } else { nil } }
        inks = Dictionary(
            uniqueKeysWithValues: series.map { one in
                let drawn = shapes.filter { ($0.stroke?.ink ?? $0.fill)?.color == scene.ink(of: one).color }
                return (one.id, Ink(elements: drawn.flatMap(Ink.elements)))
            })
    }

    func ink(of series: String) -> Ink { inks[series] ?? Ink(elements: []) }

    func location(_ cases: inout SeededCases) -> Point {
        Point(x: cases.number(in: 0...chart.size.width), y: cases.number(in: 0...chart.size.height))
    }

    /// The surface of the chart with a cursor at a location.
    func hovered(at location: Point) throws -> Surface {
        var surface = Surface(chart: chart)
        surface.add(AttachedModifier(id: "cursor", modifier: CursorModifier(parameters: ReadingParameters())))
        _ = try surface.apply([
            .hover(HoverEvent(phase: .entered, time: Timestamp(microseconds: 0), location: location))
        ])
        return surface
    }

    func described(_ id: String) -> String {
        guard let one = chart.series.first(where: { $0.id == id }) else { return id }
        return
            "\(chart.shape(of: one).kind) \(id) of \(chart.series.map { "\($0.id): \(chart.kind(of: $0)) \($0.stack ?? "")" })"
    }
}

/// What is drawn in one colour: filled polygons, and lines with a width.
private struct Ink {
    struct Element {
        var isFilled: Bool
        var width: Double
        var parts: [[Point]]
    }

    var elements: [Element]

    /// The distance from a point to the nearest ink; 0 on it.
    func distance(to point: Point) -> Double {
        var nearest = Double.infinity
        for element in elements {
            for part in element.parts {
                if element.isFilled, Self.winding(part, around: point) != 0 { return 0 }
                for (start, end) in zip(part, part.dropFirst() + part.prefix(1)) {
                    nearest = min(nearest, max(0, Self.distance(point, start, end) - element.width / 2))
                }
            }
        }
        return nearest
    }

    private static func distance(_ point: Point, _ start: Point, _ end: Point) -> Double {
        let (way, offset) = (end - start, point - start)
        let square = way.dx * way.dx + way.dy * way.dy
        let part = square > 0 ? min(1, max(0, (offset.dx * way.dx + offset.dy * way.dy) / square)) : 0
        return (point - (start + Vector(dx: way.dx * part, dy: way.dy * part))).length
    }

    private static func winding(_ part: [Point], around point: Point) -> Int {
        zip(part, part.dropFirst() + part.prefix(1)).reduce(0) { count, edge in
            let (start, end) = edge
            let cross = (end.x - start.x) * (point.y - start.y) - (point.x - start.x) * (end.y - start.y)
            if start.y <= point.y, end.y > point.y, cross > 0 { return count + 1 }
            if start.y > point.y, end.y <= point.y, cross < 0 { return count - 1 }
            return count
        }
    }

    /// The lines and polygons of a shape.
    static func elements(of shape: SceneShape) -> [Element] {
        let parts: [(points: [Point], isClosed: Bool)] =
            switch shape.outline {
            case .path(let path): Self.parts(of: String(decoding: path.bytes, as: UTF8.self))
            case .line(let start, let end): [([start, end], false)]
            case .box(let box, _):
                [
                    (
                        [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { share in
                            Point(x: box.x + share.0 * box.width, y: box.y + share.1 * box.height)
                        }, true
                    )
                ]
            }
        guard let stroke = shape.stroke else {
            return [Element(isFilled: true, width: 0, parts: parts.map(\.points))]
        }
        // A line is open, so its way back lies on itself.
        return parts.map { part in
            let points = part.isClosed ? part.points : part.points + part.points.dropLast().reversed()
            return Element(isFilled: part.isClosed, width: stroke.width, parts: [points])
        }
    }

    private static func parts(of data: String) -> [(points: [Point], isClosed: Bool)] {
        var parts: [(points: [Point], isClosed: Bool)] = []
        var (command, numbers, text) = (Character(" "), [Double](), "")
        func number() {
            if let number = Double(text) { numbers.append(number) }
            text = ""
        }
        func take() {
            number()
            defer { numbers = [] }
            let last = parts.last?.points.last ?? .zero
            switch command {
            case "M": parts.append(([Point(x: numbers[0], y: numbers[1])], false))
            case "L": parts[parts.count - 1].points.append(Point(x: numbers[0], y: numbers[1]))
            case "H": parts[parts.count - 1].points.append(Point(x: numbers[0], y: last.y))
            case "V": parts[parts.count - 1].points.append(Point(x: last.x, y: numbers[0]))
            case "h": parts[parts.count - 1].points.append(Point(x: last.x + numbers[0], y: last.y))
            case "Z": parts[parts.count - 1].isClosed = true
            default: break
            }
        }
        for character in data {
            switch character {
            case "M", "L", "H", "V", "h", "Z":
                take()
                command = character
            case " ", ",": number()
            case "-" where !text.isEmpty:
                number()
                text = "-"
            default: text.append(character)
            }
        }
        take()
        return parts
    }
}
