import Base
import Store
import TestSupport
import Testing

@testable import Appliance

@Suite("The journal", .timeLimit(.minutes(10)))
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
        let before = journal.count
        #expect(await journal.written(since: before) as? NoDisk == nil)
        journal.add { _ in throw NoDisk() }
        let after = journal.count
        journal.add(written.entry(33))
        // Who asked for what could not be written is told, and nobody else.
        #expect(await journal.written(since: before) is NoDisk)
        #expect(await journal.written(since: after) as? NoDisk == nil)
        #expect(written.troubles.withLock { $0 } == 1)
        #expect(try await store.lastState().volume == 33)
        keeping.cancel()
        await keeping.value
    }

    @Test("However many presses wait for a slow disk, only the last is written, and what somebody waits for")
    func heldKey() async throws {
        let store = try Store.inMemory(reason: "a test")
        let (journal, written) = (Journal(store), Written())
        let (disk, begins) = (Signal(), Signal())
        let keeping = Task { await journal.keep { _ in } }
        journal.add { _ in
            begins.send()
            await disk.arrives()
        }
        await begins.arrives()
        for volume in 1...50 { journal.add(about: .volume, written.entry(volume)) }
        async let answered = journal.written()
        // What is asked for in the same moment is not taken away any more.
        while journal.waits == 0, !Task.isCancelled { await Task.yield() }
        for volume in 51...99 { journal.add(about: .volume, written.entry(volume)) }
        disk.send()
        _ = await answered
        await journal.written()
        #expect(written.volumes.withLock { $0 } == [50, 99])
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
