import Channels
import MediaCore
import Store
import Testing

@Suite("Flip trace")
struct FlipTraceTests {
    private func flip() throws -> Flip {
        var world = FlipSimulator()
        for case .aimed(let flip) in world.send(.tune("B", key: HostTime(nanoseconds: 1000))) { return flip }
        throw CancellationError()
    }

    @Test("Phases count from the key, and the first of each counts")
    func phases() throws {
        var trace = FlipTrace(try flip(), isWarm: false)
        trace.note(.interstitialScanout, at: HostTime(nanoseconds: 1016))
        trace.note(.interstitialScanout, at: HostTime(nanoseconds: 9999))
        trace.note(.firstFrameScanout, at: HostTime(nanoseconds: 5000))
        #expect(trace.record.to == "B")
        #expect(trace.record.from == nil)
        #expect(trace.record.time == 1000)
        #expect(trace.record.interstitialScanout == 16)
        #expect(trace.record.firstFrameScanout == 4000)
        #expect(trace.record.firstSound == nil)
        #expect(!trace.isComplete)
    }

    @Test("What a warm channel had done before the key took no time")
    func warm() throws {
        var trace = FlipTrace(try flip(), isWarm: true)
        for phase in FlipTrace.Phase.allCases { trace.note(phase, at: .zero) }
        #expect(trace.record.warm)
        #expect(trace.record.playlist == 0)
        #expect(trace.isComplete)
    }
}
