import Commands
import ControlProtocol
import Devices
import MediaCore
import Screens

// What `Remotes` knows, as the control API and the screen word it.

extension KeyInfo {
    init(_ report: KeyReport) {
        self.init(remote: report.device.name, focus: report.focus.rawValue)
        code = report.code?.description
        key = report.gesture?.key.name
        gesture = report.gesture.map { gesture in
            switch gesture.kind {
            case .press, .holding: .press
            case .repetition: .repetition
            case .longPress: .hold
            }
        }
        command = report.command?.text
        (result, reason) = report.result.map(\.words) ?? (nil, nil)
        milliseconds = report.delay.map { $0.inSeconds * 1000 }
    }
}

extension CommandResult {
    /// The result, and its reason.
    fileprivate var words: (String, String?) {
        switch self {
        case .done: ("done", nil)
        case .nothingToDo: ("nothing_to_do", nil)
        case .notNow(let reason): ("not_now", reason)
        case .failed(let reason): ("failed", reason)
        }
    }
}

extension RemoteInfo {
    /// - Parameter infrared: knows the keymaps of receivers; nil: there is no kernel to ask
    init(_ remote: Remote, router: CommandRouter, infrared: (any InfraredReceivers)?, now: HostTime) {
        self.init(remote.device)
        name = remote.name
        nodes = remote.nodes.count > 1 ? remote.nodes.map(\.id) : nil
        if let (code, time) = remote.lastKey {
            lastKey = code.description
            lastMeaning = router.keymap[code]?.name
            lastKeySecondsAgo = max(0, (now - time).inSeconds)
        }
        if let battery = remote.battery {
            batteryPercent = battery.percent
            batteryLevel = battery.percent == nil ? battery.word?.rawValue : nil
            batteryCharging = battery.isCharging
        }
        if remote.device.bus == .infrared, let infrared,
            let receiver = infrared.all().first(where: { $0.input == remote.device.id })
        {
            keymaps = infrared.keymaps(of: receiver)
            protocols = receiver.enabled
        }
        plan = router.plan.name.rawValue
    }
}

extension KeyTestState {
    init(_ test: KeyTest) {
        self.init()
        for line in test.lines.reversed() {
            let meaning = line.stroke.map { stroke in stroke.name + (line.command.map { ": \($0.text)" } ?? "") }
            add(Line(code: line.code, meaning: meaning ?? Strings.noMeaning))
        }
    }
}
