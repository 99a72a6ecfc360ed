import ControlProtocol
import Devices
import Layout
import MediaCore
import Testing

@testable import Appliance

@Suite("The picture made small within a screen")
struct InsetTests {
    private static let screen = PixelRectangle(x: 0, y: 0, width: 1920, height: 1080)
    private static let place = Rectangle(x: 1408, y: 54, width: 416, height: 234)
    private static let start = HostTime.zero + .seconds(5)
    private static let small = Motion.Pose(insetInto: place, of: Size(width: 1920, height: 1080))

    private func way(to pose: Motion.Pose, from: Motion.Pose = .rest, at start: HostTime = start) -> Motion {
        Motion(from: from, to: pose, start: start, duration: .milliseconds(300))
    }

    @Test("It lies in its place at the end, on the whole screen at the beginning, and between them on the way")
    func place() {
        let overlay = Overlay(picture: way(to: Self.small))
        #expect(overlay.place(of: Self.screen, at: Self.start) == Self.screen)
        let rest = PixelRectangle(x: 1408, y: 54, width: 416, height: 234)
        #expect(overlay.place(of: Self.screen, at: Self.start + .milliseconds(300)) == rest)
        var last = Self.screen
        for step in stride(from: 20, through: 300, by: 20) {
            let place = overlay.place(of: Self.screen, at: Self.start + .milliseconds(Int64(step)))
            #expect(place.width <= last.width && place.x >= last.x && Self.screen.intersection(place) == place)
            last = place
        }
        #expect(!overlay.isStill(at: Self.start + .milliseconds(299)))
        #expect(overlay.isStill(at: Self.start + .milliseconds(300)))
    }

    @Test("Over its ground and under all else; over nothing where it fills the screen; captions only there")
    func layers() {
        func item(_ x: Int, isGround: Bool, isForPicture: Bool = false) -> Overlay.Item {
            let surface = Surface(size: PixelSize(width: 8, height: 8)) { _, _ in }
            return Overlay.Item(
                surfaces: [surface], frame: PixelRectangle(x: x, y: 0, width: 8, height: 8), motion: Movement(),
                isForPicture: isForPicture, isGround: isGround)
        }
        let overlay = Overlay(
            items: [item(0, isGround: true, isForPicture: true), item(1, isGround: true), item(3, isGround: false)],
            picture: way(to: Self.small))
        let picture = [Layer(.color(0), at: PixelRectangle(x: 2, y: 0, width: 8, height: 8))]
        let captions = [Layer(.color(0), at: PixelRectangle(x: 4, y: 0, width: 8, height: 8))]
        func order(at time: HostTime, hasPicture: Bool = true) -> [Int] {
            overlay.layers(
                around: hasPicture ? picture : [], captions: captions, hasPicture: hasPicture, on: Self.screen, at: time
            ).map(\.destination.x)
        }
        #expect(order(at: Self.start) == [2, 4, 1, 3])
        #expect(order(at: Self.start + .milliseconds(100)) == [1, 2, 3])
        // What stands for a picture that is not there goes with the first one, there as elsewhere.
        #expect(order(at: Self.start + .milliseconds(100), hasPicture: false) == [0, 1, 3])
    }

    @Test("Followers hear of each way once: begun and ended, or cancelled by the next one")
    func journey() {
        var journey = InsetJourney()
        #expect(journey.handle(.still(), at: Self.start).isEmpty)
        let there = way(to: Self.small)
        #expect(journey.handle(there, at: Self.start) == [InsetInfo(to: .inset, what: .began)])
        #expect(journey.nextWake == there.end)
        let turn = Self.start + .milliseconds(100)
        let back = there.retargeted(to: .rest, at: turn, duration: .milliseconds(300))
        #expect(
            journey.handle(back, at: turn) == [
                InsetInfo(to: .inset, what: .cancelled), InsetInfo(to: .full, what: .began),
            ])
        #expect(journey.handle(back, at: turn + .milliseconds(299)).isEmpty)
        #expect(journey.handle(back, at: back.end) == [InsetInfo(to: .full, what: .ended)])
        #expect(journey.nextWake == nil && journey.handle(back, at: back.end + .seconds(1)).isEmpty)
        // Who wants no movement sees it there at once; a change of brightness is no way.
        #expect(
            journey.handle(.still(Self.small), at: back.end) == [
                InsetInfo(to: .inset, what: .began), InsetInfo(to: .inset, what: .ended),
            ])
        var dim = Self.small
        dim.opacity = 0.3
        #expect(journey.handle(.still(dim), at: back.end).isEmpty)
    }
}
