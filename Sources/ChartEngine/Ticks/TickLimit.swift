/// The bounds that keep a list of ticks short, whatever a client asks for.
enum TickLimit {
    /// The largest count to aim at; the nearest step may give a little more than twice as many ticks.
    static let targetCount = 400

    /// The largest number of ticks in a list.
    static let ticks = 1000
}
