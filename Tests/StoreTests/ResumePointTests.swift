import Foundation
import GRDB
import MediaCore
import Testing

@testable import Store

@Suite("Stored places of films")
struct ResumePointTests {
    private func point(_ identity: String, at place: Int, updated: Int64) -> ResumePoint {
        ResumePoint(
            identity: identity, position: .seconds(place), duration: .seconds(7200), name: "Film", updated: updated)
    }

    @Test("The place is there after a restart, the newest of an item, the last one first; what is removed is not")
    func restart() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/hearth-resume-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        do {
            let store = try await Store.open(in: directory)
            try await store.setResumePoint(point("a", at: 100, updated: 1))
            try await store.setResumePoint(point("b", at: 200, updated: 2))
            try await store.setResumePoint(point("a", at: 300, updated: 3))
            try await store.setResumePoint(point("c", at: 400, updated: 4))
            try await store.removeResumePoint("c")
        }
        let store = try await Store.open(in: directory)
        #expect(
            try await store.resumePoints() == [point("a", at: 300, updated: 3), point("b", at: 200, updated: 2)])
        try await store.removeResumePoints()
        #expect(try await store.resumePoints() == [])
    }

    @Test("No more than five hundred are kept: those that were left longest ago go")
    func most() async throws {
        let store = try Store.inMemory(reason: "a test")
        for number in 0...Store.mostResumePoints + 1 {
            try await store.setResumePoint(point("\(number)", at: 100, updated: Int64(number)))
        }
        let kept = try await store.resumePoints()
        #expect(kept.count == 500 && kept.first?.identity == "501" && kept.last?.identity == "2")
    }

    @Test("Rows that make no sense count as missing")
    func nonsense() async throws {
        let store = try Store.inMemory(reason: "a test")
        try await store.write { database in
            try database.execute(
                sql: """
                    INSERT INTO resume_point VALUES ('negative', -1, 1000, 'n', 1), ('beyond', 2000, 1000, 'n', 2),
                        ('empty', 0, 0, 'n', 3), ('huge', 0, 9223372036854775807, 'n', 4), ('good', 500, 1000, 'n', 5)
                    """)
        }
        #expect(try await store.resumePoints().map(\.identity) == ["good"])
    }
}
