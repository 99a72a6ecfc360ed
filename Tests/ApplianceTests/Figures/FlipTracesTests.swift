import ControlProtocol
import Guide
import MediaCore
import Playback
import Store
import Testing

@testable import Appliance
@testable import Channels

@Suite("Traces of flips")
struct FlipTracesTests {
    private typealias Item = Playback.ItemID

    private func time(_ milliseconds: Int) -> HostTime { HostTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

    /// A flip as the flip machine aims it.
    private func flip(_ number: Int, key: Int, presses: Int = 1) throws -> Flip {
        var machine = FlipMachine(
            lineup: Lineup((1...9).map { ChannelEntry(name: "\($0)", url: "http://h/\($0)") }), home: nil,
            previous: nil,
            timing: FlipMachine.Timing())
        let id = try #require(machine.lineup.channels.dropFirst(number - 1).first?.id)
        for case .aimed(let flip) in machine.handle(.tune(id, key: time(key)), at: time(key)) { return flip }
        throw CancellationError()
    }

    @Test("A cold flip has each phase since its key, its outcome and the screen's period")
    func cold() throws {
        var traces = FlipTraces()
        let flip = try flip(2, key: 1000)
        traces.begin(flip)
        traces.interstitialShown(in: 7)
        traces.seen(version: 7, at: time(1012))
        traces.prepared(Item(4), at: time(1001))
        traces.note(.playlist, Item(4), at: time(1060))
        traces.note(.firstByte, Item(4), at: time(1090))
        traces.note(.firstFrameDecoded, Item(4), at: time(1120))
        traces.note(.revealed, Item(4), at: time(1121))
        traces.note(.firstFrameScanout, Item(4), at: time(1140))
        traces.completed(flip.id, .shown, at: time(1141))
        traces.note(.firstSound, Item(4), at: time(1150))
        #expect(traces.finished(at: time(1151)).isEmpty)
        traces.note(.motion, Item(4), at: time(1180))
        let records = traces.finished(at: time(1181), vblank: .milliseconds(20))
        let record = try #require(records.first)
        #expect(records.count == 1 && !record.warm && record.outcome == .shown && record.vblank == 20_000_000)
        #expect(record.prepared == 1_000_000 && record.revealed == 121_000_000 && record.motion == 180_000_000)
        #expect(record.duration(of: .playlist) == 59_000_000 && record.slowestStep == .playlist)
        #expect(traces.finished(at: time(9999)).isEmpty)
    }

    @Test("What a warm item did before the key took no time")
    func warm() throws {
        var traces = FlipTraces()
        // Long before the flip, and hidden.
        traces.note(.playlist, Item(9), at: time(100))
        traces.note(.firstByte, Item(9), at: time(200))
        traces.note(.firstFrameDecoded, Item(9), at: time(300))
        let flip = try flip(2, key: 5000)
        traces.begin(flip)
        traces.prepared(Item(9), isWarm: true, at: time(5000))
        traces.note(.revealed, Item(9), at: time(5001))
        traces.note(.firstFrameScanout, Item(9), at: time(5020))
        traces.note(.motion, Item(9), at: time(5060))
        traces.note(.firstSound, Item(9), at: time(5025))
        traces.note(.interstitialScanout, Item(9), at: time(5020))
        traces.completed(flip.id, .shown, at: time(5021))
        let record = try #require(traces.finished(at: time(5061)).first)
        #expect(record.warm && record.playlist == 0 && record.firstByte == 0 && record.firstFrameDecoded == 0)
        #expect(record.duration(of: .scanout) == 19_000_000 && !record.isSlow(usual: nil))
    }

    @Test("A channel of which only the playlist was kept still had its media to get")
    func halfWarm() throws {
        var traces = FlipTraces()
        traces.note(.playlist, Item(9), at: time(100))
        let flip = try flip(2, key: 5000)
        traces.begin(flip)
        traces.prepared(Item(9), isWarm: true, at: time(5000))
        traces.note(.firstByte, Item(9), at: time(5080))
        traces.completed(flip.id, .failed(.timedOut), at: time(9000))
        let record = try #require(traces.finished(at: time(9000)).first)
        #expect(record.playlist == 0 && record.firstByte == 80_000_000)
        #expect(record.outcome == .failed && record.slowestStep == .decode)
    }

    @Test("One that is flipped back to is warm from its first visit")
    func back() throws {
        var traces = FlipTraces()
        let first = try flip(2, key: 1000)
        traces.begin(first)
        traces.prepared(Item(1), at: time(1000))
        traces.note(.playlist, Item(1), at: time(1050))
        traces.completed(first.id, .shown, at: time(1100))
        #expect(traces.finished(at: time(4100)).count == 1)
        let second = try flip(2, key: 6000)
        traces.begin(second)
        traces.prepared(Item(1), isWarm: true, at: time(6000))
        traces.completed(second.id, .shown, at: time(6010))
        #expect(traces.finished(at: time(9010)).first?.playlist == 0)
    }

    @Test("What was left before its sound came has none: what its item does when it is watched again is of that flip")
    func left() throws {
        var traces = FlipTraces()
        func flips(_ number: Int, at key: Int, item: Item) {
            let flip = Flip(id: Flip.ID(value: number), from: nil, to: "c", keyTime: time(key), presses: 1)
            traces.begin(flip)
            traces.prepared(item, at: time(key))
            traces.note(.revealed, item, at: time(key + 5))
            traces.note(.firstFrameScanout, item, at: time(key + 10))
            traces.completed(flip.id, .shown, at: time(key + 10))
        }
        flips(1, at: 1000, item: Item(1))
        flips(2, at: 1100, item: Item(2))
        let left = try #require(traces.finished(at: time(1110)).first)
        #expect(left.firstFrameScanout == 10_000_000 && left.motion == nil && left.firstSound == nil)
        flips(3, at: 2000, item: Item(1))
        traces.note(.motion, Item(1), at: time(2020))
        traces.note(.firstSound, Item(1), at: time(2030))
        let records = traces.finished(at: time(9000))
        #expect(records.map(\.motion) == [nil, 20_000_000], "the one in between was left, too")
    }

    @Test("A flip that was given up leaves no record; one behind a passcode says so")
    func ends() throws {
        var traces = FlipTraces()
        let given = try flip(2, key: 1000)
        traces.begin(given)
        traces.completed(given.id, .cancelled, at: time(1100))
        #expect(traces.finished(at: time(1100)).isEmpty)
        let locked = try flip(3, key: 2000)
        traces.begin(locked)
        traces.locked()
        traces.completed(locked.id, .shown, at: time(9000))
        #expect(traces.finished(at: time(12_000)).first?.wasLocked == true)
    }
}

@Suite("Tallies of a run")
struct TallyTests {
    private func flip(_ picture: Int64, warm: Bool = false, to channel: String = "a") -> FlipRecord {
        var record = FlipRecord(from: nil, to: channel, warm: warm, time: 0)
        record.prepared = 0
        record.playlist = picture - 10_000_000
        record.firstFrameScanout = picture
        record.motion = picture + 40_000_000
        record.outcome = .shown
        return record
    }

    @Test("Flips are counted by outcome, by what they took, and by whom to blame")
    func flips() {
        var tally = FlipTally()
        tally.add(flip(100_000_000))
        tally.add(flip(600_000_000))
        tally.add(flip(20_000_000, warm: true))
        var failed = FlipRecord(from: nil, to: "a", warm: false, time: 0)
        failed.outcome = .failed
        tally.add(failed)
        #expect(tally.outcomes[.init(name: "shown", warm: false)] == 2)
        #expect(tally.outcomes[.init(name: "shown", warm: true)] == 1)
        #expect(tally.outcomes[.init(name: "failed", warm: false)] == 1)
        #expect(tally.slow == [.init(name: "playlist", warm: false): 1])
        #expect(tally.moments[.init(name: "motion", warm: false)]?.count == 2)
        #expect(tally.steps[.init(name: "scanout", warm: true)]?.seconds == 0.01)
        #expect(tally.moments[.init(name: "sound", warm: false)] == nil)
    }

    @Test("What earlier runs knew of a channel says what is slow there, and is not counted")
    func recalled() {
        var tally = FlipTally()
        for _ in 0..<5 { tally.recall(flip(60_000_000)) }
        #expect(tally.outcomes.isEmpty)
        #expect(tally.isSlow(flip(170_000_000)))
        #expect(!tally.isSlow(flip(150_000_000)))
        #expect(!tally.isSlow(flip(170_000_000, to: "b")))
    }

    @Test("Frames and stalls of all items add up, one that comes back counts on")
    func frames() {
        var tally = PlaybackTally()
        tally.update(Playback.ItemID(1), .init(shown: 100, dropped: 2, stalls: 1))
        tally.update(Playback.ItemID(1), .init(shown: 150, dropped: 2, stalls: 1))
        tally.update(Playback.ItemID(2), .init(shown: 30, dropped: 1, stalls: 0))
        tally.update(Playback.ItemID(1), .init(shown: 170, dropped: 3, stalls: 1))
        #expect(tally.total == .init(shown: 200, dropped: 4, stalls: 1))
        for number in 3..<40 { tally.update(Playback.ItemID(UInt64(number)), .init(shown: 1, dropped: 0, stalls: 0)) }
        #expect(tally.total.shown == 237)
    }
}
