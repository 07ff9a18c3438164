extension Surface {
    /// The annotation that a gesture in progress moves or makes.
    public func annotation(movedBy active: ActiveGesture) -> String? {
        annotations.isEmpty ? nil : chain.annotation(movedBy: active)
    }

    /// Puts an annotation in the place of the one with its name, or as the last one.
    ///
    /// - Parameters:
    ///   - annotation: The annotation.
    ///   - other: The annotation before which it goes; `nil` for its old place, or the last.
    public mutating func put(_ annotation: Annotation, before other: String? = nil) {
        asAction { $0.chain.chart.put(annotation, before: other) }
    }

    /// Removes an annotation, and cancels the gesture that moves it.
    public mutating func removeAnnotation(_ id: String) {
        // What the gesture has done is undone before it, and so is no part of what is undone with it.
        cancelGestures(movingAnnotation: id)
        asAction { $0.chain.chart.removeAnnotation(id) }
    }

    /// Shows annotations that the surface has from its beginning; this is no action.
    public mutating func setAnnotations(_ items: [Annotation]) {
        guard !items.isEmpty else { return }
        chain.chart.changeAnnotations { list in
            list.change { contents in
                contents.items = items
                for index in contents.items.indices { contents.items[index].edition = contents.version }
            }
        }
        actions.annotations = chart.annotations
        actions.restart(on: chart)
    }

    /// Shows the annotations of other layers; this is no action.
    public mutating func setAnnotationLayers(_ layers: [AnnotationList.Layer]) {
        guard layers != annotations.layers else { return }
        asOneUpdate { surface in
            surface.chain.chart.annotations.change { $0.layers = layers }
        }
    }

    /// Says whose the annotations are that gestures make from now on; `nil` for the driver.
    public mutating func setAnnotationMaker(_ author: String?) { chain.chart.annotations.maker = author }

    /// Notes that an event has begun a gesture whose annotation found no room.
    mutating func noteLackOfRoom(at index: Int, in ignored: inout [IgnoredInput]) {
        chain.chart.annotations.lacksRoom = false
        ignored.append(
            IgnoredInput(
                event: index, contact: 0,
                reason: "the surface has \(Annotation.mostOfSurface) annotations, and no room for one more"))
    }

    /// Takes away the annotation that a gesture is making.
    ///
    /// - Returns: Whether there was one.
    public mutating func cancelPlacing() -> Bool {
        guard let placing = chart.annotations.placing else { return false }
        asOneUpdate { surface in
            surface.cancelGestures(movingAnnotation: placing.annotation)
            surface.chain.chart.dropPlacing()
        }
        return true
    }

    /// Disables the modifier that has made its one annotation.
    mutating func disableFinished() {
        guard let id = chart.annotations.finished else { return }
        chain.chart.annotations.forgetFinished()
        guard let entry = modifiers.first(where: { $0.id == id }), entry.options.isEnabled else { return }
        var options = entry.options
        options.isEnabled = false
        changeModifier(id, options: options, to: entry.modifier)
    }

    private mutating func cancelGestures(movingAnnotation id: String) {
        _ = cancelGestures(moving: [], annotations: [id])
    }
}
