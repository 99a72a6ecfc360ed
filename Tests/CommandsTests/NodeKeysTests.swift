import Commands
import Devices
import MediaCore
import Testing

@Suite("Keys of several devices of one remote")
struct NodeKeysTests {
    private static let keyboard = InputDevice(
        id: "/dev/input/event1", name: "Remote Keyboard", bus: .usb, remote: "usb-1")
    private static let consumer = InputDevice(
        id: "/dev/input/event2", name: "Remote Consumer", bus: .usb, remote: "usb-1")
    private static let other = InputDevice(id: "/dev/input/event3", name: "Other", bus: .usb, remote: "usb-2")

    private var keys = NodeKeys()

    private mutating func admits(
        _ device: InputDevice, _ phase: KeyEvent.Phase, _ milliseconds: Int64, code: UInt16 = 103, key: Key? = .up
    ) -> Bool {
        keys.admits(
            KeyEvent(code: code, phase: phase, time: HostTime(nanoseconds: milliseconds * 1_000_000), device: device),
            as: key)
    }

    @Test("The same key by the other device is dropped, with its release, until the first is let go")
    mutating func twice() {
        #expect(admits(Self.keyboard, .press, 0))
        #expect(!admits(Self.consumer, .press, 2, code: 0x160))
        #expect(admits(Self.keyboard, .release, 100))
        #expect(!admits(Self.consumer, .release, 101, code: 0x160))
        #expect(admits(Self.consumer, .press, 300, code: 0x160))
        #expect(admits(Self.consumer, .release, 400, code: 0x160))
    }

    @Test("One that is tapped by both at once comes once")
    mutating func taps() {
        #expect(admits(Self.keyboard, .press, 0))
        #expect(admits(Self.keyboard, .release, 1))
        #expect(!admits(Self.consumer, .press, 2))
        #expect(!admits(Self.consumer, .release, 3))
        #expect(admits(Self.consumer, .press, 60))
    }

    @Test("Another key, another remote, the same device again, and what means nothing come through")
    mutating func others() {
        #expect(admits(Self.keyboard, .press, 0))
        #expect(admits(Self.consumer, .press, 1, code: 108, key: .down))
        #expect(admits(Self.other, .press, 2))
        #expect(admits(Self.keyboard, .press, 3))
        #expect(admits(Self.consumer, .press, 4, code: 200, key: nil))
        #expect(admits(Self.consumer, .press, 5, code: 200, key: nil))
    }

    @Test("A device that goes takes its part along: the other has the key at once")
    mutating func detach() {
        #expect(admits(Self.keyboard, .press, 0))
        #expect(!admits(Self.consumer, .press, 1))
        keys.detach(Self.keyboard)
        #expect(!admits(Self.consumer, .release, 2))
        #expect(admits(Self.consumer, .press, 3))
        keys.detach(Self.consumer)
        #expect(keys == NodeKeys())
    }

    @Test("Over all orders of six events of two devices, what comes through pairs on each")
    func everyOrder() {
        var orders = 0
        func visit(_ keys: NodeKeys, _ down: Set<String>, _ through: Set<String>, _ depth: Int) {
            for device in [Self.keyboard, Self.consumer] {
                var (keys, down, through) = (keys, down, through)
                let phase: KeyEvent.Phase = down.contains(device.id) ? .release : .press
                let event = KeyEvent(
                    code: 103, phase: phase, time: HostTime(nanoseconds: Int64(7 - depth) * 30_000_000), device: device)
                let isThrough = keys.admits(event, as: .up)
                switch phase {
                case .press:
                    down.insert(device.id)
                    if isThrough { #expect(through.insert(device.id).inserted) }
                    // A key comes by one of the two ways, never by both.
                    #expect(through.count == 1)
                case .release:
                    down.remove(device.id)
                    #expect((through.remove(device.id) != nil) == isThrough)
                case .held: break
                }
                orders += 1
                if depth > 1 { visit(keys, down, through, depth - 1) }
            }
        }
        visit(NodeKeys(), [], [], 6)
        #expect(orders == 126)
    }
}
