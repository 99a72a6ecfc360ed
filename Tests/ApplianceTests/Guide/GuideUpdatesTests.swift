import MediaCore
import Testing

@testable import Appliance

@Suite struct GuideUpdatesTests {
    private let start = HostTime.zero + .seconds(100)
    private func at(_ seconds: Int) -> HostTime { start + .seconds(seconds) }
    private func updates() -> GuideUpdates { GuideUpdates(refresh: .seconds(3600)) }

    @Test func `guides are fetched one after the other, once the picture is there`() {
        var updates = updates()
        #expect(updates.handle(.sources(["a", "b", "a"]), at: start) == [.use(["a", "b"])])
        #expect(updates.nextWake == at(15))
        #expect(updates.handle(.wake, at: at(14)) == [])
        #expect(updates.handle(.wake, at: at(15)) == [.update("a")])
        #expect(updates.nextWake == nil)
        #expect(updates.handle(.updated("a"), at: at(20)) == [.warn("a", nil), .update("b")])
        #expect(updates.handle(.updated("b"), at: at(30)) == [.warn("b", nil)])
        #expect(updates.nextWake == at(3620))
        #expect(updates.handle(.wake, at: at(3620)) == [.update("a")])
    }

    @Test(
        arguments: [
            (4 * 3600, 3600), (7 * 86_400, 36_000), (2 * 3600, 1800), (60, 900), (-5, 900), (40 * 3600, 36_000),
        ])
    func `a guide that reaches little ahead is fetched again before it is over`(reach: Int, wait: Int) {
        var updates = GuideUpdates(refresh: .seconds(36_000))
        _ = updates.handle(.sources(["a"]), at: start)
        _ = updates.handle(.wake, at: at(15))
        _ = updates.handle(.updated("a", reach: .seconds(reach)), at: at(20))
        #expect(updates.nextWake == at(20 + wait))
    }

    @Test func `a guide that fails is tried again, ever more rarely, and no more rarely than usual`() {
        var updates = updates()
        _ = updates.handle(.sources(["a"]), at: start)
        var now = at(15)
        var pauses: [Duration] = []
        _ = updates.handle(.wake, at: now)
        for _ in 0..<9 {
            #expect(updates.handle(.failed("a", "gone"), at: now) == [.warn("a", "gone")])
            guard let next = updates.nextWake else { break }
            pauses.append(next - now)
            now = next
            #expect(updates.handle(.wake, at: now) == [.update("a")])
        }
        #expect(pauses.map(\.components.seconds) == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
        #expect(updates.handle(.updated("a"), at: now) == [.warn("a", nil)])
    }

    @Test func `other channels want every guide again, also the one that is being read`() {
        var updates = updates()
        _ = updates.handle(.sources(["a", "b"]), at: start)
        #expect(updates.handle(.wake, at: at(15)) == [.update("a")])
        #expect(updates.handle(.channels, at: at(16)) == [])
        #expect(updates.handle(.updated("a"), at: at(17)) == [.warn("a", nil), .update("b")])
        #expect(updates.handle(.updated("b"), at: at(18)) == [.warn("b", nil)])
        #expect(updates.nextWake == at(22))
        #expect(updates.handle(.wake, at: at(22)) == [.update("a")])
        #expect(updates.handle(.updated("a"), at: at(23)) == [.warn("a", nil)])
        #expect(updates.nextWake == at(3618))
    }

    @Test func `a guide that counts no longer is forgotten, also while it is read`() {
        var updates = updates()
        _ = updates.handle(.sources(["a", "b"]), at: start)
        _ = updates.handle(.wake, at: at(15))
        #expect(updates.handle(.sources(["c"]), at: at(16)) == [.warn("a", nil), .warn("b", nil), .use(["c"])])
        #expect(updates.handle(.failed("a", "gone"), at: at(17)) == [])
        #expect(updates.nextWake == at(31))
        #expect(updates.handle(.sources(["c"]), at: at(18)) == [])
    }

    @Test func `somebody wants them now`() {
        var updates = updates()
        _ = updates.handle(.sources(["a", "b"]), at: start)
        #expect(updates.handle(.refresh, at: at(1)) == [.update("a")])
        #expect(updates.handle(.updated("a"), at: at(2)) == [.warn("a", nil), .update("b")])
    }
}
