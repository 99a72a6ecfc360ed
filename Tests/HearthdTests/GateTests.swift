import ControlProtocol
import Foundation
import OriginPattern
import TestSupport
import Testing

extension ProgramTests {
    @Suite("The parental gate of a whole box")
    struct GateTests {
        private func channels(_ origin: TestOrigin) -> [TestChannel] {
            [
                TestChannel(name: "Open", url: origin.url("/ch/1/master.m3u8")),
                TestChannel(name: "Restricted", url: origin.url("/ch/2/master.m3u8"), attributes: "tvg-rating=\"18\""),
            ]
        }

        /// As it comes: nothing is set but a passcode.
        private static let configuration = ""

        @Test("Not one frame or sample before the code; Back returns; wrong codes are throttled, past a restart too")
        func gate() async throws {
            let origin = try await TestOrigin()
            let directory = try TestDirectory()
            let box = try await TestBox(channels(origin), configuration: Self.configuration, directory: directory)
            try await box.plays(1)
            #expect(try await box.control("passcode", "set", input: "2468\n").status == 0)

            // Declined with Back.
            try await box.press("CHANNELUP")
            try await box.reaches("asks") { $0.state == .locked && $0.channel?.number == 2 }
            // The channel is prepared behind the prompt all the same: the wait is long enough for
            // that.
            let before = try RecordedSound(directory.file("sound.wav")).seconds
            try #require(
                await holds { try RecordedSound(directory.file("sound.wav")).seconds > before + 2 })
            try await box.press("BACK")
            try await box.plays(1)
            #expect(box.frames.allSatisfy { $0.pattern?.channel != 2 })
            #expect(try !RecordedSound(directory.file("sound.wav")).hasTone(600))

            // Unlocked by the code.
            try await box.press("CHANNELUP")
            try await box.reaches("asks") { $0.state == .locked }
            try await box.press("2", "4", "6", "8")
            try await box.plays(2)
            try #require(await holds { box.frames.last?.pattern?.channel == 2 })
            try #require(
                await holds { try RecordedSound(directory.file("sound.wav")).hasTone(600) })

            // Three wrong codes; then the right one is refused, too.
            try await box.press("CHANNELDOWN")
            try await box.plays(1)
            try await box.control("tune", "Restricted")
            try await box.reaches("asks") { $0.state == .locked }
            for _ in 0..<3 { try await wrongCode(box) }
            // They lead back, and the channel takes no code for a while.
            try await box.plays(1)
            try await box.control("tune", "Restricted")
            try await box.reaches("asks") { $0.state == .locked }
            try await box.press("2", "4", "6", "8")
            let still = try await box.reaches("is locked") { $0.state == .locked }
            #expect(still.channel?.number == 2)
            let answer = try await box.control("parental", "status")
            let said = String(decoding: answer.output, as: UTF8.self)
            #expect(answer.status == 0 && said.contains("rated 18"))
            #expect(said.contains("takes no code yet") && said.contains("1 other channels"))
            box.kill()

            let next = try await TestBox(channels(origin), configuration: Self.configuration, directory: directory)
            try await next.control("tune", "2")
            try await next.reaches("asks") { $0.state == .locked }
            try await next.press("2", "4", "6", "8")
            #expect(try await next.status().state == .locked)
            #expect(next.frames.allSatisfy { $0.pattern?.channel != 2 })
            #expect(!tellsCode(box.log, directory) && !tellsCode(next.log, directory))
        }

        /// Whether a log has the code in it: by itself, and not as a part of what else has numbers, a folder's name or a
        /// process.
        private func tellsCode(_ log: String, _ directory: TestDirectory) -> Bool {
            log.replacing(directory.url.path, with: "").replacing(/process [0-9]+/, with: "")
                .matches(of: /[0-9]+/).contains { $0.output == "2468" }
        }

        /// Types a wrong code; returns when the box has logged the refusal.
        private func wrongCode(_ box: TestBox) async throws {
            try await box.press("1", "1", "1")
            let before = box.log.count { $0 == "\n" }
            try await box.press("1")
            try #require(await holds { box.log.count { $0 == "\n" } > before }, "no word of a wrong code")
        }
    }
}
