import Foundation
import GRDB
import Guide
import HLS
import Testing

@testable import Store

@Suite("Store backups")
struct StoreBackupTests {
    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/hearth-backups-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private func damage(_ path: String, _ change: (inout Data) -> Void) throws {
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        var data = try Data(contentsOf: URL(filePath: path))
        change(&data)
        try data.write(to: URL(filePath: path))
    }

    @Test(
        "However the file is damaged, what the last backup had is there", arguments: ["zero", "header", "cut", "gone"])
    func damaged(kind: String) async throws {
        try await withDirectory { directory in
            let path = directory + "/hearth.sqlite"
            do {
                let store = try await Store.open(in: directory)
                try await store.setPasscode("4711")
                try await store.setFavourite("a", true)
                try await store.backUp()
                try await store.setFavourite("later", true)
                try store.close()
            }
            switch kind {
            case "zero": try damage(path) { $0 = Data() }
            case "header": try damage(path) { $0.replaceSubrange(0..<100, with: Data(repeating: 0x5a, count: 100)) }
            case "cut": try damage(path) { $0 = $0.prefix(5000) }
            default: try FileManager.default.removeItem(atPath: path)
            }
            do {
                let store = try await Store.open(in: directory)
                guard case .restored(let backup, let broken) = store.condition else {
                    Issue.record("it is \(store.condition)")
                    return
                }
                #expect(backup == path + ".backup")
                #expect((broken == nil) == (kind == "gone"))
                #expect(try await store.favourites() == ["a"])
                #expect(try await store.verifyPasscode("4711"))
            }
            // Without its file the passcode is not known, at a second start neither.
            try FileManager.default.removeItem(atPath: directory + "/passcode")
            let next = try await Store.open(in: directory)
            #expect(next.condition == .sound)
            #expect(try await next.hasPasscode())
        }
    }

    @Test("Pages overwritten at random: it opens, and what the last backup had is there")
    func random() async throws {
        try await withDirectory { directory in
            let path = directory + "/hearth.sqlite"
            let names = (0..<400).map { "channel \($0)" }
            do {
                let store = try await Store.open(in: directory)
                for name in names { try await store.setFavourite(name, true) }
                try await store.backUp()
                try store.close()
            }
            let sound = try Data(contentsOf: URL(filePath: path))
            var seed: UInt64 = 16
            func next(_ bound: Int) -> Int {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int((seed >> 33) % UInt64(bound))
            }
            var restored = 0
            for round in 0..<200 {
                let page = next(sound.count / 4096) * 4096
                let bytes = Data((0..<4096).map { _ in UInt8(next(256)) })
                try damage(path) { data in
                    data = sound
                    data.replaceSubrange(page..<(page + 4096), with: bytes)
                }
                let store = try await Store.open(in: directory)
                if case .restored = store.condition { restored += 1 }
                #expect(try await store.favourites() == names, "round \(round), page at \(page): \(store.condition)")
                // Who closes later removes the next one's side files.
                try store.close()
            }
            #expect(restored > 100)
            let broken = try FileManager.default.contentsOfDirectory(atPath: directory).filter {
                $0.contains(".broken-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
            }
            #expect(broken.count <= StoreBackups.mostBroken)
        }
    }

    @Test("A newer version's file is put aside for what this one had; a backup that is broken too is passed over")
    func future() async throws {
        try await withDirectory { directory in
            let path = directory + "/hearth.sqlite"
            do {
                let store = try await Store.open(in: directory)
                try await store.setFavourite("a", true)
                try await store.backUp()
                try await store.backUp()
                try await store.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of tomorrow')") }
                try store.close()
            }
            try Data(repeating: 0x5a, count: 8192).write(to: URL(filePath: path + ".backup"))
            let store = try await Store.open(in: directory)
            guard case .restored(let backup, _) = store.condition else {
                Issue.record("it is \(store.condition)")
                return
            }
            #expect(backup == path + ".backup-older")
            #expect(try await store.favourites() == ["a"])
        }
    }

    @Test("A migration comes with the schema it leads to")
    func complete() {
        #expect(StoreSchema.migrator.migrations == EarlierSchemas.steps.map(\.identifier))
    }

    @Test(
        "Every earlier schema is migrated with what it had, and copied before", arguments: EarlierSchemas.steps.indices)
    func migrates(last: Int) async throws {
        try await withDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let path = directory + "/hearth.sqlite"
            do {
                let old = try DatabaseQueue(path: path)
                try await old.write { database in
                    try database.execute(sql: EarlierSchemas.sql(through: last))
                    try database.execute(sql: "INSERT INTO setting VALUES ('passcode', '$secret$')")
                }
                try old.close()
            }
            let store = try await Store.open(in: directory)
            #expect(store.condition == .sound)
            let state = try await store.lastState()
            #expect(state.channel == "two" && state.volume == 35 && state.isMuted)
            #expect(try await store.favourites() == ["b", "a"])
            #expect(try await store.lineup(from: "/list.m3u") == [])
            #expect(try await store.memory(of: "one")?.throughput == 5_000_000)
            #expect(try await store.flips().map(\.time) == [7])
            #expect(try await store.trackChoices() == (last < 1 ? [:] : ["one": TrackChoices(text: .off)]))
            #expect(try await store.modeMemories().values.map(\.stays) == (last < 2 ? [] : [2]))
            #expect(try await store.numbers(from: "/list.m3u")?.given == (last < 3 ? nil : ["a": 1]))
            #expect(try await store.edits().mapValues(\.name) == (last < 4 ? [:] : ["one": "Uno"]))
            #expect(try await store.resumePoints().map(\.identity) == (last < 5 ? [] : ["film"]))
            #expect(try await store.reminders().map(\.title) == (last < 7 ? [] : ["Film"]))
            try store.close()
            // What there was before can be gone back to, without the secret.
            guard last < EarlierSchemas.steps.count - 1 else { return }
            let copy = path + ".backup-unmigrated"
            let database = try DatabaseQueue(path: copy)
            let applied = try await database.read { try StoreSchema.migrator.appliedIdentifiers($0) }
            #expect(applied == Set(EarlierSchemas.steps[...last].map(\.identifier)))
            #expect(try Data(contentsOf: URL(filePath: copy)).range(of: Data("$secret$".utf8)) == nil)
        }
    }
}
