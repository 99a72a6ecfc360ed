import Base
import Foundation
import Glibc
import Testing

@Suite("Work that blocks")
struct BlockingWorkTests {
    @Test("It runs on a thread of the name that was asked for, and its value comes back")
    func value() async throws {
        let name = try await blocking(on: "hearth-a-long-name") {
            try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        }
        #expect(name == "hearth-a-long-n\n")
    }

    @Test("What it throws comes back as it was thrown")
    func failure() async {
        let error = SystemCallError(call: "open /no/such/file", errno: ENOENT)
        await #expect(throws: error) {
            try await blocking(on: "hearth-test") { throw error }
        }
    }

    @Test("More of it than the machine has cores may wait for one another: none stands on the cooperative pool")
    func together() async throws {
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        let arrived = Monitor(0)
        let threads = try await withThrowingTaskGroup(of: pthread_t.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await blocking(on: "hearth-test") {
                        arrived.update { $0 += 1 }
                        arrived.wait { $0 == count ? () : nil }
                        return pthread_self()
                    }
                }
            }
            return try await group.reduce(into: Set<pthread_t>()) { $0.insert($1) }
        }
        #expect(threads.count == count)
    }
}
