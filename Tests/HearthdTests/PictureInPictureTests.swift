import ControlProtocol
import Foundation
import MediaCore
import OriginPattern
import TestSupport
import Testing

extension ProgramTests {
    @Suite("Picture in picture, in the whole program")
    struct PictureInPictureTests {
        /// Which channel is in a part of the screen, seen in a shot of it.
        private func seen(_ box: TestBox, in part: PixelRectangle) async throws -> UInt8? {
            let file = box.directory.file("shot.png")
            guard try await box.control("shot", file.path).status == 0, let shot = ShotPicture(png: file.path) else {
                return nil
            }
            return BitPattern.read(luma: shot.luma, width: shot.width, height: shot.height, picture: part)?.channel
        }

        /// Whether a tone alone is heard from now on.
        private func isHeard(_ hertz: Int, _ box: TestBox) async throws -> Bool {
            let begun = try RecordedSound(box.directory.file("sound.wav")).seconds
            return try await holds {
                try RecordedSound(box.directory.file("sound.wav")).hasTone(hertz, from: begun)
            }
        }

        @Test("A second channel is seen beside the first, changes places with it in picture and sound, and goes")
        func whole() async throws {
            let origin = try await TestOrigin()
            let channels = (1...3).map {
                TestChannel(name: "Channel \($0)", url: origin.url("/ch/\($0)/master.m3u8"))
            }
            let box = try await TestBox(channels, configuration: "[warming]\nneighbours = 0\n")
            try await box.plays(1)
            // Nothing was watched before.
            #expect(try await box.control("command", "pip").errors.contains("no other channel"))
            #expect(try await box.control("command", "pip_swap").errors.contains("picture in picture"))
            #expect(try await box.control("command", "pip_channel", "1").errors.contains("watched"))
            #expect(try await box.control("command", "pip_channel", "9").status != 0)

            #expect(try await box.control("command", "pip_channel", "2").status == 0)
            // Out of the way of the band at the top, by which channels are told apart.
            #expect(try await box.control("command", "pip_move").status == 0)
            try await box.reaches("shows the second") {
                $0.pip?.channel.number == 2 && $0.pip?.playing == true && $0.pip?.place == "bottom-right"
            }
            // 480 × 270 points in the corner of the safe area, less the edge, at 640 × 360.
            let corner = PixelRectangle(x: 450, y: 253, width: 157, height: 88)
            let whole = PixelRectangle(x: 0, y: 0, width: 640, height: 360)
            try #require(await holds { try await seen(box, in: corner) == 2 }, "\(box.log.suffix(2000))")
            #expect(try await holds { try await seen(box, in: whole) == 1 })
            #expect(try await isHeard(500, box))

            #expect(try await box.control("command", "pip_swap").status == 0)
            try await box.plays(2)
            try #require(await holds { try await seen(box, in: corner) == 1 })
            #expect(try await holds { try await seen(box, in: whole) == 2 })
            #expect(try await isHeard(600, box))
            #expect(try await box.control("command", "pip_sound").status == 0)
            #expect(try await box.status().pip?.heard == true)
            #expect(try await isHeard(500, box))

            // A flip elsewhere leaves it; the channel before is the one to change places with.
            try await box.control("tune", "3")
            try await box.plays(3)
            #expect(try await box.status().pip?.channel.number == 1)
            #expect(try await box.control("command", "pip_close").status == 0)
            #expect(try await box.status().pip == nil)
            #expect(try await isHeard(700, box))
            try #require(await holds { try await seen(box, in: corner) == nil })
        }
    }
}
