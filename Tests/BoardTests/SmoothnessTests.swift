import ControlProtocol
import Foundation
import MediaCore
import OriginPattern
import Rig
import Testing

/// Number, pictures a second, size, and the vblanks that a picture may last. Full HD takes minutes of a
/// busy host: only when HEARTH_BOARD_LONG is set.
private let smoothChannels: [(Int, Int, PixelSize, Set<Int>)] =
    [(1, 25, PixelSize(width: 1280, height: 720), [2, 3])]
    + (ProcessInfo.processInfo.environment["HEARTH_BOARD_LONG"] == nil
        ? [] : [(7, 30, PixelSize(width: 1920, height: 1080), [2])])

extension BoardTests {
    @Test(
        "Every picture of the channel is on the screen once, for as many vblanks as it should",
        arguments: smoothChannels)
    func smooth(channel: Int, rate: Int, size: PixelSize, holds: Set<Int>) async throws {
        let box = try await BoxUnderTest(BoxUnderTest.Settings(mode: "\(size.width)x\(size.height)"))
        try await box.untilSeen(1)
        if channel != 1 {
            box.remote.tap(RemoteKey.digit(channel))
            try await box.untilSeen(channel)
        }
        // What was laid over the picture has gone, and the clock has settled.
        try await pause(.seconds(5))
        let log = try ScanOutLog()
        try await pause(.milliseconds(500))
        let missed = try box.status().display?.missedVBlanks
        let processor = box.daemon.processorSeconds
        let first = try box.shot()
        try await pause(.seconds(20))
        let last = try box.shot("smooth-\(rate)")
        let used = box.daemon.processorSeconds - processor
        try await pause(.milliseconds(500))
        let vblanks = log.finish()

        // Runs of one picture, from the first shot's to the last's.
        let runs = vblanks.reduce(into: [(checksum: UInt32, count: Int)]()) { runs, vblank in
            if runs.last?.checksum == vblank.checksum {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((vblank.checksum, 1))
            }
        }
        let from = try #require(runs.firstIndex { $0.checksum == BoardCRC.expected(of: first) })
        let to = try #require(runs.lastIndex { $0.checksum == BoardCRC.expected(of: last) })
        let loop = 32 * rate
        let frames = [first, last].map { Int($0.pattern?.frame ?? 0) }
        let expected = (frames[1] - frames[0] + loop) % loop
        let shown = runs[from...to]
        let counts = Dictionary(grouping: shown.dropFirst().dropLast(), by: \.count).mapValues(\.count)
        print(
            "\(size) \(rate) fps: \(expected) pictures, \(shown.count - 1) on the screen; vblanks each: "
                + counts.sorted { $0.key < $1.key }.map { "\($0.value)×\($0.key)" }.joined(separator: " ")
                + "; processor \(used) s in 20 s, \(box.daemon.residentKibibytes) KiB")
        let status = try box.status()
        if Board.isSimulated {
            #expect(shown.count - 1 == expected)
            #expect(Set(shown.map(\.checksum)).count == shown.count)
            #expect(Set(counts.keys).isSubset(of: holds), "\(counts)")
            #expect(status.playback?.framesDropped == 0)
            #expect(status.display?.missedVBlanks == missed)
        } else {
            #expect(shown.count - 1 >= expected * 9 / 10)
        }
        box.stop()
    }
}
