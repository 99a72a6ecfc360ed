import MediaCore
import Playback
import Testing

@Suite("Where a hidden live item begins")
struct LiveSlideTests {
    private func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    private func input(
        target: Double, begin: Double?, keys: [Double], reach: Double?, loaded: Double? = nil
    ) -> LiveSlide.Input {
        var input = LiveSlide.Input(target: time(target), segment: .seconds(2))
        input.begin = begin.map(time)
        input.keys = keys.map(time)
        input.reach = reach.map(time)
        input.loaded = loaded.map(time)
        return input
    }

    @Test("it moves to the newest key frame that is not later than where it would be played")
    func newest() {
        #expect(
            LiveSlide.decide(input(target: 14.5, begin: 10, keys: [11, 12, 13, 14, 15], reach: 18))
                == .slide(to: time(14)))
        #expect(LiveSlide.decide(input(target: 14, begin: 10, keys: [14], reach: 18)) == .slide(to: time(14)))
    }

    @Test("it stays while no newer key frame has come to lie there")
    func stay() {
        #expect(LiveSlide.decide(input(target: 11.9, begin: 10, keys: [12, 14], reach: 16)) == .stay)
        #expect(LiveSlide.decide(input(target: 12, begin: 12, keys: [12, 14], reach: 16)) == .stay)
        #expect(LiveSlide.decide(input(target: 12, begin: 10, keys: [], reach: 16)) == .stay)
    }

    @Test("it does not move to where there is not enough to begin with")
    func enough() {
        #expect(LiveSlide.decide(input(target: 20, begin: 10, keys: [12, 14], reach: 14.5)) == .slide(to: time(12)))
        #expect(LiveSlide.decide(input(target: 20, begin: 10, keys: [14], reach: 14.5)) == .stay)
        #expect(LiveSlide.decide(input(target: 20, begin: 10, keys: [14], reach: nil)) == .stay)
    }

    @Test("when all that came is past, it catches up, whatever else holds")
    func past() {
        #expect(LiveSlide.decide(input(target: 20, begin: 10, keys: [12, 14], reach: 16, loaded: 16)) == .catchUp)
        #expect(
            LiveSlide.decide(input(target: 19, begin: 10, keys: [12, 14], reach: 16, loaded: 16))
                == .slide(to: time(14)))
        #expect(LiveSlide.decide(input(target: 20, begin: nil, keys: [], reach: nil, loaded: 16)) == .catchUp)
    }

    @Test("sound alone begins where it would be played, and moves by whole seconds at least")
    func sound() {
        var only = input(target: 12, begin: 10, keys: [], reach: 16)
        only.hasPicture = false
        #expect(LiveSlide.decide(only) == .slide(to: time(12)))
        only.begin = time(11.1)
        #expect(LiveSlide.decide(only) == .stay)
        only.begin = nil
        #expect(LiveSlide.decide(only) == .stay)
    }

    @Test(
        "in every situation of a small world: never back, never too late, never without enough, and never left behind")
    func all() {
        let times = [nil, 0.0, 2, 4, 6]
        for target in stride(from: 0.0, through: 8, by: 0.5) {
            for begin in times {
                for reach in times + [8] {
                    for keys in [[], [0], [2], [4], [0, 2], [2, 4], [0, 2, 4, 6]] as [[Double]] {
                        let input = input(target: target, begin: begin, keys: keys, reach: reach, loaded: nil)
                        let fits = keys.filter { key in
                            key <= target && reach.map { key + 0.7 <= $0 } ?? false && begin.map { key > $0 } ?? true
                        }
                        switch LiveSlide.decide(input) {
                        case .stay: #expect(fits.isEmpty)
                        case .slide(let key): #expect(key == fits.last.map(time))
                        case .catchUp: Issue.record("nothing was loaded")
                        }
                    }
                }
            }
        }
    }
}
