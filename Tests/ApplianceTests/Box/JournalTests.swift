import Base
import Store
import Testing

@testable import Appliance

@Suite("The journal", .timeLimit(.minutes(1)))
struct JournalTests {
    /// No disk today.
    private struct NoDisk: Error {}

    /// Volumes in the order in which they were written.
    private final class Written: Sendable {
        let volumes = Locked<[Int]>([])
        let troubles = Locked(0)

        func entry(_ volume: Int) -> Journal.Entry {
            { [self] store in
                // Others get their turn meanwhile, as while a disk is waited for.
                for _ in 0..<10 { await Task.yield() }
                try await store.setVolume(volume, isMuted: false)
                volumes.withLock { $0.append(volume) }
            }
        }
    }

    @Test("Who waits is told when all that was handed in before is written, also if something could not be")
    func written() async throws {
        let store = try Store.inMemory(reason: "a test")
        let (journal, written) = (Journal(store), Written())
        let keeping = Task {
            await journal.keep { error in if error != nil { written.troubles.withLock { $0 += 1 } } }
        }
        for volume in 1...20 { journal.add(written.entry(volume)) }
        await journal.written()
        #expect(written.volumes.withLock { $0 } == Array(1...20))
        #expect(try await store.lastState().volume == 20)
        journal.add { _ in throw NoDisk() }
        journal.add(written.entry(33))
        await journal.written()
        #expect(written.troubles.withLock { $0 } == 1)
        #expect(try await store.lastState().volume == 33)
        keeping.cancel()
        await keeping.value
    }

    @Test("Cancelled, it writes what it has; nobody waits for it afterwards")
    func ends() async throws {
        let store = try Store.inMemory(reason: "a test")
        let (journal, written) = (Journal(store), Written())
        for volume in 1...5 { journal.add(written.entry(volume)) }
        let keeping = Task { await journal.keep { _ in } }
        keeping.cancel()
        await keeping.value
        #expect(try await store.lastState().volume == 5)
        await journal.written()
    }
}
