import ChartEngine
package import ChartWire

extension ChangeInterpreter {
    /// Makes or replaces an annotation; what is not said has its default.
    func prepareAnnotation(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        let before = change.query.text("before")
        var prepared = try answered(change) { session in
            let isNew = session.surface(change.surface)?.surface.annotations[change.item] == nil
            try self.change(&session, change) { surface, old in
                if old != nil, change.refusesReplacing { throw Problem.existsAlready }
                let place = AnnotationPlace(of: surface.chart)
                var annotation = Annotation.new(change.item, in: place)
                if old == nil { try Identifier.check(change.item, at: .root) }
                try annotation.take(body, in: place, at: .root)
                annotation.style.author = old == nil ? change.author : old?.style.author
                try change.check(locks: annotation, over: old)
                if let before {
                    guard before != change.item, surface.annotations[before] != nil else {
                        throw Problem(.queryInvalid, "The surface has no other annotation \"\(before)\".")
                    }
                }
                guard old != nil || surface.annotations.items.count < Annotation.mostOfSurface else {
                    throw Problem(
                        .tooManyAnnotations, "A surface has at most \(Annotation.mostOfSurface) annotations.")
                }
                surface.put(annotation, before: before)
            }
            return isNew
                ? .created(path: "surfaces/\(change.surface)/annotations/\(change.item)") : .changed
        }
        prepared.make = tellingTag(of: change, prepared.make)
        return prepared
    }

    /// Changes what a body says of an annotation.
    func preparePatchOfAnnotation(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        var prepared = try answered(change) { session in
            try self.change(&session, change) { surface, old in
                guard let old else { throw Problem.unknownAnnotation(change.item) }
                for (name, own) in [("id", old.id), ("kind", old.kind.rawValue)] {
                    guard let given = body[name], given != .string(own) else { continue }
                    throw Problem(
                        .propertyInvalid, "The \(name) of an annotation does not change.", pointer: "/\(name)")
                }
                var annotation = old
                try annotation.take(body, in: AnnotationPlace(of: surface.chart), at: .root)
                try change.check(locks: annotation, over: old)
                surface.put(annotation)
            }
            return .changed
        }
        prepared.make = tellingTag(of: change, prepared.make)
        return prepared
    }

    func prepareRemovalOfAnnotation(_ change: Change) -> PreparedChange {
        PreparedChange(change: change) { session in
            try self.change(&session, change) { surface, old in
                guard let old else { throw Problem.unknownAnnotation(change.item) }
                try change.check(locks: old, over: old)
                surface.removeAnnotation(old.id)
            }
            return ChangeAnswer(body: .empty, outcome: .ended)
        }
    }

    /// Changes the annotations of a surface, where the tags in If-Match are those of the annotation.
    private func change(
        _ session: inout Session, _ change: Change, _ apply: (inout Surface, Annotation?) throws -> Void
    ) throws {
        try session.changeSurface(change.surface) { surface in
            let old = surface.annotations[change.item]
            if let tags = change.ifMatch {
                guard let old, tags.contains("*") || tags.contains(old.entityTag) else {
                    throw SessionError.preconditionFailed
                }
            }
            if change.isOfAnnotator, let old, old.style.author != change.author {
                throw Problem(.annotationNotYours, "The annotation \"\(old.id)\" is \(old.owner).")
            }
            try apply(&surface, old)
        }
    }

    /// Answers with the tag of the annotation.
    private func tellingTag(
        of change: Change, _ apply: @escaping @Sendable (inout Session) throws -> ChangeAnswer
    ) -> @Sendable (inout Session) throws -> ChangeAnswer {
        { session in
            var answer = try apply(&session)
            if answer.entityTag != nil {
                answer.entityTag = session.surface(change.surface)?.surface.annotations[change.item]?.entityTag
            }
            return answer
        }
    }
}

extension Change {
    /// Refuses changes of a locked annotation and of its lock, unless the driver makes them.
    fileprivate func check(locks annotation: Annotation, over old: Annotation?) throws(Problem) {
        guard isOfAnnotator, annotation.style.isLocked || old?.style.isLocked ?? false else { return }
        throw Problem(.annotationLocked, "Only the driver locks, unlocks and changes a locked annotation.")
    }
}

extension Annotation {
    /// The entity tag of the annotation: it changes with each change of it.
    package var entityTag: String { "\"\(edition)\"" }

    /// Whose it is, in words.
    fileprivate var owner: String { style.author.map { "that of \"\($0)\"" } ?? "the driver's" }
}

extension Problem {
    /// The problem that a surface or a dataset has no such annotation.
    package static func unknownAnnotation(_ id: String) -> Problem {
        Problem(.annotationUnknown, "There is no annotation \"\(id)\".")
    }
}
