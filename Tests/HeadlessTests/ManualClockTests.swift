import Base
import Devices
import Headless
import MediaCore
import Testing

@Suite("Manual clock")
struct ManualClockTests {
    @Test("Sleepers wake when their time has come, and not before")
    func wakes() async throws {
        let clock = ManualClock(now: .zero)
        let sleeper = Task {
            try await clock.sleep(for: .seconds(5))
            return clock.now
        }
        #expect(await clock.sleeper() == HostTime.zero + .seconds(5))
        clock.advance(by: .seconds(4))
        #expect(clock.nextDeadline != nil)
        clock.advance(by: .seconds(1))
        #expect(clock.nextDeadline == nil)
        #expect(try await sleeper.value == HostTime.zero + .seconds(5))
    }

    @Test("A deadline in the past does not sleep")
    func past() async throws {
        let clock = ManualClock()
        try await clock.sleep(until: .zero)
    }

    @Test("A cancelled sleeper throws and is forgotten")
    func cancelled() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        _ = await clock.sleeper()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.nextDeadline == nil)
    }
}
