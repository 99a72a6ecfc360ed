import Foundation
import GRDB
import Testing

@testable import Store

@Suite("The passcode's file")
struct PasscodeFileTests {
    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "hearth-passcode-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test("A database that breaks takes no passcode with it")
    func database() async throws {
        try await withDirectory { directory in
            let before = try await Store.open(in: directory)
            try await before.setPasscode("4711")
            try before.close()
            for file in try FileManager.default.contentsOfDirectory(atPath: directory) where file != "passcode" {
                try write(Array(repeating: 0x5a, count: 8192), to: directory + "/" + file)
            }
            let store = try await Store.open(in: directory)
            #expect(store.condition != .sound)
            #expect(try await store.hasPasscode())
            #expect(try await store.verifyPasscode("0000") == false)
            #expect(try await store.verifyPasscode("4711"))
        }
    }

    @Test("A database that can't be opened takes no passcode with it")
    func noDatabase() async throws {
        try await withDirectory { directory in
            let before = try await Store.open(in: directory)
            try await before.setPasscode("4711")
            try before.close()
            for file in try FileManager.default.contentsOfDirectory(atPath: directory) where file != "passcode" {
                try FileManager.default.removeItem(atPath: directory + "/" + file)
            }
            // Nothing can be a database here.
            try FileManager.default.createDirectory(
                atPath: directory + "/hearth.sqlite", withIntermediateDirectories: false)
            let store = try await Store.open(in: directory)
            guard case .inMemory = store.condition else {
                Issue.record("it is \(store.condition)")
                return
            }
            #expect(try await store.hasPasscode())
            #expect(try await store.verifyPasscode("4711"))
        }
    }

    @Test(
        "A file that is cut, empty, or of something else locks, until a new passcode is set",
        arguments: [0, 1, 20, -1, -2])
    func broken(cut: Int) async throws {
        try await withDirectory { directory in
            try await Store.open(in: directory).setPasscode("4711")
            let path = directory + "/passcode"
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            switch cut {
            case -1: try write(Array(repeating: 0, count: bytes.count), to: path)
            case -2: try write(Array(#"{"wrongCodes":-7}"#.utf8), to: path)
            default: try write(Array(bytes.prefix(cut)), to: path)
            }
            let store = try await Store.open(in: directory)
            #expect(try await store.hasPasscode())
            #expect(store.passcodeTrouble != nil)
            await #expect(throws: StoreError.self) { try await store.verifyPasscode("4711") }
            try await store.setPasscode("1234")
            #expect(try await store.verifyPasscode("1234"))
            #expect(try await Store.open(in: directory).passcodeTrouble == nil)
        }
    }

    @Test("A file that is gone, or can't be read, is no sign that there is no passcode")
    func gone() async throws {
        try await withDirectory { directory in
            try await Store.open(in: directory).setPasscode("4711")
            let path = directory + "/passcode"
            try FileManager.default.removeItem(atPath: path)
            let store = try await Store.open(in: directory)
            #expect(try await store.hasPasscode())
            #expect(store.passcodeTrouble?.contains("is missing") == true)
            // A name that leads elsewhere is not followed, a folder not read.
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
            #expect(try await Store.open(in: directory).hasPasscode())
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(try await Store.open(in: directory).hasPasscode())
        }
        // Nowhere to write, and nothing known.
        #expect(try await Store.open(in: "/proc/hearth").hasPasscode())
    }

    @Test("A box without a passcode says so in the file, and stays without one when the database breaks")
    func none() async throws {
        try await withDirectory { directory in
            let before = try await Store.open(in: directory)
            #expect(try await before.hasPasscode() == false)
            try before.close()
            try write(Array(repeating: 0x5a, count: 8192), to: directory + "/hearth.sqlite")
            let store = try await Store.open(in: directory)
            #expect(store.condition != .sound)
            #expect(try await store.hasPasscode() == false)
        }
    }

    @Test("Where a wrong code can't be counted, the right one opens nothing, and what there was stays")
    func unwritable() async throws {
        try await withDirectory { directory in
            let store = try await Store.open(in: directory)
            try await store.setPasscode("4711")
            // Nothing can be written in the new file's place: as on a disk that is full.
            try FileManager.default.createDirectory(
                atPath: directory + "/passcode.new/full", withIntermediateDirectories: true)
            await #expect(throws: StoreError.self) { try await store.verifyPasscode("4711") }
            await #expect(throws: StoreError.self) { try await store.verifyPasscode("0000") }
            await #expect(throws: StoreError.self) { try await store.setPasscode(nil) }
            #expect(try await store.hasPasscode())
            try FileManager.default.removeItem(atPath: directory + "/passcode.new")
            #expect(try await store.verifyPasscode("4711"))
        }
    }

    @Test("An older version's passcode and wrong codes move here, and nothing of them stays in the database")
    func moves() async throws {
        try await withDirectory { directory in
            let hash = try PasscodeHash(of: "4711").text
            let store = try await Store.open(in: directory)
            try await store.write { database in
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO setting VALUES ('passcode', ?), ('passcodeLength', '4'), ('wrongCodes', '2');
                        """, arguments: [hash])
                try database.execute(sql: "DELETE FROM setting WHERE key = 'passcodeMoved'")
            }
            try FileManager.default.removeItem(atPath: directory + "/passcode")
            let next = try await Store.open(in: directory)
            #expect(next.passcodeTrouble == nil)
            #expect(try await next.wrongCodes() == 2)
            #expect(try await next.passcodeLength() == 4)
            for file in try FileManager.default.contentsOfDirectory(atPath: directory) where file != "passcode" {
                let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + file))
                #expect(data.range(of: Data(hash.utf8)) == nil, "\(file)")
            }
            #expect(try await next.verifyPasscode("4711"))
        }
    }
}
