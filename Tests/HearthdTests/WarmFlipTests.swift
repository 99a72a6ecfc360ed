import ControlProtocol
import Foundation
import OriginPattern
import TestSupport
import Testing

extension ProgramTests {
    @Suite("Warm flips of a whole box")
    struct WarmFlipTests {
        private func sound(_ box: TestBox) throws -> RecordedSound {
            try RecordedSound(box.directory.file("sound.wav"))
        }

        /// Waits, by the box's own sound, while the neighbours become ready.
        private func wait(_ seconds: Double, _ box: TestBox) async throws {
            let before = try sound(box).seconds
            try #require(await holds { try sound(box).seconds > before + seconds })
        }

        @Test("A neighbour comes from what was kept warm, both ways, with its own picture and sound")
        func flip() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                (1...3).map { TestChannel(name: "Hearth \($0)", url: origin.url("/ch/\($0)/master.m3u8")) })
            try await box.plays(1)
            try await wait(4, box)
            for number in [2, 1, 2] {
                try await box.press(number == 2 ? "CHANNELUP" : "CHANNELDOWN")
                try await box.plays(number)
                try #require(await holds { box.frames.last?.pattern?.channel == UInt8(number) })
                try await wait(4, box)
            }
            let flips = try await box.flips().suffix(3)
            #expect(flips.map(\.to) == ["c2", "c1", "c2"])
            #expect(flips.map(\.warm) == [true, true, true])
            let heard = try sound(box)
            for hertz in [500, 600] { #expect(heard.hasTone(hertz), "no beep of \(hertz) Hz") }
            #expect(!heard.hasTone(700))
        }

        @Test(
            "Behind the gate a warm channel gives out not one frame and not one sample before the code; then it is there"
        )
        func gate() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                [
                    TestChannel(name: "Open", url: origin.url("/ch/1/master.m3u8")),
                    TestChannel(
                        name: "Restricted", url: origin.url("/ch/2/master.m3u8"), attributes: "tvg-rating=\"18\""),
                ], configuration: "[parental]\nage = 16\n")
            try await box.plays(1)
            #expect(try await box.control("passcode", "set", input: "2468\n").status == 0)
            try await wait(4, box)
            try await box.press("CHANNELUP")
            try await box.reaches("asks") { $0.state == .locked && $0.channel?.number == 2 }
            try await wait(2, box)
            #expect(box.frames.allSatisfy { $0.pattern?.channel != 2 })
            #expect(try !sound(box).hasTone(600))
            // When declined, the channel stays warm behind the gate as before.
            try await box.press("BACK")
            try await box.plays(1)
            try await wait(2, box)
            #expect(box.frames.allSatisfy { $0.pattern?.channel != 2 })
            #expect(try !sound(box).hasTone(600))
            try await box.press("CHANNELUP")
            try await box.reaches("asks") { $0.state == .locked }
            let shut = box.frames.count
            try await box.press("2", "4", "6", "8")
            try await box.plays(2)
            try #require(await holds { box.frames.last?.pattern?.channel == 2 })
            try #require(await holds { try sound(box).hasTone(600) })
            #expect(box.frames.prefix(shut).allSatisfy { $0.pattern?.channel != 2 })
            #expect(try await box.flips().last?.warm == true)
        }
    }
}
