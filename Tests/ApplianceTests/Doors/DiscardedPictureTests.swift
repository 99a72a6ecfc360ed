import Channels
import Commands
import Headless
import Playback
import Testing

@testable import Appliance

@Suite("A picture whose item is gone", .timeLimit(.minutes(10)))
struct DiscardedPictureTests {
    @Test(
        "That of a restricted channel which fails before anybody heard that it is shown does not stay, a free one's does"
    )
    func failed() async throws {
        for isRestricted in [true, false] {
            let rig = try await PlayingRig(
                [
                    PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 50, luma: 60),
                    PaintedChannel(
                        size: PaintedChannel.ready, framesPerSecond: 50, luma: 220,
                        attributes: isRestricted ? "tvg-rating=\"18\"" : ""),
                ], passcode: "1234")
            await rig.box.perform(.tune(.number(2)), key: rig.clock.now)
            if isRestricted {
                try await rig.ticks { $0.focus == .passcode }
                for digit in ["1", "2", "3", "4"] { rig.press(digit) }
            }
            // It is there at the next vblanks, and the box can't hear of it: it is busy with this.
            let (display, clock) = (rig.display, rig.clock)
            await rig.box.until { box in
                let item = box.coming
                guard box.player.isReady(item.inPlayer), box.player.feeding.contains("to come") else { return false }
                for _ in 0..<3 {
                    clock.advance(by: BoxRig.vblank)
                    display.tick()
                }
                box.steer(.failed(item, ItemTrouble("gone"), playsOn: false))
                return true
            }
            await rig.tick()
            await rig.tick()
            let light = try await rig.corner()
            // Where it is gone its poster stands, on a ground of the channel's colour.
            #expect(isRestricted ? light < 25 : light > 60, "restricted: \(isRestricted), \(light)")
        }
    }
}

extension Box {
    /// The item that is on its way.
    fileprivate var coming: Channels.ItemID {
        player.hidden.keys.map(\.inChannels).first { !tuner.isHidden($0) } ?? Channels.ItemID(value: 0)
    }
}
