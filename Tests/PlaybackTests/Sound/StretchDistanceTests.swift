import Foundation
import MediaCore
import Testing

@testable import Playback

/// Where what is heard stands against where it should be, and what it cost to bring it there.
@Suite("Sound at another speed is heard where it should be")
struct StretchDistanceTests {
    private static let speeds = [0.97, 0.99, 1.01, 1.03]
    private static let seconds = 30

    private struct Course {
        /// Milliseconds at each buffer: positive where what is heard should come later.
        var distances: [Double] = []
        /// How alike the sides of each splice are: 1 where both sides are the same, 0 where they have nothing to do with each other.
        var likenesses: [Double] = []

        var mean: Double { distances.reduce(0, +) / Double(max(1, distances.count)) }
        var worst: Double { distances.map { abs($0) }.max() ?? 0 }
        /// What splices spoil in a second: 1 is a place where nothing fits.
        var damage: Double { likenesses.reduce(0) { $0 + 1 - $1 } / Double(StretchDistanceTests.seconds) }
    }

    private func course(_ source: [(left: Float, right: Float)], speed: Double) -> Course {
        let ring = SampleRing()
        ring.setOrigin(.zero)
        var stretch = TimeStretch()
        stretch.begin(at: 0)
        var course = Course()
        let step = 480
        var should = 0.0
        for _ in 0..<Self.seconds * 48_000 / step {
            while ring.written - ring.consumed < 24_000 {
                let samples = source[ring.written..<(ring.written + 4800)].flatMap { [$0.left, $0.right] }
                samples.withUnsafeBufferPointer { _ = ring.write($0, frames: 4800) }
            }
            let before = stretch.position
            stretch.prepare(ring, frames: step)
            if stretch.position != before { course.likenesses.append(likeness(source, before, stretch.position)) }
            course.distances.append((Double(stretch.position) - should) / 48)
            for _ in 0..<step { _ = stretch.next(ring) }
            stretch.note(frames: step, speed: speed)
            should += Double(step) * speed
            if stretch.needed > ring.consumed { ring.take(to: stretch.needed) }
        }
        return course
    }

    /// Over the 8 ms that a cross-fade takes: 1 where it changes nothing.
    private func likeness(_ source: [(left: Float, right: Float)], _ a: Int, _ b: Int) -> Double {
        var (apart, first, second): (Float, Float, Float) = (0, 0, 0)
        for index in 0..<384 {
            let (one, other) = (source[a + index], source[b + index])
            apart +=
                (one.left - other.left) * (one.left - other.left) + (one.right - other.right)
                * (one.right - other.right)
            first += one.left * one.left + one.right * one.right
            second += other.left * other.left + other.right * other.right
        }
        // Below −80 dB nothing is heard.
        return max(first, second) < 384 * 2e-8 ? 1 : 1 - Double(apart / (2 * max(first, second)))
    }

    struct Bounds: Sendable, CustomStringConvertible {
        var material: SoundMaterial
        /// Milliseconds.
        var worst: Double
        var mean: Double
        var damage: Double

        var description: String { material.rawValue }
    }

    /// The damage is what there was when what is heard was up to 10 ms away, and always on the same side in music (7 ms).
    static let bounds = [
        Bounds(material: .tone, worst: 3.5, mean: 0.5, damage: 0.01),
        Bounds(material: .beeps, worst: 3.5, mean: 0.5, damage: 0.01),
        Bounds(material: .voice, worst: 7, mean: 0.6, damage: 0.19),
        Bounds(material: .noise, worst: 8, mean: 2, damage: 1.5),
        Bounds(material: .music, worst: 8, mean: 2.5, damage: 3),
    ]

    @Test(
        "what is heard is near to where it should be, on both sides of it alike, and splices spoil little",
        arguments: bounds)
    func distance(_ bounds: Bounds) {
        let source = (0..<(Self.seconds + 3) * 48_000).map(bounds.material.samples).map { (left: $0.0, right: $0.1) }
        for speed in Self.speeds {
            let course = course(source, speed: speed)
            let found = "at \(speed): \(course.worst) ms at most, \(course.mean) in the middle, damage \(course.damage)"
            #expect(course.worst < bounds.worst, "\(found)")
            #expect(abs(course.mean) < bounds.mean, "\(found)")
            #expect(course.damage < bounds.damage, "\(found)")
        }
    }
}
