extension Chart {
    /// The annotation that a gesture of a modifier is making; `nil` without one.
    public func placing(by modifier: String) -> Annotation? {
        guard let placing = annotations.placing, placing.modifier == modifier else { return nil }
        return annotations[placing.annotation]
    }

    /// Begins to make an annotation as the top one.
    ///
    /// - Parameters:
    ///   - annotation: The annotation without a name; it gets `{kind}-{n}`.
    ///   - modifier: The modifier that makes it.
    /// - Returns: Whether there is room for one more; nothing has changed otherwise.
    public mutating func beginPlacing(_ annotation: Annotation, by modifier: String) -> Bool {
        dropPlacing()
        guard annotations.items.count < Annotation.mostOfSurface else {
            annotations.lacksRoom = true
            return false
        }
        var annotation = annotation
        annotation.style.author = annotations.maker
        var number = annotations.contents.madeCount
        repeat {
            number += 1
            annotation.id = "\(annotation.kind.rawValue)-\(number)"
        } while annotations.index(of: annotation.id) != nil
        changeAnnotations { list in
            list.change { contents in
                contents.madeCount = number
                annotation.edition = contents.version
                contents.items.append(annotation)
                contents.placing = .init(modifier: modifier, annotation: annotation.id)
            }
        }
        return true
    }

    /// Moves the last point of the annotation that a modifier is making; of one with a single point, that one.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - modifier: The modifier.
    public mutating func place(_ point: Annotation.Point, by modifier: String) {
        guard let placing = placing(by: modifier) else { return }
        let isSingle = placing.last == nil
        moveAnnotation(placing.id, to: isSingle ? .init(point, nil) : .init(placing.first, point))
    }

    /// Ends the making of an annotation, which stays.
    ///
    /// - Parameters:
    ///   - modifier: The modifier that has made it.
    ///   - isOnce: Whether the modifier is disabled then.
    public mutating func finishPlacing(by modifier: String, isOnce: Bool) {
        guard placing(by: modifier) != nil else { return }
        annotations.change { contents in
            contents.placing = nil
            if isOnce { contents.finished = modifier }
        }
    }

    /// Takes away the annotation that a gesture is making, of one modifier or of any.
    public mutating func dropPlacing(by modifier: String? = nil) {
        guard let placing = annotations.placing, modifier == nil || placing.modifier == modifier else { return }
        removeAnnotation(placing.annotation)
    }
}
