import Base
import Channels
import Commands
import ControlProtocol
import Devices
import HLS
import MediaCore
import Playback
import Screens

/// Shows what a viewer may set, and sets it.
extension Box {
    func openSettings() {
        tell(.showList(.settings()))
        tellSettings(.look)
    }

    /// Brings the settings up to date, where they are open.
    ///
    /// - Parameter asks: whether what is asked for elsewhere may be other than it was
    func renewSettings(asks: Bool = false) {
        guard let shown = interface.shownList, shown.kind == .settings else { return }
        if let section = shown.group.flatMap(SettingsSection.init) {
            show(section)
        } else {
            // The names may be others, in another language.
            tell(.showList(.settings()))
        }
        if asks { tellSettings(.look) }
    }

    /// Carries out what the settings need.
    func perform(_ effect: SettingsPages.Effect) {
        switch effect {
        case .show: renewSettings()
        case .ask:
            errands.begin { [weak self, lists, devices, languages] in
                var told = SettingsFacts.Told()
                told.lists = await lists.standing()
                told.guide = await devices.guide?.standing() ?? GuideInfo()
                let machine = try? await blocking(on: "hearth-facts") {
                    (languages(), NetworkAddress.hostName(), NetworkAddress.all())
                }
                if let machine { (told.languages, told.hostName, told.addresses) = machine }
                await self?.tellSettings(.told(told))
            }
        }
    }

    private func show(_ section: SettingsSection) {
        tell(
            .showList(
                .settings(
                    section, settingsFacts(for: section), sample: section == .captions ? captionControl.style : nil)))
    }

    /// Carries out a row of the settings.
    ///
    /// - Parameters:
    ///   - id: what follows `ListState.settingRow`: a section, or `SECTION/SETTING`
    ///   - direction: left or right, for a row that is changed; nil: it was chosen
    func perform(settingRow id: String, _ direction: Command.Direction?) {
        let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
        guard let section = parts.first.flatMap(SettingsSection.init) else { return }
        guard parts.count > 1 else {
            if direction == nil { show(section) }
            return
        }
        let rows = inWords { settingsFacts(for: section).rows(of: section) }
        guard let setting = rows.first(where: { $0.id == parts[1] }) else { return }
        let change =
            switch direction {
            case .left?: setting.less
            case .right?: setting.more
            case .up?, .down?: Setting.Change?.none
            case nil: setting.deed
            }
        guard let change else { return }
        perform(change)
        renewSettings(asks: section == .sources)
    }

    private func perform(_ change: Setting.Change) {
        switch change {
        case .look(let wishes): set(look: .choose(wishes))
        case .resetLook: set(look: .reset)
        case .captions(let wishes): set(captions: .choose(wishes))
        case .resetCaptions: set(captions: .reset)
        case .command(let command): perform(command, key: now)
        case .audio(let choice): choose(.audio(choice))
        case .text(let choice): choose(.text(choice))
        case .readLists: list(.refresh)
        case .readGuides: devices.guide?.tell(.refresh)
        case .lock: steer(.lock)
        case .pairPhone: _ = try? offerPairing()
        }
    }

    private func choose(_ choice: ChannelMemory.Choice) {
        let channel = nowPlaying.facts?.channel
        tellSaidAgain(.chose)
        remember(.chose(choice, on: channel, isListed: channel.map(lineupMaker.isListed) ?? false))
    }

    private func settingsFacts(for section: SettingsSection) -> SettingsFacts {
        var facts = SettingsFacts()
        facts.told = settingsPages.told
        facts.look = lookControl.wishes
        facts.isLookChosen = lookControl.chosen != LookWishes()
        facts.captions = captionControl.info.captions
        facts.areCaptionsChosen = captionControl.chosen != CaptionWishes()
        facts.configured = memory.configured
        facts.preferences = memory.preferences
        facts.chosen = memory.lastChoices
        let tracks = nowPlaying.tracks
        facts.soundLanguages = tracks?.audio.compactMap(\.rendition.language) ?? []
        facts.textLanguages = tracks?.texts.compactMap(\.rendition.language) ?? []
        facts.pictureMode = shownItem == nil ? nil : pictureMode
        facts.overscan = picture.overscan.percent
        facts.output = devices.display.output
        (facts.volume, facts.isMuted) = (sound.level.volume, sound.level.isMuted)
        (facts.soundDelay, facts.isNight, facts.soundDevice) = (sound.delay, sound.isNight, sound.device)
        facts.plan = remotes.router.plan.name
        facts.phones = devices.phones?.isOpen == true ? pairedPhones : nil
        facts.kiosk = remotes.router.plan.kiosk
        facts.cec = devices.cec?.status
        facts.lineRate = memory.throughput
        facts.versions = Versions.all
        facts.uptime = now - figures.start
        facts.warnings = bulletin.warnings.sorted { $0.key < $1.key }.map(\.value)
        // These look at every remote, and every channel.
        if section == .remotes { facts.remotes = remoteInfos }
        if section == .parental {
            facts.parental = ParentalInfo(tuner, at: now)
            facts.isOpened = tuner.gate.nextEnd != nil
        }
        return facts
    }
}
