import Base
import MediaCore
import TestSupport
import Testing

@testable import Playback

@Suite("An announcement over what plays")
struct AnnouncementTests {
    /// A mixer in which a channel of half strength plays, and its sound in pieces of 10 ms.
    private final class Hall {
        let mixer = AudioMixer()
        private var step = 0

        init() throws {
            let voice = try #require(mixer.takeVoice())
            let ring = try #require(voice.claim())
            ring.setOrigin(.zero)
            voice.present(ring)
            let samples = [Float](repeating: 0.5, count: 1000 * 48 * 2)
            samples.withUnsafeBufferPointer { _ = ring.write($0, frames: 1000 * 48) }
            voice.play(media: .zero, at: .zero)
            mixer.setGain(1)
            _ = listen(100)
        }

        /// The left channel of so many milliseconds.
        func listen(_ milliseconds: Int) -> [Float] {
            (0..<milliseconds / 10).flatMap { _ -> [Float] in
                var buffer = [Float](repeating: 9, count: 960)
                let time = HostTime(nanoseconds: Int64(step) * 10_000_000)
                buffer.withUnsafeMutableBufferPointer { mixer.render(into: $0, format: .standard, presentation: time) }
                step += 1
                return stride(from: 0, to: 960, by: 2).map { buffer[$0] }
            }
        }
    }

    @Test("All else is quieter meanwhile, without a click, and comes back")
    func ducks() throws {
        let hall = try Hall()
        #expect(hall.mixer.announcement.begin([Float](repeating: 0.25, count: 28_800), duck: 0.1))
        #expect(!hall.mixer.announcement.begin([0, 0], duck: 1))
        let heard = hall.listen(800)
        // 0.05 is left of 0.5 after 0.15 s, and 0.25 is said.
        #expect(abs(heard[48 * 200] - 0.3) < 0.001)
        #expect(abs((heard.last ?? 0) - 0.5) < 0.001)
        // It begins and ends where the file does; what it lies over moves evenly.
        let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }.sorted()
        #expect(steps.dropLast(2).allSatisfy { $0 < 0.0002 })
        #expect(!hall.mixer.announcement.isPlaying)
        hall.mixer.announcement.tidy()
        #expect(hall.mixer.announcement.begin([0, 0], duck: 1))
    }

    @Test("One that is stopped fades within 30 ms")
    func stops() throws {
        let hall = try Hall()
        #expect(hall.mixer.announcement.begin([Float](repeating: 0.25, count: 480_000), duck: 1))
        _ = hall.listen(100)
        hall.mixer.announcement.stop()
        let heard = hall.listen(100)
        #expect(abs((heard.last ?? 0) - 0.5) < 0.001)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 0.001 })
        #expect(!hall.mixer.announcement.isPlaying && hall.mixer.announcement.wasStopped)
        hall.mixer.announcement.tidy()
        #expect(hall.mixer.announcement.begin([0, 0], duck: 1))
    }

    @Test("Words take the place of those before, and all else is quieter once, however many follow each other")
    func words() throws {
        let hall = try Hall()
        hall.mixer.words.say([Float](repeating: 0.25, count: 480_000))
        #expect(abs(try #require(hall.listen(120).last) - (0.125 + 0.25)) < 0.001)
        hall.mixer.words.say([Float](repeating: 0.5, count: 28_800))
        let heard = hall.listen(200)
        // The words before fade out within 30 ms.
        #expect(heard.dropFirst(48 * 40).allSatisfy { abs($0 - (0.125 + 0.5)) < 0.001 })
        #expect(zip(heard, heard.dropFirst()).dropFirst().allSatisfy { abs($0 - $1) < 0.001 })
        #expect(abs(try #require(hall.listen(450).last) - 0.5) < 0.001)
        #expect(!hall.mixer.words.isPlaying)
    }

    @Test("Words are cut short by silence, and all else comes back")
    func hush() throws {
        let hall = try Hall()
        hall.mixer.words.say([Float](repeating: 0.25, count: 480_000))
        _ = hall.listen(100)
        hall.mixer.words.hush()
        #expect(abs(try #require(hall.listen(600).last) - 0.5) < 0.001)
        #expect(!hall.mixer.words.isPlaying)
    }

    // MARK: Files

    private func wave(
        kind: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 48_000, bits: UInt16 = 16, _ data: [UInt8],
        before: [UInt8] = []
    ) -> [UInt8] {
        func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        let format =
            little(kind) + little(channels) + little(rate) + little(UInt32(0)) + little(UInt16(0)) + little(bits)
        let chunks =
            before + Array("fmt ".utf8) + little(UInt32(16)) + format + Array("data".utf8) + little(UInt32(data.count))
            + data
        return Array("RIFF".utf8) + little(UInt32(chunks.count + 4)) + Array("WAVE".utf8) + chunks
    }

    @Test("PCM of every width and float are read; one channel is both; another rate is made ours")
    func kinds() throws {
        #expect(try WaveFile(wave([0x00, 0x40, 0x00, 0xc0])).samples == [0.5, 0.5, -0.5, -0.5])
        #expect(try WaveFile(wave(channels: 2, bits: 8, [192, 64])).samples == [0.5, -0.5])
        #expect(try WaveFile(wave(bits: 24, [0, 0, 0x40])).samples == [0.5, 0.5])
        #expect(try WaveFile(wave(bits: 32, [0, 0, 0, 0xc0])).samples == [-0.5, -0.5])
        #expect(try WaveFile(wave(kind: 3, bits: 32, [0, 0, 0, 0x3f])).samples == [0.5, 0.5])
        #expect(try WaveFile(wave(kind: 3, bits: 32, [0, 0, 0xc0, 0x7f])).samples == [0, 0])
        let slow = try WaveFile(wave(rate: 24_000, [0x00, 0x00, 0x00, 0x40])).samples
        #expect(slow == [0, 0, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5])
        let noted = try WaveFile(wave([0x00, 0x40], before: Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]))
        #expect(noted.samples == [0.5, 0.5])
    }

    @Test("What is none is said")
    func faults() {
        func fault(_ bytes: [UInt8]) -> String? {
            do throws(WaveFile.Fault) {
                _ = try WaveFile(bytes)
                return nil
            } catch { return error.description }
        }
        #expect(fault([])?.contains("no WAV") == true)
        #expect(fault(Array("ID3 an MP3 file".utf8))?.contains("no WAV") == true)
        #expect(fault(wave(kind: 85, [0, 0]))?.contains("PCM") == true)
        #expect(fault(wave(channels: 0, [0, 0]))?.contains("0 channels") == true)
        #expect(fault(wave(rate: 4_000_000_000, [0, 0]))?.contains("Hz") == true)
        #expect(fault(wave([]))?.contains("no sound") == true)
        #expect(fault(wave(rate: 8_000, [UInt8](repeating: 0, count: 8_000 * 2 * 61)))?.contains("longer") == true)
    }

    @Test("Any bytes: no trap", arguments: 1...30)
    func anyBytes(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        let sound = wave(channels: 2, [1, 2, 3, 4, 5, 6, 7, 8])
        for _ in 0..<400 {
            var bytes = sound
            for _ in 0..<Int(random.next() % 6) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count + 1))))
            if let read = try? WaveFile(bytes) { #expect(read.samples.count % 2 == 0) }
        }
    }
}
