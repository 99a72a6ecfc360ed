import Base
import Commands
import ControlProtocol
import Devices
import Guide
import Logging
import MediaCore
import Playback

/// Connects the box to the HDMI-CEC line: carries out what the TV asks for, and reports what the box does. The
/// line decides which messages are sent.
extension Box {
    func handle(_ order: CECOrder) {
        if case .remember(let address) = order {
            return save { try await $0.setShownAt(address, boot: MachineBoot.identity) }
        }
        logger.notice("the TV", metadata: ["order": "\(order)"])
        switch order {
        case .wake: perform(.wake, key: now)
        case .standBy: perform(.standBy, key: now)
        case .pause: perform(.pause, key: now)
        case .resume: perform(.resume, key: now)
        case .mute, .unmute:
            // The viewer's own muting is kept and shown, and does not change.
            isSilenced = order == .mute
            player.isMuted = isMuted || isSilenced
        case .remember: break
        }
    }

    /// Passes a volume key on to the device whose volume it is; nil when it is the box's own.
    func passOn(_ volumeKey: CECNews.VolumeKey, _ key: HostTime) -> CommandResult? {
        guard let cec = devices.cec, cec.status.takesVolume else { return nil }
        cec.tell(.volume(volumeKey, key))
        return .done
    }

    func tellDeck(_ state: PlayState) {
        let deck: CECNews.Deck =
            switch state {
            case .playing, .tuning, .stalled: .playing
            case .paused: .paused
            case .idle, .locked, .failed: .stopped
            }
        devices.cec?.tell(.deck(deck))
    }

    package func cecMessages(last: Int) async throws -> CECLogList {
        let now = now
        return CECLogList(messages: try line().log.suffix(last).map { CECMessageInfo($0, now: now) })
    }

    package func scanCEC() async throws -> CECDeviceList {
        do {
            return CECDeviceList(devices: try await line().scan().map(CECDeviceInfo.init))
        } catch CECScanFailure.noLine(let reason) {
            throw ControlError(
                .notNow, cause: "nobody can be asked: \(reason)",
                nextStep: "plug the TV in, switch CEC on in its menus, and see 'hearthctl status'")
        }
    }

    private func line() throws -> any CECBus {
        guard let cec = devices.cec else {
            throw ControlError(
                .notNow, cause: "CEC is switched off", nextStep: "set cec = true in [input] of /etc/hearth/hearth.toml")
        }
        return cec
    }
}

extension CECInfo {
    init(_ status: CECStatus) {
        let isOpen = status.adapter != nil
        self.init(
            adapter: status.adapter, physicalAddress: status.physicalAddress.map(Self.text),
            logicalAddress: status.logicalAddress.map { Int($0) }, activeSource: isOpen ? status.isActiveSource : nil,
            television: status.television?.rawValue, takesVolume: isOpen ? status.takesVolume : nil,
            volume: status.volume, muted: status.isMuted, menuLanguage: status.menuLanguage, trouble: status.trouble)
    }

    fileprivate static func text(_ address: UInt16) -> String {
        [12, 8, 4, 0].map { String(address >> UInt16($0) & 0xf) }.joined(separator: ".")
    }
}

extension CECMessageInfo {
    init(_ entry: CECLogEntry, now: HostTime) {
        let kind: Kind =
            switch entry.kind {
            case .received: .received
            case .sent: .sent
            case .withheld: .withheld
            }
        self.init(
            ageMilliseconds: max(0, (now - entry.time).nanoseconds / 1_000_000), kind: kind, frame: entry.frame,
            meaning: entry.meaning, noticeable: entry.isNoticeable, cause: entry.cause, outcome: entry.outcome)
    }
}

extension CECDeviceInfo {
    init(_ partner: CECPartner) {
        let vendor = partner.vendor.map { vendor in
            let digits = String(vendor & 0xff_ffff, radix: 16)
            return String(repeating: "0", count: 6 - digits.count) + digits
        }
        let versions: [UInt8: String] = [4: "1.3a", 5: "1.4", 6: "2.0"]
        let powers: [UInt8: String] = [0: "on", 1: "standby", 2: "waking", 3: "going to standby"]
        self.init(
            logicalAddress: Int(partner.logicalAddress), physicalAddress: partner.physicalAddress.map(CECInfo.text),
            name: partner.name, vendor: vendor, version: partner.version.map { versions[$0] ?? "\($0)" },
            power: partner.power.map { powers[$0] ?? "\($0)" })
    }
}
