import FlipMeasures
import Testing

struct SoakTests {
    private func sample(_ threads: Int, descriptors: Int = 40, sockets: Int = 5, memory: Double = 100) -> ResourceSample
    {
        ResourceSample(
            seconds: 0, flips: 0, threads: threads, descriptors: descriptors, sockets: sockets,
            residentMegabytes: memory)
    }

    @Test("What goes up and down is no leak, what only goes up is one")
    func leaks() {
        let steady = [30, 24, 26, 23, 27, 24, 25, 23, 26].map { sample($0) }
        #expect(SoakVerdict(steady).findings == [])
        let growing = (0..<9).map { sample(20 + $0) }
        #expect(SoakVerdict(growing).findings == ["threads grew from 22 to 27"])
    }

    @Test("Each resource is looked at")
    func kinds() {
        let descriptors = (0..<9).map { sample(20, descriptors: 40 + 3 * $0) }
        #expect(SoakVerdict(descriptors).findings == ["file descriptors grew from 46 to 61"])
        let sockets = (0..<9).map { sample(20, sockets: 5 + $0) }
        #expect(SoakVerdict(sockets).findings == ["sockets grew from 7 to 12"])
        let memory = (0..<9).map { sample(20, memory: 100 + 5 * Double($0)) }
        #expect(SoakVerdict(memory).findings == ["resident memory grew from 110 to 135 MB"])
        #expect(SoakVerdict(memory, judgesMemory: false).findings == [])
        let little = (0..<9).map { sample(20, memory: 100 + 3 * Double($0)) }
        #expect(SoakVerdict(little).findings == [])
    }

    @Test("The first sample may be small: caches fill up to it")
    func warmUp() {
        let samples = [sample(5, memory: 20)] + (0..<6).map { _ in sample(20) }
        #expect(SoakVerdict(samples).findings == [])
    }

    @Test("One sample says nothing, and that is said")
    func few() {
        #expect(SoakVerdict([sample(20)]).findings == ["too few samples to say anything: 1"])
    }

    @Test("A viewer does the same for the same seed, and never presses 9")
    func script() {
        var one = SoakScript(seed: 3)
        var same = SoakScript(seed: 3)
        var other = SoakScript(seed: 4)
        let steps = (0..<2000).map { _ in one.next() }
        #expect(steps == (0..<2000).map { _ in same.next() })
        #expect(steps != (0..<2000).map { _ in other.next() })
        let keys = Set(steps.flatMap(\.keys))
        #expect(!keys.contains("KEY_9"))
        #expect(
            keys.isSuperset(of: [
                "KEY_CHANNELUP", "KEY_CHANNELDOWN", "KEY_LAST", "KEY_BACK", "KEY_0", "KEY_8", "KEY_PLAYPAUSE", "KEY_OK",
            ]))
        #expect(steps.contains { $0.keys.count >= 25 })
        #expect(steps.allSatisfy { !$0.keys.isEmpty && $0.dwell > 0 && $0.gap > 0 })
    }
}
