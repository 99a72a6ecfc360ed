import Base
import Commands
import ControlProtocol
import Devices
import Languages
import MediaCore
import Screens

extension SettingsFacts {
    /// The rows of a section, in the viewer's words: without those whose keys a kiosk takes from its hands.
    func rows(of section: SettingsSection) -> [Setting] {
        let rows =
            switch section {
            case .look: lookRows
            case .tracks: trackRows
            case .captions: captionRows
            case .picture: pictureRows
            case .remotes: remoteRows
            case .sources: sourceRows
            case .parental: parentalRows
            case .network: networkRows
            case .about: aboutRows
            }
        return rows.filter { row in ![row.less, row.more, row.deed].contains { $0.map(isForbidden) ?? false } }
    }

    private func isForbidden(_ change: Setting.Change) -> Bool {
        switch change {
        case .command(let command): kiosk.forbids(command)
        case .audio, .text: kiosk.forbids(.audio(.next))
        case .look, .resetLook, .captions, .resetCaptions, .readLists, .readGuides, .lock: false
        case .pairPhone: kiosk.hidden.contains(.learning)
        }
    }

    /// A fact that the administrator sets.
    ///
    /// - Parameter key: where in the configuration: `[display] mode`
    func administrators(_ id: String, _ title: String, _ value: String?, key: String) -> Setting {
        var setting = Setting(id, title, value)
        setting.detail = Strings.say(.administrator, ["key": key])
        return setting
    }

    func onOff(_ isOn: Bool) -> String { isOn ? Strings.on : Strings.off }

    func percent(_ number: Int) -> String { Strings.say(.percent, ["number": "\(number)"]) }

    // MARK: Picture and sound

    private var pictureRows: [Setting] {
        var rows: [Setting] = []
        if let pictureMode {
            rows.append(
                .choice(
                    "mode", Strings.say(.picture), PictureMode.allCases, now: pictureMode, name: Strings.name(of:),
                    change: { .command(.picture(.mode($0))) }))
        }
        rows.append(
            .number(
                "overscan", Strings.overscan, Array(Overscan.percents), now: overscan, name: percent,
                change: { .command(.overscan($0)) }))
        if let output {
            let rate = (output.refreshRate * 100).rounded() / 100
            let text = "\(output.size.width) × \(output.size.height) · \(rate.formatted) Hz"
            rows.append(administrators("screen", Strings.screenFact, text, key: "[display] mode"))
            rows.append(Setting("tv", output.name))
        }
        return rows
    }

    var soundRows: [Setting] {
        let steps = stride(from: 0, through: 100, by: 4)
        let delays = stride(from: -240, through: 500, by: 20)
        return [
            .number(
                "volume", Strings.volume, Array(steps), now: volume,
                name: { isMuted ? Strings.muted : "\($0)" }, change: { .command(.setVolume($0)) }),
            .number(
                "delay", Strings.longSoundDelay, Array(delays), now: Int(soundDelay.nanoseconds / 1_000_000),
                name: { Strings.delay(.milliseconds($0)) }, change: { .command(.soundDelay(.milliseconds($0))) }),
            .choice(
                "night", Strings.longNight, [false, true], now: isNight, name: onOff,
                change: { .command(.night($0)) }),
            administrators("output", Strings.output, soundDevice, key: "[audio] device"),
        ]
    }

    // MARK: Remotes

    private var remoteRows: [Setting] {
        var learn = Setting("learn", Strings.learnRemote)
        learn.deed = .command(.learnRemote)
        learn.closes = true
        var test = Setting("test", Strings.keyTest)
        test.deed = .command(.toggleKeyTest)
        var rows = [learn, test]
        rows += remotes.enumerated().map { index, remote in
            let charge = remote.batteryPercent.map { Strings.say(.battery, ["number": "\($0)"]) }
            var row = Setting("remote-\(index)", remote.name, charge ?? remote.batteryLevel)
            row.detail = remote.lastKey.map { key in
                [key, remote.lastMeaning].compactMap(\.self).joined(separator: " · ")
            }
            return row
        }
        rows += phoneRows
        rows.append(administrators("plan", Strings.say(.keyPlan), plan.rawValue, key: "[keys] plan"))
        let line = cec.map { $0.adapter ?? $0.trouble ?? Strings.say(.none) }
        rows.append(
            administrators("cec", Strings.say(.televisionRemote), line ?? Strings.off, key: "[input] cec"))
        return rows
    }

    private var phoneRows: [Setting] {
        guard let phones else {
            return [administrators("phones", Strings.say(.phones), Strings.off, key: "[phones] port")]
        }
        var pair = Setting("pair", Strings.say(.pairPhone))
        pair.deed = .pairPhone
        pair.closes = true
        return [pair] + phones.map { administrators("phone-\($0.id)", $0.name, nil, key: "hearthctl phones") }
    }

    // MARK: Where channels and programmes come from

    private var sourceRows: [Setting] {
        var lists = Setting("read-lists", Strings.say(.readLists))
        lists.deed = told.lists.isEmpty ? nil : .readLists
        var guides = Setting("read-guides", Strings.say(.readGuides))
        guides.deed = told.guide.guides.isEmpty ? nil : .readGuides
        var rows = [lists, guides]
        rows += told.lists.enumerated().map { index, list in
            let count = Strings.say(.channelCount, count: list.entries)
            var row = administrators(
                "list-\(index)", short(list.source), list.read == nil ? Strings.say(.notReadYet) : count, key: "lineup")
            if let trouble = list.trouble { row.detail = trouble }
            return row
        }
        rows += told.guide.guides.enumerated().map { index, guide in
            let count = Strings.say(.programmeCount, count: guide.programmes)
            var row = administrators(
                "guide-\(index)", short(guide.source), guide.read == nil ? Strings.say(.notReadYet) : count,
                key: "[guide] sources")
            if let trouble = guide.trouble { row.detail = trouble }
            return row
        }
        let missing = told.guide.channels - told.guide.matched
        if missing > 0, !told.guide.guides.isEmpty {
            rows.append(Setting("without", Strings.say(.withoutGuide), "\(missing)"))
        }
        return rows
    }

    /// An address without what everybody knows of it, so that the rest can be read.
    private func short(_ address: String) -> String {
        for prefix in ["https://", "http://"] where address.hasPrefix(prefix) {
            return String(address.dropFirst(prefix.count))
        }
        return address
    }

    // MARK: Codes

    private var parentalRows: [Setting] {
        let isDevice = parental.profile == "device"
        var rows: [Setting] = []
        if isOpened {
            var lock = Setting("lock", Strings.say(.lockAgain))
            lock.deed = .lock
            rows.append(lock)
        }
        rows.append(
            administrators(
                "passcode", Strings.say(.passcode),
                parental.passcode || isDevice ? Strings.say(.passcodeSet) : Strings.say(.passcodeNotSet),
                key: isDevice ? "[parental] profile" : "hearthctl passcode"))
        rows.append(
            administrators(
                "age", Strings.say(.lockedFrom), parental.age.map { "\($0)" } ?? Strings.say(.none),
                key: "[parental] age"))
        rows.append(Setting("locked", Strings.say(.lockedChannels), "\(parental.locked.count)"))
        return rows
    }

    // MARK: The machine

    private var networkRows: [Setting] {
        var rows = [Setting("name", Strings.say(.boxName), told.hostName)]
        rows += told.addresses.enumerated().map { index, address in
            Setting("address-\(index)", "\(Strings.say(.address)) · \(address.interface)", address.text)
        }
        if told.addresses.isEmpty { rows.append(Setting("address", Strings.say(.address), Strings.say(.notConnected))) }
        if let lineRate, lineRate > 0 {
            let megabits = (lineRate / 100_000).rounded() / 10
            rows.append(Setting("rate", Strings.say(.lineRate), "\(megabits.formatted) Mbit/s"))
        }
        return rows
    }

    private var aboutRows: [Setting] {
        var rows = [
            Setting("version", Strings.say(.version), versions["hearth"]),
            Setting("kernel", Strings.say(.system), versions["kernel"].map { "Linux \($0)" }),
            Setting("uptime", Strings.say(.runsFor), Strings.duration(Int(uptime.inSeconds) / 60 * 60)),
        ]
        rows += warnings.enumerated().map { index, warning in
            var row = Setting("warning-\(index)", Strings.say(.notInOrder))
            row.detail = warning
            return row
        }
        rows.append(administrators("updates", Strings.say(.updates), nil, key: "scripts/install"))
        return rows
    }
}

extension Double {
    /// The number without a fraction that is none: `60`, `59.94`.
    fileprivate var formatted: String { self == rounded() ? "\(Int(clampingFraction))" : "\(self)" }
    private var clampingFraction: Double { isFinite ? Swift.min(Swift.max(self, -1e9), 1e9) : 0 }
}
