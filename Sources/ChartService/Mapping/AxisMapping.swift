import ChartEngine
import ChartSeries
import ChartWire

extension AxisBody {
    /// Creates the axis of a specification.
    func axis(
        dimension: AxisDimension, position: Int, defaults: AxisOptions, calendar: CivilCalendar, at pointer: JSONPointer
    ) throws(Problem) -> Axis {
        let id = id ?? (position == 0 ? dimension.rawValue : "\(dimension.rawValue)\(position + 1)")
        try Identifier.check(id, at: pointer.appending("id"))
        var options = defaults
        if let type {
            options.type = try Problem.word(type, of: AxisType.self, at: pointer.appending("type"))
            guard options.type != .category || dimension == .x else {
                throw Problem(
                    .propertyInvalid, "Only an x axis shows categories.", at: pointer.appending("type"))
            }
        }
        let range = try apply(to: &options, dimension: dimension, calendar: calendar, at: pointer)
        return Axis(id: id, dimension: dimension, options: options, visibleRange: range)
    }

    /// Applies what the body names, and keeps the rest.
    ///
    /// - Parameters:
    ///   - options: What to change.
    ///   - dimension: What the axis shows.
    ///   - calendar: The civil time for dates without a zone.
    ///   - pointer: The place of the body.
    /// - Returns: The visible range, when the body names one.
    /// - Throws: `body.invalid-value` or `range.invalid` with the place.
    func apply(
        to options: inout AxisOptions, dimension: AxisDimension, calendar: CivilCalendar, at pointer: JSONPointer
    ) throws(Problem) -> AxisRange? {
        try applyWords(to: &options, at: pointer)
        guard dimension == .y || options.autoRange != .visible else {
            throw Problem(
                .propertyInvalid, "Only a y axis follows the rows in view; an x axis decides which these are.",
                at: pointer.appending("autoRange"))
        }
        if let flipped { options.isFlipped = flipped }
        if let hardLimit { options.hasHardLimit = hardLimit }
        if let growBy { options.growBy = try growth(growBy, at: pointer.appending("growBy")) }
        if let tickCount { options.tickCount = try count(tickCount, at: pointer.appending("tickCount")) }
        if let minorsPerMajor {
            guard (1...20).contains(minorsPerMajor) else {
                throw Problem(.propertyInvalid, "Expected 1 to 20 parts.", at: pointer.appending("minorsPerMajor"))
            }
            options.minorsPerMajor = minorsPerMajor
        }
        if let visibleRangeLimit {
            options.visibleRangeLimit = try limit(
                visibleRangeLimit, type: options.type, calendar: calendar, at: pointer.appending("visibleRangeLimit"))
        }
        try applySpans(to: &options, at: pointer)
        options.look = try look(changing: options.look, type: options.type, at: pointer)
        guard let visibleRange else { return nil }
        return try range(
            visibleRange, type: options.type, calendar: calendar, at: pointer.appending("visibleRange"))
    }

    private func applyWords(to options: inout AxisOptions, at pointer: JSONPointer) throws(Problem) {
        if let alignment {
            options.alignment = try Problem.word(
                alignment, of: AxisAlignment.self, at: pointer.appending("alignment"))
        }
        if let autoRange {
            options.autoRange = try Problem.word(autoRange, of: AutoRange.self, at: pointer.appending("autoRange"))
        }
        if let limitMode {
            options.limitMode = try Problem.word(limitMode, of: LimitMode.self, at: pointer.appending("limitMode"))
        }
        if let follow {
            options.follow = try Problem.word(follow, of: FollowMode.self, at: pointer.appending("follow"))
        }
        if let rule = ticks?.rule {
            let pointer = pointer.appending("ticks").appending("rule")
            options.tickRule = try Problem.word(rule, of: TickRule.self, at: pointer)
            switch options.type {
            case .number, .date:
                break
            case .log, .category:
                guard options.tickRule == .automatic else {
                    throw Problem(.propertyInvalid, "The rule is for number and date axes.", at: pointer)
                }
            }
        }
    }

    private func applySpans(to options: inout AxisOptions, at pointer: JSONPointer) throws(Problem) {
        if let minimumSpan { options.minimumSpan = minimumSpan.wrapped }
        if let maximumSpan { options.maximumSpan = maximumSpan.wrapped }
        if let span = options.minimumSpan, span <= 0 {
            throw Problem(.rangeInvalid, "A span is positive.", at: pointer.appending("minimumSpan"))
        }
        if let span = options.maximumSpan, span <= 0 || span < options.minimumSpan ?? 0 {
            throw Problem(
                .rangeInvalid, "The largest span is positive and no smaller than the smallest one.",
                at: pointer.appending(maximumSpan == nil ? "minimumSpan" : "maximumSpan"))
        }
    }

    private func growth(_ fractions: [Double], at pointer: JSONPointer) throws(Problem) -> GrowBy {
        guard fractions.count == 2 else { throw Problem(.propertyInvalid, "Expected two fractions.", at: pointer) }
        for (index, fraction) in fractions.enumerated() where !(-0.4...1_000).contains(fraction) {
            throw Problem(
                .propertyInvalid, "A fraction lies between −0.4 and 1000.", at: pointer.appending(index))
        }
        return GrowBy(min: fractions[0], max: fractions[1])
    }

    private func count(_ count: Nullable<Int>, at pointer: JSONPointer) throws(Problem) -> Int? {
        if let wanted = count.wrapped, !(1...100).contains(wanted) {
            throw Problem(.propertyInvalid, "Expected 1 to 100 ticks.", at: pointer)
        }
        return count.wrapped
    }

    private func limit(
        _ ends: [Instant?], type: AxisType, calendar: CivilCalendar, at pointer: JSONPointer
    ) throws(Problem) -> RangeLimit {
        guard ends.count == 2 else { throw Problem(.propertyInvalid, "Expected two ends.", at: pointer) }
        let low = try ends[0]?.number(type: type, calendar: calendar, at: pointer.appending(0))
        let high = try ends[1]?.number(type: type, calendar: calendar, at: pointer.appending(1))
        for (index, end) in [low, high].enumerated() {
            guard let end, !type.scale.contains(end) else { continue }
            throw Problem(
                .rangeInvalid, "The ends of a log axis lie between 1e-300 and 1e300.", at: pointer.appending(index))
        }
        if let low, let high { _ = try range(low, high, type: type, at: pointer) }
        return RangeLimit(min: low, max: high)
    }

    private func range(
        _ ends: [Instant], type: AxisType, calendar: CivilCalendar, at pointer: JSONPointer
    ) throws(Problem) -> AxisRange {
        guard ends.count == 2 else { throw Problem(.propertyInvalid, "Expected two ends.", at: pointer) }
        let low = try ends[0].number(type: type, calendar: calendar, at: pointer.appending(0))
        let high = try ends[1].number(type: type, calendar: calendar, at: pointer.appending(1))
        return try range(low, high, type: type, at: pointer)
    }

    private func range(
        _ low: Double, _ high: Double, type: AxisType, at pointer: JSONPointer
    ) throws(Problem) -> AxisRange {
        guard let range = AxisRange(min: low, max: high) else {
            throw Problem(.rangeInvalid, "A range has min < max and a finite span.", at: pointer)
        }
        guard type.scale.admits(range) else {
            throw Problem(
                .rangeInvalid,
                "A range of a log axis lies between 1e-300 and 1e300 and spans at least 1e-10 decades.", at: pointer)
        }
        return range
    }
}

extension Instant {
    /// The number in the axis's unit; ISO-8601 text without a zone is in the session's time zone.
    func number(type: AxisType, calendar: CivilCalendar, at pointer: JSONPointer) throws(Problem) -> Double {
        switch self {
        case .number(let number):
            return number
        case .text(let text):
            guard type == .date else { throw Problem(.propertyInvalid, "Expected a number.", at: pointer) }
            guard let instant = calendar.instant(iso8601: text) else {
                throw Problem(.propertyInvalid, "\"\(text.prefix(40))\" is no ISO-8601 date.", at: pointer)
            }
            return instant
        }
    }
}
