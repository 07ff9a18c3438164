/// The name of an object's member, compared by code units.
///
/// `String` treats canonically equivalent texts as equal, but they are different JSON names.
struct MemberName: Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: MemberName, right: MemberName) -> Bool {
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }
}
