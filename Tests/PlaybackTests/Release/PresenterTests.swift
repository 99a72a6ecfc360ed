import Devices
import MediaCore
import Testing

@testable import Playback

@Suite("Presenter: start, stall, pause, end")
struct PresenterTests {
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

    /// A presenter that has been playing picture and sound since vblank 0, from media time 10.
    private func playing() -> Presenter {
        var presenter = Presenter()
        _ = presenter.handle(
            input(0) {
                $0.frames = times(10, 10.02, 10.04)
                $0.videoAhead = .seconds(1)
                $0.audioBuffered = .seconds(1)
                $0.audioHead = MediaTime(seconds: 10)
            })
        return presenter
    }

    @Test("frames are released by their time")
    func release() {
        var presenter = playing()
        var shown: [Int] = []
        for number in 1...8 {
            let output = presenter.handle(
                input(number) {
                    $0.frames = times(10.04, 10.08, 10.12, 10.16).filter { $0 > presenter.shown ?? .zero }
                    $0.audioBuffered = .milliseconds(500)
                })
            if output.show != nil { shown.append(number) }
        }
        #expect(shown == [2, 4, 6, 8])
    }

    @Test("when the sound runs dry time stops, and goes on when there is enough again")
    func stall() {
        var presenter = playing()
        let dry = presenter.handle(input(10) { $0.audioBuffered = .zero })
        #expect(dry.notices == [.stalled])
        #expect(dry.sound == .hold)
        let position = presenter.position(at: HostTime(nanoseconds: 10_000_000_000))
        #expect(position == MediaTime(seconds: 10.2))
        let little = presenter.handle(
            input(20) {
                $0.frames = times(10.2, 10.24)
                $0.audioBuffered = .milliseconds(300)
                $0.videoAhead = .milliseconds(300)
            })
        #expect(little.notices.isEmpty)
        let enough = presenter.handle(
            input(30) {
                $0.frames = times(10.2, 10.24)
                $0.audioBuffered = .milliseconds(800)
                $0.audioAhead = .seconds(1)
                $0.videoAhead = .seconds(2)
            })
        #expect(enough.notices == [.resumed])
        #expect(enough.sound == .play(media: MediaTime(seconds: 10.2), at: HostTime(nanoseconds: 600_000_000)))
    }

    @Test(
        "after a stall a live item tells what it leaves out, and up to eight seconds leaves out nothing",
        arguments: [7.0, 9])
    func leftOut(late: Double) {
        var presenter = playing()
        _ = presenter.handle(input(10) { $0.audioBuffered = .zero })
        let output = presenter.handle(
            input(410) {
                $0.frames = times(10.2, 10.24)
                $0.audioBuffered = .seconds(1)
                $0.audioHead = MediaTime(seconds: 10.2)
                $0.audioAhead = .seconds(14)
                $0.videoAhead = .seconds(15)
                $0.live = LivePace.Target(position: MediaTime(seconds: 10.2 + late), latency: .seconds(6), part: nil)
            })
        let on = late > 8 ? 10.2 + late : 10.2
        #expect(
            output.notices
                == (late > 8 ? [.resumed, .leftOut(MediaTime(seconds: on) - MediaTime(seconds: 10.2))] : [.resumed]))
        #expect(output.sound == .play(media: MediaTime(seconds: on), at: HostTime(nanoseconds: 8_200_000_000)))
    }

    @Test("sound that vanishes from a stream whose picture goes on does not stop it")
    func soundGone() {
        var presenter = playing()
        for number in 1...100 {
            let output = presenter.handle(
                input(number) {
                    $0.frames = [MediaTime(seconds: 10 + Double(number) * 0.02)]
                    $0.videoAhead = .seconds(3)
                })
            #expect(output.notices.isEmpty)
        }
        #expect(presenter.phase == .playing)
    }

    @Test("a pause holds picture and sound, and playing goes on from the same place")
    func pause() {
        var presenter = playing()
        presenter.pause()
        let held = presenter.handle(
            input(5) {
                $0.frames = times(10.04)
                $0.audioBuffered = .milliseconds(500)
            })
        #expect(held.show == nil)
        #expect(held.sound == .hold)
        let still = presenter.handle(
            input(500) {
                $0.frames = times(10.04)
                $0.audioBuffered = .milliseconds(500)
            })
        #expect(still == Presenter.Output())
        presenter.resume()
        let back = presenter.handle(
            input(501) {
                $0.frames = times(10.04)
                $0.audioBuffered = .milliseconds(500)
            })
        #expect(back.sound == .play(media: MediaTime(seconds: 10.1), at: HostTime(nanoseconds: 10_020_000_000)))
        #expect(back.show == 0)
    }

    @Test("paused before it began, it shows the first picture and waits")
    func pausedStart() {
        var presenter = Presenter()
        presenter.pause()
        let output = presenter.handle(
            input(0) {
                $0.frames = times(1, 1.04)
                $0.audioBuffered = .seconds(1)
            })
        #expect(output.show == 0)
        #expect(output.sound == nil)
        #expect(presenter.phase == .starting)
    }

    @Test("the end comes once, when both are over")
    func end() {
        var presenter = playing()
        let half = presenter.handle(
            input(1) {
                $0.isVideoEnded = true
                $0.audioBuffered = .milliseconds(100)
            })
        #expect(half.notices.isEmpty)
        let over = presenter.handle(
            input(2) {
                $0.isVideoEnded = true
                $0.isAudioEnded = true
            })
        #expect(over.notices == [.ended])
        let after = presenter.handle(
            input(3) {
                $0.isVideoEnded = true
                $0.isAudioEnded = true
            })
        #expect(after.notices.isEmpty)
    }

    @Test("a live item that is late is played faster, the sound too, until it is where it should be; never by a jump")
    func drift() {
        var presenter = Presenter()
        var shown: [MediaTime] = []
        var rates: [Double] = []
        var plays = 0
        var rate = 1.0
        var heard: (media: MediaTime, host: HostTime)?
        for number in 0..<1200 {
            let now = HostTime(nanoseconds: Int64(number) * 20_000_000)
            // 0.3 s late at first; the picture is there for 0.7 s ahead, and what is heard follows the
            // presenter's position.
            let edge = 10.3 + Double(number) * 0.02
            let frames = (0..<5).map {
                MediaTime(
                    seconds: ((presenter.shown?.seconds ?? 9.96) / 0.04).rounded() * 0.04 + 0.04 + Double($0) * 0.04)
            }
            let output = presenter.handle(
                input(number) {
                    $0.frames = frames
                    $0.videoAhead = .milliseconds(800)
                    $0.audioBuffered = .milliseconds(900)
                    $0.audioHead = presenter.position(at: now) ?? MediaTime(seconds: 10)
                    $0.live = LivePace.Target(
                        position: MediaTime(seconds: edge), latency: .milliseconds(800), part: .milliseconds(360))
                    $0.heard = heard
                })
            if let index = output.show {
                #expect(index <= 1)
                shown.append(frames[index])
            }
            if case .play = output.sound { plays += 1 }
            if let told = output.rate { rate = told }
            rates.append(rate)
            heard = presenter.position(at: now).map { ($0, now) }
        }
        #expect(plays == 1, "it begins once")
        #expect(rates.allSatisfy { (1...1.03).contains($0) } && rates.last == 1 && (rates.max() ?? 0) > 1.029)
        let late = 10.3 + 1199 * 0.02 - (presenter.position(at: HostTime(nanoseconds: 1199 * 20_000_000))?.seconds ?? 0)
        #expect(abs(late) < 0.02)
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $1 - $0 <= .milliseconds(81) })
        #expect(presenter.framesDropped <= 1)
    }

    @Test("late frames ask for less decoding")
    func behind() {
        var presenter = playing()
        let output = presenter.handle(
            input(50) {
                $0.frames = times(10.04, 10.08)
                $0.audioBuffered = .milliseconds(500)
            })
        #expect(output.isBehind)
        #expect(output.show == 1)
    }

    @Test("from any mix of what is there it never shows out of order and never traps")
    func walk() {
        var seed: UInt64 = 99
        func random(_ limit: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % limit
        }
        for _ in 0..<300 {
            var presenter = Presenter()
            var next = 0.0
            var last: MediaTime?
            for number in 0..<200 {
                if random(40) == 0 { presenter.pause() }
                if random(10) == 0 { presenter.resume() }
                let count = random(4)
                let frames = (0..<count).map { MediaTime(seconds: next + Double($0) * 0.04) }
                let output = presenter.handle(
                    input(number) {
                        $0.frames = frames
                        $0.hasAudio = [nil, true, false][random(3)]
                        $0.hasVideo = [nil, true, false][random(3)]
                        $0.audioBuffered = .milliseconds(random(300))
                        $0.audioHead = random(2) == 0 ? nil : MediaTime(seconds: Double(random(100)))
                        $0.isAudioEnded = random(200) == 0
                        $0.isVideoEnded = random(200) == 0
                        $0.videoAhead = .milliseconds(random(3000))
                        $0.heard =
                            random(3) == 0
                            ? (
                                MediaTime(seconds: Double(random(50))),
                                HostTime(nanoseconds: Int64(number) * 20_000_000)
                            ) : nil
                    })
                if let index = output.show {
                    #expect(index < frames.count)
                    if let last { #expect(frames[index] > last) }
                    last = frames[index]
                    next += Double(index + 1) * 0.04
                }
            }
        }
    }

    @Test("the end comes when the last picture has had its time, not when it appears")
    func endOfLastPicture() {
        var presenter = playing()
        var ended: Int?
        for number in 1..<20 where ended == nil {
            let output = presenter.handle(
                input(number) {
                    $0.frames = number == 1 ? times(10.04) : []
                    $0.isVideoEnded = true
                    $0.isAudioEnded = true
                    $0.end = MediaTime(seconds: 10.16)
                })
            if output.notices == [.ended] { ended = number }
        }
        // 160 ms of media from vblank 0 on.
        #expect(ended == 8)
    }

    @Test("a single picture stays for its time, then the end comes")
    func onePicture() {
        var presenter = Presenter()
        var ended: Int?
        for number in 0..<120 where ended == nil {
            let output = presenter.handle(
                input(number) {
                    $0.hasAudio = false
                    $0.frames = number == 0 ? times(5) : []
                    $0.isVideoEnded = true
                    $0.end = MediaTime(seconds: 7)
                })
            #expect(number > 0 || output.show == 0)
            if output.notices == [.ended] { ended = number }
        }
        #expect(ended == 100)
    }

    @Test("what never gave a picture or a sample ends at once")
    func nothing() {
        var presenter = Presenter()
        let output = presenter.handle(
            input(0) {
                $0.isVideoEnded = true
                $0.isAudioEnded = true
            })
        #expect(output.notices == [.ended])
    }
}
