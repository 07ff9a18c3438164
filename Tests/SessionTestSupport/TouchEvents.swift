/// The JSON of input events.
enum TouchEvents {
    /// One touch event; contacts are (id, x, y).
    static func touch(_ phase: String, _ time: Double, _ contacts: (Int, Double, Double)...) -> String {
        let touches = contacts.map { #"{"id":\#($0.0),"x":\#($0.1),"y":\#($0.2)}"# }.joined(separator: ",")
        return #"{"type":"touch","phase":"\#(phase)","time":\#(time),"touches":[\#(touches)]}"#
    }

    static func tick(_ time: Double) -> String { #"{"type":"tick","time":\#(time)}"# }

    static func wheel(_ time: Double, x: Double = 400, y: Double = 200, deltaX: Double = 0, deltaY: Double) -> String {
        #"{"type":"wheel","time":\#(time),"x":\#(x),"y":\#(y),"deltaX":\#(deltaX),"deltaY":\#(deltaY)}"#
    }

    static func gesture(_ gesture: String, _ state: String, _ time: Double, _ members: String) -> String {
        #"{"type":"gesture","gesture":"\#(gesture)","state":"\#(state)","time":\#(time),\#(members)}"#
    }

    /// A drag by 80 points to the right, one string per event.
    static let dragRight = [
        touch("began", 1_000, (1, 400, 200)), touch("moved", 1_016, (1, 420, 200)),
        touch("moved", 1_032, (1, 450, 200)), touch("moved", 1_048, (1, 480, 200)),
        touch("ended", 1_064, (1, 480, 200)),
    ]

    /// Two fingers that spread from 200 points apart to 400, about the centre of the plot area.
    static let spread = [
        touch("began", 2_000, (1, 300, 200), (2, 500, 200)),
        touch("moved", 2_016, (1, 250, 200), (2, 550, 200)),
        touch("moved", 2_032, (1, 200, 200), (2, 600, 200)),
        touch("ended", 2_048, (1, 200, 200), (2, 600, 200)),
    ]
}
