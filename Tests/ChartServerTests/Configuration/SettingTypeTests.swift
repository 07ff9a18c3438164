import Testing

@testable import ChartServer

struct SettingTypeTests {
    @Test(arguments: [
        ("1h", 3_600_000), ("10s", 10_000), ("500ms", 500), ("500", 500), ("2min", 120_000), ("2m", 120_000),
        ("1d", 86_400_000),
    ])
    func `a duration is a number with a unit, or a number of milliseconds`(text: String, milliseconds: Int) {
        #expect(SettingType.duration("1ms", to: "1000000s").parse(text) == milliseconds)
    }

    @Test(arguments: ["", "h", "1.5s", "-1s", "1 s", "10x", "99999999999999999999s", "9223372036854775807h", "0"])
    func `an invalid duration is refused`(text: String) {
        #expect(SettingType.duration("1ms", to: "1000000s").parse(text) == nil)
    }

    @Test(arguments: [
        ("1MiB", 1_048_576), ("4GiB", 4_294_967_296), ("1KiB", 1_024), ("10MB", 10_000_000), ("7", 7), ("7B", 7),
    ])
    func `a size is a number with a unit, or a number of bytes`(text: String, bytes: Int) {
        #expect(SettingType.size("1B", to: "1TiB").parse(text) == bytes)
    }

    @Test(arguments: ["1XiB", "MiB", "2TiB", "-1", "1e3", "٣"])
    func `an invalid size is refused`(text: String) {
        #expect(SettingType.size("1B", to: "1TiB").parse(text) == nil)
    }

    @Test func `a rate is off or a number`() {
        let rate = SettingType<Int?>.off(or: .integer(1...10))
        #expect(rate.accepts == "off or 1 to 10")
        #expect(rate.parse("off") == .some(nil))
        #expect(rate.parse("10") == .some(10))
        #expect(rate.parse("11") == nil)
        #expect(rate.parse("on") == nil)
    }
}
