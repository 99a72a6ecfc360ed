import Channels
import Commands
import Compositing
import ControlProtocol
import Devices
import Guide
import Logging
import MediaCore
import Playback
import Screens

extension Box: ControlHandler {
    package func status() async -> Status {
        Status(
            state: playState, channel: selectedChannel.map(channelInfo), url: guestURL, playback: playbackInfo,
            warming: warmingInfo, providers: providerInfo,
            trouble: trouble,
            sound: SoundLevel(volume: volume, muted: isMuted), display: displayInfo,
            audio: AudioInfo(
                device: audioDevice,
                latencyMilliseconds: devices.sink.statistics.latency.inSeconds * 1000,
                underruns: devices.sink.statistics.underruns),
            remotes: remoteInfos, cec: devices.cec.map { CECInfo($0.status) },
            versions: Versions.all, uptimeSeconds: Int((now - startedAt).inSeconds),
            warnings: warnings.sorted { $0.key < $1.key }.map(\.value))
    }

    private var guestURL: String? {
        tuner.selected.flatMap { guests[$0] }.map { RedactedURL($0.entry.url).description }
    }

    /// The failure that the screen reports, in an administrator's words; nil when there is none.
    var trouble: ControlError? {
        guard case .failed(let failure, _) = tuner.interstitial?.state else { return nil }
        return trouble(failure)
    }

    func trouble(_ failure: FlipFailure) -> ControlError {
        if let lastFailure { return ControlError(lastFailure) }
        let cause =
            switch failure {
            case .timedOut: "no picture came in time"
            case .item(let reason): reason
            }
        return ControlError(.failed, cause: cause, nextStep: "check the network and the provider; the box keeps trying")
    }

    var playState: PlayState {
        if interface.focus == .passcode { return .locked }
        if let interstitial = tuner.interstitial {
            switch interstitial.state {
            case .failed: return .failed
            case .locked: return .locked
            case .searching, .waiting: return .tuning
            case .typing, .unknownNumber, .previewing: break
            }
        }
        guard shownItem != nil else { return .idle }
        // A number is typed on the way to another channel: what plays is not what is told with it.
        if tuner.selected != tuner.watching { return .tuning }
        if player.status?.isPaused == true { return .paused }
        return tuner.isStalled ? .stalled : .playing
    }

    private var playbackInfo: ControlProtocol.PlaybackInfo? {
        // What is held of the channel before is not what is asked about.
        guard let item = shownItem, let facts = itemFacts[item], tuner.selected == tuner.watching else { return nil }
        return facts.report(player.status, now: now)
    }

    var displayInfo: DisplayInfo {
        let output = devices.display.output
        return DisplayInfo(
            name: output.name, connected: output.isConnected, width: output.size.width, height: output.size.height,
            refreshHertz: output.refreshRate, missedVBlanks: devices.display.statistics.missedVBlanks,
            trouble: output.trouble)
    }

    func channelInfo(_ channel: Channel) -> ChannelInfo {
        ChannelInfo(
            id: channel.id, number: channel.number, name: channel.name, group: channel.groups.first,
            favourite: channel.isFavourite, restricted: tuner.isRestricted(channel))
    }

    package func channels() async -> [ChannelInfo] { tuner.lineup.channels.map(channelInfo) }

    package func tune(_ target: TuneTarget) async throws -> ChannelInfo {
        let command: Command =
            switch target {
            case .next: .channelUp
            case .previous: .channelDown
            case .last: .tuneLast
            case .number(let number): .tune(.number(number))
            case .name(let name): .tune(.name(name))
            }
        try finish(perform(command, key: now), "tune", orElse: "'hearthctl channels' lists the channels")
        return try chosenChannel()
    }

    private func chosenChannel() throws -> ChannelInfo {
        guard let channel = selectedChannel else {
            throw ControlError(.notNow, cause: "there is no channel", nextStep: "give the daemon a lineup")
        }
        return channelInfo(channel)
    }

    /// Turns a command's result into the API's answer or error. A state that was already so is no
    /// error.
    private func finish(_ result: CommandResult, _ what: String, orElse nextStep: String) throws {
        switch result {
        case .done, .nothingToDo: return
        case .notNow(let reason): throw ControlError(.notNow, cause: "can't \(what) now: \(reason)", nextStep: nextStep)
        case .failed(let reason): throw ControlError(.notFound, cause: "can't \(what): \(reason)", nextStep: nextStep)
        }
    }

    private static var controlRemote: InputDevice { InputDevice(id: "control", name: "control API", bus: .network) }

    /// Takes a key from the control API the same way as any remote's: gestures, focus, command.
    package func press(_ press: KeyPress) async throws {
        func key(_ phase: KeyEvent.Phase) {
            handleInput(.key(KeyEvent(code: press.code, phase: phase, time: now, device: Self.controlRemote)))
        }
        switch press.phase {
        case .down: key(.press)
        case .up: key(.release)
        case .tap(let hold):
            key(.press)
            if hold > .zero { try? await devices.clock.sleep(for: hold) }
            key(.release)
        }
    }

    package func play(url: String) async throws -> ChannelInfo {
        try finish(perform(.play(url: url), key: now), "play", orElse: "give the whole address of a playlist")
        return try chosenChannel()
    }

    package func stop() async throws {
        try finish(perform(.stop, key: now), "stop", orElse: "")
    }

    package func setVolume(_ order: VolumeRequest.Order) async throws -> SoundLevel {
        let level =
            switch order {
            case .level(let level): level
            case .change(let change): volume + change
            }
        perform(.setVolume(level), key: now)
        return SoundLevel(volume: volume, muted: isMuted)
    }

    package func setMuted(_ muted: Bool?) async throws -> SoundLevel {
        // The box's own sound is muted, also where the volume keys go to an AVR.
        perform(.setMute(muted ?? !isMuted), key: now)
        return SoundLevel(volume: volume, muted: isMuted)
    }

    package func flips(_ query: FlipQuery) async throws -> FlipList {
        var wanted: Channel.ID?
        if let name = query.channel {
            // The flips of a channel that is no longer in the list are still kept.
            wanted = TuneTarget(name).flatMap { channel(named: $0)?.id } ?? name
        }
        let kept = (try? await store.flips(to: wanted, last: FlipQuery.mostFlips)) ?? []
        guard wanted == nil || !kept.isEmpty || tuner.lineup[wanted ?? ""] != nil else {
            throw ControlError(
                .notFound, cause: "there is no such channel", nextStep: "'hearthctl channels' lists the channels")
        }
        return await Self.list(kept, names: Dictionary(tuner.lineup.channels.map { ($0.id, $0.name) }) { $1 }, query)
    }

    /// Makes the list of flips outside the box's actor: thousands of records are counted.
    private nonisolated static func list(
        _ kept: [Guide.FlipRecord], names: [Channel.ID: String], _ query: FlipQuery
    ) async -> FlipList {
        let summary = FlipSummary(kept)
        return FlipList(
            flips: kept.suffix(max(0, query.last)).map { ControlProtocol.FlipRecord($0, isSlow: summary.isSlow($0)) },
            summary: summary.rows.map { row in FlipSummaryInfo(row, name: row.channel.flatMap { names[$0] }) })
    }

    /// Takes a picture of the screen outside the box's actor: packing it takes longer than a key
    /// may wait.
    package nonisolated func shot(scaledTo width: Int?) async throws -> [UInt8] {
        let image: Image
        do {
            image = try await devices.display.capture()
        } catch {
            throw ControlError(.notNow, cause: "there is no picture: \(error)", nextStep: "see 'hearthctl status'")
        }
        guard let width, width < image.size.width else { return image.png() }
        let height = max(1, image.size.height * width / image.size.width)
        // A page asks ten times a second: little compression is much faster.
        return image.scaled(to: PixelSize(width: width, height: height)).png(level: 1)
    }

    package func meter() async -> SoundMeter { SoundMeter(peakDecibels: devices.soundPeaks()) }

    package func toggleFavourite(_ target: TuneTarget) async throws -> ChannelInfo {
        guard let channel = channel(named: target) else {
            throw ControlError(
                .notFound, cause: "there is no such channel", nextStep: "'hearthctl channels' lists the channels")
        }
        setFavourite(channel.id, !channel.isFavourite)
        return channelInfo(tuner.lineup[channel.id] ?? channel)
    }

    private func channel(named target: TuneTarget) -> Channel? {
        switch target {
        case .next: tuner.lineup.channel(1, from: tuner.selected)
        case .previous: tuner.lineup.channel(-1, from: tuner.selected)
        case .last: tuner.lastChannel.flatMap { tuner.lineup[$0] }
        case .number(let number): channel(.number(number))
        case .name(let name): channel(.name(name))
        }
    }

    package func setPasscode(_ passcode: String) async throws {
        try await store.setPasscode(passcode)
        passcodeLength = passcode.count
        steer(.passcodeSet)
        logger.notice("the passcode was set")
    }
}

extension ControlProtocol.FlipRecord {
    /// Makes the API's record.
    /// - Parameter isSlow: by what is usual on its channel
    init(_ record: Guide.FlipRecord, isSlow: Bool) {
        self.init(
            from: record.from, to: record.to, warm: record.warm, timeNanoseconds: record.time,
            interstitialScanout: record.interstitialScanout, prepared: record.prepared, playlist: record.playlist,
            firstByte: record.firstByte, firstFrameDecoded: record.firstFrameDecoded, revealed: record.revealed,
            firstFrameScanout: record.firstFrameScanout, motion: record.motion, firstSound: record.firstSound,
            outcome: record.outcome?.rawValue, locked: record.wasLocked ?? false, slow: isSlow,
            slowest: record.slowestStep?.rawValue,
            steps: Dictionary(record.spans.map { ($0.step.rawValue, $0.length) }) { $1 })
    }
}

extension FlipSummaryInfo {
    init(_ row: FlipSummary.Row, name: String?) {
        func facts<Key: RawRepresentable<String>>(_ times: [Key: Percentiles]) -> [String: DurationFacts] {
            Dictionary(times.map { ($0.key.rawValue, DurationFacts($0.value)) }) { $1 }
        }
        self.init(
            channel: row.channel, name: name, warm: row.warm, count: row.count, failed: row.failed, slow: row.slow,
            sinceKey: facts(row.moments), steps: facts(row.steps), longest: row.longestStep?.rawValue)
    }
}

extension DurationFacts {
    init(_ times: Percentiles) {
        self.init(count: times.count, p50: times.p50, p95: times.p95, p99: times.p99, highest: times.highest)
    }
}

extension RemoteInfo {
    init(_ device: InputDevice) { self.init(id: device.id, name: device.name, bus: device.bus.rawValue) }
}
