import ALSA
import Appliance
import Base
import Channels
import ConfigurationFile
import Devices
import FFmpeg
import Foundation
import Guide
import HLS
import Logging
import MediaCore
import Networking
import Store

/// One run of the daemon, from its configuration to its end.
struct Daemon {
    let configuration: Configuration
    let headless: HeadlessOptions
    /// The file that was read, for when it is read again; nil: none was.
    let file: String?

    /// Runs until a signal asks it to stop.
    func run() async throws {
        let tail = LogTail()
        let repetitions = LogRepetitions(clock: MonotonicClock())
        let level = Logger.Level(rawValue: configuration.logLevel.rawValue) ?? .info
        LoggingSystem.bootstrap { label in
            repetitions.handler(
                label: label,
                MultiplexLogHandler([
                    LogTailHandler(label: label, tail: tail, logLevel: level),
                    StandardErrorHandler(label: label, logLevel: level),
                ]))
        }
        FFmpegLog.install()
        let logger = Logger(label: "hearth")

        let store = try await Store.open(in: configuration.stateDirectory)
        async let saved = SavedState(store, lineup: BoxSettings.lineup(configuration.lineup))
        var devices = try DeviceSelection(
            configuration: configuration, headless: headless, logger: logger,
            shownAt: try await store.shownAt(boot: MachineBoot.identity)
        ).devices()
        devices.guide = GuideLibrary(
            guideSettings, folder: configuration.stateDirectory + "/guide", fetcher: devices.fetcher,
            clock: devices.clock, logger: logger, importing: GuideProcess.read)
        devices.programs = OwnerProgramRunner(configuration.overlays.programs, logger: logger)
        devices.speaker = SpeechProgram(logger: logger)
        if devices.speaker == nil, configuration.look.speech == .speak {
            logger.warning("nothing is spoken: espeak-ng is not installed; see 'scripts/packages speech'")
        }
        let phones = try await phoneDoor(store, logger)
        devices.phones = phones?.door
        let box = Box(
            devices: devices, settings: settings, store: store, saved: try await saved, logger: logger)
        if configuration.parental != Configuration().parental, configuration.parental.profile == .passcode,
            try await !store.hasPasscode()
        {
            logger.warning("restricted channels are open: no passcode is set; see 'hearthctl passcode set'")
        }
        let server = ControlServer(
            handler: BoxControl(box), log: tail, socket: configuration.socket, pagePort: configuration.page.port,
            phones: phones,
            libraries: ["ffmpeg": FFmpegLibrary.version, "curl": CurlFetcher.version, "alsa": ALSASink.version],
            logger: logger)

        let display = devices.display
        let signals = StopSignals()
        let reloads = ReloadSignals()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await box.run() }
            group.addTask {
                try await server.run { addresses in
                    logger.notice("control socket", metadata: ["path": "\(addresses.socket)"])
                    if let page = addresses.page {
                        logger.notice("page: 'hearthctl page' prints a link that opens it", metadata: ["at": "\(page)"])
                    }
                    if let phones = addresses.phones { logger.notice("phones", metadata: ["at": "\(phones)"]) }
                    SystemdNotify.ready()
                    // What only the start needed, before pictures come, so that both never count together.
                    LoadedCode.giveBack()
                }
            }
            group.addTask { await Watchdog(display: display, box: box, logger: logger).run() }
            group.addTask { await repetitions.run() }
            if let phones, configuration.phones.isAnnounced {
                group.addTask {
                    await announce(phones.door, logger)
                    // Its end is not the daemon's.
                    try await Task.sleep(for: .seconds(Int32.max))
                }
            }
            if configuration.casts.receive != .never {
                group.addTask {
                    await receiveCasts(box, store, logger)
                    // Its end is not the daemon's.
                    try await Task.sleep(for: .seconds(Int32.max))
                }
            }
            if let door = mprisDoor(box, logger) { group.addTask { await door.run() } }
            group.addTask { for await _ in reloads.arrivals { await reload(box, logger) } }
            group.addTask { await Self.backUp(store, logger) }
            group.addTask {
                async let _ = Self.giveBackCode(after: .seconds(3))
                await signals.wait()
            }
            // The first part to end, a signal or a failure, ends the others.
            defer { group.cancelAll() }
            try await group.next()
            SystemdNotify.stopping()
            repetitions.finish()
            logger.notice("stopping")
        }
        // All is written by now, and a start reads one file sooner than a log.
        do { try store.close() } catch { logger.warning("the state was not closed: \(error)") }
    }

    /// Copies the state when the box has been up for some minutes, which took its part of the work, and then daily.
    private static func backUp(_ store: Store, _ logger: Logger) async {
        var pause = Duration.seconds(300)
        while (try? await Task.sleep(for: pause)) != nil {
            do { try await store.backUp() } catch { logger.warning("the state has no new backup: \(error)") }
            pause = .seconds(86_400)
        }
    }

    /// Gives back the code that only the first picture needed.
    private static func giveBackCode(after pause: Duration) async {
        guard (try? await Task.sleep(for: pause)) != nil else { return }
        LoadedCode.giveBack()
    }

    private var guideSettings: GuideLibrary.Settings {
        var settings = GuideLibrary.Settings()
        settings.sources = configuration.guide.sources
        settings.followsList = configuration.guide.listNames
        settings.languages = configuration.guide.languages.isEmpty ? [spokenLanguage] : configuration.guide.languages
        settings.refresh = configuration.guide.refresh
        return settings
    }

    private var settings: BoxSettings {
        var settings = BoxSettings(lists: configuration.lineup)
        settings.artworkFolder = configuration.stateDirectory + "/artwork"
        settings.inputs = configuration.inputs.map {
            ChannelEntry(
                input: $0.name, title: $0.title, number: $0.number, group: "Inputs", isSound: $0.device.isEmpty)
        }
        settings.lineupRefresh = configuration.lineupRefresh
        settings.lineupLook = .seconds(5)
        settings.channelNumbering = ChannelNumbering(configuration.channelNumbers)
        if configuration.network.listsNameHome { settings.listReach = [.home, .linkLocal] }
        settings.keys = configuration.keys
        settings.touch = configuration.touch
        settings.flipTiming.settle = configuration.flip.settle
        settings.flipTiming.prepare = configuration.flip.timeout
        settings.warming.neighbours = configuration.warming.neighbours
        settings.warming.budget = configuration.warming.budget.map { Double($0) * 1000 }
        settings.preferences.audioLanguages = configuration.playback.audioLanguages
        settings.preferences.subtitleLanguages = configuration.playback.subtitleLanguages
        settings.preferences.subtitles = configuration.playback.subtitles.preference
        settings.preferences.wantsDescribedVideo = configuration.playback.describedVideo
        settings.preferences.wantsCaptions = configuration.playback.captions
        settings.resumes = configuration.playback.resume
        settings.skipStep = configuration.interface.skip
        settings.start =
            switch configuration.interface.start {
            case .channel: .channel
            case .home: .home
            case .nothing: .nothing
            }
        settings.handoffNetworks = configuration.casts.listen == "0.0.0.0" ? [] : [configuration.casts.listen]
        settings.casts = Casts.Mode(rawValue: configuration.casts.receive.rawValue) ?? .never
        settings.proposals = ContentProposals.Manner(rawValue: configuration.interface.proposals.rawValue) ?? .offer
        settings.saidAgain = configuration.interface.saidAgain
        setLook(&settings)
        settings.splash = configuration.look.splash.isEmpty ? nil : configuration.look.splash
        settings.overlays = OverlayFolderShelf(configuration.overlays.folder)
        settings.warming.connections = configuration.network.maximumConnections
        settings.warming.providers = configuration.providers.map {
            WarmingSettings.Provider(
                name: $0.name, hosts: $0.hosts.map { $0.lowercased() }, connections: $0.maximumConnections)
        }
        settings.modeMatching = configuration.display.rateMatching == .settled ? .settled : .never
        settings.parentalPolicy = parentalPolicy
        return settings
    }

    private var parentalPolicy: ParentalGate.Policy {
        let wanted = configuration.parental
        var policy = ParentalGate.Policy(threshold: wanted.age)
        policy.profile = wanted.profile == .device ? .device : .passcode
        // An age that only what is marked adult has.
        policy.filmThreshold = wanted.filmAge.map { $0 == 0 ? 100 : $0 }
        policy.televisionThreshold = wanted.televisionAge.map { $0 == 0 ? 100 : $0 }
        policy.lockedHours = wanted.lockedHours.map { ParentalGate.DayTime(start: $0.start, end: $0.end) }
        policy.asksForUnrated = wanted.unrated == .ask
        policy.lockedGroups = Set(wanted.lockedGroups)
        policy.lockedChannels = Set(wanted.lockedChannels)
        policy.hidesNames = wanted.hidesNames
        policy.looksAtProgrammes = wanted.looksAtProgrammes
        policy.programmeGrace = wanted.programmeGrace
        policy.relock = wanted.open == .zero ? .onLeaving : .after(wanted.open)
        policy.longestPause = wanted.pause
        return policy
    }
}

extension Configuration.Playback.Subtitles {
    fileprivate var preference: TrackPreferences.Subtitles {
        switch self {
        case .off: .off
        case .automatic: .automatic
        case .on: .on
        }
    }
}

extension ChannelNumbering {
    fileprivate init(_ wanted: Configuration.ChannelNumbers) {
        self =
            switch wanted {
            case .auto: .auto
            case .list: .list
            case .order: .order
            }
    }
}
