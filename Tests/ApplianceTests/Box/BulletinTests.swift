import Base
import ControlProtocol
import Testing

@testable import Appliance

@Suite("What followers are told")
struct BulletinTests {
    @Test("Each follower gets every event from then on, and the end")
    func followers() async {
        var bulletin = Bulletin()
        bulletin.publish(.warning("before"))
        let first = bulletin.follow()
        bulletin.publish(.warning("one"))
        let second = bulletin.follow()
        bulletin.publish(.warning("two"))
        #expect(bulletin.hasFollowers)
        bulletin.finish()
        #expect(await first.reduce(into: []) { $0.append($1) } == [.warning("one"), .warning("two")])
        #expect(await second.reduce(into: []) { $0.append($1) } == [.warning("two")])
        #expect(!bulletin.hasFollowers)
    }

    @Test("A state and a warning are news once; one that is withdrawn is gone, and news when it comes back")
    func news() {
        var bulletin = Bulletin()
        let states = [PlayState.idle, .idle, .playing].map { bulletin.isNews($0) }
        #expect(states == [true, false, true])
        let warnings: [(String?, String)] = [
            ("broken", "sound"), ("broken", "sound"), ("broken", "screen"), (nil, "sound"), (nil, "sound"),
        ]
        let news = warnings.map { bulletin.isNews($0, of: $1) }
        #expect(news == [true, false, true, true, false])
        #expect(bulletin.warnings == ["screen": "broken"])
        let isNewsAgain = bulletin.isNews("broken", of: "sound")
        #expect(isNewsAgain)
    }

    @Test("Errands run beside each other, those that were begun before too, and end with who runs them")
    func errands() async {
        let errands = Errands()
        let (done, continuation) = AsyncStream.makeStream(of: Int.self)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        errands.begin {
            for await _ in gate { break }
            continuation.yield(1)
        }
        errands.begin { continuation.yield(2) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await errands.run() }
            var order: [Int] = []
            for await number in done {
                order.append(number)
                if number == 2 { opener.yield(()) } else { break }
            }
            #expect(order == [2, 1])
            errands.begin {
                try? await Task.sleep(for: .seconds(Int32.max))
                continuation.yield(Task.isCancelled ? 3 : 4)
            }
            errands.begin { continuation.yield(5) }
            for await number in done {
                if number == 5 { group.cancelAll() }
                if number == 3 { break }
            }
        }
    }
}
