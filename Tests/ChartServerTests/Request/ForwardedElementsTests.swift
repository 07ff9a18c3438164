import Testing

@testable import ChartServer

struct ForwardedElementsTests {
    /// What the elements of a header say, from the last one: an address, `-` for none, `!` for a malformed one.
    private func said(_ value: String) -> String {
        var elements = ForwardedElements(value)
        var said: [String] = []
        while let element = elements.popLast(), said.count < 20 {
            switch element {
            case .address(let address): said.append(address.description)
            case .withoutAddress: said.append("-")
            case .malformed: said.append("!")
            }
        }
        return said.joined(separator: " ")
    }

    @Test(arguments: [
        (#"for=192.0.2.7"#, "192.0.2.7"), (#"For="192.0.2.7:4711""#, "192.0.2.7"),
        (#"FOR=192.0.2.7:4711"#, "192.0.2.7"),
        (#"for="[2001:db8::1]:4711""#, "2001:db8:0:0:0:0:0:1"), (#"for="[2001:db8::1]""#, "2001:db8:0:0:0:0:0:1"),
        (#"for=2001:db8::1"#, "2001:db8:0:0:0:0:0:1"), (#"for=[2001:db8::1]:80"#, "2001:db8:0:0:0:0:0:1"),
        (#"for="192.0.2.7:_port""#, "192.0.2.7"), (#"for=unknown"#, "-"), (#"for="Unknown:80""#, "-"),
        (#"for=_x"#, "-"),
        (#"for="_a.b-c_d:_e""#, "-"), (#"proto=https;host=a.example"#, "-"),
        (#"for=1.1.1.1, for=2.2.2.2"#, "2.2.2.2 1.1.1.1"),
        (#"by=3.3.3.3;for=1.1.1.1;proto=http,for=2.2.2.2"#, "2.2.2.2 1.1.1.1"), (#"for="1.1.1.\1""#, "1.1.1.1"),
        (#"for=1.1.1.1;host="a,b;for=6.6.6.6""#, "1.1.1.1"), (#"for=1.1.1.1;host="a\",for=6.6.6.6""#, "1.1.1.1"),
        (#"for=1.1.1.1;host="a\\""#, "1.1.1.1"), (" , ,for=1.1.1.1,\t,", "1.1.1.1"), ("", ""), (" ", ""),
    ])
    func `an element says its address`(value: String, expected: String) {
        #expect(said(value) == expected)
    }

    @Test(arguments: [
        #"for"#, #"for="#, #"=1.1.1.1"#, #"for=1.1.1.1;"#, #";for=1.1.1.1"#, #"for =1.1.1.1"#, #"for= 1.1.1.1"#,
        #"for=1.1.1.1 for=2.2.2.2"#, #"for=1.1.1.1;for=2.2.2.2"#, #"for="1.1.1.1"x"#, #"for=1.1.1.1:"#,
        #"for=1.1.1.1:x"#,
        #"for=1.1.1.1:123456"#, #"for=1.1.1"#, #"for="[1.1.1.1]""#, #"for="[::1""#, #"for="::1]""#, #"for="[::1]80""#,
        #"for="[::1]:""#, #"for=_"#, #"for="_a b""#, #"for=a.example"#, #"1.1.1.1"#, #"for="""#, #"for=é"#,
    ])
    func `any other element is malformed`(value: String) {
        #expect(said(value) == "!")
        #expect(said("\(value),for=2.2.2.2") == "2.2.2.2 !")
    }

    @Test(arguments: [
        #"for=""#, #"for="1.1.1.1"#, #"for="a\"#, #"for=a\""#, #"for="\\\""#, #"for="\"#, #"""#, #"""""#, #"\"#,
        #"a,"b"#,
        #"for=6.6.6.6;host="x"#, "for=\"\u{80}", #"for=1.1.1.1;x="\"#,
    ])
    func `nothing on the left changes the element on the right`(left: String) {
        let all = said(#"\#(left), for="[2001:db8::1]:4711";host="a\"b""#)
        #expect(all.hasPrefix("2001:db8:0:0:0:0:0:1 "), "\(all)")
    }

    // Reading it again for each element would take many minutes.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [#"\"#, #"""#, #"\""#, ",", "for=1.1.1.1,", "a", ";", "for=\"\\\\\\\\\","]
    )
    func `each character of a long header is read once`(piece: String) {
        var elements = ForwardedElements(String(repeating: piece, count: 32_768 / piece.utf8.count))
        var count = 0
        while elements.popLast() != nil { count += 1 }
        #expect(count <= 32_768)
    }
}
