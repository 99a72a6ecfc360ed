import MediaCore
import Playback
import Screens
import Store
import Testing

@testable import Appliance
@testable import Channels

@Suite("Flips and pictures counted, and the panel that shows them")
struct FiguresTests {
    private typealias Circumstances = Figures.Circumstances

    private func record(to channel: String, motion: Int64?, time: Int64 = 1) -> FlipRecord {
        var record = FlipRecord(from: nil, to: channel, warm: false, time: time)
        record.motion = motion
        record.outcome = motion == nil ? .failed : .shown
        return record
    }

    private func state(_ stalls: Int) -> DiagnosticsState {
        var state = DiagnosticsState()
        state.playing.stalls = stalls
        return state
    }

    // MARK: Flips

    @Test("A flip's record is kept when all its moments have come, or three seconds after the picture")
    func ends() {
        var figures = Figures(since: .zero)
        func tell(_ event: Figures.Event, at seconds: Int64 = 0) -> [Figures.Effect] {
            figures.handle(event, in: Circumstances(), at: HostTime(nanoseconds: seconds * 1_000_000_000))
        }
        let flip = Flip(id: Flip.ID(value: 1), from: nil, to: "c1", keyTime: .zero, presses: 1)
        #expect(tell(.aimed(flip)).isEmpty && figures.nextWake == nil)
        _ = tell(.prepared(Sample.item, isWarm: false))
        _ = tell(.phase(.revealed, Sample.item, at: .zero), at: 1)
        #expect(tell(.completed(flip.id, .shown), at: 1).isEmpty)
        #expect(figures.nextWake == HostTime(nanoseconds: 4_000_000_000))
        #expect(tell(.look, at: 3).isEmpty)
        let ended = tell(.look, at: 4)
        #expect(ended.count == 1 && figures.nextWake == nil && figures.lastFlip?.to == "c1")
        #expect(figures.flips.outcomes.values.reduce(0, +) == 1)
        // A flip that was cancelled is counted, and leaves no record.
        let other = Flip(id: Flip.ID(value: 2), from: nil, to: "c2", keyTime: .zero, presses: 1)
        _ = tell(.aimed(other), at: 5)
        #expect(tell(.completed(other.id, .cancelled), at: 5).isEmpty && figures.nextWake == nil)
        #expect(figures.flips.cancelled == 1)
    }

    @Test("What is slow is said by what was usual, earlier runs included; those are not counted")
    func slow() {
        var figures = Figures(since: .zero)
        let usual = (1...6).map { record(to: "c1", motion: 100_000_000, time: $0) }
        #expect(figures.handle(.recalled(usual), in: Circumstances(), at: Sample.now).isEmpty)
        #expect(figures.flips.outcomes.isEmpty && figures.lastFlip?.time == 6)
        let slow = record(to: "c1", motion: 900_000_000, time: 7)
        #expect(
            figures.handle(.ended(slow), in: Circumstances(), at: Sample.now) == [.record(slow, isSlow: true)])
        let good = record(to: "c1", motion: 110_000_000, time: 8)
        #expect(
            figures.handle(.ended(good), in: Circumstances(), at: Sample.now) == [.record(good, isSlow: false)])
        #expect(figures.flips.outcomes.values.reduce(0, +) == 2 && figures.lastFlip == good)
    }

    @Test("The pictures of all items are counted together")
    func pictures() {
        var figures = Figures(since: .zero)
        var status = Sample.status()
        for (item, shown) in [(1, 10), (1, 15), (2, 5), (1, 20)] as [(UInt64, UInt64)] {
            status.item = Playback.ItemID(item)
            status.framesShown = shown
            _ = figures.handle(.counted(status), in: Circumstances(), at: Sample.now)
        }
        #expect(figures.shownFrames.shown == 25)
    }

    // MARK: The panel

    @Test("The panel is painted when it is wanted, once at a time, twice a second, and shown when that is done")
    func panel() {
        var figures = Figures(since: .zero)
        func tell(_ event: Figures.Event, _ circumstances: Circumstances = .init()) -> [Figures.Effect] {
            figures.handle(event, in: circumstances, at: Sample.now)
        }
        #expect(tell(.look).isEmpty && figures.nextWake == nil)
        #expect(tell(.panel(true)) == [.draw(nil)])
        #expect(figures.nextWake == Sample.now + Figures.period)
        #expect(tell(.look).isEmpty)
        #expect(tell(.drawn(state(1))) == [.show(state(1))] && figures.shown == state(1))
        #expect(tell(.look) == [.draw(nil)])
        // Nothing changed: nothing is shown anew.
        #expect(tell(.drawn(state(1))).isEmpty)
        // While channels are flipped what is there stays as it is.
        #expect(tell(.look, Circumstances(isTuning: true)).isEmpty)
        #expect(tell(.panel(false)) == [.hidePanel])
        #expect(figures.shown == nil && figures.nextWake == nil)
    }

    @Test("It comes during a flip where there was none; painted in vain, it is not shown")
    func inVain() {
        var figures = Figures(since: .zero)
        #expect(
            figures.handle(.panel(true), in: Circumstances(isTuning: true), at: Sample.now) == [.draw(nil)])
        #expect(figures.handle(.panel(false), in: Circumstances(), at: Sample.now).isEmpty)
        #expect(figures.handle(.drawn(state(1)), in: Circumstances(), at: Sample.now).isEmpty)
        #expect(figures.handle(.panel(true), in: Circumstances(), at: Sample.now) == [.draw(nil)])
        #expect(figures.handle(.drawn(state(1)), in: Circumstances(isStandby: true), at: Sample.now).isEmpty)
    }

    @Test("Standby hides it, and it is there again afterwards")
    func standby() {
        var figures = Figures(since: .zero)
        _ = figures.handle(.panel(true), in: Circumstances(), at: Sample.now)
        _ = figures.handle(.drawn(state(1)), in: Circumstances(), at: Sample.now)
        #expect(figures.handle(.look, in: Circumstances(isStandby: true), at: Sample.now) == [.hidePanel])
        #expect(figures.isPanelWanted && figures.nextWake == nil)
        #expect(figures.handle(.look, in: Circumstances(), at: Sample.now) == [.draw(nil)])
    }

    @Test("What is usual is asked of the store once for each flip, and again while that is not there yet")
    func summary() {
        var figures = Figures(since: .zero)
        func tell(_ event: Figures.Event) -> [Figures.Effect] {
            figures.handle(event, in: Circumstances(), at: Sample.now)
        }
        let flip = record(to: "c1", motion: 100_000_000, time: 5)
        let summary = FlipSummary([flip])
        _ = tell(.ended(flip))
        #expect(tell(.panel(true)) == [.draw(nil)])
        _ = tell(.summarised(summary, newest: 4))
        _ = tell(.drawn(state(1)))
        #expect(tell(.look) == [.draw(nil)])
        _ = tell(.summarised(summary, newest: 5))
        _ = tell(.drawn(state(2)))
        #expect(tell(.look) == [.draw(summary)])
        _ = tell(.drawn(state(3)))
        let next = record(to: "c2", motion: 100_000_000, time: 6)
        #expect(tell(.ended(next)) == [.record(next, isSlow: false), .draw(nil)])
    }
}
