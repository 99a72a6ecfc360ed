import Devices
import MediaCore
import Touch

/// Turns what hands do with remotes into commands, and knows which remotes there are. No clock and no device inside.
///
/// A command may move the focus, and with it the meaning of what the hand did next. So commands are carried out one at a
/// time: `RemotesEffect.perform` comes last, and what waits behind it comes with the answer, `RemotesEvent.performed`.
package struct Remotes: Sendable {
    private enum Gesture: Sendable {
        case key(KeyGesture)
        case touch(TouchGesture)
    }

    /// A command that is being carried out.
    private struct Performing: Sendable {
        /// Nil: a finger's movement, which stands for no key.
        var gesture: KeyGesture?
        var command: Command
        var focus: Focus
        var begun: HostTime
    }

    /// What keys mean, in every focus.
    package let router: CommandRouter
    private let touchSettings: TouchSettings
    private var focus = Focus.video

    private var doubledKeys = DoubledKeys()
    private var nodeKeys = NodeKeys()
    private var gestures: GestureRecogniser
    private var touch: TouchRecogniser
    /// The device whose keys mean nothing.
    private var taught: String?
    /// What hands did, and means nothing yet.
    private var waiting: [Gesture] = []
    private var performing: Performing?
    private var effects: [RemotesEffect] = []

    /// The devices that are there, in the order in which they came.
    private var devices: [InputDevice] = []
    private var lastKeys: [String: (code: KeyCode, time: HostTime)] = [:]
    /// The keys that were tested; nil: the key test is closed.
    package private(set) var keyTest: KeyTest?

    private var batteries = Batteries()

    package init(plan: KeyPlan = KeyPlan(), touch settings: TouchSettings = TouchSettings()) {
        router = CommandRouter(plan: plan)
        touchSettings = settings
        gestures = GestureRecogniser(keymap: router.keymap)
        touch = TouchRecogniser(settings: settings)
        _ = touch.use(CommandRouter.use(in: focus), at: .zero)
    }

    /// - Returns: what is to be done, in order
    package mutating func handle(_ event: RemotesEvent, at now: HostTime) -> [RemotesEffect] {
        switch event {
        case .focus(let focus): move(to: focus, now)
        case .key(let key, let lineIsOpen): take(key, lineIsOpen: lineIsOpen)
        case .touch(let event): take(event)
        case .attached(let device): attach(device)
        case .detached(let device): detach(device, now)
        case .performed(let result): finish(result)
        case .taught(let device): teach(device, now)
        case .keyTest(let isOpen): setKeyTest(isOpen)
        case .batteries(let levels): consider(levels, now)
        case .wake: wake(now)
        }
        proceed(now)
        defer { effects = [] }
        return effects
    }

    /// When `RemotesEvent.wake` is to come; nil: not at all.
    package var nextWake: HostTime? {
        [gestures.nextWake, touch.nextWake, batteries.nextWake].compactMap(\.self).min()
    }

    /// The remotes that are there, in the order in which they came.
    package var list: [Remote] {
        var seen: Set<String> = []
        return devices.filter { seen.insert($0.remote).inserted }.map(remote(of:))
    }

    // MARK: Hands

    private mutating func take(_ key: KeyEvent, lineIsOpen: Bool) {
        guard doubledKeys.admits(key, lineIsOpen: lineIsOpen),
            nodeKeys.admits(key, as: router.keymap[KeyCode(key.code)])
        else { return }
        if key.phase == .press, key.device.bus != .cec { effects.append(.handled(key.time)) }
        guard key.phase == .release || key.device.id != taught else { return }
        let (click, ended) = touch.handle(key, isOK: focus == .preview)
        add(ended)
        if click == nil { note(key) }
        gestures.longPressKeys = router.longPressKeys(in: focus)
        gestures.repeatingKeys = router.repeatingKeys(in: focus)
        add(gestures.handle(key, as: click?.key ?? letter(key)))
    }

    /// The key of a keyboard that types a letter, where text is taken; nil: any other. Its release is let through
    /// everywhere, as what it typed may have closed the field.
    private func letter(_ event: KeyEvent) -> Key? {
        let code = KeyCode(event.code)
        guard focus == .text || event.phase == .release, code.letter != nil, router.keymap[code] == nil else {
            return nil
        }
        return .other(code)
    }

    private mutating func take(_ event: TouchEvent) {
        guard event.surface.device.id != taught else { return }
        if event.phase == .began { effects.append(.handled(event.time)) }
        add(touch.handle(event))
    }

    private mutating func move(to focus: Focus, _ now: HostTime) {
        guard focus != self.focus else { return }
        self.focus = focus
        add(touch.use(CommandRouter.use(in: focus), at: now))
    }

    private mutating func wake(_ now: HostTime) {
        add(gestures.wake(at: now))
        add(touch.wake(at: now))
        if batteries.wake(at: now) { effects.append(.lookAtBatteries(devices)) }
    }

    private mutating func teach(_ device: String?, _ now: HostTime) {
        taught = device
        guard let device = devices.first(where: { $0.id == device }) else { return }
        gestures.detach(device)
        add(touch.detach(device, at: now))
    }

    private mutating func add(_ gestures: [KeyGesture]) { waiting += gestures.map(Gesture.key) }

    private mutating func add(_ gestures: [TouchGesture]) { waiting += gestures.map(Gesture.touch) }

    // MARK: Commands

    /// Goes on with what hands did, until a command is to be carried out.
    private mutating func proceed(_ now: HostTime) {
        while performing == nil, !waiting.isEmpty {
            switch waiting.removeFirst() {
            case .key(let gesture): act(on: gesture, now)
            case .touch(let gesture): act(on: gesture, now)
            }
        }
    }

    private mutating func act(on gesture: TouchGesture, _ now: HostTime) {
        switch router.meaning(of: gesture, focus: focus, settings: touchSettings) {
        case .key(let key):
            act(on: KeyGesture(key: key, kind: .press, time: gesture.time, device: gesture.device), now)
        case .command(let command): perform(command, key: gesture.time, nil, now)
        case .hint(let edge):
            let hint = edge.flatMap { edge in
                router.plan.command(for: KeyStroke(edge.key), in: focus).map { RemotesEffect.showEdgeHint(edge, $0) }
            }
            effects.append(hint ?? .hideEdgeHint)
        case nil: break
        }
    }

    private mutating func act(on gesture: KeyGesture, _ now: HostTime) {
        guard gesture.kind != .holding else { return effects.append(.showHint) }
        guard let command = router.command(for: gesture, focus: focus) else {
            return tell(report(gesture, focus))
        }
        perform(command, key: gesture.time, gesture, now)
    }

    private mutating func perform(_ command: Command, key: HostTime, _ gesture: KeyGesture?, _ now: HostTime) {
        performing = Performing(gesture: gesture, command: command, focus: focus, begun: now)
        effects.append(.perform(command, key: key))
    }

    private mutating func finish(_ result: CommandResult) {
        guard let done = performing else { return }
        performing = nil
        guard let gesture = done.gesture else { return effects.append(.swiped(done.command, result)) }
        let actsOnPress =
            gesture.kind == .press && !router.longPressKeys(in: done.focus).contains(gesture.key)
        tell(
            report(
                gesture, done.focus, done.command, result, delay: actsOnPress ? done.begun - gesture.time : nil))
    }

    // MARK: Reports

    /// Remembers a key before it does anything. A code without a meaning is told and does nothing else.
    private mutating func note(_ event: KeyEvent) {
        guard event.phase == .press, focus != .passcode else { return }
        let code = KeyCode(event.code)
        lastKeys[event.device.id] = (code, event.time)
        if router.keymap[code] == nil, letter(event) == nil { tell(KeyReport(code, of: event.device, focus: focus)) }
    }

    private func report(
        _ gesture: KeyGesture, _ focus: Focus, _ command: Command? = nil, _ result: CommandResult? = nil,
        delay: Duration? = nil
    ) -> KeyReport {
        let code = lastKeys[gesture.device.id].flatMap { router.keymap[$0.code] == gesture.key ? $0.code : nil }
        return KeyReport(gesture, code: code, focus: focus, command: command, result: result, delay: delay)
    }

    private mutating func tell(_ report: KeyReport) {
        if keyTest?.add(report) == true { effects.append(.keyTestChanged) }
        effects.append(.told(report))
    }

    private mutating func setKeyTest(_ isOpen: Bool) {
        guard isOpen != (keyTest != nil) else { return }
        keyTest = isOpen ? KeyTest() : nil
        effects.append(.keyTestChanged)
    }

    // MARK: Devices

    private mutating func attach(_ device: InputDevice) {
        devices.removeAll { $0.id == device.id }
        devices.append(device)
        effects.append(.attached(device))
        if batteries.look() { effects.append(.lookAtBatteries(devices)) }
    }

    private mutating func detach(_ device: InputDevice, _ now: HostTime) {
        devices.removeAll { $0.id == device.id }
        lastKeys[device.id] = nil
        batteries.detach(device)
        gestures.detach(device)
        nodeKeys.detach(device)
        doubledKeys.detach(device)
        add(touch.detach(device, at: now))
        effects.append(.detached(device))
    }

    private func remote(of first: InputDevice) -> Remote {
        let nodes = devices.filter { $0.remote == first.remote }
        let newest = nodes.filter { lastKeys[$0.id] != nil }.max { lastTime($0) < lastTime($1) } ?? first
        // A battery may be another node's.
        let known = ([newest] + nodes).compactMap { batteries.levels[$0.id] }
        return Remote(
            device: newest, nodes: nodes, lastKey: lastKeys[newest.id],
            battery: known.first { $0.percent != nil || $0.word != nil } ?? batteries.levels[newest.id])
    }

    private func lastTime(_ device: InputDevice) -> HostTime { lastKeys[device.id]?.time ?? .zero }

    private mutating func consider(_ levels: [String: BatteryLevel], _ now: HostTime) {
        let canTell = focus != .passcode && focus != .standby
        let (low, again) = batteries.take(levels, of: devices, canTell: canTell, at: now)
        for device in low { effects.append(.batteryLow(device, percent: levels[device.id]?.percent)) }
        if again { effects.append(.lookAtBatteries(devices)) }
    }
}
