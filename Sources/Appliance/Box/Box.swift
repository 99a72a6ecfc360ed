import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Dispatch
import Guide
import HLS
import Layout
import Logging
import MediaCore
import Paint
import Playback
import Screens

/// The television: owns the player, the screen and what is on it, and carries out every command,
/// whichever door it came through. The decisions are values (`Tuner`, `Interface`,
/// `CommandRouter`); this actor feeds them events and does what they say.
package actor Box {
    enum AlarmName: Hashable, Sendable {
        case gestures, touch, interface, tuner, trace, diagnostics, modes, transport, scrub
        case learning, batteries
    }

    let devices: BoxDevices
    let settings: BoxSettings
    let store: Store
    package nonisolated let player: Player
    package let stage: Stage
    let logger: Logger
    let painter = Painter()

    var tuner: Tuner
    var interface = Interface()
    let router: CommandRouter
    var gestures: GestureRecogniser
    var touch: TouchRecogniser
    var alarms: Alarms<AlarmName>

    var volume: Int
    var isMuted: Bool
    /// The TV shows something else, and the box is to be silent meanwhile.
    var isSilenced = false
    var doubledKeys = DoubledKeys()
    var nodeKeys = NodeKeys()
    var remotes: [InputDevice] = []
    /// The last key of each remote, by its device.
    var lastKeys: [String: KeyCode] = [:]
    /// The keys shown in the key test; nil when it is closed.
    var keyTest: KeyTestState?
    /// The lesson under way, if a remote is being taught.
    var lesson: Lesson?
    let lessons = AsyncStream.makeStream(of: LearnOrder.self)
    var isTeaching = false
    var batteryWatch = BatteryWatch()
    var batteryLevels: [String: BatteryLevel] = [:]
    let batteryLooks = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var lastKeyTimes: [String: HostTime] = [:]
    var warnings: [String: String] = [:]

    /// What is known of the player's items.
    var itemFacts: [Playback.ItemID: PlaybackFacts] = [:]
    /// Another place of it that is looked for, or waited for.
    var scrub: Scrub?
    /// Why the wanted channel does not play, as far as is known.
    var lastFailure: PlaybackFailure?
    /// Digits of the code, as far as is known.
    var passcodeLength: Int
    /// The channels of the list, and those that are in none: `Box.play`.
    var listed: [ChannelEntry] = []
    var guests = Guests()
    var favourites: Set<Channel.ID>
    /// What earlier visits taught about channels.
    var memories: [Channel.ID: ChannelMemory]
    /// The sound and text that the viewer chose, by channel, and last on any of them.
    var trackChoices: [Channel.ID: TrackChoices]
    var lastTracks: TrackChoices
    /// The URLs of the media playlists of the variants that played last. Not for the disk: addresses may hold
    /// secrets, and age.
    var playlists: [Channel.ID: String] = [:]
    /// The content of the playlists that played last, with those that named them.
    var knownMedia: [Channel.ID: RememberedPlaylist] = [:]
    /// The rate that the network gave last, in bits a second, on whatever channel.
    var throughput: Double?

    var modes: ModePolicy
    var traces = FlipTraces()
    var tally = FlipTally()
    var played = PlaybackTally()
    var diagnostics = Diagnostics()
    var audioDevice = "none"
    /// What the log was told of the list last.
    var listNotes: ListNotes?

    let startedAt: HostTime
    /// What waits to be written to the store.
    let journal = Journal()
    private let subscribers = Locked<[Int: AsyncStream<ControlEvent>.Continuation]>([:])
    private var subscriberCount = 0
    private var lastCue: [InterfaceLayer] = []
    private var lastTreatment: VideoTreatment?
    private var lastCueItem: Playback.ItemID?
    private var requestedArtwork: Set<String> = []
    private var lastState: PlayState?

    /// Makes a box.
    /// - Parameter saved: what the last run left
    package init(
        devices: BoxDevices, settings: BoxSettings, store: Store, saved: SavedState, logger: Logger
    ) {
        self.devices = devices
        self.settings = settings
        self.store = store
        self.logger = logger
        let now = devices.clock.now
        startedAt = now
        volume = saved.volume
        isMuted = saved.isMuted
        passcodeLength = saved.passcodeLength
        favourites = saved.favourites
        memories = saved.memories
        trackChoices = saved.trackChoices
        lastTracks = saved.lastTracks
        modes = ModePolicy(settings.modeMatching, memories: saved.modeMemories, timing: settings.modeTiming)
        router = CommandRouter(plan: settings.keys)
        gestures = GestureRecogniser(keymap: router.keymap)
        touch = TouchRecogniser(settings: settings.touch)
        player = Player(library: devices.codecs, fetcher: devices.fetcher, clock: devices.clock)
        stage = Stage(player: player)
        tuner = Tuner(
            home: saved.lastChannel, previous: saved.previousChannel, timing: settings.flipTiming,
            warming: settings.warming,
            gate: ParentalGate(
                policy: settings.parentalPolicy, hasPasscode: saved.hasPasscode, wrongCodes: saved.wrongCodes, now: now)
        )
        alarms = Alarms(clock: devices.clock, ring: { _ in })
    }

    var now: HostTime { devices.clock.now }

    // MARK: Running

    /// Runs the box until cancelled; then releases every device.
    ///
    /// - Parameter onReady: called once the screen and the speakers run
    package func run(onReady: @escaping @Sendable () async -> Void = {}) async throws {
        alarms = Alarms(clock: devices.clock) { [weak self] name in await self?.ring(name) }
        player.volume = Double(volume) / 100
        player.isMuted = isMuted
        painter.warmUp(with: Interface.warmUpPictures(size: devices.display.output.size))
        try devices.sink.start(player.renderer)
        try devices.display.start(stage)
        for source in devices.keySources {
            do {
                try source.start()
            } catch {
                warn("input", "a key source did not start: \(error)")
            }
        }
        switch store.condition {
        case .sound: break
        case .replaced(let file): warn("state", "the state was damaged and begins anew; what there was is in \(file)")
        case .inMemory(let reason): warn("state", "nothing will be remembered: \(reason)")
        }
        tell(.lineup(.loading))
        await onReady()
        await withTaskGroup(of: Void.self) { group in
            for source in devices.keySources {
                group.addTask { for await event in source.events { await self.handle(event) } }
            }
            if let cec = devices.cec {
                group.addTask { for await order in cec.orders { await self.handle(order) } }
            }
            group.addTask { for await event in self.player.events { await self.handle(event) } }
            group.addTask { for await event in self.devices.display.events { await self.handle(event) } }
            group.addTask { for await event in self.devices.sink.events { await self.handle(event) } }
            group.addTask { for await sighting in self.stage.sightings { await self.seen(sighting) } }
            group.addTask { await self.keepLineup() }
            group.addTask { await self.keepJournal() }
            group.addTask { await self.recallFlips() }
            group.addTask { await self.keepClock() }
            group.addTask { await self.keepTeaching() }
            group.addTask { await self.keepBatteries() }
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
        player.stop()
        let devices = devices
        // Stopping waits for threads to end, so it must not run on the cooperative pool.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for source in devices.keySources { source.stop() }
                devices.display.stop()
                devices.sink.stop()
                continuation.resume()
            }
        }
        for subscriber in subscribers.withLock({ Array($0.values) }) { subscriber.finish() }
    }

    private func keepClock() async {
        while !Task.isCancelled {
            tell(.clock(WallClock.text()))
            try? await devices.clock.sleep(for: .seconds(10))
        }
    }

    private func ring(_ name: AlarmName) {
        guard alarms.rang(name, at: now) else { return }
        switch name {
        case .gestures: perform(gestures.wake(at: now))
        case .touch: wakeTouch()
        case .interface: tell(.wake)
        case .tuner: steer(.wake)
        case .trace: finishTraces()
        case .diagnostics: refreshDiagnostics()
        case .modes: updateModes()
        case .transport: refreshTransport()
        case .scrub: commitScrub()
        case .learning: learn(.wake)
        case .batteries: lookAtBatteries()
        }
        armGestures()
    }

    // MARK: Devices

    /// Handles an event of any key source, the control API's included.
    package func handle(_ event: KeySourceEvent) {
        switch event {
        case .key(let key):
            guard admits(key), key.phase == .release || !isTaught(key.device) else { break }
            let click = click(key)
            if click == nil { note(key) }
            gestures.longPressKeys = router.longPressKeys(in: focus)
            gestures.repeatingKeys = router.repeatingKeys(in: focus)
            perform(gestures.handle(key, as: click))
        case .touch(let event): handle(event)
        case .attached(let device):
            remotes.append(device)
            lookAtBatteries()
            logger.notice("remote connected", metadata: ["name": "\(device.name)", "id": "\(device.id)"])
            publish(.remoteAttached(RemoteInfo(device)))
        case .detached(let device):
            remotes.removeAll { $0.id == device.id }
            lastKeys[device.id] = nil
            lastKeyTimes[device.id] = nil
            gestures.detach(device)
            nodeKeys.detach(device)
            forgetTouch(of: device)
            logger.notice("remote gone", metadata: ["name": "\(device.name)", "id": "\(device.id)"])
            publish(.remoteDetached(RemoteInfo(device)))
        }
        armGestures()
    }

    private func armGestures() {
        followFocus()
        alarms.set(.gestures, at: gestures.nextWake)
        alarms.set(.touch, at: touch.nextWake)
    }

    func perform(_ gestures: [KeyGesture]) {
        for gesture in gestures {
            let focus = focus
            if gesture.kind == .holding {
                // The interface shows hints over the picture only.
                tell(.hint(keyHints))
                continue
            }
            let command = router.command(for: gesture, focus: focus)
            let begun = now
            let result = command.map { perform($0, key: gesture.time) }
            tell(of: gesture, in: focus, command, result, begun: begun)
        }
    }

    private func handle(_ event: DisplayEvent) {
        switch event {
        case .outputChanged(let output):
            logger.notice(
                "screen",
                metadata: [
                    "name": "\(output.name)", "size": "\(output.size)",
                    "connected": "\(output.isConnected)", "rate": "\(output.refreshRate)",
                ])
            warn("screen device", output.trouble.map { "no screen: \($0); waiting for one" })
            publish(.display(displayInfo))
            present(force: true)
            updateModes()
        case .ownershipLost: warn("screen", "another program has the screen; waiting for it to come back")
        case .ownershipRegained: warn("screen", nil)
        case .degraded(let what): warn("screen: \(what)", what)
        }
    }

    private func handle(_ event: AudioSinkEvent) {
        switch event {
        case .started(let device, let format, let latency):
            audioDevice = device
            warn("sound", nil)
            logger.notice(
                "sound", metadata: ["device": "\(device)", "rate": "\(format.sampleRate)", "latency": "\(latency)"])
        case .underrun(let total):
            logger.warning("the sound card ran dry", metadata: [RepeatedLine.about: "sound", "total": "\(total)"])
        case .deviceLost(let reason): warn("sound", "no sound: \(reason); trying again")
        case .deviceBack(let device):
            audioDevice = device
            warn("sound", nil)
        }
    }

    /// Shows a warning about a subject, or withdraws it.
    /// - Parameter text: nil withdraws the warning of that subject
    func warn(_ subject: String, _ text: String?) {
        guard warnings[subject] != text else { return }
        warnings[subject] = text
        if let text {
            logger.warning("\(text)", metadata: [RepeatedLine.about: "\(subject)"])
            publish(.warning(text))
        }
    }

    // MARK: The interface

    /// Gives the interface an event and carries out its actions.
    func tell(_ event: InterfaceEvent) {
        let actions = interface.handle(event, now: now)
        let wake = actions.lazy.compactMap { if case .wake(let time) = $0 { time } else { nil } }.first
        alarms.set(.interface, at: wake)
        // The actions may tell the interface more, and set the alarm anew.
        for action in actions { perform(action) }
        present()
    }

    /// Paints what changed and hands it to the stage.
    /// - Returns: the stage's version of what is to be seen, for the flip's trace
    @discardableResult
    func present(force: Bool = false) -> UInt64? {
        let size = devices.display.output.size
        let layers = interface.layers(size: size)
        let treatment = interface.video
        // The last frame of an item that died stays on the screen and is what is dimmed.
        let item = shownItem ?? lastCueItem
        guard force || layers != lastCue || treatment != lastTreatment || item != lastCueItem else { return nil }
        lastCue = layers
        lastTreatment = treatment
        lastCueItem = item
        let items = layers.map { layer in
            Overlay.Item(
                surfaces: layer.frames.map { surface(for: $0, of: layer.id) }, framePeriod: layer.framePeriod,
                frame: layer.rectangle, motion: layer.motion)
        }
        let version = stage.show(Overlay(items: items, videoOpacity: treatment.motion, videoItem: item))
        devices.display.wake()
        traces.interstitialShown(in: version)
        return version
    }

    /// The surface of a picture: painted now, or ahead in the case of the figures.
    private func surface(for picture: Picture, of layer: InterfaceLayer.ID) -> Surface {
        let isFigures = layer == .playingFigures || layer == .flipFigures
        return (isFigures ? diagnostics.surfaces[picture] : nil) ?? painter.surface(for: picture)
    }

    /// Fetches a channel's logo once; it is shown when it has come.
    func wantArtwork(_ url: String?) {
        guard let url, requestedArtwork.insert(url).inserted else { return }
        var request = FetchRequest(url: url)
        request.maximumBytes = 1 << 20
        let body = Locked<[UInt8]>([])
        devices.fetcher.fetch(request) { [weak self] event in
            switch event {
            case .response: break
            case .data(let bytes): body.withLock { $0 += bytes }
            case .finished(.success):
                let bytes = body.withLock { $0 }
                // The fetcher's thread can't wait for the box.
                Task { await self?.gotArtwork(bytes, for: url) }
            case .finished(.failure): break
            }
        }
    }

    private func gotArtwork(_ bytes: [UInt8], for key: String) {
        painter.setArtwork(bytes, for: key)
        present(force: true)
    }

    // MARK: Followers

    package func events() -> AsyncStream<ControlEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ControlEvent.self, bufferingPolicy: .bufferingNewest(256))
        let number = subscriberCount
        subscriberCount += 1
        subscribers.withLock { $0[number] = continuation }
        continuation.onTermination = { [subscribers] _ in
            subscribers.withLock { _ = $0.removeValue(forKey: number) }
        }
        return stream
    }

    var hasFollowers: Bool { subscribers.withLock { !$0.isEmpty } }

    func publish(_ event: ControlEvent) {
        for subscriber in subscribers.withLock({ Array($0.values) }) { subscriber.yield(event) }
    }

    /// Sends the state to followers when it has changed.
    func publishState() {
        let state = playState
        guard state != lastState else { return }
        lastState = state
        tellDeck(state)
        publish(.state(state, channel: selectedChannel.map(channelInfo)))
    }
}
