import Devices
import MediaCore
import Testing

@testable import Headless

@Suite("Scripted keys")
struct ScriptedKeysTests {
    @Test("Keys come in order; what a vanishing device holds is released first; doubles are dropped")
    func order() async {
        let keys = ScriptedKeys()
        let device = keys.device
        func key(_ code: UInt16, _ phase: KeyEvent.Phase, _ time: Int64) -> KeySourceEvent {
            .key(KeyEvent(code: code, phase: phase, time: HostTime(nanoseconds: time), device: device))
        }
        keys.press(1, at: .zero)
        keys.start()
        keys.press(103, at: HostTime(nanoseconds: 1))
        keys.press(103, at: HostTime(nanoseconds: 2))
        keys.release(103, at: HostTime(nanoseconds: 3))
        keys.release(103, at: HostTime(nanoseconds: 4))
        keys.press(108, at: HostTime(nanoseconds: 5))
        keys.detach(at: HostTime(nanoseconds: 6))
        keys.press(105, at: HostTime(nanoseconds: 7))
        keys.attach()
        keys.stop(at: HostTime(nanoseconds: 8))
        var events: [KeySourceEvent] = []
        for await event in keys.events { events.append(event) }
        #expect(
            events == [
                .attached(device), key(103, .press, 1), key(103, .release, 3), key(108, .press, 5),
                key(108, .release, 6), .detached(device), .attached(device), .detached(device),
            ])
    }
}
