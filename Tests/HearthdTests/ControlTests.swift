import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite("What a running box answers")
    struct ControlTests {
        @Test("Volume and mute are heard, softly; favourites by Up; events, log and picture come")
        func everything() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox([
                TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8")),
                TestChannel(name: "Three", url: origin.url("/ch/3/master.m3u8")),
            ])
            try await box.plays(1)
            let file = box.directory.file("sound.wav")
            try #require(await holds { try RecordedSound(file).hasTone(500) })

            try await box.control("mute", "on")
            let muted = try RecordedSound(file).seconds + 0.3
            try #require(await holds { try RecordedSound(file).seconds > muted + 1.3 })
            #expect(try RecordedSound(file).peak(from: muted) == 0)
            try await box.control("mute", "off")
            try #require(await holds { try RecordedSound(file).hasTone(500, from: muted) })
            // A cut in the middle of a beep would be a step as large as the sound itself.
            let sound = try RecordedSound(file)
            #expect(sound.steepest(from: 0) < sound.peak(from: 0) / 4)

            // Up opens the favourites, OK adds the channel that plays, Back closes them.
            try await box.press("UP", "OK")
            let list = try Wire.decode(ChannelList.self, from: try await box.control("channels", "--json").output)
            #expect(list.channels.map(\.favourite) == [true, false])
            try await box.press("BACK")

            let events = try RunningProgram(
                "hearthctl", ["events", "--json", "--socket", box.directory.file("socket").path],
                output: box.directory.file("events"), errors: box.directory.file("events.errors"))
            let heard = {
                (try? String(contentsOf: box.directory.file("events"), encoding: .utf8)) ?? ""
            }
            // The client receives events from when it is connected: the question is repeated until
            // one comes.
            try #require(
                await holds {
                    try await box.control("volume", "\(Int.random(in: 20...80))")
                    return heard().contains("volume")
                })
            try await box.control("tune", "Three")
            try await box.plays(2)
            try #require(await holds { heard().contains("first_frame_scanout") }, "\(heard())")
            events.kill()

            #expect(try await box.control("log").text.contains("tuning"))
            let shot = box.directory.file("shot.png")
            #expect(try await box.control("shot", shot.path).status == 0)
            #expect(try Data(contentsOf: shot).starts(with: [0x89, 0x50, 0x4e, 0x47]))
            let wrong = try await box.control("tune", "99")
            #expect(wrong.status != 0 && wrong.errors.contains("hearthctl channels"))
        }
    }
}
