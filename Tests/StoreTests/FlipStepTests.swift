import Foundation
import Store
import Testing

@Suite("Steps of a flip")
struct FlipStepTests {
    private static let ms: Int64 = 1_000_000

    /// A record with phases in ms since the key.
    private func record(
        warm: Bool = false, _ prepared: Int64?, _ playlist: Int64?, _ byte: Int64?, _ decoded: Int64?,
        _ revealed: Int64?,
        _ picture: Int64?, _ motion: Int64?, sound: Int64? = nil, outcome: FlipRecord.Outcome? = .shown
    ) -> FlipRecord {
        var record = FlipRecord(from: "a", to: "b", warm: warm, time: 5)
        record.prepared = prepared.map { $0 * Self.ms }
        record.playlist = playlist.map { $0 * Self.ms }
        record.firstByte = byte.map { $0 * Self.ms }
        record.firstFrameDecoded = decoded.map { $0 * Self.ms }
        record.revealed = revealed.map { $0 * Self.ms }
        record.firstFrameScanout = picture.map { $0 * Self.ms }
        record.motion = motion.map { $0 * Self.ms }
        record.firstSound = sound.map { $0 * Self.ms }
        record.outcome = outcome
        return record
    }

    private func lengths(_ record: FlipRecord) -> [FlipStep: Int64] {
        Dictionary(record.spans.map { ($0.step, $0.length / Self.ms) }) { $1 }
    }

    @Test("Each step is as long as it took by itself")
    func cold() {
        let flip = record(1, 61, 101, 141, 143, 160, 200, sound: 190)
        #expect(
            lengths(flip) == [
                .settle: 1, .playlist: 60, .media: 40, .decode: 40, .reveal: 2, .scanout: 17, .motion: 40, .sound: 30,
            ])
        #expect(flip.spans.first { $0.step == .media }?.start == 61 * Self.ms)
        #expect(flip.spans.first { $0.step == .sound }?.start == 160 * Self.ms)
        #expect(flip.end == 200 * Self.ms)
        #expect(flip.slowestStep == .playlist)
    }

    @Test("What was done before its turn took no time, and nothing counts twice")
    func overlapping() {
        // Media was requested before the playlist was there.
        let flip = record(0, 90, 50, 120, 120, 130, 170, sound: 100)
        #expect(
            lengths(flip) == [
                .settle: 0, .playlist: 90, .media: 0, .decode: 30, .reveal: 0, .scanout: 10, .motion: 40, .sound: 0,
            ])
        let chain = flip.spans.filter { $0.step != .sound }
        #expect(chain.map(\.length).reduce(0, +) == 170 * Self.ms)
    }

    @Test("A record of before there were so many phases has its steps all the same")
    func old() {
        let flip = record(nil, 61, 101, 141, nil, 160, nil, sound: 190, outcome: nil)
        #expect(lengths(flip) == [.playlist: 61, .media: 40, .decode: 40, .scanout: 19, .sound: 30])
        #expect(flip.end == 160 * Self.ms && !flip.isFailed)
        #expect(record(nil, 61, nil, nil, nil, nil, nil, outcome: nil).isFailed)
    }

    @Test("A flip that failed names the step it did not get through")
    func failed() {
        #expect(record(1, 61, nil, nil, nil, nil, nil, outcome: .failed).slowestStep == .media)
        #expect(record(1, nil, nil, nil, nil, nil, nil, outcome: .failed).slowestStep == .playlist)
        #expect(record(nil, 61, 80, nil, nil, nil, nil, outcome: nil).slowestStep == .decode)
        #expect(record(nil, nil, nil, nil, nil, nil, nil, outcome: .failed).slowestStep == .settle)
        #expect(!record(1, 900, nil, nil, nil, nil, nil, outcome: .failed).isSlow(usual: nil))
    }

    @Test("A picture's own pace and a sound in time are nobody's fault")
    func pace() {
        // The 40 ms to motion are one picture at 25 a second; the 17 ms to the screen are the
        // slowest step.
        #expect(record(warm: true, 0, 0, 0, 0, 0, 17, 57, sound: 90).slowestStep == .scanout)
        #expect(record(warm: true, 0, 0, 0, 0, 0, 17, 117, sound: 90).slowestStep == .motion)
        #expect(record(warm: true, 0, 0, 0, 0, 0, 17, 57, sound: 400).slowestStep == .sound)
    }

    @Test("A warm flip is slow beyond two vblanks, a picture that stands, or a late sound")
    func warm() {
        #expect(!record(warm: true, 0, 0, 0, 0, 0, 33, 83, sound: 130).isSlow(usual: nil))
        #expect(record(warm: true, 0, 0, 0, 0, 0, 34, 83, sound: 130).isSlow(usual: nil))
        #expect(record(warm: true, 0, 0, 0, 0, 0, 33, 100, sound: 130).isSlow(usual: nil))
        #expect(record(warm: true, 0, 0, 0, 0, 0, 33, 83, sound: 140).isSlow(usual: nil))
        var slower = record(warm: true, 0, 0, 0, 0, 0, 39, 79)
        #expect(slower.isSlow(usual: nil))
        // With a screen of 50 Hz.
        slower.vblank = 20_000_000
        #expect(!slower.isSlow(usual: nil))
        #expect(slower.isSlow(usual: 1) == false)
    }

    @Test("A cold flip is slow beyond half a second, or twice what is usual there")
    func coldSlow() {
        #expect(!record(1, 61, 101, 141, 143, 160, 500).isSlow(usual: nil))
        #expect(record(1, 61, 101, 141, 143, 160, 501).isSlow(usual: nil))
        #expect(record(1, 61, 101, 141, 143, 160, 201).isSlow(usual: 100 * Self.ms))
        #expect(!record(1, 61, 101, 141, 143, 160, 200).isSlow(usual: 100 * Self.ms))
        #expect(record(1, 61, 101, 141, 143, 160, 501).isSlow(usual: .max))
        var locked = record(1, 61, 101, 141, 9_000, 9_010, 9_050)
        locked.wasLocked = true
        #expect(!locked.isSlow(usual: nil))
    }

    @Test("What an earlier version wrote is read")
    func earlier() throws {
        let json = #"{"from":"a","to":"b","warm":false,"time":7,"playlist":60,"firstFrameScanout":160}"#
        let flip = try JSONDecoder().decode(FlipRecord.self, from: Data(json.utf8))
        #expect(flip.time == 7 && flip.playlist == 60 && flip.firstFrameScanout == 160)
        #expect(flip.motion == nil && flip.outcome == nil && flip.vblank == nil && !flip.isFailed)
    }
}

@Suite("Flips summed up")
struct FlipSummaryTests {
    private func flip(_ to: String, warm: Bool, picture: Int64?, motion: Int64? = nil) -> FlipRecord {
        var record = FlipRecord(from: nil, to: to, warm: warm, time: 0)
        record.prepared = 0
        record.playlist = picture.map { $0 / 2 }
        record.firstFrameScanout = picture
        record.motion = motion ?? picture
        record.outcome = picture == nil ? .failed : .shown
        return record
    }

    @Test("All channels, then each; warm and cold apart")
    func rows() {
        let summary = FlipSummary([
            flip("b", warm: true, picture: 20), flip("a", warm: false, picture: 100),
            flip("b", warm: false, picture: 300),
            flip("b", warm: false, picture: nil),
        ])
        #expect(summary.rows.map(\.channel) == [nil, nil, "a", "b", "b"])
        #expect(summary.rows.map(\.warm) == [true, false, false, true, false])
        #expect(summary.rows.map(\.count) == [1, 3, 1, 1, 2])
        #expect(summary.rows.map(\.failed) == [0, 1, 0, 0, 1])
        #expect(summary.row(of: nil, warm: false)?.moments[.picture]?.p50 == 100)
        #expect(summary.row(of: "b", warm: false)?.moments[.picture]?.highest == 300)
        #expect(summary.row(of: "b", warm: false)?.moments[.sound] == nil)
        #expect(summary.row(of: "a", warm: true) == nil)
        #expect(FlipSummary([]).rows.isEmpty)
    }

    @Test("Percentiles by nearest rank, of the steps too")
    func percentiles() {
        let summary = FlipSummary((1...100).map { flip("a", warm: false, picture: Int64($0) * 2_000_000) })
        let row = summary.row(of: "a", warm: false)
        #expect(row?.moments[.motion]?.p50 == 100_000_000)
        #expect(row?.moments[.motion]?.p95 == 190_000_000)
        #expect(row?.moments[.motion]?.p99 == 198_000_000)
        #expect(row?.steps[.playlist]?.p50 == 50_000_000 && row?.steps[.scanout]?.p50 == 50_000_000)
        #expect(row?.steps[.settle]?.highest == 0 && row?.steps[.sound] == nil)
    }

    @Test("What is slow is so by what is usual on its channel")
    func slow() {
        let quick = (0..<5).map { _ in flip("a", warm: false, picture: 50_000_000) }
        let late = flip("a", warm: false, picture: 120_000_000)
        #expect(FlipSummary(quick + [late]).row(of: nil, warm: false)?.slow == 1)
        // Four flips are too few to call one slow.
        #expect(FlipSummary(quick.dropLast(2) + [late]).row(of: nil, warm: false)?.slow == 0)
        #expect(!FlipSummary(quick + [late]).isSlow(flip("b", warm: false, picture: 120_000_000)))
    }

    @Test("The time of a passcode is in no figure")
    func locked() {
        var locked = flip("a", warm: false, picture: 9_000_000_000)
        locked.wasLocked = true
        let row = FlipSummary([locked, flip("a", warm: false, picture: 10)]).row(of: nil, warm: false)
        #expect(row?.count == 2 && row?.slow == 0 && row?.moments[.picture]?.count == 1)
    }
}
