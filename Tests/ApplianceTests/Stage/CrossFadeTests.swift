import Devices
import Layout
import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("Cross-fade")
struct CrossFadeTests {
    static let interval = Duration.nanoseconds(16_666_667)
    static let undimmed = Motion.still()

    static func vblank(_ number: Int) -> HostTime { HostTime(nanoseconds: 1_000_000_000) + interval * number }
    static func dimming(to opacity: Double, from number: Int) -> Motion {
        Motion(
            from: .rest, to: Motion.Pose(opacity: opacity), start: vblank(number), duration: .milliseconds(160))
    }

    static func frame(_ size: PixelSize = PixelSize(width: 64, height: 36), isBuffer: Bool = false) -> VideoFrame {
        VideoFrame(
            size: size, format: .i420, presentation: .zero, duration: .zero, planes: [],
            dmaBuffer: isBuffer ? VideoFrame.DMABuffer(fourcc: 0, modifier: 0, planes: []) : nil, release: {})
    }

    /// The brightness of the screen where the old picture has brightness `old` and the new one
    /// `new`.
    static func light(_ pose: CrossFade.Pose, old: Double, new: Double, oldFrame: VideoFrame) -> Double {
        func part(_ part: CrossFade.Pose.Part?) -> (light: Double, opacity: Double) {
            guard let part else { return (0, 0) }
            return (part.frame === oldFrame ? old : new, part.opacity)
        }
        let (below, above) = (part(pose.still), part(pose.picture))
        return below.light * below.opacity * (1 - above.opacity) + above.light * above.opacity
    }

    @Test("The new picture is there strongly in its first vblank, alone after 100 ms, and moves meanwhile")
    func course() throws {
        var fade = CrossFade()
        let old = Self.frame()
        let dim = Self.dimming(to: 0.45, from: -20)
        // The old picture has been dimmed for long.
        for number in -20..<0 {
            _ = fade.pose(
                of: .init(item: ItemID(1), frame: old), dim: dim, known: ItemID(1), at: Self.vblank(number),
                interval: Self.interval)
        }
        for number in 0..<8 {
            let new = Self.frame()
            let pose = fade.pose(
                of: .init(item: ItemID(2), frame: new), dim: dim, known: ItemID(1), at: Self.vblank(number),
                interval: Self.interval)
            let picture = try #require(pose.picture)
            #expect(picture.frame === new)
            if number == 0 { #expect(picture.opacity == 0.7) }
            #expect(pose.isSettled == (number >= 6))
            if number < 6 {
                let still = try #require(pose.still)
                #expect(still.frame === old)
                #expect(abs(still.opacity - 0.45) < 0.001)
                #expect(picture.opacity >= 0.6 && picture.opacity < 1)
            } else {
                #expect(pose.still == nil)
                #expect(picture.opacity == 1)
            }
        }
    }

    static let lights: [(old: Double, new: Double)] = [(1, 1), (1, 0.2), (0.2, 1), (0.5, 0.45), (0, 1), (1, 0)]

    @Test(
        "From the dimmed old to the new picture light goes one way only, however soon after the key", arguments: lights)
    func monotonic(lights: (old: Double, new: Double)) {
        for wait in 0...14 {
            for answer in 0...8 {
                var fade = CrossFade()
                let old = Self.frame()
                var dim = Self.undimmed
                var known = ItemID(1)
                var seen: [Double] = []
                for number in -2..<40 {
                    // A key; some vblanks later the new picture; and then the box is told of it.
                    if number == 0 { dim = Self.dimming(to: 0.45, from: 0) }
                    if number == wait + answer {
                        dim = dim.retargeted(to: .rest, at: Self.vblank(number), duration: .milliseconds(160))
                        known = ItemID(2)
                    }
                    let isNew = number >= wait
                    let pose = fade.pose(
                        of: .init(item: isNew ? ItemID(2) : ItemID(1), frame: isNew ? Self.frame() : old), dim: dim,
                        known: known, at: Self.vblank(number), interval: Self.interval)
                    let light = Self.light(pose, old: lights.old, new: lights.new, oldFrame: old)
                    if number >= wait - 1 { seen.append(light) }
                }
                let steps = zip(seen, seen.dropFirst()).map { $1 - $0 }
                #expect(
                    steps.allSatisfy { $0 >= -0.003 } || steps.allSatisfy { $0 <= 0.003 },
                    "picture after \(wait), box after \(answer): \(seen)")
                #expect(abs((seen.last ?? 0) - lights.new) < 0.001)
            }
        }
    }

    @Test(
        "Another key in the middle of a fade dims the new picture without a jump, and its last frame stays beneath the third"
    )
    func interrupted() throws {
        var fade = CrossFade()
        let first = Self.frame()
        let second = Self.frame()
        func pose(_ item: UInt64, _ frame: VideoFrame, _ dim: Motion, known: UInt64, _ number: Int) -> CrossFade.Pose {
            fade.pose(
                of: .init(item: ItemID(item), frame: frame), dim: dim, known: ItemID(known), at: Self.vblank(number),
                interval: Self.interval)
        }
        let dim = Self.dimming(to: 0.45, from: 0)
        for number in 0..<12 { _ = pose(1, first, dim, known: 1, number) }
        var seen: [Double] = []
        // The box is told of the second picture and of the next key at once: its cue is still
        // dimmed.
        for number in 12..<40 {
            let shown = pose(2, second, dim, known: number < 14 ? 1 : 2, number)
            seen.append(Self.light(shown, old: 1, new: 1, oldFrame: first))
        }
        for (before, after) in zip(seen, seen.dropFirst()) { #expect(abs(after - before) < 0.2, "\(seen)") }
        #expect(abs((seen.last ?? 0) - 0.45) < 0.001)
        let third = pose(3, Self.frame(), dim, known: 2, 40)
        #expect(try #require(third.still).frame === second)
    }

    @Test("The first picture comes out of the black, and the last one goes there")
    func black() throws {
        var fade = CrossFade()
        let dim = Self.dimming(to: 0.45, from: -40)
        let nothing = fade.pose(of: nil, dim: dim, known: nil, at: Self.vblank(0), interval: Self.interval)
        #expect(nothing.picture == nil && nothing.still == nil)
        let frame = Self.frame()
        let first = fade.pose(
            of: .init(item: ItemID(1), frame: frame), dim: dim, known: nil, at: Self.vblank(1), interval: Self.interval)
        #expect(try #require(first.picture).opacity == 0.7)
        #expect(first.still == nil)
        for number in 2..<9 {
            _ = fade.pose(
                of: .init(item: ItemID(1), frame: frame), dim: Self.undimmed, known: ItemID(1), at: Self.vblank(number),
                interval: Self.interval)
        }
        var light: [Double] = []
        for number in 9..<17 {
            let pose = fade.pose(
                of: nil, dim: Self.undimmed, known: ItemID(1), at: Self.vblank(number), interval: Self.interval)
            light.append(Self.light(pose, old: 1, new: 1, oldFrame: frame))
            #expect(pose.picture == nil)
        }
        #expect(light == light.sorted(by: >))
        #expect(light.first.map { $0 > 0 } == true && light.last == 0)
    }

    @Test("Frames are given back as soon as the fade is over")
    func givenBack() {
        var fade = CrossFade()
        weak var old: VideoFrame?
        func show(_ item: UInt64, _ frame: VideoFrame, _ number: Int) {
            _ = fade.pose(
                of: .init(item: ItemID(item), frame: frame), dim: Self.undimmed, known: ItemID(1),
                at: Self.vblank(number), interval: Self.interval)
        }
        do {
            let frame = Self.frame()
            old = frame
            show(1, frame, 0)
        }
        for number in 1..<7 {
            show(2, Self.frame(), number)
            #expect(old != nil)
        }
        show(2, Self.frame(), 7)
        #expect(old == nil)
    }

    @Test("A fade that comes late ends at once, and the next ones are left out for ever longer")
    func late() {
        var fade = CrossFade()
        var item: UInt64 = 0
        var time = Self.vblank(0)
        /// Shows another item; returns whether it fades.
        func flip() -> Bool {
            item += 1
            time = time + Self.interval
            return fade.pose(
                of: .init(item: ItemID(item), frame: Self.frame()), dim: Self.undimmed, known: nil, at: time,
                interval: Self.interval
            ).hasTwo
        }
        func rest(_ duration: Duration) {
            time = time + duration
            _ = fade.pose(
                of: .init(item: ItemID(item), frame: Self.frame()), dim: Self.undimmed, known: nil, at: time,
                interval: Self.interval)
        }
        _ = flip()
        rest(.seconds(1))
        var pause = CrossFade.firstPause
        for _ in 0..<9 {
            #expect(flip())
            fade.cameLate(hadTwo: true, at: time)
            fade.cameLate(hadTwo: true, at: time)
            let alone = fade.pose(
                of: .init(item: ItemID(item), frame: Self.frame()), dim: Self.undimmed, known: nil,
                at: time + Self.interval, interval: Self.interval)
            #expect(!alone.hasTwo && alone.picture?.opacity == 1)
            rest(pause - .milliseconds(100))
            #expect(!flip())
            rest(.milliseconds(200))
            pause = min(pause + pause, CrossFade.longestPause)
        }
        // A flip after the whole pause resets the pause.
        #expect(flip())
        rest(.seconds(1))
        #expect(flip())
        fade.cameLate(hadTwo: true, at: time)
        rest(CrossFade.firstPause)
        #expect(flip())
    }

    @Test("While the screen is behind already no fade begins")
    func behind() {
        var fade = CrossFade()
        func flip(_ item: UInt64, _ number: Int) -> Bool {
            fade.pose(
                of: .init(item: ItemID(item), frame: Self.frame()), dim: Self.undimmed, known: nil,
                at: Self.vblank(number), interval: Self.interval
            ).hasTwo
        }
        _ = flip(1, 0)
        fade.cameLate(hadTwo: false, at: Self.vblank(10))
        #expect(!flip(2, 30))
        #expect(flip(3, 80))
    }

    @Test("Where the new picture does not reach, the old one is covered in step, and each stays where it was")
    func shapes() {
        let wide = PixelSize(width: 64, height: 36)
        let narrow = PixelSize(width: 48, height: 36)
        let screen = PixelSize(width: 640, height: 360)
        var pose = CrossFade.Pose(
            still: .init(frame: Self.frame(wide), opacity: 0.45),
            picture: .init(frame: Self.frame(narrow), opacity: 0.7),
            cover: 0.7)
        let layers = pose.layers(on: PixelRectangle(screen))
        #expect(
            layers.map(\.destination) == [
                PixelRectangle(screen), PixelRectangle(x: 0, y: 0, width: 80, height: 360),
                PixelRectangle(x: 560, y: 0, width: 80, height: 360),
                PixelRectangle(x: 80, y: 0, width: 480, height: 360),
            ])
        #expect(layers.map(\.opacity) == [0.45, 0.7, 0.7, 0.7])
        // The new picture covers the whole old one: there is nothing to cover.
        swap(&pose.still, &pose.picture)
        #expect(pose.layers(on: PixelRectangle(screen)).count == 2)
        // With a plane for each picture there is no colour between them.
        pose.still = .init(frame: Self.frame(wide, isBuffer: true), opacity: 0.45)
        pose.picture = .init(frame: Self.frame(narrow, isBuffer: true), opacity: 0.7)
        #expect(pose.layers(on: PixelRectangle(screen)).count == 2)
    }
}
