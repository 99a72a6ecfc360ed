import Channels
import Commands
import Devices
import Logging
import MediaCore
import Screens

/// Turns what fingers do on touch surfaces into what keys would do, and over a channel into a
/// preview.
extension Box {
    func handle(_ event: TouchEvent) {
        carryOut(touch.use(CommandRouter.use(in: focus), at: event.time))
        if event.phase == .began { devices.cec?.tell(.pressed(event.time)) }
        carryOut(touch.handle(event))
    }

    /// The key that a click of a touch surface stands for; nil when the event is no click. The event
    /// has been let through before.
    func click(_ event: KeyEvent) -> Key? {
        let (key, gestures) = touch.handle(event, isOK: focus == .preview)
        carryOut(gestures)
        return key
    }

    /// Tells the touch recogniser that gestures have another use where the focus is now.
    func followFocus() { carryOut(touch.use(CommandRouter.use(in: focus), at: now)) }

    func wakeTouch() { carryOut(touch.wake(at: now)) }

    func forgetTouch(of device: InputDevice) { carryOut(touch.detach(device, at: now)) }

    private func carryOut(_ gestures: [TouchGesture]) {
        for gesture in gestures {
            let focus = focus
            switch router.meaning(of: gesture, focus: focus, settings: settings.touch) {
            case .key(let key):
                perform([KeyGesture(key: key, kind: .press, time: gesture.time, device: gesture.device)])
            case .command(let command):
                let result = perform(command, key: gesture.time)
                logger.debug("swipe", metadata: ["command": "\(command)", "result": "\(result)"])
            case .hint(let edge): tell(.edgeHint(edge.flatMap(edgeHint)))
            case nil: break
            }
        }
    }

    /// The hint where a click at that edge would lead, by the plan.
    private func edgeHint(_ direction: Command.Direction) -> EdgeHint? {
        guard let command = router.plan.command(for: KeyStroke(direction.key), in: focus) else { return nil }
        let edge: EdgeHint.Edge = direction == .left ? .left : .right
        let lineup = tuner.lineup
        let target: Channel? =
            switch command.previewed {
            case .preview(.next): lineup.channel(1, from: tuner.selected)
            case .preview(.previous): lineup.channel(-1, from: tuner.selected)
            case .preview(.last): tuner.lastChannel.flatMap { lineup[$0] }
            case .preview(.channel(let named)): tuner.lineup.channel(for: named)
            default: nil
            }
        if let target {
            guard target.id != tuner.selected else { return nil }
            wantArtwork(target.logo)
            return EdgeHint(edge, .channel(ChannelLabel(target)))
        }
        return command.hint.map { EdgeHint(edge, .key($0)) }
    }

    func preview(_ target: Command.Preview, _ key: HostTime) -> CommandResult {
        switch target {
        case .next: return steer(.preview(.step(1), key: key))
        case .previous: return steer(.preview(.step(-1), key: key))
        case .last: return tuner.lastChannel == nil ? .nothingToDo : steer(.preview(.last, key: key))
        case .channel(let named):
            guard let channel = tuner.lineup.channel(for: named) else { return .failed("there is no such channel") }
            return steer(.preview(.channel(channel.id), key: key))
        }
    }
}
