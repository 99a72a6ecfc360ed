import Devices
import Foundation
import MediaCore
import Testing

@testable import Playback

/// The origin's flash and beep, once a second, through presenter, mixer and sink at another speed than 1.
@Suite("Picture and sound together at another speed")
struct PictureAndSoundTests {
    struct Case: Sendable, CustomStringConvertible {
        var framesPerSecond: Double
        /// The live edge is nearer or further than it should be: slower or faster.
        var isSlow: Bool

        var description: String { "\(framesPerSecond) a second, \(isSlow ? "slower" : "faster")" }
    }

    static let cases = [25.0, 30, 50, 60].flatMap {
        [Case(framesPerSecond: $0, isSlow: true), Case(framesPerSecond: $0, isSlow: false)]
    }

    private struct Watched {
        /// When the picture of each full second was scanned out first, and when its beep began.
        var flashes: [Int: Double] = [:]
        var beeps: [Int: Double] = [:]
        var rates: [Double] = []
        /// For how many vblanks each picture stood, once the speed was what it was to be.
        var stays: [Int] = []

        /// Milliseconds by which the sound is late.
        var offsets: [Double] {
            flashes.keys.sorted().compactMap { second in beeps[second].map { ($0 - flashes[second]!) * 1e3 } }
        }
    }

    private static let period = 480
    /// Sound that the card has taken before it is heard.
    private static let ahead = 0.02

    /// - Parameter seconds: of host time
    private func watch(_ what: Case, seconds: Double) throws -> Watched {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(voice.claim())
        ring.setOrigin(.zero)
        voice.present(ring)
        var presenter = Presenter()
        var watched = Watched()
        var heardBefore: HostTime?
        var next = 0
        var lastShown = 0
        var periods = 0
        var isLoud = false
        var quietSince = 0.0
        func time(_ frame: Int) -> MediaTime { MediaTime(seconds: Double(frame) / what.framesPerSecond) }
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
            for frame in 0..<Self.period where abs(buffer[frame * 2]) > 0.02 {
                let now = start + Double(frame) / 48_000
                if !isLoud || now - quietSince > 0.3, let heard = voice.heard {
                    let media = heard.media.seconds + (now - Double(heard.host.nanoseconds) / 1e9)
                    watched.beeps[Int(media.rounded())] = now
                }
                isLoud = true
                quietSince = now
            }
            periods += 1
        }
        for number in 1...Int(seconds * 60) {
            let now = Double(number) / 60
            // The display asks half a vblank before.
            while Double(periods * Self.period) / 48_000 < now - 0.008 { render() }
            var input = Presenter.Input(
                vblank: VBlank(time: host(now), interval: .nanoseconds(16_666_667), sequence: UInt64(number)))
            (input.hasVideo, input.hasAudio) = (true, true)
            input.frames = (next..<(next + 6)).map(time)
            (input.videoAhead, input.audioAhead) = (.seconds(8), .seconds(8))
            (input.audioBuffered, input.audioHead) = (voice.buffered, voice.head ?? .zero)
            if let heard = voice.heard, heard.host != heardBefore {
                input.heard = heard
                heardBefore = heard.host
            }
            let position = presenter.position(at: host(now)) ?? .zero
            input.live = LivePace.Target(
                position: position + .seconds(what.isSlow ? -1 : 1), latency: .seconds(6), part: nil)
            let output = presenter.handle(input)
            if let rate = output.rate { voice.setRate(rate) }
            if case .play(let media, let at) = output.sound { voice.play(media: media, at: at) }
            if now > 6 { watched.rates.append(presenter.clock.rate) }
            guard let index = output.show else { continue }
            if now > 6 { watched.stays += Array(repeating: 0, count: index) + [number - lastShown] }
            for frame in next...(next + index)
            where Double(frame).truncatingRemainder(dividingBy: what.framesPerSecond) == 0 && now > 6 {
                watched.flashes[Int(Double(frame) / what.framesPerSecond)] = now
            }
            lastShown = number
            next += index + 1
        }
        return watched
    }

    /// A vblank is half an interval from a picture's time, and a little more where that spares a flicker: 9.3 ms;
    /// sound is 3.5 ms from its own.
    @Test("flash and beep are 13 ms apart at most, and neither comes first as a rule", arguments: cases)
    func together(_ what: Case) throws {
        let watched = try watch(what, seconds: 100)
        #expect(Set(watched.rates) == [what.isSlow ? 0.97 : 1.03])
        let offsets = watched.offsets.sorted()
        try #require(offsets.count > 85)
        let (first, last, middle) = (offsets[0], offsets[offsets.count - 1], offsets[offsets.count / 2])
        let mean = offsets.reduce(0, +) / Double(offsets.count)
        #expect(first > -13 && last < 13, "\(first)…\(last) ms")
        #expect(abs(middle) < 2.5 && abs(mean) < 2.5, "p50 \(middle), mean \(mean) ms")
        // As even as the speed allows: 60 Hz over the pictures of a second, rounded down or up.
        let stay = 60 / (what.framesPerSecond * (what.isSlow ? 0.97 : 1.03))
        #expect(watched.stays.allSatisfy { $0 == Int(stay) || $0 == Int(stay) + 1 })
    }
}
