import Devices
import MediaCore
import Testing

@testable import Playback

@Suite("Presenter: how an item begins")
struct BriskStartTests {
    /// The presenter's input at a vblank of 50 Hz.
    private func input(_ number: Int, _ change: (inout Presenter.Input) -> Void = { _ in }) -> Presenter.Input {
        var input = Presenter.Input(
            vblank: VBlank(
                time: HostTime(nanoseconds: Int64(number) * 20_000_000), interval: .milliseconds(20),
                sequence: UInt64(number)))
        input.hasVideo = true
        input.hasAudio = true
        change(&input)
        return input
    }

    private func times(_ seconds: Double...) -> [MediaTime] { seconds.map { MediaTime(seconds: $0) } }
    private func host(_ vblank: Int) -> HostTime { HostTime(nanoseconds: Int64(vblank) * 20_000_000) }

    @Test("the second picture is due at the vblank after the first, and the sound belongs to that")
    func motion() {
        var presenter = Presenter()
        let first = presenter.handle(
            input(3) {
                $0.frames = times(10, 10.04, 10.08)
                $0.videoAhead = .seconds(1)
                $0.audioBuffered = .milliseconds(800)
                $0.audioHead = MediaTime(seconds: 9.9)
            })
        #expect(first.show == 0 && presenter.phase == .playing)
        #expect(first.sound == .play(media: MediaTime(seconds: 10.02), at: host(3)))
        var shown: [Int: MediaTime] = [:]
        for number in 4..<12 {
            let frames = times(10.04, 10.08, 10.12, 10.16).filter { $0 > presenter.shown ?? .zero }
            let output = presenter.handle(
                input(number) {
                    $0.frames = frames
                    $0.audioBuffered = .seconds(1)
                    $0.videoAhead = .seconds(1)
                })
            if let index = output.show {
                #expect(index == 0, "none is left out")
                shown[number] = frames[index]
            }
        }
        #expect(
            shown == [
                4: MediaTime(seconds: 10.04), 6: MediaTime(seconds: 10.08), 8: MediaTime(seconds: 10.12),
                10: MediaTime(seconds: 10.16),
            ])
    }

    @Test("when the second picture is not decoded yet, it is shown at the vblank at which it is there")
    func secondLater() {
        var presenter = Presenter()
        let first = presenter.handle(
            input(0) {
                $0.frames = times(10)
                $0.videoAhead = .seconds(1)
                $0.hasAudio = false
            })
        #expect(first.show == 0 && presenter.phase == .starting)
        for number in 1..<5 {
            #expect(
                presenter.handle(
                    input(number) {
                        $0.videoAhead = .seconds(1)
                        $0.hasAudio = false
                    }
                ).show == nil)
        }
        let second = presenter.handle(
            input(5) {
                $0.frames = times(10.04, 10.08)
                $0.videoAhead = .seconds(1)
                $0.hasAudio = false
            })
        #expect(second.show == 0 && second.sound == .play(media: MediaTime(seconds: 10.04), at: host(5)))
    }

    @Test("pictures more often than the vblanks begin with the first, pictures far apart keep their distance")
    func otherRates() {
        var quick = Presenter()
        let output = quick.handle(
            input(0) {
                $0.frames = times(10, 10.0167, 10.0333)
                $0.videoAhead = .seconds(1)
                $0.hasAudio = false
            })
        #expect(output.sound == .play(media: MediaTime(seconds: 10), at: .zero))
        var slides = Presenter()
        let slow = slides.handle(
            input(0) {
                $0.frames = times(10, 12)
                $0.videoAhead = .seconds(9)
                $0.hasAudio = false
            })
        #expect(slow.sound == .play(media: MediaTime(seconds: 10), at: .zero))
    }

    @Test("the picture does not wait for sound that is on its way over a line that is quick enough")
    func soundLater() {
        var presenter = Presenter()
        _ = presenter.handle(
            input(0) {
                $0.frames = times(10, 10.04)
                $0.videoAhead = .milliseconds(100)
            })
        #expect(presenter.phase == .starting)
        // 120 ms of media in 20 ms: the sound, 0.7 s behind the picture in the multiplex, will be
        // there in 0.1 s.
        let output = presenter.handle(
            input(1) {
                $0.frames = times(10.04, 10.08)
                $0.videoAhead = .milliseconds(180)
            })
        #expect(output.show == 0 && output.sound == .play(media: MediaTime(seconds: 10.04), at: host(1)))
        // The sound has not joined, and the picture does not stop for that.
        for number in 2..<8 {
            let output = presenter.handle(
                input(number) {
                    $0.frames = times(10.04, 10.06, 10.08, 10.1, 10.12, 10.14, 10.16).filter {
                        $0 > presenter.shown ?? .zero
                    }
                    $0.videoAhead = .milliseconds(500)
                })
            #expect(output.notices.isEmpty && output.sound == nil)
        }
        let joined = presenter.handle(
            input(8) {
                $0.videoAhead = .milliseconds(500)
                $0.audioHead = MediaTime(seconds: 10)
                $0.audioBuffered = .milliseconds(400)
            })
        #expect(joined.sound == nil, "the voice brings itself in step; nothing is to be started anew")
        #expect(presenter.position(at: host(8)) == MediaTime(seconds: 10.18))
    }

    /// Simulates a start with pictures every 40 ms, each available once its bytes have come at the
    /// line's rate.
    private func startOver(_ supply: Double, beginning: Double = 0.08, hasAudio: Bool? = false) -> Int? {
        var presenter = Presenter()
        for number in 0..<400 {
            let end = 10 + beginning + Double(number) * 0.02 * supply
            let all = (0..<Int((end - 10) / 0.04 + 0.001)).map { MediaTime(seconds: 10 + Double($0) * 0.04) }
            let waiting = Array(all.filter { $0 > presenter.shown ?? .zero }.prefix(5))
            let last = (waiting.last ?? presenter.shown)?.seconds ?? 10
            _ = presenter.handle(
                input(number) {
                    $0.frames = waiting
                    $0.videoAhead = .milliseconds(Int(((end - last) * 1000).rounded()))
                    $0.hasAudio = hasAudio
                })
            if presenter.phase == .playing { return number }
        }
        return nil
    }

    @Test("a quick line begins at the next vblank; a thin one when enough is there; none later than 3 s")
    func lines() throws {
        #expect(startOver(5) == 1)
        #expect(startOver(1.5) == 1)
        #expect(startOver(5, beginning: 0.8) == 0, "there before")
        let even = try #require(startOver(1))
        #expect((18...26).contains(even), "half a second")
        let thin = try #require(startOver(0.7))
        #expect((65...85).contains(thin), "1.1 s of media")
        #expect(startOver(0.1) == 150)
        #expect(startOver(0) == 150)
    }

    @Test("sound that does not come is not waited for longer than 0.7 s")
    func noSound() {
        var presenter = Presenter()
        var started: Int?
        for number in 0..<60 where started == nil {
            _ = presenter.handle(
                input(number) {
                    $0.frames = times(10, 10.04, 10.08).filter { $0 > presenter.shown ?? .zero }
                    $0.videoAhead = .seconds(3)
                    $0.audioHead = MediaTime(seconds: 9)
                    $0.audioBuffered = .milliseconds(200)
                })
            if presenter.phase == .playing { started = number }
        }
        #expect(started == 35)
        #expect(startOver(0.3, beginning: 1.6, hasAudio: true) == 0, "the picture is so far ahead that it must be here")
        #expect(startOver(6, beginning: 0.08, hasAudio: true) == 1)
    }

    @Test("sound that comes later than its picture is waited for once, then left out")
    func lateSound() {
        var presenter = Presenter()
        var stalls: [Int] = []
        for number in 0..<600 {
            let media = 10 + Double(number) * 0.02
            let output = presenter.handle(
                input(number) {
                    $0.frames = [MediaTime(seconds: media), MediaTime(seconds: media + 0.02)]
                    $0.videoAhead = .seconds(4)
                    if number > 10 {
                        $0.audioHead = MediaTime(seconds: media - 3)
                        $0.audioBuffered = .milliseconds(200)
                    }
                })
            if output.notices.contains(.stalled) { stalls.append(number) }
        }
        #expect(stalls.count == 1)
        #expect(presenter.phase == .playing)
    }

    @Test("what is whole begins at once, however short")
    func whole() {
        var presenter = Presenter()
        let output = presenter.handle(
            input(0) {
                $0.frames = times(10, 10.04)
                $0.hasAudio = false
                $0.isWhole = true
            })
        #expect(output.sound == .play(media: MediaTime(seconds: 10.02), at: .zero))
    }

    @Test("without a picture it starts with the sound")
    func radio() {
        var radio = Presenter()
        let little = radio.handle(
            input(0) {
                $0.hasVideo = false
                $0.audioBuffered = .milliseconds(80)
                $0.audioAhead = .seconds(3)
                $0.audioHead = MediaTime(seconds: 7)
            })
        #expect(little.sound == nil)
        let output = radio.handle(
            input(1) {
                $0.hasVideo = false
                $0.audioBuffered = .milliseconds(120)
                $0.audioAhead = .seconds(3)
                $0.audioHead = MediaTime(seconds: 7)
            })
        #expect(output.sound == .play(media: MediaTime(seconds: 7), at: host(1)))
    }

    @Test("a low-latency stream begins with half of what it is to lag behind")
    func lowLatency() {
        var presenter = Presenter()
        let output = presenter.handle(
            input(0) {
                $0.frames = times(10, 10.04)
                $0.videoAhead = .milliseconds(340)
                $0.hasAudio = false
                $0.live = LivePace.Target(
                    position: MediaTime(seconds: 10), latency: .milliseconds(700), part: .milliseconds(330))
            })
        #expect(output.sound == .play(media: MediaTime(seconds: 10.02), at: .zero))
    }
}
