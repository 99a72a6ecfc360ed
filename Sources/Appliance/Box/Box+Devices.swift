import Base
import Channels
import ControlProtocol
import Devices
import Logging
import MediaCore
import Playback
import Screens
import Store

/// Takes in what the screen and the sound card tell.
extension Box {
    func handle(_ event: DisplayEvent) {
        switch event {
        case .outputChanged(let output):
            logger.screen(output)
            warn("screen device", output.trouble.map { "no screen: \($0); waiting for one" })
            publish(.display(DisplayInfo(devices.display.output, devices.display.statistics, picture.overscan)))
            present(force: true)
            steer(.screen(isThere: output.isConnected))
        case .ownershipLost: warn("screen", "another program has the screen; waiting for it to come back")
        case .ownershipRegained: warn("screen", nil)
        case .degraded(let what): warn("screen: \(what)", what)
        }
    }

    func handle(_ event: AudioSinkEvent) {
        switch event {
        case .started(let device, let format, let latency):
            set(.device(device))
            warn("sound", nil)
            logger.notice(
                "sound", metadata: ["device": "\(device)", "rate": "\(format.sampleRate)", "latency": "\(latency)"])
        case .underrun(let total):
            logger.warning("the sound card ran dry", metadata: [RepeatedLine.about: "sound", "total": "\(total)"])
        case .deviceLost(let reason): warn("sound", "no sound: \(reason); trying again")
        case .deviceBack(let device):
            set(.device(device))
            warn("sound", nil)
        }
    }

    /// Carries out what was decided of the sound.
    func perform(_ effect: SoundControl.Effect) {
        switch effect {
        case .play(let level):
            player.volume = Double(level.volume) / 100
            player.isMuted = level.isMuted
        case .show(let level):
            tell(.volume(level: Double(level.volume) / 100, isMuted: level.isMuted))
            publish(.sound(SoundLevel(level)))
        case .store(let level): save(about: .volume) { try await $0.setVolume(level.volume, isMuted: level.isMuted) }
        case .delay(let delay):
            player.soundDelay = delay
            devices.display.wake()
        case .night(let isOn): player.setNight(isOn)
        case .tellDelay(let delay): tell(.track(TrackNotice(.delay, Strings.delay(delay))))
        case .tellNight(let isOn): tell(.track(TrackNotice(.night, isOn ? Strings.on : nil)))
        case .storeDelay(let delay, let output):
            save(about: .soundDelay(output)) { try await $0.setSoundDelay(delay, of: output) }
        case .storeNight(let isOn): save(about: .night) { try await $0.setNight(isOn) }
        }
    }

    // MARK: Modes

    /// Carries out what was decided of the screen's mode.
    func perform(_ action: ModePolicy.Action) {
        switch action {
        case .match(let rate):
            logger.notice("the screen follows the channel's rate", metadata: ["frames": "\(rate)"])
            devices.display.matchFrameRate(rate)
        case .remember(let memory, let key):
            // A bare address is no channel to come back to.
            if lineupMaker.isListed(key.channel) { save { try await $0.remember(memory, for: key) } }
        }
    }

    // MARK: The journal

    /// Writes to the store later, in the order of the calls: nobody waits for the disk but who says that it is kept
    /// (`written`).
    ///
    /// - Parameter subject: what it is about, where it takes the place of what still waits
    func save(about subject: Journal.Subject? = nil, _ write: @escaping Journal.Entry) {
        journal.add(about: subject, write)
    }

    /// Returns when everything that is to be kept so far is on the disk, or could not be put there.
    package nonisolated func written() async { await journal.written() }

    func keepJournal() async {
        await journal.keep { [weak self] error in
            await self?.warn("store", error.map { "the box can't keep its state: \($0)" })
        }
    }
}

extension DisplayOutput {
    /// The period of the screen's vblanks; nil where the display does not report its rate.
    var vblankPeriod: Duration? {
        refreshRate.isFinite && refreshRate >= 1 ? .nanoseconds(Int64(1e9 / refreshRate)) : nil
    }
}
