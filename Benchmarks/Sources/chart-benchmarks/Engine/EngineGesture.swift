import Gestures

/// The touches of one gesture as batches of events, made before the measurement.
struct EngineGesture {
    /// The name in the report.
    let name: String
    /// The modifier that handles the gesture.
    let modifier: String
    /// The first events: fingers go down and move until the gesture has begun.
    let opening: [InputEvent]
    /// The measured moves, in whole periods of the path.
    let batches: [[InputEvent]]

    /// One finger that drags.
    static func drag(batchCount: Int) -> EngineGesture {
        EngineGesture(name: "one-finger drag", modifier: "zoomPan", batchCount: batchCount) { center, _ in [center] }
    }

    /// One finger that drags the annotation under it.
    static func annotationDrag(batchCount: Int) -> EngineGesture {
        EngineGesture(name: "drag of an annotation", modifier: "annotationEdit", batchCount: batchCount) { center, _ in
            [center]
        }
    }

    /// A finger that goes down all over the plot, and is taken back each time.
    static func landings(batchCount: Int) -> [[InputEvent]] {
        (0..<batchCount).map { batch in
            (0..<DragPath.movesPerBatch).flatMap { landing -> [InputEvent] in
                let number = batch * DragPath.movesPerBatch + landing
                let place = Point(x: Double(20 + number * 37 % 760), y: Double(20 + number * 23 % 360))
                let contacts = [TouchEvent.Contact(id: 1, location: place)]
                return [TouchPhase.began, .cancelled].enumerated().map { index, phase in
                    let time = Timestamp(microseconds: Int64(number * 1_000 + index * 100) * 1_000)
                    return .touch(TouchEvent(phase: phase, time: time, contacts: contacts))
                }
            }
        }
    }

    /// Two fingers that move apart and together while both also move along.
    static func pinch(batchCount: Int) -> EngineGesture {
        EngineGesture(name: "two-finger pinch", modifier: "pinchZoom", batchCount: batchCount) { center, move in
            let phase = move % DragPath.period
            let reach = 60 + Double(min(phase, DragPath.period - phase))
            return [
                Point(x: center.x - reach, y: center.y - reach / 2),
                Point(x: center.x + reach, y: center.y + reach / 2),
            ]
        }
    }

    private init(name: String, modifier: String, batchCount: Int, fingers: (Point, Int) -> [Point]) {
        func event(_ phase: TouchPhase, move: Int) -> InputEvent {
            let tenths = DragPath.tenths(afterMoves: move)
            let center = Point(x: Double(tenths.x) / 10, y: Double(tenths.y) / 10)
            let contacts = fingers(center, move).enumerated().map { index, location in
                TouchEvent.Contact(id: index + 1, location: location)
            }
            let time = Timestamp(microseconds: Int64(move * DragPath.moveInterval) * 1_000)
            return .touch(TouchEvent(phase: phase, time: time, contacts: contacts))
        }
        self.name = name
        self.modifier = modifier
        let openingMoves = DragPath.period
        opening = [event(.began, move: 0)] + (1...openingMoves).map { event(.moved, move: $0) }
        batches = (0..<batchCount).map { batch in
            (1...DragPath.movesPerBatch).map { move in
                event(.moved, move: openingMoves + batch * DragPath.movesPerBatch + move)
            }
        }
    }
}
