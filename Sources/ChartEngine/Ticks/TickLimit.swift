/// The bounds that keep a list of ticks short, whatever was asked for.
enum TickLimit {
    /// The largest count that is aimed at; the nearest step may give a little more than twice as many ticks.
    static let targetCount = 400

    /// No list of ticks is longer than this.
    static let ticks = 1000
}
