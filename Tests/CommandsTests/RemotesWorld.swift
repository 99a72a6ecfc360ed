import Commands
import Devices
import MediaCore
import Touch

/// A box and two hands on paper around `Remotes`: carries out its effects, moves the focus as a box does, and checks after
/// each event that nothing was promised that must not be.
struct RemotesWorld {
    /// A press that may become one command: as it is, or by being held.
    private struct Press {
        var key: Key
        var time: HostTime
        var isDown = true
        var isSpent = false
        /// It was made at a passcode: what came of it was not told.
        var isSecret: Bool
    }

    private struct Down: Hashable {
        var device: InputDevice
        var code: UInt16
    }

    private struct Meant: Hashable {
        var remote: String
        var key: Key
    }

    static let sofa = InputDevice(id: "/dev/input/event1", name: "Sofa Control", bus: .bluetooth, remote: "aa")
    /// Another event device of the same remote.
    static let twin = InputDevice(id: "/dev/input/event2", name: "Sofa", bus: .bluetooth, remote: "aa")
    static let infrared = InputDevice(id: "/dev/input/event3", name: "Receiver", bus: .infrared)
    /// The kernel's event device of the TV's remote, whose keys come by the line too.
    static let passthrough = InputDevice(id: "/dev/input/event4", name: "TV", bus: .cec)
    static let pad = TouchSurface(
        device: InputDevice(id: "/dev/input/event5", name: "Pad", bus: .bluetooth), hasButton: true)
    static let all = [sofa, twin, infrared, passthrough, pad.device]

    private(set) var remotes: Remotes
    private(set) var now = HostTime(nanoseconds: 1_000_000_000_000)
    var focus = Focus.video
    var lineIsOpen = true
    private(set) var taught: String?
    private(set) var attached: [InputDevice] = []
    private(set) var commands: [Command] = []
    private(set) var reports: [KeyReport] = []
    private(set) var low: [String] = []
    private(set) var violations: [String] = []
    private(set) var looked: [InputDevice]?
    private var presses: [InputDevice: [Press]] = [:]
    private var down: Set<Down> = []
    private var first: [Meant: (device: InputDevice, time: HostTime, isDown: Bool)] = [:]
    private var answered: (command: Command, key: HostTime, focus: Focus)?
    private var finger: TouchPosition?
    private let keymap: Keymap

    /// The kernel's time of what the hand does now: the box hears of it a little later.
    private var kernel: HostTime { now - .milliseconds(3) }

    init(plan: KeyPlan = KeyPlan(), previews: Bool = true) {
        var settings = TouchSettings()
        settings.previews = previews
        keymap = plan.keymap
        remotes = Remotes(plan: plan, touch: settings)
        for device in Self.all { attach(device) }
    }

    // MARK: Hands

    mutating func press(_ name: String, _ device: InputDevice) {
        guard attached.contains(device), let code = KeyCode(name: name) else { return }
        let isDoubled = isDoubled(code, device)
        down.insert(Down(device: device, code: code.rawValue))
        if !isDoubled, device.id != taught, let key = keymap[code] {
            presses[device, default: []].append(Press(key: key, time: kernel, isSecret: focus == .passcode))
        }
        send(.key(event(code.rawValue, .press, device), lineIsOpen: lineIsOpen))
    }

    mutating func release(_ name: String, _ device: InputDevice) {
        guard let code = KeyCode(name: name), down.remove(Down(device: device, code: code.rawValue)) != nil else {
            return
        }
        if let key = keymap[code] {
            let meant = Meant(remote: device.remote, key: key)
            if first[meant]?.device == device { first[meant]?.isDown = false }
            let mine = presses[device]?.indices.filter { presses[device]?[$0].key == key } ?? []
            for index in mine { presses[device]?[index].isDown = false }
        }
        send(.key(event(code.rawValue, .release, device), lineIsOpen: lineIsOpen))
    }

    /// Whether a press has come by another device already, or will not count there.
    private mutating func isDoubled(_ code: KeyCode, _ device: InputDevice) -> Bool {
        if device == Self.passthrough, lineIsOpen { return true }
        guard let key = keymap[code] else { return false }
        let meant = Meant(remote: device.remote, key: key)
        if let other = first[meant], other.device != device, other.isDown || kernel - other.time < .milliseconds(40) {
            return true
        }
        first[meant] = (device, kernel, true)
        return false
    }

    mutating func touch(_ phase: TouchEvent.Phase, _ x: Double) {
        guard attached.contains(Self.pad.device) else { return }
        if phase == .began, finger != nil { return }
        if phase != .began, finger == nil { return }
        let position = TouchPosition(x: x, y: 0.5)
        finger = position
        send(.touch(TouchEvent(contact: 1, phase: phase, position: position, time: kernel, surface: Self.pad)))
        if phase == .ended || phase == .cancelled { finger = nil }
    }

    mutating func click() {
        guard attached.contains(Self.pad.device) else { return }
        for phase in [KeyEvent.Phase.press, .release] {
            send(.key(event(0x110, phase, Self.pad.device), lineIsOpen: lineIsOpen))
        }
    }

    private func event(_ code: UInt16, _ phase: KeyEvent.Phase, _ device: InputDevice) -> KeyEvent {
        KeyEvent(code: code, phase: phase, time: kernel, device: device)
    }

    // MARK: Devices

    mutating func attach(_ device: InputDevice) {
        guard !attached.contains(device) else { return }
        attached.append(device)
        send(.attached(device))
    }

    /// The device is unplugged.
    /// - Parameter releases: the kernel lets go of its keys before
    mutating func detach(_ device: InputDevice, releases: Bool) {
        guard attached.contains(device) else { return }
        let held = down.filter { $0.device == device }
        if releases {
            for key in held { release(KeyCode(key.code).description, device) }
            if device == Self.pad.device, let finger { touch(.cancelled, finger.x) }
        }
        down.subtract(held)
        if device == Self.pad.device { finger = nil }
        presses[device] = nil
        first = first.filter { $0.value.device != device }
        attached.removeAll { $0 == device }
        send(.detached(device))
    }

    mutating func teach(_ device: InputDevice?) {
        taught = device?.id
        if let device { presses[device] = nil }
        send(.taught(taught))
    }

    mutating func setKeyTest(_ isOpen: Bool) { send(.keyTest(isOpen)) }

    /// The kernel answers what the batteries were asked.
    mutating func answerLook(percent: Int) {
        guard let asked = looked else { return }
        looked = nil
        send(.batteries(Dictionary(uniqueKeysWithValues: asked.map { ($0.id, BatteryLevel(percent: percent)) })))
    }

    // MARK: Time

    mutating func pass(_ duration: Duration) { now = now + duration }

    /// Time goes on to the next thing that is due.
    mutating func wait() {
        guard let wake = remotes.nextWake else { return }
        now = max(now, wake)
        var rings = 0
        while let wake = remotes.nextWake, wake <= now {
            rings += 1
            guard rings < 12 else { return fail("to be woken in the past for ever") }
            send(.wake)
        }
    }

    /// Lets go of everything, and lets nothing happen but time. True when it comes to rest.
    mutating func rests() -> Bool {
        for key in down { release(KeyCode(key.code).description, key.device) }
        if let finger { touch(.ended, finger.x) }
        for _ in 0..<40 {
            guard let wake = remotes.nextWake, wake - now < .seconds(31) else { return true }
            let before = commands.count
            wait()
            // A flick goes on by itself, and nothing else does.
            if commands.count > before, commands.last.map(isMove) != true {
                fail("something that nobody holds goes on")
            }
        }
        return false
    }

    private func isMove(_ command: Command) -> Bool { if case .move = command { true } else { false } }

    // MARK: Effects

    mutating func send(_ event: RemotesEvent) {
        carryOut(remotes.handle(.focus(focus), at: now))
        let effects = remotes.handle(event, at: now)
        if case .performed = event { check(answer: effects) }
        carryOut(effects)
        check()
    }

    private mutating func carryOut(_ effects: [RemotesEffect]) {
        for (index, effect) in effects.enumerated() {
            switch effect {
            case .perform(let command, let key):
                if index + 1 != effects.count { fail("\(effects[index + 1]) does not wait for \(command.text)") }
                perform(command, key)
            case .handled(let time): if time != kernel { fail("a hand at another time than the kernel's") }
            case .showHint:
                if !presses.values.joined().contains(where: { $0.isDown && !$0.isSpent }) {
                    fail("a hint that nobody holds")
                }
            case .showEdgeHint: if finger == nil { fail("a hint without a finger") }
            case .told(let report): note(report)
            case .batteryLow(let device, _):
                if focus == .passcode || focus == .standby { fail("a battery is told in \(focus)") }
                low.append(device.remote)
            case .lookAtBatteries(let devices):
                if looked != nil { fail("two looks at once") }
                looked = devices
            case .hideEdgeHint, .keyTestChanged, .swiped, .attached, .detached: break
            }
        }
    }

    private mutating func perform(_ command: Command, _ key: HostTime) {
        commands.append(command)
        if key > now { fail("a key from the future") }
        answered = (command, key, focus)
        switch command {
        case .showGuide: focus = .guide
        case .showFavourites, .showChannels, .showGroups, .showMenu: focus = .overlay
        case .showInfo: focus = .info
        case .showTransport: focus = .transport
        case .preview: focus = .preview
        case .digit: if focus == .video { focus = .numberEntry }
        case .back, .confirm, .retry: if focus != .passcode, focus != .standby { focus = .video }
        case .togglePower: focus = focus == .standby ? .video : .standby
        case .wake: focus = .video
        case .toggleKeyTest: send(.keyTest(remotes.keyTest == nil))
        default: break
        }
        send(.performed(.done))
    }

    /// The answer to a command tells what became of it, and no other.
    private mutating func check(answer effects: [RemotesEffect]) {
        guard let (command, key, focus) = answered else { return fail("an answer that nobody waits for") }
        answered = nil
        switch effects.first(where: { $0 != .keyTestChanged }) {
        case .told(let report):
            if report.focus != focus { fail("told of another focus") }
            if focus == .passcode { return }
            if report.command != command || report.result != .done { fail("told of another command") }
            if report.gesture?.time != key { fail("a command at another time than its key") }
        case .swiped(command, .done)?: break
        default: fail("nothing is told of \(command.text)")
        }
    }

    private mutating func note(_ report: KeyReport) {
        reports.append(report)
        if !attached.contains(report.device) { fail("a key of \(report.device.name), which is gone") }
        if report.device.id == taught { fail("a key of \(report.device.name), which is taught") }
        if report.focus == .passcode, report.gesture != nil || report.code != nil || report.command != nil {
            fail("a secret is told")
        }
        guard let gesture = report.gesture, report.device != Self.pad.device else { return }
        guard let index = spend(gesture) else {
            return fail("\(gesture.kind) of \(gesture.key.name) of \(report.device.name), which nobody did")
        }
        presses[report.device]?[index].isSpent = true
    }

    /// The press that the gesture is made of; nil: none.
    private func spend(_ gesture: KeyGesture) -> Int? {
        presses[gesture.device]?.firstIndex { press in
            guard press.key == gesture.key else { return false }
            return switch gesture.kind {
            case .press: !press.isSpent && press.time == gesture.time
            case .longPress: !press.isSpent && press.isDown && press.time + .milliseconds(500) == gesture.time
            case .repetition:
                (press.isSpent || press.isSecret) && press.isDown && gesture.time > press.time
                    && gesture.time - press.time <= .seconds(30)
            case .holding: false
            }
        }
    }

    private mutating func check() {
        let known = remotes.list.flatMap(\.nodes)
        if Set(known) != Set(attached) || known.count != attached.count { fail("other remotes are listed") }
        if remotes.list.count != Set(attached.map(\.remote)).count { fail("a remote is listed twice") }
        if let lines = remotes.keyTest?.lines, lines.count > 8 { fail("the key test grows for ever") }
    }

    private mutating func fail(_ text: String) { violations.append(text) }
}
