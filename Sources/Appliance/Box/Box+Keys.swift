import Commands
import ControlProtocol
import Devices
import Logging
import MediaCore
import Screens

/// Reports pressed keys to the key test and to followers of events. While a passcode is asked for, it never tells
/// which key was pressed: not even its place on the keypad.
extension Box {
    /// Records a key before it does anything; a code without a meaning is shown and does nothing else.
    func note(_ event: KeyEvent) {
        guard event.phase == .press, focus != .passcode else { return }
        let code = KeyCode(event.code)
        lastKeys[event.device.id] = code
        lastKeyTimes[event.device.id] = event.time
        guard router.keymap[code] == nil else { return }
        test(code.description, Strings.noMeaning)
        guard bulletin.hasFollowers else { return }
        var info = KeyInfo(remote: event.device.name, focus: focus.rawValue)
        info.code = code.description
        publish(.key(info))
    }

    func tell(of gesture: KeyGesture, in focus: Focus, _ command: Command?, _ result: CommandResult?, begun: HostTime) {
        let isSecret = focus == .passcode
        if let command, let result, !isSecret {
            logger.debug("key", metadata: ["command": "\(command)", "result": "\(result)"])
        }
        let code = lastKeys[gesture.device.id].flatMap { router.keymap[$0] == gesture.key ? $0.description : nil }
        if !isSecret {
            let stroke = KeyStroke(gesture.key, isHeld: gesture.kind == .longPress)
            test(code ?? gesture.key.name, stroke.name + (command.map { ": \($0.text)" } ?? ""))
        }
        guard bulletin.hasFollowers else { return }
        var info = KeyInfo(remote: gesture.device.name, focus: focus.rawValue)
        if !isSecret {
            info.code = code
            info.key = gesture.key.name
            info.gesture =
                switch gesture.kind {
                case .press, .holding: .press
                case .repetition: .repetition
                case .longPress: .hold
                }
            info.command = command?.text
            (info.result, info.reason) = result.map(\.words) ?? (nil, nil)
            // A key that may be held acts on release, so its time says nothing.
            if gesture.kind == .press, command != nil, !router.longPressKeys(in: focus).contains(gesture.key) {
                info.milliseconds = (begun - gesture.time).inSeconds * 1000
            }
        }
        publish(.key(info))
    }

    private func test(_ code: String, _ meaning: String) {
        guard keyTest != nil else { return }
        keyTest?.add(KeyTestState.Line(code: code, meaning: meaning))
        tell(.keyTest(keyTest))
    }

    func showKeyTest(_ shown: Bool) {
        guard shown != (keyTest != nil) else { return }
        keyTest = shown ? KeyTestState() : nil
        tell(.keyTest(keyTest))
    }

    /// One entry for each remote, however many event nodes the kernel makes of it.
    var remoteInfos: [RemoteInfo] {
        var order: [InputDevice] = []
        var nodes: [String: [InputDevice]] = [:]
        for device in remotes {
            if nodes[device.remote] == nil { order.append(device) }
            nodes[device.remote, default: []].append(device)
        }
        return order.map { first in
            let nodes = nodes[first.remote] ?? [first]
            let newest = nodes.max { (lastKeyTimes[$0.id] ?? .zero) < (lastKeyTimes[$1.id] ?? .zero) } ?? first
            var info = remoteInfo(lastKeyTimes[newest.id] == nil ? first : newest)
            // The other nodes are called "… Consumer Control" and the like.
            info.name = nodes.map(\.name).min { $0.count < $1.count } ?? info.name
            info.nodes = nodes.count > 1 ? nodes.map(\.id) : nil
            for node in nodes where info.batteryPercent == nil && info.batteryLevel == nil {
                let other = remoteInfo(node)
                info.batteryPercent = other.batteryPercent
                info.batteryLevel = other.batteryLevel
                info.batteryCharging = other.batteryCharging
            }
            return info
        }
    }

    func remoteInfo(_ device: InputDevice) -> RemoteInfo {
        var info = RemoteInfo(device)
        info.lastKey = lastKeys[device.id]?.description
        info.lastMeaning = lastKeys[device.id].flatMap { router.keymap[$0]?.name }
        info.lastKeySecondsAgo = lastKeyTimes[device.id].map { max(0, (now - $0).inSeconds) }
        if let battery = batteryLevels[device.id] {
            info.batteryPercent = battery.percent
            info.batteryLevel = battery.percent == nil ? battery.word?.rawValue : nil
            info.batteryCharging = battery.isCharging
        }
        if device.bus == .infrared, let infrared = devices.infrared,
            let receiver = infrared.all().first(where: { $0.input == device.id })
        {
            info.keymaps = infrared.keymaps(of: receiver)
            info.protocols = receiver.enabled
        }
        info.plan = router.plan.name.rawValue
        return info
    }

    /// The keys that the plan has over the picture, for the hint at start.
    var keyHints: [KeyHint] {
        let signs: [(KeyHint.Sign, KeyStroke)] = [
            (.up, KeyStroke(.up)), (.left, KeyStroke(.left)), (.channelKeys, KeyStroke(.channelUp)),
            (.right, KeyStroke(.right)),
            (.down, KeyStroke(.down)), (.heldOK, KeyStroke(.confirm, isHeld: true)),
            (.heldBack, KeyStroke(.back, isHeld: true)),
        ]
        var hints: [KeyHint] = []
        for (sign, stroke) in signs {
            guard let meaning = router.plan.command(for: stroke, in: .video)?.hint else { continue }
            // Arrows that flip need no hint beside CH±, nor does a meaning that is there already.
            let isKnown = meaning == .channels ? sign != .channelKeys : hints.contains { $0.meaning == meaning }
            if !isKnown { hints.append(KeyHint(sign, meaning)) }
        }
        return hints
    }
}

extension CommandResult {
    /// The result and its reason as the control API words them.
    fileprivate var words: (String?, String?) {
        switch self {
        case .done: ("done", nil)
        case .nothingToDo: ("nothing_to_do", nil)
        case .notNow(let reason): ("not_now", reason)
        case .failed(let reason): ("failed", reason)
        }
    }
}

extension Command {
    var hint: KeyHint.Meaning? {
        switch self {
        case .channelUp, .channelDown: .channels
        case .tuneLast: .lastChannel
        case .showFavourites: .favourites
        case .showGuide: .channelList
        case .showInfo, .showTransport: .information
        case .showMenu: .menu
        default: nil
        }
    }
}
