import ChartStorage
import ChartStores
import Foundation
import StoreTestSupport
import Testing

struct APIKeyStoreTests {
    private static let memory = APIKeyStoreConformance {
        let store = MemoryAPIKeyStore()
        return (store, store)
    }

    @Test(arguments: APIKeyStoreConformance.Check.allCases)
    func `the memory store conforms`(check: APIKeyStoreConformance.Check) throws {
        try Self.memory.run(check)
    }

    @Test(arguments: APIKeyStoreConformance.Check.allCases)
    func `the database conforms`(check: APIKeyStoreConformance.Check) throws {
        let file = try StoreFile()
        try APIKeyStoreConformance {
            (try SQLiteAPIKeyStore(dataDirectory: file.folder), try SQLiteAPIKeyStore(dataDirectory: file.folder))
        }.run(check)
    }

    @Test func `a missing folder is created, and only its owner can read the files`() throws {
        let file = try StoreFile()
        let folder = file.folder + "/new/data"
        let store = try SQLiteAPIKeyStore(dataDirectory: folder)
        try store.add(APIKeyStoreConformance.key("aaaaaaaaaaaa"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.contains("keys.sqlite") && names.contains("keys.sqlite-wal"))
        for name in names {
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o600, "\(name)")
        }
    }

    @Test func `keys are there after a second opening`() throws {
        let file = try StoreFile()
        try SQLiteAPIKeyStore(dataDirectory: file.folder).add(APIKeyStoreConformance.key("aaaaaaaaaaaa"))
        let store = try SQLiteAPIKeyStore(dataDirectory: file.folder)
        #expect(try store.keys() == [APIKeyStoreConformance.key("aaaaaaaaaaaa")])
    }

    @Test func `a file that is no database is refused with its path, and stays as it is`() throws {
        let file = try StoreFile()
        let path = file.folder + "/keys.sqlite"
        let contents = Data(String(repeating: "no database ", count: 400).utf8)
        try contents.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: APIKeyStoreError.self) { try SQLiteAPIKeyStore(dataDirectory: file.folder) }
        #expect(error?.description.hasPrefix("\(path) is damaged (") == true, "\(String(describing: error))")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == contents)
    }

    @Test func `a replaced file is opened, and counts as a change`() throws {
        let file = try StoreFile()
        let store = try SQLiteAPIKeyStore(dataDirectory: file.folder)
        try store.add(APIKeyStoreConformance.key("aaaaaaaaaaaa"))
        let number = try store.changeNumber()
        for name in try FileManager.default.contentsOfDirectory(atPath: file.folder) {
            try FileManager.default.removeItem(atPath: file.folder + "/" + name)
        }
        let other = try SQLiteAPIKeyStore(dataDirectory: file.folder)
        try other.add(APIKeyStoreConformance.key("bbbbbbbbbbbb"))
        #expect(try store.changeNumber() != number)
        #expect(try store.keys().map(\.id) == ["bbbbbbbbbbbb"])
    }

    @Test func `stores that are opened and written at the same time lose no key`() async throws {
        let file = try StoreFile()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let store = try SQLiteAPIKeyStore(dataDirectory: file.folder)
                    for number in 0..<10 {
                        try store.add(APIKeyStoreConformance.key("\(100_000_000_000 + writer * 100 + number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try SQLiteAPIKeyStore(dataDirectory: file.folder).keys().count == 80)
    }
}
