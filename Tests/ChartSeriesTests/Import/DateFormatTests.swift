import Testing

@testable import ChartSeries

struct DateFormatTests {
    private func read(_ text: String, _ pattern: String) throws -> Double? {
        try DateFormat(pattern).date(in: Array(text.utf8).span)?.epochMilliseconds
    }

    @Test(arguments: [
        ("dd/MM/yyyy", "15/10/2024", "2024-10-15"), ("MM/dd/yyyy", "10/15/2024", "2024-10-15"),
        ("dd/MM/yyyy HH:mm", "15/10/2024 16:05", "2024-10-15T16:05"),
        ("d.M.yyyy", "5.1.2024", "2024-01-05"), ("d.M.yyyy", "15.10.2024", "2024-10-15"),
        ("dd.MM.yyyy HH:mm:ss.S", "15.10.2024 01:02:03.5", "2024-10-15T01:02:03.5"),
        ("yyyyMMdd", "20241015", "2024-10-15"), ("dd MMM yyyy", "15 OCT 2024", "2024-10-15"),
        ("MM/dd/yyyy hh:mm a", "10/15/2024 12:30 AM", "2024-10-15T00:30"),
        ("MM/dd/yyyy h:mm a", "10/15/2024 1:30 pm", "2024-10-15T13:30"),
        ("yyyy/MM/dd'T'HH:mmZ", "2024/10/15T16:00+02:00", "2024-10-15T14:00"),
        ("yyyy/MM/dd HHZ", "2024/10/15 16Z", "2024-10-15T16:00"),
    ])
    func `a date of the form is read`(pattern: String, text: String, iso: String) throws {
        #expect(try read(text, pattern) == ISO8601(iso)?.epochMilliseconds)
    }

    @Test(arguments: [
        ("dd/MM/yyyy", "30/02/2024"), ("dd/MM/yyyy", "5/10/2024"), ("dd/MM/yyyy", "15/10/24"),
        ("dd/MM/yyyy", "15-10-2024"), ("dd/MM/yyyy", "15/10/2024 "), ("dd/MM/yyyy", ""),
        ("dd/MM/yyyy HH:mm", "15/10/2024 24:00"), ("dd/MM/yyyy HH:mm", "15/10/2024 12:60"),
        ("MM/dd/yyyy hh:mm a", "10/15/2024 00:30 AM"), ("MM/dd/yyyy hh:mm a", "10/15/2024 13:30 PM"),
        ("dd MMM yyyy", "15 Okt 2024"), ("MM/dd/yyyy hh:mm a", "10/15/2024 01:30 xm"),
    ])
    func `a text of another form is none`(pattern: String, text: String) throws {
        #expect(try read(text, pattern) == nil)
    }

    @Test(arguments: [
        ("dd/MM/yy", "two digits"), ("dd/yyyy", "a month where it has a day"), ("dd/MM/yyyy hh:mm", "AM or PM"),
        ("dd/MM/yyyy HH:mm a", "AM or PM"), ("dd/MM/yyyy dd", "once"), ("EEE dd/MM/yyyy", "EEE is no part"),
        ("", "has a year"), ("Z dd/MM/yyyy", "at the end"), ("dd/MM/MMM/yyyy", "once"),
        ("dd/MM/yyyy HH hh a", "one kind of hours"),
    ])
    func `a pattern that leaves a date open is refused with its reason`(pattern: String, reason: String) {
        let error = #expect(throws: FormatError.self) { try DateFormat(pattern) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test(arguments: [
        ("15/10/2024", ["dd/MM/yyyy", "d/M/yyyy"]), ("04/10/2024", ["dd/MM/yyyy", "MM/dd/yyyy"]),
        ("10/15/2024 4:05 PM", ["MM/dd/yyyy h:mm a", "M/d/yyyy h:mm a"]),
        ("15.10.2024 16:00", ["dd.MM.yyyy HH:mm", "d.M.yyyy HH:mm"]),
        ("later", []),
    ])
    func `common forms are guessed`(text: String, patterns: [String]) {
        #expect(DateFormat.guesses(of: text).prefix(2).map(\.pattern) == patterns)
    }
}
