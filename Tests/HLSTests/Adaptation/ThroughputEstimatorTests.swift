import MediaCore
import Testing

@testable import HLS

@Suite("Throughput is measured")
struct ThroughputEstimatorTests {
    private var now = HostTime(nanoseconds: 1_000_000_000)

    private mutating func add(
        _ bytes: Int, _ duration: Duration, to estimator: inout ThroughputEstimator, isPaced: Bool = false
    ) {
        estimator.add(bytes: bytes, from: now, to: now + duration, isPaced: isPaced)
        now = now + duration + .seconds(1)
    }

    @Test("It falls at once and rises slowly, and is remembered until it is measured")
    mutating func averages() throws {
        var estimator = ThroughputEstimator(remembered: 1_000_000)
        #expect(estimator.estimate == 1_000_000)
        add(100, .milliseconds(1), to: &estimator)
        #expect(estimator.estimate == 1_000_000, "too small to tell")
        for _ in 0..<10 { add(1_000_000, .seconds(1), to: &estimator) }
        #expect(abs(try #require(estimator.estimate) - 8_000_000) < 10_000)
        add(250_000, .seconds(2), to: &estimator)
        #expect(try #require(estimator.estimate) < 5_000_000)
        for _ in 0..<2 { add(1_000_000, .seconds(1), to: &estimator) }
        #expect(try #require(estimator.estimate) < 7_500_000)
    }

    @Test("What others saw counts where it is more, until enough was seen since")
    mutating func learns() throws {
        var estimator = ThroughputEstimator()
        add(100_000, .seconds(1), to: &estimator)
        estimator.learn(400_000)
        #expect(abs(try #require(estimator.estimate) - 800_000) < 1000, "it is less")
        estimator.learn(8_000_000)
        #expect(estimator.estimate == 8_000_000)
        estimator.learn(.infinity)
        #expect(estimator.estimate == 8_000_000)
        for _ in 0..<5 { add(500_000, .seconds(1), to: &estimator) }
        #expect(abs(try #require(estimator.estimate) - 4_000_000) < 10_000)
    }

    @Test("Many small downloads tell as much as a large one")
    mutating func parts() throws {
        var estimator = ThroughputEstimator()
        for _ in 0..<50 { add(10_000, .milliseconds(20), to: &estimator) }
        #expect(abs(try #require(estimator.estimate) - 4_000_000) < 1000)
    }

    @Test("Downloads side by side share the line: their bytes are added, the time is not")
    func sideBySide() throws {
        let start = HostTime(nanoseconds: 0)
        var estimator = ThroughputEstimator()
        for second in 0..<5 {
            let from = start + .seconds(second)
            estimator.add(bytes: 100_000, from: from, to: from + .seconds(1))
            estimator.add(bytes: 400_000, from: from, to: from + .seconds(1))
        }
        #expect(abs(try #require(estimator.estimate) - 4_000_000) < 1000)
    }

    @Test("What a server makes while it sends shows only that the line is at least so fast")
    mutating func paced() throws {
        var estimator = ThroughputEstimator()
        add(1_000_000, .seconds(1), to: &estimator)
        for _ in 0..<10 { add(100_000, .seconds(1), to: &estimator, isPaced: true) }
        #expect(abs(try #require(estimator.estimate) - 8_000_000) < 1000)
        for _ in 0..<10 { add(2_000_000, .seconds(1), to: &estimator, isPaced: true) }
        #expect(try #require(estimator.estimate) > 12_000_000)
    }

    @Test("Nothing for a long time is a slow line, and no number of bytes breaks it")
    mutating func extremes() throws {
        var estimator = ThroughputEstimator(remembered: .infinity)
        #expect(estimator.estimate == nil)
        add(1000, .seconds(10), to: &estimator)
        #expect(try #require(estimator.estimate) < 1000)
        add(.max, .zero, to: &estimator)
        add(-1, .seconds(1), to: &estimator)
        add(1, .seconds(-1), to: &estimator)
        add(0, .seconds(9_000_000), to: &estimator)
        #expect(try #require(estimator.estimate).isFinite)
    }
}
