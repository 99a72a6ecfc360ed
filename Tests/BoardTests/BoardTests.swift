import Base
import ControlProtocol
import Foundation
import MediaCore
import OriginPattern
import Rig
import Testing

/// One at a time: there is one screen, one sound card, one processor.
@Suite(
    "The shipped daemon on the board", .serialized,
    .enabled(if: Board.isHere, "needs the board: scripts/board/smoke"))
struct BoardTests {
    /// Two vblanks of 60 Hz, and what the feedback's rounding adds.
    static let twoVBlanks: Int64 = 33_400_000
    /// In real time a key can find the one processor busy.
    private static let interstitialLimit = Board.isSimulated ? twoVBlanks : 3 * twoVBlanks

    @Test("It boots to the first channel's picture and beep, and what it says it shows is scanned out")
    func boot() async throws {
        let box = try await BoxUnderTest()
        let beeps = try await record {
            try await box.untilSeen(1)
            // Panels are translucent, and the kernel blends with more bits than a shot has: only when
            // they have gone are the two equal to the bit.
            try await pause(.seconds(8))
            let log = try ScanOutLog()
            try await pause(.milliseconds(500))
            let picture = try box.shot("boot")
            try await pause(.milliseconds(500))
            let scannedOut = Set(log.finish().map(\.checksum))
            #expect(scannedOut.count >= 12)
            #expect(scannedOut.contains(BoardCRC.expected(of: picture)))
        }
        #expect(beeps.count >= 3)
        #expect(beeps.dropFirst().dropLast().allSatisfy { abs($0.hertz - 500) <= 5 }, "\(beeps)")
        let status = try box.status()
        #expect(status.state == .playing)
        #expect(status.display?.connected == true)
        if Board.isSimulated { #expect(status.audio?.underruns == 0) }
        box.stop()
    }

    @Test("Channel up: the interstitial within two vblanks, then the next channel, never a black picture")
    func channelUp() async throws {
        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        try await pause(.seconds(1))
        let log = try ScanOutLog()
        let beeps = try await record {
            for channel in 2...3 {
                box.remote.tap(RemoteKey.channelUp)
                try await pause(.milliseconds(40))
                _ = try box.shot("channel-up-\(channel)")
                try await box.untilSeen(channel)
                try await pause(.seconds(3))
            }
        }
        let black = BoardCRC.expected(of: Image(size: PixelSize(width: 1280, height: 720)))
        let pictures = log.finish()
        #expect(pictures.count > 300)
        #expect(!pictures.contains { $0.checksum == black })
        #expect(beeps.contains { abs($0.hertz - 600) <= 5 } && beeps.contains { abs($0.hertz - 700) <= 5 }, "\(beeps)")
        let lastHertz = beeps.dropLast().last?.hertz ?? 0
        #expect(abs(lastHertz - 700) <= 5)
        let flips = try box.flips().suffix(2)
        #expect(flips.map(\.to) == ["hearth.2", "hearth.3"])
        for flip in flips {
            let interstitial = try #require(flip.interstitialScanout)
            #expect(interstitial <= Self.interstitialLimit)
            print("flip to \(flip.to): interstitial \(interstitial / 1000) us, picture \((flip.firstFrameScanout ?? -1) / 1000) us")
        }
        box.stop()
    }

    @Test("Digits tune, Last goes back, and of ten quick presses every one counts")
    func digits() async throws {
        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        box.remote.tap(RemoteKey.digit(5))
        try await box.untilSeen(5)
        box.remote.tap(RemoteKey.last)
        try await box.untilSeen(1)
        box.remote.tap(RemoteKey.digit(6))
        box.remote.tap(RemoteKey.ok)
        try await box.untilSeen(6)
        for _ in 0..<10 {
            box.remote.tap(RemoteKey.channelUp)
            try await pause(.milliseconds(60))
        }
        // Seven channels: 6 and ten further is 2.
        try await box.untilSeen(2)
        try await pause(.seconds(1))
        #expect(try box.status().channel?.number == 2)
        box.stop()
    }

    @Test("Volume and mute are heard")
    func volume() async throws {
        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        try await pause(.milliseconds(500))
        let before = try await record { try await pause(.milliseconds(2500)) }
        for _ in 0..<4 { box.remote.tap(RemoteKey.volumeDown) }
        try await pause(.milliseconds(500))
        let lower = try await record { try await pause(.milliseconds(2500)) }
        box.remote.tap(RemoteKey.mute)
        try await pause(.milliseconds(500))
        let muted = try await record { try await pause(.milliseconds(2500)) }
        box.remote.tap(RemoteKey.mute)
        try await pause(.milliseconds(500))
        let again = try await record { try await pause(.milliseconds(2500)) }
        let peaks = try [before, lower, again].map { try #require($0.first { $0.frames.count > 4_000 }).peak }
        print("peaks: \(peaks)")
        #expect(peaks[1] < peaks[0] * 0.95 && peaks[1] > 0.01)
        #expect(muted.isEmpty)
        #expect(abs(peaks[2] - peaks[1]) < 0.01)
        box.stop()
    }

    @Test("Up brings the favourites over the running picture, Back takes them away")
    func overlay() async throws {
        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        // The start's own hints have gone.
        try await pause(.seconds(8))
        let plain = try box.shot("overlay-before")
        box.remote.tap(RemoteKey.up)
        try await pause(.seconds(1))
        let first = try box.shot("overlay")
        try await pause(.seconds(1))
        let second = try box.shot()
        box.remote.tap(RemoteKey.back)
        try await pause(.seconds(1))
        let after = try box.shot("overlay-after")
        let frames = [plain, first, second, after].map { $0.pattern.map { Int($0.frame) } ?? -1 }
        #expect(!frames.contains(-1) && frames == frames.sorted() && Set(frames).count == 4, "\(frames)")
        // The panel is dark, the lower quarter of the picture under it is not.
        let brightness = [plain, first, second, after].map { $0.lowerQuarter.brightness }
        print("brightness behind the overlay: \(brightness)")
        #expect(brightness[1] < brightness[0] * 3 / 4 && brightness[2] < brightness[3] * 3 / 4)
        box.stop()
    }

    @Test("A rated channel asks for the passcode before a frame or a sample of it is out")
    func passcode() async throws {
        let box = try await BoxUnderTest(BoxUnderTest.Settings(passcode: "4711"))
        try await box.untilSeen(1)
        func type(_ code: String) {
            for digit in code { box.remote.tap(RemoteKey.digit(Int(String(digit)) ?? 0)) }
        }
        let locked = try await record {
            // Of seven channels no other begins with it: it is tuned at once.
            type("4")
            for index in 0..<8 {
                try await pause(.milliseconds(250))
                #expect(try box.shot(index == 5 ? "passcode" : nil, width: index == 5 ? nil : 320).pattern?.channel != 4)
            }
            #expect(try box.status().state == .locked)
            type("1111")
            try await pause(.seconds(2))
            #expect(try box.status().state == .locked)
            #expect(try box.shot("passcode-wrong").pattern?.channel != 4)
        }
        #expect(!locked.contains { abs($0.hertz - 800) <= 10 }, "\(locked)")
        type("4711")
        try await box.untilSeen(4)
        let open = try await record { try await pause(.milliseconds(2500)) }
        #expect(open.contains { abs($0.hertz - 800) <= 5 }, "\(open)")

        box.remote.tap(RemoteKey.channelDown)
        try await box.untilSeen(3)
        box.remote.tap(RemoteKey.channelUp)
        try await box.until("it asks again") { try box.status().state == .locked }
        box.remote.tap(RemoteKey.back)
        try await box.until("Back leads to the channel before") {
            let status = try box.status()
            return status.state == .playing && status.channel?.number == 3
        }
        try await box.untilSeen(3)
        box.stop()
    }

    @Test("A channel that fails says so, and the next flip works")
    func failure() async throws {
        let address = try Origin.shared.get().address
        let lineup = ["1/master.m3u8", "2/master.m3u8?status=404", "3/master.m3u8"].enumerated().map {
            "#EXTINF:-1 tvg-chno=\"\($0 + 1)\",Channel \($0 + 1)\n\(address)/ch/\($1)\n"
        }
        let box = try await BoxUnderTest(BoxUnderTest.Settings(lineup: "#EXTM3U\n" + lineup.joined()))
        try await box.untilSeen(1)
        box.remote.tap(RemoteKey.channelUp)
        try await box.until("it says what is wrong", timeout: .seconds(20)) { try box.status().state == .failed }
        let trouble = try #require(try box.status().trouble)
        #expect(trouble.cause.contains("404"), "\(trouble)")
        try await pause(.milliseconds(500))
        #expect(try box.shot("failure").brightness > 5)
        box.remote.tap(RemoteKey.channelUp)
        try await box.untilSeen(3, timeout: .seconds(5))
        box.stop()
    }
}

extension Image {
    fileprivate var lowerQuarter: Image {
        let rows = size.height / 4
        return Image(
            size: PixelSize(width: size.width, height: rows), pixels: Array(pixels.suffix(rows * size.width)))
    }
}
