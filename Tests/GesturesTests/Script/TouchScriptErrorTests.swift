import Gestures
import Testing

@Suite struct TouchScriptErrorTests {
    static let faults: [(text: String, line: Int, column: Int, expected: String)] = [
        ("1↓(10,10", 1, 9, "\")\""), ("1↓10,10)", 1, 3, "\"(\""), ("1↓(10)", 1, 6, "\",\""),
        ("1↓(a,1)", 1, 4, "a number"),
        ("1↓(1e999,1)", 1, 4, "a number"), ("1↓(0x1,1)", 1, 5, "\",\""), ("1↓(nan,1)", 1, 4, "a number"),
        ("1↓(+1,1)", 1, 4, "a number"), ("1↓(1,1000001)", 1, 6, "a position within a million points"),
        ("1!(1,1)", 1, 2, "one of ↓ → ↑ ✕ or v > ^ x"), ("1↓(1,1)x", 1, 8, "a blank"),
        ("1↓(1,1) 1→(2,2)+2↑(1,1)", 1, 18, "the same phase for all touches of an event"),
        ("1↓(1,1)\n  tapp(1,1)", 2, 3, "a touch, wheel, hover, a gesture, a key, @ or +"),
        ("99999999999999999999↓(1,1)", 1, 1, "a touch, wheel, hover, a gesture, a key, @ or +"),
        ("1↓(1,1)@20 1↑(1,1)@19.999", 1, 20, "a time no earlier than the step before, 20 ms"),
        ("@9007199254741", 1, 15, "a time within 285 years of zero"),
        ("1↓(1,1) +-5 1↑(1,1)", 1, 10, "a wait of 0 ms or more"), ("1↓(1,1) +600", 1, 13, "a step after the wait"),
        ("1↓(1,1) +600 1↑(1,1)@700", 1, 21, "no moment after a wait"),
        ("+9007199254740 1↓(1,1) +1 1↓(1,1)", 1, 34, "a time within 285 years of zero"),
        ("1↓(1,1){finger}", 1, 9, "touch, mouse, pen, buttons= or pressure="), ("1↓(1,1){buttons}", 1, 16, "\"=\""),
        ("1↓(1,1){buttons=1.5}", 1, 18, "\"}\""), ("ctrl 1↓(1,1)", 1, 5, "\"+\" after the key"),
        ("shift+hover(1,1)", 1, 7, "a touch, a wheel or a gesture after the keys"),
        ("wheel(1,2,3)", 1, 12, "\",\""), ("wheel(1,2,3,4){inch}", 1, 16, "pixel, line or page"),
        ("hover(1,2){up}", 1, 12, "entered, moved or exited"),
        ("swipe(1,2)", 1, 11, "{direction=…} before this"),
        ("swipe(1,2){direction=north}", 1, 22, "left, right, up or down"),
        ("tap(1,2){began}", 1, 10, "ended, for a tap has no other state"), ("tap(1,2){taps=17}", 1, 15, "1 to 16 taps"),
        ("pinch(1,2){scale=0}", 1, 18, "a positive scale"),
        ("pinch(1,2){taps=2}", 1, 12, "scale=, startAnchor=, began, changed, ended or cancelled"),
        ("1→(5,5)/3", 1, 9, "touch 1 to be somewhere before it moves in steps"),
        ("1↓(1,1) 1→(5,5)/0", 1, 17, "1 to 10000 steps"), ("1↓(1,1)/3", 1, 8, "a blank"),
    ]

    @Test(arguments: faults.indices)
    func `an error names its place and what was expected`(index: Int) {
        let fault = Self.faults[index]
        #expect(throws: TouchScriptError(line: fault.line, column: fault.column, expected: fault.expected)) {
            try TouchScript(parsing: fault.text)
        }
    }

    @Test func `an error reads as a sentence`() {
        #expect(
            TouchScriptError(line: 2, column: 3, expected: "a number").description
                == "line 2, column 3: expected a number")
    }
}
