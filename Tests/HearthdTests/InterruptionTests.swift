import ControlProtocol
import Foundation
import OriginPattern
import TestSupport
import Testing

extension ProgramTests {
    /// What comes over what plays, and gives it back.
    @Suite("Interruptions, in the whole program")
    struct InterruptionTests {
        /// A second of a tone as a WAV file: 16 bits, one channel.
        private static func tone(_ hertz: Double, seconds: Double = 1) -> Data {
            let samples = (0..<Int(seconds * 48_000)).map { Int16(12_000 * sin(2 * .pi * hertz * Double($0) / 48_000)) }
            var data = Data("RIFF".utf8)
            func add<Number: FixedWidthInteger>(_ number: Number) {
                withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
            }
            add(UInt32(36 + samples.count * 2))
            data.append(Data("WAVEfmt ".utf8))
            add(UInt32(16))
            for number in [UInt16(1), 1] { add(number) }
            for number in [UInt32(48_000), 96_000] { add(number) }
            for number in [UInt16(2), 16] { add(number) }
            data.append(Data("data".utf8))
            add(UInt32(samples.count * 2))
            for sample in samples { add(sample) }
            return data
        }

        @Test("An announcement is heard over the channel, which is quieter meanwhile and then as before")
        func announcement() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox([TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8"))])
            try await box.plays(1)
            let sound = box.directory.file("sound.wav")
            try #require(await holds { try RecordedSound(sound).hasTone(500) })
            let file = box.directory.file("bell.wav")
            // A tone that no channel has.
            try Self.tone(1700, seconds: 2).write(to: file)
            let begun = try RecordedSound(sound).seconds
            #expect(try await box.control("announce", file.path, "--quieter", "20").status == 0)
            let second = try await box.control("announce", file.path)
            #expect(second.status != 0 && second.errors.contains("another announcement plays"))
            try #require(await holds { try RecordedSound(sound).level(1700, from: begun) > 3000 }, "never heard")
            try #require(await holds { try RecordedSound(sound).seconds > begun + 4.5 })
            let recorded = try RecordedSound(sound)
            // The channel's tone is there in beeps: its loudest, meanwhile and after.
            let heard = try #require(recorded.moments(1700, from: begun, least: 3000))
            let meanwhile = recorded.level(500, from: heard.lowerBound + 0.3, to: heard.upperBound - 0.1)
            let after = recorded.level(500, from: heard.upperBound + 0.6, to: heard.upperBound + 2)
            #expect(abs(heard.upperBound - heard.lowerBound - 2) < 0.15, "\(heard)")
            // 20 dB are a tenth.
            #expect(after > 2000 && abs(meanwhile / after - 0.1) < 0.03, "\(meanwhile) \(after)")
            #expect(try await box.control("announce", "--stop").errors.contains("nothing is announced"))
            #expect(try await box.control("announce", box.directory.file("hearth.toml").path).errors.contains("no WAV"))
        }

        @Test(
            "A call pauses what plays and gives it back; whoever took the remote meanwhile decides; a lost route comes back"
        )
        func call() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                (1...2).map { TestChannel(name: "\($0)", url: origin.url("/ch/\($0)/master.m3u8")) })
            try await box.plays(1)
            #expect(try await box.control("interrupt", "end").errors.contains("nothing interrupts"))
            #expect(try await box.control("interrupt", "begin", "Call from Anna").status == 0)
            try await box.reaches("pauses") { $0.state == .paused }
            #expect(try await box.control("interrupt", "end").status == 0)
            try await box.plays(1)
            #expect(try await box.control("simulate", "interruption", "begin").status == 0)
            try await box.reaches("pauses again") { $0.state == .paused }
            // The viewer goes on by himself, and then pauses.
            #expect(try await box.control("command", "resume").status == 0)
            #expect(try await box.control("command", "pause").status == 0)
            #expect(try await box.control("simulate", "interruption", "end").status == 0)
            try await box.reaches("stays paused") { $0.state == .paused }
            try await box.control("tune", "2")
            try await box.plays(2)
            // It ends by itself.
            #expect(try await box.control("interrupt", "begin", "--for", "1").status == 0)
            try await box.reaches("goes on by itself") { $0.state == .playing }
            #expect(try await box.control("simulate", "route", "lost").status == 0)
            #expect(try await box.status().warnings.contains { $0.contains("no sound") })
            #expect(try await box.control("simulate", "route", "back").status == 0)
            #expect(try await box.status().warnings.isEmpty)
            #expect(try await box.control("simulate", "reset").status == 0)
            try await box.plays(2)
            #expect(try await box.control("interrupt", "begin", "--for", "99999").status != 0)
            #expect(try await box.control("simulate", "route", "sideways").status != 0)
        }

        @Test("The player is built anew where it is: the pictures go on, the place and the channel stay")
        func reset() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                [TestChannel(name: "One", url: origin.url("/vod/1/master.m3u8?minutes=2"))],
                configuration: "[warming]\nneighbours = 0\n")
            try await box.plays(1)
            func pattern() -> [RecordedFrame] { box.frames.filter { $0.pattern != nil } }
            try #require(await holds { Set(pattern().compactMap { $0.pattern?.frame }).count > 75 })
            let start = try #require(pattern().last)
            #expect(try await box.control("reset", "player").status == 0)
            try #require(await holds { box.log.contains("the player is built anew") })
            let count = pattern().count
            try #require(await holds { Set(pattern().dropFirst(count).compactMap { $0.pattern?.frame }).count > 75 })
            let after = pattern().filter { $0.time > start.time }
            // No picture stands for a second, and the place goes on: the content is a loop of 8 s of 25 pictures.
            var (last, longest, worst) = (start, Int64(0), 0.0)
            for frame in after {
                guard let from = last.pattern?.frame, let to = frame.pattern?.frame, from != to else { continue }
                longest = max(longest, frame.time - last.time)
                last = frame
                guard let first = start.pattern?.frame else { continue }
                let moved = (Double(to) - Double(first)) / 25
                let off = (moved - Double(frame.time - start.time) / 1e9).remainder(dividingBy: 8)
                worst = max(worst, abs(off))
            }
            #expect(longest < 1_000_000_000, "a picture stood for \(longest / 1_000_000) ms")
            #expect(worst < 1, "the place is \(worst) s off")
            let status = try await box.status()
            #expect(status.state == .playing && status.channel?.number == 1)
        }
    }
}
