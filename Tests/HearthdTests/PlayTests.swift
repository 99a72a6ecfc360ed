import ControlProtocol
import Foundation
import OriginPattern
import TestSupport
import Testing

extension ProgramTests {
    @Suite("Addresses that are in no list")
    struct PlayTests {
        @Test("One after the other plays, by verb and by command, and what can't be played says so")
        func play() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox([TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8"))])
            try await box.plays(1)
            // The status shows an address by its host and file; the picture tells which it is.
            func plays(_ number: UInt8) async throws {
                try await box.reaches("plays \(number)") {
                    $0.state == .playing && $0.url == "http://127.0.0.1:\(origin.port)/…/master.m3u8"
                }
                try #require(await holds { box.frames.last?.pattern?.channel == number })
            }
            let two = origin.url("/ch/2/master.m3u8")
            let answer = try await box.control("play", two)
            #expect(answer.status == 0 && answer.text == "2  127.0.0.1:\(origin.port)\n")
            try await plays(2)

            // The same host, while the first plays; then the API's other door; then what fails, and after it.
            let three = origin.url("/ch/3/master.m3u8")
            #expect(try await box.control("play", three).status == 0)
            try await plays(3)
            #expect(try await box.control("command", "play", two).status == 0)
            try await plays(2)
            #expect(try await box.control("command", "play", two).text == "it was so already\n")
            try await box.control("play", origin.url("/ch/3/master.m3u8?status=404"))
            try await box.reaches("fails") { $0.state == .failed }
            try await box.control("play", three)
            try await plays(3)
            // Where one was before.
            try await box.control("tune", "last")
            try await plays(2)
            // An address of the list is its channel.
            #expect(try await box.control("play", origin.url("/ch/1/master.m3u8")).text == "1  One\n")
            try await box.plays(1)

            for wrong in ["/etc/passwd", "ftp://h/x", "http://", "https:///x"] {
                for verb in [["play", wrong], ["command", "play", wrong]] {
                    let answer = try await Program.run(
                        "hearthctl", ["--socket", box.directory.file("socket").path] + verb)
                    #expect(answer.status == 2 && answer.errors.contains("http"), "\(verb): \(answer)")
                }
            }
            #expect(try await box.status().channel?.number == 1)
        }

        @Test(
            "After a restart the box is on the channel of its list that was watched last, not on an address that no list has"
        )
        func restart() async throws {
            let origin = try await TestOrigin()
            let channels = [
                TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8")),
                TestChannel(name: "Two", url: origin.url("/ch/2/master.m3u8")),
            ]
            let box = try await TestBox(channels)
            try await box.control("tune", "2")
            try await box.plays(2)
            try await box.control("play", origin.url("/ch/3/master.m3u8"))
            try await box.plays(3)
            _ = try await box.terminate()
            try await TestBox(channels, directory: box.directory).plays(2)
        }
    }
}
