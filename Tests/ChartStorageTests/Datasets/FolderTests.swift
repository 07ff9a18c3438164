import Testing

@testable import ChartStorage

@Suite struct FolderTests {
    @Test(arguments: [
        ("d", "."), ("data", "."), ("d/datasets", "d"), ("d//datasets", "d/"), ("d/", "d"), ("/", "/"), ("/d", "/"),
        ("/srv/data", "/srv"), ("./d", "."), ("../d", ".."),
    ])
    func `a folder is in the one before its last slash`(path: String, parent: String) {
        #expect(Folder.parent(of: path) == parent)
    }
}
