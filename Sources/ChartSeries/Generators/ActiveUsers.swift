/// Fictitious daily numbers of an application's users, for demonstrations.
public enum ActiveUsers {
    /// 71 days from 2024-10-15 to 2024-12-24, with the columns `active` and `new`.
    ///
    /// Each row lies some seconds after noon of US Eastern time, so its hour in UTC changes on 2024-11-03. The number
    /// of active users grows slowly; that of new users oscillates. The rows are always the same.
    public static let table = makeTable()

    private static func makeTable() -> Table {
        let firstNoon = 1_729_008_000_000.0
        let firstDayOfStandardTime = 19
        var noise = SplitMix64(seed: 71)
        var x: [Double] = []
        var active: [Double] = []
        var new: [Double] = []
        var total = 604
        for day in 0..<71 {
            let hoursLate = day < firstDayOfStandardTime ? 0 : 1
            let seconds = hoursLate * 3600 + noise.next(in: 4...13)
            x.append(firstNoon + Double(day) * 86_400_000 + Double(seconds) * 1000)
            active.append(Double(total))
            new.append(Double(52 + wave(day) + noise.next(in: -3...3)))
            total += noise.next(in: 0...5)
        }
        do {
            return try Table(
                xName: "date", xKind: .date, x: x, columns: [("active", active), ("new", new)])
        } catch {
            preconditionFailure("the invented users make no table: \(error)")
        }
    }

    /// A smooth wave over 40 days, up to 18 and down to −4, made of two parabolas.
    private static func wave(_ day: Int) -> Int {
        let phase = (day + 5) % 40
        return phase < 20 ? phase * (20 - phase) * 18 / 100 : -((phase - 20) * (40 - phase) * 4 / 100)
    }
}
