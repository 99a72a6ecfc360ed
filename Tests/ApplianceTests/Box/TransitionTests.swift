import Channels
import Commands
import Headless
import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("What is on the screen during a flip, vblank by vblank", .timeLimit(.minutes(10)))
struct TransitionTests {
    static let channels = [
        PaintedChannel(size: PaintedChannel.hd, framesPerSecond: 50, luma: 200),
        PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: 120),
        PaintedChannel(size: PaintedChannel.hd, framesPerSecond: 60, luma: 235),
        // A picture narrower than the screen.
        PaintedChannel(size: PixelSize(width: 720, height: 540), framesPerSecond: 25, luma: 90),
    ]

    @Test("Never black, and from the dimmed old picture to the new one light goes one way")
    func flips() async throws {
        let rig = try await PlayingRig(Self.channels)
        await rig.ticks(.seconds(4))
        for target in [2, 3, 4, 1, 3, 2, 4, 2, 1] {
            let before = try await rig.light()
            var seen: [(whole: Double, free: Double)] = []
            rig.press("\(target)")
            try await rig.watch(target) { seen.append(try await rig.light()) }
            // Long enough for the interstitial to go as well.
            for _ in 0..<30 {
                await rig.tick()
                seen.append(try await rig.light())
            }
            await rig.ticks(.seconds(4))
            let after = try await rig.light()
            let floor = min(before.whole, after.whole) * 0.25
            #expect(seen.allSatisfy { $0.whole > floor }, "to \(target): \(seen.map(\.whole))")
            try check(seen.map(\.free), from: before.free, to: after.free, "to \(target)")
        }
    }

    /// Checks a flip's brightness: first it is dimmed, at most to 45 %; then it goes to the new
    /// picture's.
    private func check(_ seen: [Double], from old: Double, to new: Double, _ what: String) throws {
        let values = [old] + seen
        let lowest = old * 0.45 - 1.5
        // The dimming: the brightness falls until something of the new picture shows.
        var index = 0
        while index + 1 < values.count, values[index + 1] <= values[index] + 0.5, values[index + 1] >= lowest {
            index += 1
        }
        let start = values[index...]
        let isUp = new > (start.first ?? 0)
        let steps = zip(start, start.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { isUp ? $0 >= -1.5 : $0 <= 1.5 }, "\(what): \(values)")
        #expect(abs((start.last ?? 0) - new) < 1.5, "\(what): \(values)")
    }

    @Test("Under the passcode prompt of a restricted channel nothing of it shows; the fade comes after the code")
    func gate() async throws {
        var channels = [
            PaintedChannel(size: PaintedChannel.hd, framesPerSecond: 50, luma: 60),
            PaintedChannel(size: PaintedChannel.hd, framesPerSecond: 50, luma: 235),
        ]
        channels[1].attributes = "tvg-rating=\"18\""
        let rig = try await PlayingRig(channels, passcode: "1234")
        await rig.ticks(.seconds(4))
        let before = try await rig.corner()
        rig.press("CHANNELUP")
        var seen: [Double] = []
        try await rig.ticks({ seen.append(try await rig.corner()) }, until: { $0.focus == .passcode })
        // Long enough for the channel to be prepared behind the prompt.
        for _ in 0..<120 {
            await rig.tick()
            seen.append(try await rig.corner())
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(seen.allSatisfy { $0 <= before + 0.5 }, "\(seen)")
        for digit in ["1", "2", "3", "4"] { rig.press(digit) }
        try await rig.watch(2)
        await rig.ticks(.seconds(4))
        #expect(try await rig.corner() > 200)

        // The TV goes off: covered at the next vblank, in every picture of the screen that can be had, until the code.
        await rig.box.steer(.lock)
        // What the screen was given for this vblank can't be taken back.
        await rig.tick()
        await rig.tick()
        seen = [try await rig.corner()]
        #expect(rig.box.player.status == nil)
        try await rig.ticks({ seen.append(try await rig.corner()) }, until: { $0.focus == .passcode })
        for _ in 0..<120 {
            await rig.tick()
            seen.append(try await rig.corner())
        }
        #expect(seen.allSatisfy { $0 < 100 }, "\(seen)")
        #expect(await rig.box.focus == .passcode)
        for digit in ["1", "2", "3", "4"] { rig.press(digit) }
        try await rig.watch(2)
        await rig.ticks(.seconds(4))
        #expect(try await rig.corner() > 200)
    }
}

extension PlayingRig {
    /// The mean grey level of a corner that neither panels nor the prompt cover.
    func corner() async throws -> Double {
        let image = try await display.capture()
        var sum = 0
        for y in 0..<8 { for x in 0..<16 { sum += Int(image[x, y] >> 8 & 255) } }
        return Double(sum) / 128
    }
}
