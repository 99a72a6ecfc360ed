import Commands
import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("How pictures lie on the screen")
struct PictureControlTests {
    private let item = ItemID(7)

    @Test("a channel keeps what was chosen on it, and others do not have it")
    func byChannel() {
        var control = PictureControl()
        #expect(
            control.handle(.choose(.mode(.fill), on: "a", item: item, isListed: true)) == [
                .lay(.fill, of: item), .show(.fill), .store(.fill, of: "a"),
            ])
        #expect(control.handle(.reveals(ItemID(8), of: "b")) == [.lay(.auto, of: ItemID(8))])
        #expect(control.handle(.reveals(ItemID(9), of: "a")) == [.lay(.fill, of: ItemID(9))])
        #expect(control.handle(.forgot("a")) == [])
        #expect(control.mode(on: "a") == .auto)
    }

    @Test("the key goes through all modes; automatic is as if nothing was chosen, and is not kept")
    func key() {
        var control = PictureControl()
        var stored: [PictureControl.Effect] = []
        for _ in 0..<4 {
            stored += control.handle(.choose(.next, on: "a", item: item, isListed: true)).suffix(1)
        }
        #expect(
            stored == [.store(.fit, of: "a"), .store(.fill, of: "a"), .store(.zoom, of: "a"), .store(nil, of: "a")])
        #expect(control.modes.isEmpty)
    }

    @Test("the same again is shown and nothing more; of an address that no list has nothing is kept")
    func again() {
        var control = PictureControl(modes: ["a": .zoom])
        #expect(control.handle(.choose(.mode(.zoom), on: "a", item: item, isListed: true)) == [.show(.zoom)])
        #expect(
            control.handle(.choose(.mode(.fit), on: "http://x", item: item, isListed: false)) == [
                .lay(.fit, of: item), .show(.fit),
            ])
    }

    @Test("another overscan is applied and kept, the same is not")
    func overscan() {
        var control = PictureControl()
        let three = Overscan(percent: 3)
        #expect(control.handle(.overscan(three)) == [.keepFree(three), .storeOverscan(three)])
        #expect(control.handle(.overscan(three)) == [])
    }
}
