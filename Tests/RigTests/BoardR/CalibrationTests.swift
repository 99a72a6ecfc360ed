import MediaCore
import Rig
import Testing

@Suite("Calibration")
struct CalibrationTests {
    @Test("The middle offset is the bench's; one outlier changes neither it nor the spread")
    func middle() throws {
        let offsets: [Int64] = [20, 21, 19, 20, 22, 20, 18, 20, 21, 20, 400]
        let found = try #require(Calibration(sync(offsets)))
        #expect(found.offset == .milliseconds(20) && found.spread == .milliseconds(3) && found.pairs == 11)
        #expect(found.isSteady)
        #expect(found.earsLatency(now: .milliseconds(5), source: .zero) == .milliseconds(25))
        #expect(found.earsLatency(now: .milliseconds(5), source: .milliseconds(-10)) == .milliseconds(35))
    }

    @Test("Sound that comes first gives a negative latency; four pairs give none; a wandering one is unsteady")
    func edges() throws {
        #expect(try #require(Calibration(sync([-40, -40, -40, -40, -40]))).offset == .milliseconds(-40))
        #expect(Calibration(sync([20, 20, 20, 20])) == nil)
        #expect(try #require(Calibration(sync([0, 10, 20, 30, 40, 50]))).isSteady == false)
    }

    /// An offset measurement with a flash each second, and its beep that many milliseconds later.
    private func sync(_ offsets: [Int64]) -> AVSync {
        let flashes = offsets.indices.map { HostTime(nanoseconds: Int64($0 + 1) * 1_000_000_000) }
        return AVSync(flashes: flashes, beeps: zip(flashes, offsets).map { $0 + .milliseconds($1) })
    }
}
