import ControlProtocol
import Foundation
import OriginPattern
import TestSupport
import Testing

extension ProgramTests {
    @Suite("Flips of a whole box")
    struct FlipTests {
        @Test("By CH+, digits and last: recorded pictures and sound are the channel's, and the old one stays beneath")
        func flip() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                (1...3).map { TestChannel(name: "Hearth \($0)", url: origin.url("/ch/\($0)/master.m3u8")) })
            try await box.plays(1)
            try await box.press("CHANNELUP")
            try await box.plays(2)
            try await box.press("3")
            try await box.plays(3)
            try await box.press("LAST")
            try await box.plays(2)
            try await box.press("CHANNELDOWN")
            try await box.plays(1)
            try #require(await holds { try await box.flips().count >= 5 })

            let flips = try await box.flips()
            let frames = box.frames
            #expect(frames.allSatisfy { $0.pixels.count == 64 * 36 && $0.hash.count == 8 && $0.time > 0 })
            #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time && $0.hash != $1.hash })
            for (number, flip) in zip([2, 3, 2, 1], flips.suffix(4)) {
                #expect(flip.to == "c\(number)")
                let shown = flip.timeNanoseconds + (try #require(flip.firstFrameScanout))
                let panel = flip.timeNanoseconds + (try #require(flip.interstitialScanout))
                #expect(try #require(flip.firstSound) > 0)
                let between = frames.filter { $0.time >= panel && $0.time < shown }
                // Not black, and nothing of the new channel before its time.
                #expect(between.allSatisfy { $0.brightest > 60 && $0.pattern?.channel != UInt8(number) })
                let first = try #require(frames.first { $0.time >= shown })
                #expect(first.pattern?.channel == UInt8(number))
            }
            let sound = try RecordedSound(box.directory.file("sound.wav"))
            for hertz in [500, 600, 700] { #expect(sound.hasTone(hertz), "no beep of \(hertz) Hz") }

            let keys = try JSONSerialization.jsonObject(with: try await box.control("flips", "--json").output)
            let first = try #require(((keys as? [String: Any])?["flips"] as? [[String: Any]])?.first)
            #expect(
                Set(first.keys).isSuperset(of: [
                    "from", "to", "warm", "locked", "outcome", "time_ns", "interstitial_scanout", "prepared",
                    "playlist",
                    "first_byte", "first_frame_decoded", "revealed", "first_frame_scanout", "motion", "first_sound",
                    "steps",
                ]))
        }

        @Test("Ten quick presses lead ten channels further; those passed over are never asked for")
        func coalesced() async throws {
            let origin = try await TestOrigin()
            let (first, passed) = (try SilentListener(), try SilentListener())
            let channels = (1...12).map { number in
                let url =
                    switch number {
                    case 1, 12: origin.url("/ch/1/master.m3u8")
                    case 2: "http://127.0.0.1:\(first.port)/live.m3u8"
                    case 10, 11: origin.url("/ch/3/master.m3u8")
                    default: "http://127.0.0.1:\(passed.port)/live.m3u8"
                    }
                return TestChannel(name: "Hearth \(number)", url: url)
            }
            // "Quick" is configured: here as much as a busy machine can do.
            let box = try await TestBox(channels, configuration: "settle_ms = 2000\n")
            try await box.plays(1)
            let press = "CHANNELUP"
            try await box.press(press, press, press, press, press, press, press, press, press, press)
            try await box.plays(11)
            #expect(first.connections() == 1)
            #expect(passed.connections() == 0)
            #expect(try #require(await eventually { box.frames.last?.pattern?.channel }) == 3)
            let flips = try await box.flips()
            #expect(flips.count { $0.from == "c1" } <= 1)
        }

        @Test("Back during a flip returns to the channel that plays, and it is heard again")
        func back() async throws {
            let origin = try await TestOrigin()
            let silent = try SilentListener()
            let box = try await TestBox([
                TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8")),
                TestChannel(name: "Silent", url: "http://127.0.0.1:\(silent.port)/live.m3u8"),
            ])
            try await box.plays(1)
            try await box.control("tune", "2")
            try await box.reaches("tunes") { $0.state == .tuning && $0.channel?.number == 2 }
            let dimmed = try #require(
                await eventually {
                    box.frames.last.flatMap { $0.pattern?.channel == 1 && $0.brightest < 160 ? $0 : nil }
                })
            #expect(dimmed.brightest > 60)
            try await box.press("BACK")
            try await box.plays(1)
            let sound = box.directory.file("sound.wav")
            let now = try RecordedSound(sound).seconds
            try #require(await holds { try RecordedSound(sound).hasTone(500, from: now) })
        }

        @Test("Standby shows and plays nothing; waking returns to the channel")
        func standby() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                (1...2).map { TestChannel(name: "Hearth \($0)", url: origin.url("/ch/\($0)/master.m3u8")) })
            try await box.plays(1)
            try await box.press("CHANNELUP")
            try await box.plays(2)
            try await box.press("POWER")
            try await box.reaches("sleeps") { $0.state == .idle }
            try #require(await holds { (box.frames.last?.pixels.max() ?? 255) < 8 })
            try await box.press("POWER")
            try await box.plays(2)
        }
    }
}
