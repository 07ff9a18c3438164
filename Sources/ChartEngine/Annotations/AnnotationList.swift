import Gestures

/// The annotations of a surface, in drawing order: the last lies on top.
///
/// A copy shares its storage until one of both changes.
public struct AnnotationList: Sendable {
    /// The annotations that a surface shows.
    public enum Layer: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its own.
        case surface
        /// The events of its dataset, below its own.
        case dataset
    }

    /// An annotation that a gesture is making.
    struct Placing: Sendable, Hashable, Codable {
        /// The modifier that makes it.
        var modifier: String
        /// The annotation.
        var annotation: String
    }

    struct Contents: Sendable, Hashable {
        var items: [Annotation] = []
        var version = 0
        var layers = Layer.allCases
        /// How many were made by touch.
        var madeCount = 0
        var placing: Placing?
        /// The modifier that has made its one annotation, and is to be disabled.
        var finished: String?
    }

    private final class Storage: @unchecked Sendable {
        // Only the single owner of the storage writes it.
        var contents: Contents
        /// The position of the annotation that was moved last, where a drag looks for it again.
        var moved = 0

        init(_ contents: Contents) {
            self.contents = contents
        }
    }

    private var storage: Storage?
    /// Whose the annotations are that gestures make now; `nil` for the driver, and between batches.
    var maker: String?
    /// Whether a gesture has found no room for its annotation, until the batch has noted that.
    var lacksRoom = false
    /// What lies where a finger is landing now.
    var landing: AnnotationLanding?

    /// Creates an empty list that never had an annotation.
    public init() {}

    /// The annotations.
    public var items: [Annotation] { storage?.contents.items ?? [] }

    /// A number that grows with each change; 0 for a list that never had an annotation.
    public var version: Int { storage?.contents.version ?? 0 }

    /// Whether there are none.
    public var isEmpty: Bool { storage?.contents.items.isEmpty ?? true }

    /// The annotations that the surface shows.
    public var layers: [Layer] { storage?.contents.layers ?? Layer.allCases }

    var placing: Placing? { storage?.contents.placing }
    var finished: String? { storage?.contents.finished }

    var contents: Contents {
        get { storage?.contents ?? Contents() }
        set { storage = newValue == Contents() ? nil : Storage(newValue) }
    }

    /// The annotation with a name.
    public subscript(id: String) -> Annotation? { index(of: id).flatMap { storage?.contents.items[$0] } }

    /// The position of an annotation; `nil` for an unknown name.
    public func index(of id: String) -> Int? {
        guard let storage else { return nil }
        let items = storage.contents.items
        if items.indices.contains(storage.moved), items[storage.moved].id == id { return storage.moved }
        return items.firstIndex { $0.id == id }
    }

    /// Changes the contents, and counts that as a change of the list.
    mutating func change<Result>(_ change: (inout Contents) -> Result) -> Result {
        if storage == nil || !isKnownUniquelyReferenced(&storage) { storage = Storage(contents) }
        guard let storage else { preconditionFailure("the storage was just made") }
        storage.contents.version += 1
        return change(&storage.contents)
    }

    /// Moves the points of an annotation.
    mutating func move(at index: Int, to points: Annotation.Points) {
        change { contents in contents.items[index].move(to: points, edition: contents.version) }
        storage?.moved = index
    }

    /// Forgets which modifier has made its one annotation.
    mutating func forgetFinished() {
        var contents = contents
        contents.finished = nil
        self.contents = contents
    }

    /// What was changed since an earlier list; nothing of an annotation that a gesture is making.
    func changes(since earlier: AnnotationList) -> [AnnotationChange] {
        guard storage !== earlier.storage else { return [] }
        let (old, new) = (earlier.settled, settled)
        if old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) {
            // An edition is that of one content alone.
            return old.indices.filter { old[$0].edition != new[$0].edition && old[$0] != new[$0] }.map { index in
                AnnotationChange(
                    id: old[index].id, before: .init(annotation: old[index], index: index),
                    after: .init(annotation: new[index], index: index))
            }
        }
        let before = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
        let after = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.id, $0) })
        // Those that stay in an order of their own have not moved, although others have come or gone before them.
        let stayed = old.map(\.id).filter { after[$0] != nil }
        let stay = new.map(\.id).filter { before[$0] != nil }
        let moved = Set(zip(stayed, stay).filter { $0 != $1 }.map(\.0))
        let ids = old.map(\.id) + new.map(\.id).filter { before[$0] == nil }
        return ids.compactMap { id in
            let one = before[id].map { AnnotationChange.Placed(annotation: old[$0], index: $0) }
            let other = after[id].map { AnnotationChange.Placed(annotation: new[$0], index: $0) }
            guard one?.annotation != other?.annotation || moved.contains(id) else { return nil }
            return AnnotationChange(id: id, before: one, after: other)
        }
    }

    /// Whether another list is the same to the editions of its annotations.
    func isExactly(_ other: AnnotationList) -> Bool {
        storage === other.storage
            || contents == other.contents && zip(items, other.items).allSatisfy { $0.edition == $1.edition }
    }

    /// The list without the annotation that a gesture is making.
    var withoutPlacing: AnnotationList {
        guard placing != nil else { return self }
        var list = self
        list.contents.items = settled
        list.contents.placing = nil
        return list
    }

    /// The annotations without the one that a gesture is making.
    var settled: [Annotation] {
        guard let placing else { return items }
        return items.filter { $0.id != placing.annotation }
    }

    /// Shows what annotations were before some changes, or after them.
    ///
    /// - Returns: Whether that is another list.
    mutating func show(_ changes: [AnnotationChange], _ side: KeyPath<AnnotationChange, AnnotationChange.Placed?>) {
        guard !changes.isEmpty else { return }
        var wanted = items
        // Those that go leave before those that come take their places.
        for change in changes where change[keyPath: side] == nil { wanted.removeAll { $0.id == change.id } }
        let placed = changes.compactMap { $0[keyPath: side] }.sorted { $0.index < $1.index }
        for one in placed {
            let change = changes.first { $0.id == one.annotation.id }
            let hasMoved = change?.before?.index != change?.after?.index
            if let index = wanted.firstIndex(where: { $0.id == one.annotation.id }) {
                guard hasMoved else {
                    wanted[index] = one.annotation
                    continue
                }
                wanted.remove(at: index)
            }
            wanted.insert(one.annotation, at: Swift.min(one.index, wanted.count))
        }
        guard wanted != items else { return }
        change { $0.items = wanted }
    }
}

/// What lies where a finger lands.
final class AnnotationLanding: Sendable {
    let location: Point
    /// How far from what is drawn it may lie.
    let radius: Double
    /// The top annotation, and the top one that is not locked.
    let top: AnnotationHit?, unlocked: AnnotationHit?

    init(location: Point, radius: Double, top: AnnotationHit?, unlocked: AnnotationHit?) {
        (self.location, self.radius, self.top, self.unlocked) = (location, radius, top, unlocked)
    }
}

/// What an action did to one annotation.
public struct AnnotationChange: Sendable, Hashable, Codable {
    /// An annotation at its place.
    public struct Placed: Sendable, Hashable, Codable {
        /// The annotation.
        public let annotation: Annotation
        /// Its position in drawing order.
        public let index: Int
    }

    /// The annotation's name.
    public let id: String
    /// What it was before; `nil` where it was not there.
    public let before: Placed?
    /// What it is after; `nil` where it is gone.
    public let after: Placed?

    /// The change that undoes this one.
    var reversed: AnnotationChange { AnnotationChange(id: id, before: after, after: before) }
}

extension [AnnotationChange] {
    /// Joins these changes and later ones.
    func followed(by later: [AnnotationChange]) -> [AnnotationChange] {
        var joined = self
        for change in later {
            if let index = joined.firstIndex(where: { $0.id == change.id }) {
                joined[index] = AnnotationChange(id: change.id, before: joined[index].before, after: change.after)
            } else {
                joined.append(change)
            }
        }
        return joined.filter { $0.before != $0.after }
    }
}

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
