import Gestures

/// The encoded annotations of a surface.
struct AnnotationsState: Codable, Equatable {
    var items: [Annotation]?
    var version: Int
    var made: Int?
    var placing: AnnotationList.Placing?
    var layers: [AnnotationList.Layer]?

    /// Encodes annotations; `nil` for a surface that never had one.
    init?(of list: AnnotationList) {
        let contents = list.contents
        guard contents != AnnotationList.Contents() else { return nil }
        self.init(contents)
    }

    /// Encodes annotations.
    init(_ contents: AnnotationList.Contents) {
        items = contents.items.unlessEmpty
        version = contents.version
        made = contents.madeCount.unless(0)
        placing = contents.placing
        layers = contents.layers.unless(AnnotationList.Layer.allCases)
    }

    /// The annotations.
    ///
    /// - Throws: ``UnsoundState`` for a state that no surface can have.
    func list() throws(UnsoundState) -> AnnotationList {
        let items = items ?? []
        try UnsoundState.require(items.count <= Annotation.mostOfSurface, "too many annotations")
        try UnsoundState.require(ChartState.areUnique(items.map(\.id)), "an annotation's id used twice")
        try UnsoundState.require(items.allSatisfy(\.isSound), "an annotation without its points")
        try UnsoundState.require(
            UnsoundState.counts.contains(version) && UnsoundState.counts.contains(made ?? 0),
            "too many annotations made")
        try UnsoundState.require(
            placing.map { one in items.contains { $0.id == one.annotation } } ?? true,
            "a placed annotation that is none")
        var list = AnnotationList()
        list.contents = .init(
            items: items, version: version, layers: layers ?? AnnotationList.Layer.allCases, madeCount: made ?? 0,
            placing: placing)
        return list
    }
}

extension Annotation {
    /// Whether it has the points and the values of its kind.
    fileprivate var isSound: Bool {
        guard given != nil, points.count == kind.pointCount, (1...Self.mostLevels).contains(style.levels.count),
            style.shape != .none
        else { return false }
        return points.allSatisfy { point in
            (point.x != nil) == kind.hasX && (point.y != nil) == kind.hasY
                && [point.x, point.y].allSatisfy { $0?.isFinite ?? true }
        }
    }
}

extension AnnotationList {
    /// Adds the annotations to a digest; nothing for a surface that never had one.
    func add(to digest: inout StateDigest) {
        guard version > 0 else { return }
        digest.add(version)
        for layer in layers { digest.add(layer.rawValue) }
        for item in items {
            digest.add(item.id)
            digest.add(item.kind.rawValue)
            for point in item.points {
                if let x = point.x { digest.add(x) }
                if let y = point.y { digest.add(y) }
            }
            digest.add(item.style.text ?? "")
            digest.add((item.style.isLocked ? 1 : 0) | (item.style.counts ? 2 : 0))
        }
    }
}
