import MediaCore

/// Plays a ring's samples a little faster or slower at the same pitch: now and then it leaves out, or repeats, a
/// whole number of periods of what sounds, 3 to 15 ms, with a cross-fade of 8 ms between two places that look alike
/// (WSOLA, a splice at a time). Between splices samples pass as they are, and both channels are always cut at one
/// place. What is heard is within 8 ms of where it should be, as often before it as behind it; where the same comes
/// again soon, as in a tone or in silence, within 4 ms.
///
/// It stands on the sink's thread and not before the ring, though that costs the real-time thread up to 50,000
/// multiplications, at most once in 20 ms and at 3 % usually some ten times a second: the ring holds more than a second
/// of decoded sound, and so much later a change of speed would be heard; and a ring stays what it is, one run of
/// samples whose number is their time. Nothing is allocated, locked or waited for after `init`.
struct TimeStretch: ~Copyable {
    /// The source's frame to be heard next.
    private(set) var position = 0
    /// How many frames later in the source than `position` it should be.
    private(set) var deviation = 0.0
    /// The number of frames of the cross-fade that are left, and where its fading side goes on.
    private var fadeLeft = 0
    private var fadeFrom = 0
    /// The number of frames until it looks for a splice again.
    private var pause = 0

    /// The number of frames of the source before `position` that must not be overwritten.
    static let history = longest + fade
    private static let fade = 384
    /// The shortest and longest piece that is left out or repeated, in frames.
    private static let shortest = 144
    private static let longest = 720
    /// From this deviation on it looks for a place, and takes one where nothing is spoilt …
    private static let tolerance = 120.0
    /// … then less and less like ones; from this on the best there is. Besides it moves on while it looks.
    private static let most = 360.0
    /// What two places may lack of likeness, of 1, that are joined wherever they are met.
    private static let unheard = 0.002
    /// The same shortly before it must take the best there is, if that makes up for `large` frames …
    private static let borne = 0.1
    /// … for what is spoilt shall be in proportion.
    private static let large = 600.0
    private static let interval = 960

    private static let channels = AudioFormat.standard.channels
    /// The number of frames combined into one where likeness is first looked for: 8 kHz.
    private static let coarse = 6
    private static let coarseWindow = fade / coarse
    private static let coarseCount = (longest + fade) / coarse
    private let scratch = UnsafeMutablePointer<Float>.allocate(capacity: coarseCount * channels)
    private let squares = UnsafeMutablePointer<Float>.allocate(capacity: coarseCount)

    init() {}

    deinit {
        scratch.deallocate()
        squares.deallocate()
    }

    /// Whether no cross-fade is under way: then the source may be played directly at speed 1.
    var isIdle: Bool { fadeLeft == 0 }

    /// Starts at `frame` of a source, without deviation.
    mutating func begin(at frame: Int) {
        go(to: frame)
        deviation = 0
        pause = 0
    }

    /// Moves on to `frame` of another source in place of this one; `frames` of it were played at speed 1.
    mutating func move(to frame: Int, played frames: Int, speed: Double) {
        go(to: frame)
        deviation += (speed - 1) * Double(frames)
    }

    private mutating func go(to frame: Int) {
        position = frame
        fadeLeft = 0
    }

    /// The earliest frame that is still needed.
    var needed: Int { (fadeLeft > 0 ? min(position, fadeFrom) : position) - Self.history }

    /// Begins a splice if it is time for one; called before `frames` are played.
    mutating func prepare(_ ring: SampleRing, frames: Int) {
        pause = max(0, pause - frames)
        guard fadeLeft == 0, pause == 0, abs(deviation) > Self.tolerance,
            ring.written - position >= Self.longest + Self.fade + frames, position - ring.consumed >= Self.longest
        else { return }
        // At twice the speed it must leave out as much as it plays.
        pause = abs(deviation) > 2 * Self.most ? Self.fade : Self.interval
        let direction = deviation > 0 ? 1 : -1
        let (shift, likeness) = place(ring, direction)
        guard 1 - likeness <= bearable(shift) || abs(deviation) >= Self.most else { return }
        fadeFrom = position
        fadeLeft = Self.fade
        position += shift * direction
        deviation -= Double(shift * direction)
    }

    /// What may be spoilt, of 1, to leave out or repeat `shift` frames now.
    private func bearable(_ shift: Int) -> Double {
        let urgency = (abs(deviation) - Self.tolerance) / (Self.most - Self.tolerance)
        return Self.unheard + Self.borne * min(1, urgency) * min(1, Double(shift) / Self.large)
    }

    /// The next frame; within a cross-fade a mixture of both sides.
    mutating func next(_ ring: SampleRing) -> (left: Float, right: Float) {
        let sample = ring.samples(of: position)
        position += 1
        guard fadeLeft > 0 else { return (sample[0], sample[1]) }
        let old = ring.samples(of: fadeFrom)
        let level = 1 - Float(fadeLeft) / Float(Self.fade + 1)
        fadeFrom += 1
        fadeLeft -= 1
        return (old[0] + (sample[0] - old[0]) * level, old[1] + (sample[1] - old[1]) * level)
    }

    /// Notes that `frames` were played at `speed`.
    mutating func note(frames: Int, speed: Double) {
        deviation += (speed - 1) * Double(frames)
    }

    // MARK: Finding a splice

    /// How far away, and how alike: 1 where the same comes again. Never so far that more is to be made up for than before.
    private func place(_ ring: SampleRing, _ direction: Int) -> (shift: Int, likeness: Double) {
        let furthest = min(Self.longest, max(Self.shortest, Int(2 * abs(deviation))))
        reduce(ring, from: direction > 0 ? position : position - Self.longest)
        let origin = direction > 0 ? 0 : Self.longest / Self.coarse
        var best = (worth: -Double.infinity, shift: Self.shortest)
        var lag = Self.shortest / Self.coarse
        while lag <= furthest / Self.coarse {
            let worth = Self.worth(of: lag * Self.coarse, likeness: coarseLikeness(origin, origin + lag * direction))
            if worth > best.worth { best = (worth, lag * Self.coarse) }
            lag += 1
        }
        var found = (likeness: -Double.infinity, shift: best.shift)
        var shift = max(Self.shortest, best.shift - Self.coarse)
        while shift <= min(furthest, best.shift + Self.coarse) {
            let value = likeness(ring, position, position + shift * direction)
            if value > found.likeness { found = (value, shift) }
            shift += 1
        }
        return (found.shift, found.likeness)
    }

    /// Frames that are made up for, by what is spoilt for them. Of equals the furthest is worth most, for it keeps quiet
    /// for longest; where one side takes away from the other there is a hole, which is worst.
    private static func worth(of shift: Int, likeness: Double) -> Double {
        Double(shift) / (1.03 - likeness + 2 * max(0, 0.3 - likeness))
    }

    private func reduce(_ ring: SampleRing, from start: Int) {
        for index in 0..<Self.coarseCount {
            var (left, right): (Float, Float) = (0, 0)
            for frame in 0..<Self.coarse {
                let sample = ring.samples(of: start + index * Self.coarse + frame)
                left += sample[0]
                right += sample[1]
            }
            scratch[index * 2] = left
            scratch[index * 2 + 1] = right
            squares[index] = left * left + right * right
        }
    }

    private func coarseLikeness(_ a: Int, _ b: Int) -> Double {
        var (product, first, second): (Float, Float, Float) = (0, 0, 0)
        for index in 0..<Self.coarseWindow {
            product += scratch[(a + index) * 2] * scratch[(b + index) * 2]
            product += scratch[(a + index) * 2 + 1] * scratch[(b + index) * 2 + 1]
            first += squares[a + index]
            second += squares[b + index]
        }
        return Self.normalised(
            product, first, second, silence: Self.silence * Float(Self.coarse * Self.coarse * Self.coarseWindow))
    }

    private func likeness(_ ring: SampleRing, _ a: Int, _ b: Int) -> Double {
        var (product, first, second): (Float, Float, Float) = (0, 0, 0)
        for index in 0..<Self.fade {
            let one = ring.samples(of: a + index)
            let other = ring.samples(of: b + index)
            product += one[0] * other[0] + one[1] * other[1]
            first += one[0] * one[0] + one[1] * one[1]
            second += other[0] * other[0] + other[1] * other[1]
        }
        return Self.normalised(product, first, second, silence: Self.silence * Float(Self.fade))
    }

    /// The mean square below which nothing is heard: −80 dB.
    private static let silence: Float = 1e-8

    private static func normalised(_ product: Float, _ first: Float, _ second: Float, silence: Float) -> Double {
        if first < silence, second < silence { return 1 }
        guard first >= silence, second >= silence else { return 0 }
        return Double(product / (first * second).squareRoot())
    }
}
