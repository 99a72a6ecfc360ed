import Devices
import MediaCore
import Testing

@testable import Playback

@Suite("Presenter: when nothing changes")
struct PresenterRestTests {
    /// Media of 25 pictures a second, of which five are decoded at a time.
    private struct Screening {
        var presenter = Presenter()
        var next = 0
        var asks = 0
        var shown: [Int: Int] = [:]

        mutating func vblank(_ number: Int, change: (inout Presenter.Input) -> Void = { _ in }) -> Presenter.Output {
            var input = Presenter.Input(
                vblank: VBlank(
                    time: HostTime(nanoseconds: Int64(number) * 16_666_667), interval: .nanoseconds(16_666_667),
                    sequence: UInt64(number)))
            (input.hasVideo, input.hasAudio) = (true, true)
            input.frames = (next..<next + 5).map { MediaTime(nanoseconds: Int64($0) * 40_000_000) }
            (input.videoAhead, input.audioBuffered) = (.seconds(5), .seconds(1))
            input.audioHead = input.frames.first
            change(&input)
            asks += 1
            let output = presenter.handle(input)
            if let index = output.show {
                next += index + 1
                shown[number] = next - 1
            }
            return output
        }
    }

    @Test("Asked only from the time on that it names, it shows the same pictures at the same vblanks")
    func same() {
        var (always, rested) = (Screening(), Screening())
        var rest: HostTime?
        for number in 0..<600 {
            _ = always.vblank(number)
            let time = HostTime(nanoseconds: Int64(number) * 16_666_667)
            if let rest, time < rest { continue }
            rest = rested.vblank(number).rest
        }
        #expect(always.shown == rested.shown && (248...252).contains(always.shown.count))
        #expect(always.asks == 600 && rested.asks < 280)
    }

    @Test("It names a time only while it plays, with a picture that waits and sound that has joined")
    func none() {
        var screening = Screening()
        #expect(screening.vblank(0).rest == nil, "it has just begun")
        let rest = screening.vblank(1).rest
        #expect(rest.map { $0 > HostTime(nanoseconds: 16_666_667) } == true)
        #expect(screening.vblank(2) { $0.frames = [] }.rest == nil, "a picture may come")
        screening.presenter.pause()
        #expect(screening.vblank(3).rest == nil)
        screening.presenter.resume()
        #expect(screening.vblank(4).rest != nil)
        let dry = screening.vblank(5) { input in
            (input.frames, input.videoAhead, input.audioBuffered, input.audioAhead) = ([], .zero, .zero, .zero)
        }
        #expect(dry.notices == [.stalled] && dry.rest == nil)
    }

    @Test("However far apart pictures are, it is asked ten times a second")
    func bounded() {
        var screening = Screening()
        _ = screening.vblank(0)
        let output = screening.vblank(1) { $0.frames = [MediaTime(seconds: 60)] }
        #expect(output.rest == HostTime(nanoseconds: 116_666_667))
    }
}
