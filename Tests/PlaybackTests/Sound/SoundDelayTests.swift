import Devices
import MediaCore
import Testing

@testable import Playback

/// The origin's flash and beep, once a second, through presenter, mixer and sink, with another delay of the sound.
@Suite("Sound later or earlier than its picture")
struct SoundDelayTests {
    private static let framesPerSecond = 50.0
    private static let period = 480
    /// Sound that the card has taken before it is heard.
    private static let ahead = 0.02

    private struct Watched {
        /// When the picture of each full second was scanned out first, and when its beep began.
        var flashes: [Int: Double] = [:]
        var beeps: [Int: Double] = [:]
        /// All that was heard.
        var sound: [Float] = []
        var orders: [Presenter.Sound] = []

        /// Milliseconds by which the sound is late, second by second.
        func offsets(_ seconds: Range<Int>) -> [Double] {
            seconds.compactMap { second in
                guard let beep = beeps[second], let flash = flashes[second] else { return nil }
                return (beep - flash) * 1e3
            }
        }
    }

    /// - Parameter delay: at a time, in milliseconds
    private func watch(seconds: Double, delay: (Double) -> Int) throws -> Watched {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(voice.claim())
        ring.setOrigin(.zero)
        voice.present(ring)
        var presenter = Presenter()
        var watched = Watched()
        var heardBefore: HostTime?
        var next = 0
        var periods = 0
        var quietSince = -1.0
        func time(_ frame: Int) -> MediaTime { MediaTime(seconds: Double(frame) / Self.framesPerSecond) }
        func host(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }
        func render() {
            while ring.written - ring.consumed < 24_000 {
                let samples = (ring.written..<(ring.written + 4800)).flatMap { frame -> [Float] in
                    let (left, right) = SoundMaterial.beeps.samples(frame)
                    return [left, right]
                }
                samples.withUnsafeBufferPointer { _ = ring.write($0, frames: 4800) }
            }
            var buffer = [Float](repeating: 0, count: Self.period * 2)
            let start = Double(periods * Self.period) / 48_000 + Self.ahead
            buffer.withUnsafeMutableBufferPointer {
                mixer.render(into: $0, format: .standard, presentation: host(start))
            }
            for frame in 0..<Self.period {
                watched.sound.append(buffer[frame * 2])
                guard abs(buffer[frame * 2]) > 0.02 else { continue }
                let now = start + Double(frame) / 48_000
                if now - quietSince > 0.3, let heard = voice.heard {
                    let media = heard.media.seconds + (now - Double(heard.host.nanoseconds) / 1e9)
                    watched.beeps[Int(media.rounded())] = now
                }
                quietSince = now
            }
            periods += 1
        }
        for number in 1...Int(seconds * Self.framesPerSecond) {
            let now = Double(number) / Self.framesPerSecond
            while Double(periods * Self.period) / 48_000 < now - 0.01 { render() }
            var input = Presenter.Input(
                vblank: VBlank(time: host(now), interval: .milliseconds(20), sequence: UInt64(number)))
            (input.hasVideo, input.hasAudio) = (true, true)
            input.frames = (next..<(next + 30)).map(time)
            (input.videoAhead, input.audioAhead) = (.seconds(8), .seconds(8))
            (input.audioBuffered, input.audioHead) = (voice.buffered, voice.head ?? .zero)
            if let heard = voice.heard, heard.host != heardBefore {
                input.heard = heard
                heardBefore = heard.host
            }
            input.soundDelay = .milliseconds(delay(now))
            let output = presenter.handle(input)
            if let rate = output.rate { voice.setRate(rate) }
            if let order = output.sound { watched.orders.append(order) }
            if case .play(let media, let at) = output.sound { voice.play(media: media, at: at) }
            guard let index = output.show else { continue }
            for frame in next...(next + index) where frame % Int(Self.framesPerSecond) == 0 {
                watched.flashes[frame / Int(Self.framesPerSecond)] = now
            }
            next += index + 1
        }
        return watched
    }

    @Test("is so late from the start", arguments: [0, 80, 500, -80, -250])
    func fromTheStart(delay: Int) throws {
        let offsets = try watch(seconds: 10) { _ in delay }.offsets(2..<9)
        #expect(offsets.count == 7)
        #expect(offsets.allSatisfy { abs($0 - Double(delay)) < 15 }, "\(offsets)")
    }

    @Test("is so late within a vblank of the change, and the sound goes on sample for sample")
    func whilePlaying() throws {
        let changed = try watch(seconds: 20) { $0 < 5.5 ? 0 : $0 < 10.5 ? 100 : -100 }
        for (seconds, delay) in [(2..<5, 0.0), (6..<10, 100), (11..<19, -100)] {
            let offsets = changed.offsets(seconds)
            #expect(offsets.count >= seconds.count - 1)
            #expect(offsets.allSatisfy { abs($0 - delay) < 15 }, "\(delay): \(offsets)")
        }
        let untouched = try watch(seconds: 20) { _ in 0 }
        #expect(changed.sound == untouched.sound)
        #expect(changed.orders == untouched.orders && changed.orders.count == 1)
    }
}
