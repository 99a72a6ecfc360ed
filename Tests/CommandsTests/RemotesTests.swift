import Commands
import Devices
import MediaCore
import Testing
import Touch

@Suite("Remotes")
struct RemotesTests {
    private let start = HostTime(nanoseconds: 5_000_000_000)
    private let sofa = InputDevice(id: "/dev/input/event1", name: "Sofa", bus: .bluetooth)

    private func key(
        _ name: String, _ phase: KeyEvent.Phase, at time: HostTime, _ device: InputDevice? = nil
    ) -> RemotesEvent {
        .key(
            KeyEvent(code: KeyCode(name: name)?.rawValue ?? 0, phase: phase, time: time, device: device ?? sofa),
            lineIsOpen: false)
    }

    @Test("A key that acts when pressed is one command at the kernel's time, and is told once it was carried out")
    func press() throws {
        var remotes = Remotes()
        let later = start + .milliseconds(4)
        #expect(
            remotes.handle(key("CHANNELUP", .press, at: start), at: later) == [
                .handled(start), .perform(.channelUp, key: start),
            ])
        let told = remotes.handle(.performed(.done), at: later + .milliseconds(9))
        guard case .told(let report)? = told.first, told.count == 1 else { throw Unexpected(told) }
        #expect(report.command == .channelUp && report.result == .done && report.code == KeyCode(name: "CHANNELUP"))
        #expect(report.delay == .milliseconds(4))
        #expect(remotes.handle(key("CHANNELUP", .release, at: later), at: later) == [])
    }

    @Test("A letter of a keyboard is typed where text is taken, and elsewhere is a key without a meaning")
    func letters() throws {
        var remotes = Remotes()
        let over = remotes.handle(key("N", .press, at: start), at: start)
        guard case .told(let report)? = over.last else { throw Unexpected(over) }
        #expect(report.command == nil && report.code == KeyCode(name: "N"))
        #expect(remotes.handle(key("N", .release, at: start), at: start) == [])
        _ = remotes.handle(.focus(.text), at: start)
        #expect(
            remotes.handle(key("N", .press, at: start), at: start) == [
                .handled(start), .perform(.type("n"), key: start),
            ])
        #expect(remotes.handle(.performed(.done), at: start).count == 1)
        // What was typed may have closed the field.
        _ = remotes.handle(.focus(.video), at: start)
        #expect(remotes.handle(key("N", .release, at: start), at: start) == [])
        #expect(remotes.handle(key("N", .press, at: start), at: start).count == 2)
    }

    private struct Unexpected: Error {
        let effects: [RemotesEffect]
        init(_ effects: [RemotesEffect]) { self.effects = effects }
    }

    @Test("Where the release of a held OK was lost, the second press waits until the first has moved the focus")
    func waits() {
        var remotes = Remotes()
        #expect(remotes.handle(key("OK", .press, at: start), at: start) == [.handled(start)])
        let again = start + .milliseconds(100)
        #expect(
            remotes.handle(key("OK", .press, at: again), at: again) == [
                .handled(again), .perform(.showTransport, key: start),
            ])
        // The bar is up now.
        #expect(remotes.handle(.focus(.transport), at: again) == [])
        let effects = remotes.handle(.performed(.done), at: again)
        #expect(effects.count == 1)
        let end = again + .milliseconds(50)
        #expect(remotes.handle(key("OK", .release, at: end), at: end).last == .perform(.confirm, key: again))
    }

    @Test("A remote that is taught is silent from that moment on, the key that it repeats included")
    func taught() {
        var remotes = Remotes()
        _ = remotes.handle(.attached(sofa), at: start)
        _ = remotes.handle(key("VOLUMEUP", .press, at: start), at: start)
        _ = remotes.handle(.performed(.done), at: start)
        #expect(remotes.nextWake != nil)
        #expect(remotes.handle(.taught(sofa.id), at: start) == [])
        #expect(remotes.nextWake == nil)
        let later = start + .seconds(1)
        #expect(remotes.handle(.wake, at: later) == [])
        #expect(remotes.handle(key("OK", .press, at: later), at: later) == [.handled(later)])
        #expect(remotes.handle(key("OK", .release, at: later), at: later) == [])
        _ = remotes.handle(.taught(nil), at: later)
        #expect(
            remotes.handle(key("VOLUMEUP", .press, at: later), at: later).last == .perform(.volumeUp, key: later))
    }

    @Test("Batteries are looked at as a remote comes and every ten minutes, one look at a time; a low one is told once")
    func batteries() {
        var remotes = Remotes()
        let other = InputDevice(id: "/dev/input/event2", name: "Other", bus: .usb)
        #expect(remotes.handle(.attached(sofa), at: start) == [.attached(sofa), .lookAtBatteries([sofa])])
        #expect(remotes.handle(.attached(other), at: start) == [.attached(other)])
        let low = BatteryLevel(percent: 9)
        #expect(
            remotes.handle(.batteries([sofa.id: low]), at: start) == [
                .batteryLow(sofa, percent: 9), .lookAtBatteries([sofa, other]),
            ])
        #expect(remotes.nextWake == nil)
        #expect(remotes.handle(.batteries([sofa.id: low]), at: start) == [])
        #expect(remotes.nextWake == start + .seconds(600))
        #expect(remotes.handle(.wake, at: start + .seconds(600)) == [.lookAtBatteries([sofa, other])])
        #expect(remotes.list.map(\.battery) == [low, nil])
    }

    @Test(
        "A low battery is not told over a passcode or in standby, but a minute later",
        arguments: [Focus.passcode, .standby])
    func postponed(focus: Focus) {
        var remotes = Remotes()
        _ = remotes.handle(.focus(focus), at: start)
        _ = remotes.handle(.attached(sofa), at: start)
        let low = BatteryLevel(percent: 9)
        #expect(remotes.handle(.batteries([sofa.id: low]), at: start) == [])
        #expect(remotes.nextWake == start + .seconds(60))
        _ = remotes.handle(.focus(.video), at: start)
        let later = start + .seconds(60)
        #expect(remotes.handle(.wake, at: later) == [.lookAtBatteries([sofa])])
        #expect(remotes.handle(.batteries([sofa.id: low]), at: later) == [.batteryLow(sofa, percent: 9)])
        #expect(remotes.nextWake == later + .seconds(600))
    }

    @Test("The key test lists what came, the newest first; what closes it takes its keys along")
    func keyTest() {
        var remotes = Remotes()
        _ = remotes.handle(key("RED", .press, at: start), at: start)
        #expect(remotes.handle(.keyTest(true), at: start) == [.keyTestChanged])
        #expect(remotes.keyTest?.lines == [])
        #expect(remotes.handle(key("RED", .press, at: start), at: start).contains(.keyTestChanged))
        _ = remotes.handle(key("MUTE", .press, at: start), at: start)
        #expect(remotes.handle(.performed(.done), at: start).first == .keyTestChanged)
        #expect(remotes.keyTest?.lines.map(\.code) == ["KEY_MUTE", "KEY_RED"])
        #expect(remotes.keyTest?.lines.map(\.command) == [.toggleMute, nil])
        _ = remotes.handle(.focus(.passcode), at: start)
        _ = remotes.handle(key("5", .press, at: start), at: start)
        #expect(remotes.handle(.performed(.done), at: start).contains(.keyTestChanged) == false)
        #expect(remotes.list.isEmpty && remotes.keyTest?.lines.count == 2)
        #expect(remotes.handle(.keyTest(true), at: start) == [])
        #expect(remotes.handle(.keyTest(false), at: start) == [.keyTestChanged])
        #expect(remotes.keyTest == nil)
    }

    @Test("A thumb at an edge is told what a click there does, by the plan, and no longer when the focus moves on")
    func edge() {
        var remotes = Remotes()
        let pad = TouchSurface(device: sofa, hasButton: true)
        let event = TouchEvent(
            contact: 1, phase: .began, position: TouchPosition(x: 0.95, y: 0.5), time: start, surface: pad)
        #expect(remotes.handle(.touch(event), at: start) == [.handled(start)])
        let later = start + .milliseconds(300)
        #expect(remotes.nextWake == later)
        #expect(remotes.handle(.wake, at: later) == [.showEdgeHint(.right, .channelUp)])
        #expect(remotes.handle(.focus(.overlay), at: later) == [.hideEdgeHint])
    }
}
