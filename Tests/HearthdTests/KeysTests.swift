import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite("Keys and commands of a running box")
    struct KeysTests {
        @Test(
            "The configuration's plan is the box's; keys are told as they are pressed; commands come by the same door")
        func plan() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                [
                    TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8")),
                    TestChannel(name: "Two", url: origin.url("/ch/2/master.m3u8")),
                ],
                configuration:
                    "[keys]\nplan = \"tv-box\"\n[keys.video]\nKEY_RED = \"volume 33\"\nhold_KEY_RED = \"volume 44\"\n")
            try await box.plays(1)

            let told = box.directory.file("keys")
            let follower = try RunningProgram(
                "hearthctl", ["keys", "test", "--socket", box.directory.file("socket").path], output: told,
                errors: box.directory.file("keys.errors"))
            let heard = { (try? String(contentsOf: told, encoding: .utf8)) ?? "" }
            // The client receives events from when it is connected: the question is repeated until
            // one comes.
            try #require(
                await holds {
                    try await box.press("BLUE")
                    return heard().contains("KEY_BLUE has no meaning")
                })
            // By this plan Up flips.
            try await box.press("UP")
            try await box.plays(2)
            #expect(heard().contains("KEY_UP, is up, in video: channel_up"))

            try await box.press("RED")
            #expect(try await box.status().sound.volume == 33)
            #expect(try await box.control("press", "KEY_RED", "--hold", "700").status == 0)
            #expect(try await box.status().sound.volume == 44)
            try #require(await holds { heard().contains("KEY_RED, held, in video: volume 44") }, "\(heard())")
            follower.kill()

            #expect(try await box.control("command", "tune", "One").status == 0)
            try await box.plays(1)
            let refused = try await box.control("command", "retry")
            #expect(refused.status == 4 && refused.errors.contains("no channel has failed"))
            #expect(try await box.control("command", "dance").status == 2)
            let list = try Wire.decode(CommandList.self, from: try await box.control("commands", "--json").output)
            #expect(list.commands.first { $0.command == "pause" }?.enabled == true)
            #expect(list.commands.first { $0.command == "retry" }?.reason == "no channel has failed")
            #expect(try await box.control("remotes", "--json").text.hasPrefix("{\"remotes\":["))
            // A headless box has no receiver: it says so at once.
            let lesson = try await box.control("remote", "learn", "--json")
            #expect(lesson.status == 5 && lesson.errors.contains("there is no infrared receiver"))
            #expect(try await box.control("remote", "skip").status == 4)
        }
    }
}
