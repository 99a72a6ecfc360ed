import ControlProtocol
import Foundation
import OriginPattern
import TestSupport
import Testing

extension ProgramTests {
    @Suite("Winding a running box")
    struct SeekTests {
        /// The seconds by which the later of two pictures is off from a seek by `seconds`; the content is a loop.
        private static func error(_ before: RecordedFrame, _ after: RecordedFrame, wound seconds: Double, loop: Double)
            throws -> Double
        {
            let (from, to) = (try #require(before.pattern), try #require(after.pattern))
            let content = (Double(to.frame) - Double(from.frame)) / 25
            return (content - Double(after.time - before.time) / 1e9 - seconds).remainder(dividingBy: loop)
        }

        @Test(
            "Left in the transport bar, the rewind key and the verb go where they say, by the pictures; live is live again"
        )
        func winding() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox([
                TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8?window=120")),
                TestChannel(name: "Two", url: origin.url("/ch/2/master.m3u8")),
            ])
            try await box.plays(1)
            let start = try await box.status().playback?.latencySeconds ?? 0
            let loop = 8.0

            func behind() async throws -> Double { (try await box.status().playback?.latencySeconds ?? 0) - start }
            func isAbout(_ seconds: Double) async throws -> Bool {
                try await holds { abs(try await behind() - seconds) < 2.5 }
            }
            // Each seek begins a session, which knows from its first playlist where the server has got to no better than
            // to a segment; and until its pictures move, the place is left further behind with every moment.
            func settle() async throws {
                let standing = box.frames.count
                let isMoving = await holds {
                    Set(box.frames.dropFirst(standing).compactMap { $0.pattern?.frame }).count > 125
                }
                try #require(isMoving, "the pictures stand")
            }
            func latency(after place: String, _ isThere: (Double) -> Bool) async throws -> Double {
                #expect(try await box.control("command", "seek", place).status == 0)
                _ = try await box.reaches("goes to \(place)") { isThere($0.playback?.latencySeconds ?? .nan) }
                try await settle()
                return try await box.status().playback?.latencySeconds ?? .nan
            }
            try #require(await holds { box.frames.contains { $0.pattern != nil } })
            let before = try #require(box.frames.last { $0.pattern != nil })
            try await box.press("OK", "LEFT", "LEFT")
            #expect(try await isAbout(20))
            // The distance is measured to 0.6 s after the last key, from the position at that time. The record of the
            // screen is written a little after the status is updated.
            var error = Double.nan
            let isThere = try await holds {
                let after = try #require(box.frames.last { $0.pattern != nil })
                error = try Self.error(before, after, wound: -20, loop: loop)
                return error > -1.5 && error < 0.1
            }
            #expect(isThere, "\(error) s")

            // Each press counts, and they add up before the seek is made.
            try await box.press("BACK", "REWIND", "REWIND", "REWIND", "FASTFORWARD")
            #expect(try await isAbout(40))
            // Back within the bar's rest time: the seek is made after all.
            try await box.press("BACK", "OK", "LEFT", "BACK", "BACK")
            try await Task.sleep(for: .seconds(1))
            #expect(try await isAbout(40))

            // The verb counts from where a new viewer would join, not from where this one did: two of its places are
            // compared with each other.
            try await settle()
            let far = try await latency(after: "-80") { [before = try await behind() + start] in $0 > before + 20 }
            let near = try await latency(after: "-60") { $0 < far - 10 }
            #expect(abs(far - near - 20) < 2.5, "\(far) s and \(near) s")
            let live = try await latency(after: "live") { $0 < near - 40 }
            #expect(abs(near - live - 60) < 8, "\(near) s and \(live) s, after \(start) s")
            #expect(try await box.control("command", "skip", "30").text.contains("so already"))

            // A channel of a few seconds refuses with a reason, and plays on.
            #expect(try await box.control("command", "seek", "-60").status == 0)
            try await box.press("CHANNELUP")
            try await box.plays(2)
            let refused = try await box.control("command", "skip", "-10")
            #expect(refused.status == 4 && refused.errors.contains("its server keeps no more than"))
            // A viewer who comes back joins at the usual place.
            try await box.press("CHANNELDOWN")
            try await box.plays(1)
            #expect(try await holds { abs(try await behind()) < 8 })
            // Play resumes a channel that was stopped.
            try await box.press("STOP")
            try #require(await holds { try await box.status().state == .idle })
            try await box.press("PLAY")
            try await box.plays(1)
        }
    }
}
