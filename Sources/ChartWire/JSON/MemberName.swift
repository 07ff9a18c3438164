/// The name of an object's member, equal to another when their code units are.
///
/// `String` calls canonically equivalent texts equal, which two JSON names are not.
struct MemberName: Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: MemberName, right: MemberName) -> Bool {
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }
}
