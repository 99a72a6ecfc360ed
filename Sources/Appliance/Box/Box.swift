import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Languages
import Layout
import Logging
import MediaCore
import Overlays
import Paint
import Playback
import Screens
import Store

/// The television: owns the player, the screen and what is on it, and carries out every command, whichever door it came
/// through.
///
/// The decisions are values, the rooms. This file has them all, and the one function through which each is told
/// something; the other files carry out what comes of it.
package actor Box {
    enum AlarmName: Hashable, Sendable {
        case remotes, lessons, interface, tuner, lineup, listings, ratings, figures, modes, transport, place, resume,
            artwork, saidAgain, info, curtain, overlay, proposals, guide, inset, reminders, announcement, song, pairing,
            casts, interruption, nowPlaying
    }

    nonisolated let devices: BoxDevices
    nonisolated let journal: Journal
    package nonisolated let stage: Stage
    let logger: Logger
    private var alarms: Alarms<AlarmName>
    /// What is done beside the box.
    let errands = Errands()

    private(set) var tuner: Tuner
    private(set) var lineupMaker: LineupMaker
    /// Where the channel lists are read.
    nonisolated let lists: ListLibrary
    /// Where logos and programmes' pictures come from.
    nonisolated let artwork: ArtworkLibrary
    private(set) var listings = Listings()
    private(set) var memory: ChannelMemory
    private(set) var resume: ResumePoints
    private(set) var playout: Playout
    private(set) var previews = Previews()
    private(set) var words = TimelineWords()
    private(set) var saidAgain: SaidAgain
    private(set) var sound: SoundControl
    private(set) var picture: PictureControl
    private(set) var curtain = Curtain()
    private(set) var lookControl: LookControl
    private(set) var captionControl: CaptionControl
    private var narration = Narration()
    private(set) var overlays = OverlayPages()
    private(set) var proposals: ContentProposals
    private(set) var queue: PlayQueue
    private(set) var casts: Casts
    private(set) var interruption = Interruption()
    private(set) var handoffs: Handoffs
    private(set) var guideTable = GuideTable()
    /// Where the owner's overlays are read; nil: those that ship are all.
    nonisolated let overlayShelf: (any OverlayShelf)?
    /// Reads the texts of a language; nil: there are none.
    nonisolated let texts: @Sendable (String) -> Catalogue?
    /// The languages that have texts: it may look at the disk.
    nonisolated let languages: @Sendable () -> [String]
    /// What can be said, by language: it may look at the disk.
    nonisolated let grammars: @Sendable () -> [IntentGrammar]
    private(set) var modes: ModePolicy
    private(set) var figures: Figures
    private(set) var interface: Interface
    var canvas = Canvas()
    private var insetJourney = InsetJourney()
    private(set) var reminders: Reminders
    private(set) var programmePage = ProgrammePage()
    private(set) var content = ContentSearch()
    private(set) var settingsPages = SettingsPages()
    var bulletin = Bulletin()
    private(set) var remotes: Remotes
    private(set) var lessons = RemoteLessons()

    /// Makes a box.
    /// - Parameter saved: what the last run left
    package init(devices: BoxDevices, settings: BoxSettings, store: Store, saved: SavedState, logger: Logger) {
        self.devices = devices
        self.logger = logger
        journal = Journal(store)
        let now = devices.clock.now
        figures = Figures(since: now)
        sound = SoundControl(
            SoundControl.Level(volume: saved.volume, isMuted: saved.isMuted), delays: saved.soundDelays,
            isNight: saved.isNight)
        picture = PictureControl(
            modes: saved.pictureModes, overscan: saved.overscan, corner: CornerPlace(kept: saved.corner))
        texts = settings.texts
        languages = settings.languages
        grammars = settings.grammars
        overlayShelf = settings.overlays
        lookControl = LookControl(
            configured: settings.look, chosen: LookWishes(kept: saved.look), catalogue: settings.catalogue(saved),
            system: settings.systemLanguage)
        interface = Interface(look: lookControl.look)
        captionControl = CaptionControl(configured: settings.captions, chosen: CaptionWishes(kept: saved.captions))
        lists = ListLibrary(
            sources: settings.lists, fetcher: devices.fetcher, allowed: settings.listReach, store: store)
        artwork = ArtworkLibrary(
            folder: settings.artworkFolder, fetcher: devices.fetcher, codecs: devices.codecs, logger: logger)
        lineupMaker = LineupMaker(
            settings, favourites: saved.favourites, known: saved.channels, numbers: saved.numbers, edits: saved.edits)
        memory = ChannelMemory(
            preferences: settings.preferences, records: saved.memories, choices: saved.trackChoices,
            lastChoices: saved.lastTracks)
        resume = ResumePoints(isOn: settings.resumes, saved.resumePoints)
        playout = Playout(step: settings.skipStep)
        saidAgain = SaidAgain(distance: settings.saidAgain)
        proposals = ContentProposals(settings.proposals)
        handoffs = Handoffs(networks: settings.handoffNetworks)
        casts = Casts(settings.casts, permissions: saved.casts)
        queue = PlayQueue(kept: saved.queue)
        reminders = Reminders(saved.reminders)
        modes = ModePolicy(settings.modeMatching, memories: saved.modeMemories, timing: settings.modeTiming)
        remotes = Remotes(plan: settings.keys, touch: settings.touch)
        stage = devices.makeStage(splash: settings.splash, logger)
        tuner = Tuner(
            home: saved.lastChannel, previous: saved.previousChannel, timing: settings.flipTiming,
            warming: settings.warming,
            gate: ParentalGate(
                policy: settings.parentalPolicy, hasPasscode: saved.hasPasscode, digits: saved.passcodeLength,
                wrongCodes: saved.wrongCodes, now: now))
        alarms = Alarms(clock: devices.clock, ring: { _ in })
    }

    package nonisolated var player: Player { stage.player }
    nonisolated var now: HostTime { devices.clock.now }

    // MARK: Running

    /// Runs the box until cancelled; then releases every device.
    /// - Parameter onReady: called once the screen and the speakers run
    package func run(onReady: @escaping @Sendable () async -> Void = {}) async throws {
        alarms = Alarms(clock: devices.clock) { [weak self] name in await self?.ring(name) }
        try start()
        await onReady()
        await withTaskGroup(of: Void.self) { group in
            for source in devices.keySources {
                group.addTask { for await event in source.events { await self.handleInput(event) } }
            }
            if let cec = devices.cec {
                group.addTask { for await order in cec.orders { await self.handle(order) } }
            }
            group.addTask { for await event in self.player.events { await self.handle(event) } }
            group.addTask { for await event in self.devices.display.events { await self.handle(event) } }
            group.addTask { for await event in self.devices.sink.events { await self.handle(event) } }
            group.addTask { for await seen in self.stage.sightings { await self.seen(seen) } }
            group.addTask(priority: .low) { await self.warmUp() }
            group.addTask { await self.keepJournal() }
            if let guide = devices.guide {
                group.addTask { await guide.run() }
                group.addTask { for await news in guide.news { await self.handle(news) } }
            }
            group.addTask { await self.errands.run() }
            group.addTask { await self.artwork.run { image, key in await self.got(image, for: key) } }
            group.addTask { await self.keepClock() }
            group.addTask { await self.doLessonChores() }
            // This task ends by cancellation only: streams of devices that have gone just end.
            group.addTask { try? await Task.sleep(for: .seconds(Int32.max)) }
            await withTaskCancellationHandler {
                await group.waitForAll()
            } onCancel: {
                for source in self.devices.keySources { source.stop() }
            }
            group.cancelAll()
        }
        await shutDown()
    }

    private func shutDown() async {
        alarms.cancelAll()
        await keepLastPlace()
        player.stop()
        // Stopping waits for threads to end, so it must not run on the cooperative pool.
        try? await blocking(on: "hearth-stop") { [devices] in
            for source in devices.keySources { source.stop() }
            devices.display.stop()
            devices.sink.stop()
        }
        bulletin.finish()
    }

    /// Wakes the box for something at a time, in place of any before; nil: not at all.
    func wake(_ name: AlarmName, at time: HostTime?) { alarms.set(name, at: time) }

    private func ring(_ name: AlarmName) {
        guard alarms.rang(name, at: now) else { return }
        switch name {
        case .remotes: tellRemotes(.wake)
        case .lessons: tellLessons(.wake)
        case .interface: tell(.wake)
        case .tuner: steer(.wake)
        case .lineup: list(.wake)
        case .listings: tellListings(.wake)
        case .ratings: askRatings()
        case .figures: count(.look)
        case .modes: updateModes()
        case .transport: refreshTransport()
        case .info: renewInfo()
        case .curtain: drawCurtain(.wake)
        case .place: place(.wake)
        case .saidAgain: tellSaidAgain(.wake)
        case .resume: lookAtPlace()
        case .artwork: lookAtArtwork()
        case .overlay: refreshOverlay()
        case .proposals: lookAtProposals()
        case .guide: renewGuide()
        case .inset: followInset()
        case .reminders: tellReminders(.wake)
        case .announcement: lookAtAnnouncement()
        case .song: showSoundOnly()
        case .pairing: lookAtPairing()
        case .casts: tellCasts(.wake)
        case .interruption: tellInterruption(.wake)
        case .nowPlaying: break
        }
        tellRemotes(.focus(focus))
        nowPlayingMayDiffer()
    }

    // MARK: The rooms' doors

    /// Tells the remotes something, where the focus is before that, and carries out what comes of it.
    func tellRemotes(_ event: RemotesEvent) {
        for effect in remotes.handle(.focus(focus), at: now) { doForRemotes(effect) }
        for effect in remotes.handle(event, at: now) { doForRemotes(effect) }
        alarms.set(.remotes, at: remotes.nextWake)
    }

    /// Tells the lesson of a remote something, and carries out what comes of it.
    func tellLessons(_ event: RemoteLessonsEvent) {
        for effect in lessons.handle(event, at: now) { doForLessons(effect) }
        alarms.set(.lessons, at: lessons.nextWake)
    }

    /// Tells the tuner something, and carries out what comes of it.
    ///
    /// - Returns: whether anything changed but what is kept ready
    @discardableResult
    func steer(_ event: TunerEvent) -> CommandResult {
        let (wasFailing, chosen) = (tuner.standing == .failing, chosenChannel)
        let effects = tuner.handle(event, at: now)
        let result: CommandResult = tuner.didChange ? .done : .nothingToDo
        alarms.set(.tuner, at: tuner.nextWake)
        // Its trace must be there when the interstitial, which comes first, is shown.
        for case .aimed(let flip) in effects { count(.aimed(flip)) }
        for effect in effects { perform(effect) }
        if wasFailing, tuner.standing == .playing, let channel = tuner.watching {
            logger.recovered(channel, in: tuner.lineup)
        }
        if chosenChannel != chosen { keepChosen() }
        tellQueue(.chose(tuner.selected))
        tellInterruption(.shows(shownItem))
        tellHandoffs(.chose(tuner.selected))
        lookAtProposals()
        renewChannels()
        nowPlayingMayDiffer()
        lookAtListings()
        showPoster()
        showMarks()
        publishState()
        updateModes()
        return result
    }

    /// Tells the lineup's maker something, and carries out what comes of it.
    ///
    /// - Returns: what tuning came to, where that came of it
    @discardableResult
    func list(_ event: LineupMaker.Event, key: HostTime? = nil) -> CommandResult {
        let effects = lineupMaker.handle(event, at: now)
        alarms.set(.lineup, at: lineupMaker.nextWake)
        return effects.reduce(.nothingToDo) { perform($1, key: key ?? now) ?? $0 }
    }

    /// Tells what is on something, and carries out what comes of it.
    func tellListings(_ event: Listings.Event) {
        let effects = listings.handle(event, at: now, wall: WallClock.seconds)
        alarms.set(.listings, at: listings.nextWake)
        for effect in effects { perform(effect) }
    }

    /// Tells the memory of visits something, and carries out what comes of it.
    func remember(_ event: ChannelMemory.Event) {
        for effect in memory.handle(event) { perform(effect) }
    }

    /// Tells the places where films were left something, and carries out what comes of it.
    func tellResume(_ event: ResumePoints.Event) {
        for effect in resumeEffects(event) { perform(effect) }
        alarms.set(.resume, at: resume.nextWake)
    }

    /// Tells the places something, and returns what comes of it.
    func resumeEffects(_ event: ResumePoints.Event) -> [ResumePoints.Effect] {
        resume.handle(event, at: now, wall: WallClock.seconds)
    }

    /// Tells what is known of the player's items something more, and carries out what comes of it.
    func note(_ event: Playout.Event) {
        let effects = playout.handle(event, at: now)
        alarms.set(.place, at: playout.nextWake)
        for effect in effects { perform(effect) }
    }

    /// Looks for another place in what plays.
    @discardableResult
    func place(_ event: PlaceSearch.Event) -> CommandResult {
        note(.place(event, in: nowPlaying))
        return playout.search.result
    }

    /// Tells the picture over the bar something, and carries out what comes of it.
    func tellPreviews(_ event: Previews.Event) {
        for effect in previews.handle(event, at: now) { perform(effect) }
    }

    /// Tells the names on the timeline something, and carries out what comes of it.
    func tellWords(_ event: TimelineWords.Event) {
        for effect in words.handle(event) { perform(effect) }
    }

    /// Tells what lets a viewer hear again what was said something, and carries out what comes of it.
    func tellSaidAgain(_ event: SaidAgain.Event) {
        let effects = saidAgain.handle(event, in: nowPlaying, at: now)
        alarms.set(.saidAgain, at: saidAgain.nextWake)
        for effect in effects { perform(effect) }
    }

    /// Sets how loud it is, and carries out what comes of it.
    @discardableResult
    func set(_ event: SoundControl.Event) -> CommandResult {
        let effects = sound.handle(event)
        for effect in effects { perform(effect) }
        renewSettings()
        return effects.contains(where: \.isKept) ? .done : .nothingToDo
    }

    /// Sets how pictures lie on the screen, and carries out what comes of it.
    @discardableResult
    func lay(_ event: PictureControl.Event) -> CommandResult {
        let effects = picture.handle(event)
        for effect in effects { perform(effect) }
        let isOther = effects.contains {
            switch $0 {
            case .lay, .keepFree, .layCorner: true
            case .show, .store, .storeOverscan, .storeCorner: false
            }
        }
        return isOther ? .done : .nothingToDo
    }

    /// Tells how the interface looks and reads something, and carries out what comes of it.
    package func set(look event: LookControl.Event) {
        for effect in lookControl.handle(event) { perform(effect) }
        narrate()
    }

    /// Says what has the focus, where it is another thing than before, to who follows and aloud.
    func narrate() {
        var mode = lookControl.speech
        // A label that nobody gets is not made.
        if mode == .events, !bulletin.hasFollowers { mode = .off }
        let label = mode == .off ? nil : interface.spoken
        let effects = inWords {
            narration.handle(label, on: interface.spokenScreen, mode: mode, isOn: !tuner.isStandby)
        }
        for effect in effects { perform(effect) }
    }

    /// Tells the owner's overlays something, and carries out what comes of it.
    func tellOverlays(_ event: OverlayPages.Event) { for effect in overlays.handle(event) { perform(effect) } }

    /// Tells what is proposed something, and carries out what comes of it.
    func tellProposals(_ event: ContentProposals.Event) {
        let effects = proposals.handle(event, at: now)
        alarms.set(.proposals, at: proposals.nextWake)
        for effect in effects { perform(effect) }
    }

    /// Tells the queue something, and carries out what comes of it.
    ///
    /// - Returns: whether something is played that was not before
    @discardableResult
    func tellQueue(_ event: PlayQueue.Event) -> Bool {
        var (next, plays) = (PlayQueue.Event?.some(event), false)
        // One after the other, and none within another: hundreds may be refused in a row.
        while let event = next.take() {
            for effect in queue.handle(event) {
                next = perform(effect) ?? next
                plays = plays || effect.plays
            }
        }
        if plays { nowPlayingMayDiffer() }
        return plays
    }

    /// Tells what others send something, and carries out what comes of it.
    func tellCasts(_ event: Casts.Event) {
        // What is done may tell it more: the alarm is set by the last of it.
        for effect in casts.handle(event, at: now) { perform(effect) }
        alarms.set(.casts, at: casts.nextWake)
    }

    /// Tells what plays elsewhere something, and carries out what comes of it.
    func tellHandoffs(_ event: Handoffs.Event) { for effect in handoffs.handle(event) { perform(effect) } }

    /// Tells what interrupts something, and carries out what comes of it.
    func tellInterruption(_ event: Interruption.Event) {
        for effect in interruption.handle(event, at: now) { perform(effect) }
        alarms.set(.interruption, at: interruption.nextWake)
    }

    /// Tells the guide on the screen something, and carries out what comes of it.
    func tellGuide(_ event: GuideTable.Event) { for effect in guideTable.handle(event) { perform(effect) } }

    /// Tells the page of a programme something, and carries out what comes of it.
    func tellPage(_ event: ProgrammePage.Event) { for effect in programmePage.handle(event) { perform(effect) } }

    /// Tells the search something, and carries out what comes of it.
    func tellSearch(_ event: ContentSearch.Event) { for effect in content.handle(event) { perform(effect) } }

    /// Tells the settings on the screen something, and carries out what comes of it.
    func tellSettings(_ event: SettingsPages.Event) { for effect in settingsPages.handle(event) { perform(effect) } }

    /// Tells the reminders something, and carries out what comes of it.
    func tellReminders(_ event: Reminders.Event) {
        let effects = reminders.handle(event, at: now, wall: WallClock.seconds)
        alarms.set(.reminders, at: reminders.nextWake)
        for effect in effects { perform(effect) }
    }

    /// Tells followers where the picture goes, and when it is there.
    func followInset() {
        for event in insetJourney.handle(interface.picture(size: screenSize), at: now) { publish(.inset(event)) }
        alarms.set(.inset, at: insetJourney.nextWake)
    }

    /// Tells how captions look something, and carries out what comes of it.
    package func set(captions event: CaptionControl.Event) {
        for effect in captionControl.handle(event) { perform(effect) }
    }

    /// Draws the curtain before what plays, or opens it, and carries out what comes of it.
    ///
    /// - Returns: what stopping or turning off came to, where that was done
    @discardableResult
    func drawCurtain(_ event: Curtain.Event) -> CommandResult? {
        let effects = curtain.handle(event, at: now)
        alarms.set(.curtain, at: curtain.nextWake)
        return effects.reduce(nil) { perform($1) ?? $0 }
    }

    /// Counts a flip or a picture, or looks after the panel that shows them.
    func count(_ event: Figures.Event) {
        let circumstances = Figures.Circumstances(
            isStandby: tuner.isStandby, isTuning: playState == .tuning, vblank: devices.display.output.vblankPeriod)
        let effects = figures.handle(event, in: circumstances, at: now)
        alarms.set(.figures, at: figures.nextWake)
        for effect in effects { perform(effect) }
    }

    /// Applies the mode policy; to be called when a channel has come or is being left, when the screen is another, and
    /// when it is time.
    func updateModes() {
        let item = shownItem
        let viewing = ModePolicy.Viewing(
            tuner, item.flatMap { playout[$0] }, shown: item.flatMap { stage.framesPerSecond(of: $0) },
            isBusy: interface.top != nil)
        let actions = modes.handle(viewing, on: ModePolicy.Screen(devices.display.output), at: now)
        alarms.set(.modes, at: modes.nextWake)
        for action in actions { perform(action) }
    }

    /// Gives the interface an event and carries out its actions.
    ///
    /// - Parameter event: put into the viewer's words as it is made
    func tell(_ event: @autoclosure () -> InterfaceEvent) {
        let event = inWords(event)
        for action in interface.handle(event, at: now) { perform(action) }
        // After the actions: they may have told the interface more.
        alarms.set(.interface, at: interface.nextWake)
        tellOverlays(.shown(interface.shownOverlay))
        seeProposal()
        lookAtGuide()
        lookAtSearch()
        narrate()
        canvas.listedLogos.see((interface.listedChannels + interface.guideChannels).filter { $0.logo != nil }, at: now)
        present()
        wakeForArtwork()
    }
}
