import Glibc

/// What is heard of a scene: a quiet chord that changes, of whole multiples of a fourth of the channel's own pitch,
/// and that pitch itself, softly, at each full second.
package struct SceneSound: Sendable {
    package static let sampleRate = 48_000
    /// How long a chord lasts, in seconds. Chords begin and end in silence, so that the loop has no seam.
    private static let chordSeconds = 8
    /// The chords' notes, as multiples of a sixteenth of the pitch.
    private static let chords: [[Double]] = [[4, 6, 10, 12], [5, 6, 9, 15], [4, 8, 9, 12], [6, 7.5, 9, 12]]
    /// The notes that the music channel plays over a chord, by their places in it, a quarter of a second each.
    static let melody = [0, 2, 1, 3, 2, 3, 1, 2, 0, 1, 3, 2, 3, 1, 2, 1]

    let scene: Scene
    let pitch: Double

    package init(scene: Scene, hertz: Int) {
        self.scene = scene
        pitch = Double(hertz)
    }

    /// A second of the loop, from 0: 16-bit little-endian stereo.
    package func second(_ second: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.sampleRate * 4)
        for index in 0..<Self.sampleRate {
            let time = Double(second) + Double(index) / Double(Self.sampleRate)
            let (left, right) = levels(at: time)
            for level in [left, right] {
                let sample = UInt16(bitPattern: Int16(max(-1, min(1, level)) * 32_767))
                bytes += [UInt8(sample & 0xff), UInt8(sample >> 8)]
            }
        }
        return bytes
    }

    private func levels(at time: Double) -> (left: Double, right: Double) {
        let place = time.truncatingRemainder(dividingBy: Double(Self.chordSeconds))
        // Up in a second and a half, and down.
        let edge = min(1, min(place, Double(Self.chordSeconds) - place) / 1.5)
        let swell = edge * edge * (3 - 2 * edge)
        var (left, right) = (0.0, 0.0)
        for (index, note) in notes(at: time).enumerated() {
            let hertz = note
            let level = 0.030 * swell / (1 + 0.25 * Double(index))
            let tremble = 1 + 0.25 * sin(2 * .pi * (0.25 * time + 0.3 * Double(index)))
            let tone = sin(2 * .pi * hertz * time) + 0.22 * sin(4 * .pi * hertz * time)
            let side = 0.5 + 0.28 * (index % 2 == 0 ? -1 : 1)
            left += tone * level * tremble * (1 - side)
            right += tone * level * tremble * side
        }
        if scene == .music {
            for (hertz, level) in struck(at: time) {
                let tone = (sin(2 * .pi * hertz * time) + 0.3 * sin(6 * .pi * hertz * time)) * level * 0.09
                left += tone
                right += tone
            }
        }
        // The second's mark: 100 ms of the channel's pitch, dying away.
        let beep = time - time.rounded(.down)
        if beep < 0.1 {
            let mark = 0.05 * min(1, beep / 0.004) * (1 - beep / 0.1) * sin(2 * .pi * pitch * beep)
            left += mark
            right += mark
        }
        return (left, right)
    }

    private func notes(at time: Double) -> [Double] {
        let chord = Self.chords[Int(time) / Self.chordSeconds % Self.chords.count]
        // To an eighth of a hertz: whole periods in a chord's time.
        return chord.map { ($0 * pitch / 16 * 8).rounded() / 8 }
    }

    /// The notes that were struck lately, and how loud they still are.
    func struck(at time: Double) -> [(hertz: Double, level: Double)] {
        let step = 0.25
        let newest = Int(time / step)
        return (max(0, newest - 5)...newest).compactMap { index in
            let start = Double(index) * step
            // The last ones of a chord are silent: the loop ends in silence.
            guard start.truncatingRemainder(dividingBy: 8) < 6.5 else { return nil }
            let notes = notes(at: start)
            let age = time - start
            let level = min(1, age / 0.004) * exp(-age * 4.2)
            return (notes[Self.melody[index % Self.melody.count] % notes.count] * 2, level)
        }
    }
}
