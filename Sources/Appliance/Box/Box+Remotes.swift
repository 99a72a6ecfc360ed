import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Logging
import MediaCore
import Screens

/// Carries out what `Remotes` wants done.
extension Box {
    /// Takes what key sources say, the control API included.
    package func handleInput(_ events: [KeySourceEvent]) {
        for event in events { handleInput(event) }
    }

    package func handleInput(_ event: KeySourceEvent) {
        switch event {
        case .key(let key): tellRemotes(.key(key, lineIsOpen: devices.cec?.status.adapter != nil))
        case .touch(let touch): tellRemotes(.touch(touch))
        case .attached(let device): tellRemotes(.attached(device))
        case .detached(let device): tellRemotes(.detached(device))
        }
    }

    func doForRemotes(_ effect: RemotesEffect) {
        switch effect {
        case .perform(let command, let key): tellRemotes(.performed(perform(command, key: key)))
        case .handled(let time): devices.cec?.tell(.pressed(time))
        case .showHint: tell(.hint(remotes.router.plan.unaskedHints))
        case .showEdgeHint(let edge, let command): tell(.edgeHint(edgeHint(edge == .left ? .left : .right, command)))
        case .hideEdgeHint: tell(.edgeHint(nil))
        case .keyTestChanged: tell(.keyTest(remotes.keyTest.map(KeyTestState.init)))
        case .batteryLow(let device, let percent):
            logger.notice(
                "a remote's battery is low", metadata: ["name": "\(device.name)", "percent": "\(percent ?? -1)"])
            tell(.battery(BatteryNotice(remote: device.name, percent: percent)))
        case .told(let report):
            if let command = report.command, let result = report.result {
                logger.debug("key", metadata: ["command": "\(command)", "result": "\(result)"])
            }
            if bulletin.hasFollowers { publish(.key(KeyInfo(report))) }
        case .swiped(let command, let result):
            logger.debug("swipe", metadata: ["command": "\(command)", "result": "\(result)"])
        case .attached(let device):
            logger.notice("remote connected", metadata: ["name": "\(device.name)", "id": "\(device.id)"])
            publish(.remoteAttached(RemoteInfo(device)))
        case .detached(let device):
            logger.notice("remote gone", metadata: ["name": "\(device.name)", "id": "\(device.id)"])
            publish(.remoteDetached(RemoteInfo(device)))
        case .lookAtBatteries(let devices): lookAtBatteries(of: devices)
        }
    }

    /// The hint where a click at an edge leads; nil: it leads where the viewer is, or means nothing that a hint says.
    private func edgeHint(_ edge: EdgeHint.Edge, _ command: Command) -> EdgeHint? {
        guard let target = channel(of: command) else { return command.hint.map { EdgeHint(edge, .key($0)) } }
        guard target.id != tuner.selected else { return nil }
        wantArtwork(of: ChannelLabel(tuner.veiled(target)))
        return EdgeHint(edge, .channel(tuner.label(target)))
    }

    /// The channel to which a command flips; nil: to none.
    private func channel(of command: Command) -> Channel? {
        switch command.previewed {
        case .preview(.next): tuner.lineup.channel(1, from: tuner.selected)
        case .preview(.previous): tuner.lineup.channel(-1, from: tuner.selected)
        case .preview(.last): tuner.lastChannel.flatMap { tuner.lineup[$0] }
        case .preview(.channel(let named)): tuner.lineup.channel(for: named)
        default: nil
        }
    }

    /// Asks the batteries for their levels beside the box: the kernel queries the remote itself, which may be asleep.
    private func lookAtBatteries(of remotes: [InputDevice]) {
        guard let batteries = devices.batteries else { return }
        errands.begin { [weak self] in
            let levels = try? await blocking(on: "hearth-battery") {
                let known = remotes.compactMap { device in batteries.level(of: device).map { (device.id, $0) } }
                return Dictionary(known) { first, _ in first }
            }
            await self?.tellRemotes(.batteries(levels ?? [:]))
        }
    }

    /// The remotes that are there, for status.
    var remoteInfos: [RemoteInfo] {
        remotes.list.map { RemoteInfo($0, router: remotes.router, infrared: devices.infrared, now: now) }
    }
}
