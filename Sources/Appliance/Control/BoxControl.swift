import Channels
import Commands
import Compositing
import ControlProtocol
import Devices
import HLS
import Logging
import MediaCore
import Playback
import Screens
import Store

/// Answers what the control API asks from snapshots of the box, and gives the box its commands.
package struct BoxControl: ControlHandler {
    let box: Box

    package init(_ box: Box) {
        self.box = box
    }

    package var changes: Int { box.journal.count }

    package func written(since first: Int) async throws {
        guard let error = await box.journal.written(since: first) else { return }
        throw ControlError(
            .failed, cause: "it is done, but the box can't keep it: \(error)",
            nextStep: "make room in its state directory, or see whether its disk still takes anything; then repeat it")
    }

    // MARK: What there is to see

    package func answer(_ question: BoxQuestion, toRemote: Bool) async throws -> any Encodable & Sendable {
        question.answer(
            from: await box.read {
                BoxReport(
                    snapshot: $0.snapshot, remotes: $0.remoteInfos, tuner: $0.tuner, situation: $0.situation,
                    queue: $0.queue, skipStep: $0.playout.search.step, now: $0.now, look: $0.lookControl.info,
                    captions: $0.captionControl.info, overlays: $0.overlays,
                    shownOverlay: $0.interface.shownOverlay, isForRemote: toRemote)
            })
    }

    /// The answer to `status`, for programs that have the box inside them.
    package func status() async -> Status {
        let (snapshot, remotes) = await box.read { ($0.snapshot, $0.remoteInfos) }
        return Status(snapshot, remotes: remotes)
    }

    package func metrics() async -> String { OpenMetrics(await box.read { $0.snapshot }).text }

    package func events() async -> AsyncStream<ControlEvent> { await box.events() }

    /// Takes a picture of the screen outside the box's actor: packing it takes longer than a key may wait.
    package func shot(scaledTo width: Int?) async throws -> [UInt8] {
        let image: Image
        do {
            image = try await box.devices.display.capture()
        } catch {
            throw ControlError(.notNow, cause: "there is no picture: \(error)", nextStep: "see 'hearthctl status'")
        }
        guard let width, width < image.size.width else { return image.png() }
        let height = max(1, image.size.height * width / image.size.width)
        // A page asks ten times a second: little compression is much faster.
        return image.scaled(to: PixelSize(width: width, height: height)).png(level: 1)
    }

    package func meter() async -> SoundMeter { SoundMeter(peakDecibels: box.devices.soundPeaks()) }

    package func guide() async -> GuideInfo { await box.devices.guide?.standing() ?? GuideInfo() }

    package func refreshGuide() async throws {
        guard let guide = box.devices.guide, await !guide.standing().guides.isEmpty else {
            throw ControlError(
                .notNow, cause: "there is no guide", nextStep: "name one as [guide] sources in hearth.toml")
        }
        guide.tell(.refresh)
    }

    package func lists() async -> ListInfo { ListInfo(lists: await box.lists.standing()) }

    package func refreshLists() async throws {
        guard await !box.lists.standing().isEmpty else {
            throw ControlError(
                .notNow, cause: "there is no channel list", nextStep: "name one as lineup in hearth.toml")
        }
        await box.list(.refresh)
    }

    package func resumePoints() async -> ResumeList {
        await box.read { ResumeList($0.resume.all, in: $0.tuner.lineup) }
    }

    package func forgetResumePoint(_ id: String?) async throws { try await box.forgetPlace(id) }

    package func propose(_ request: ProposalRequest) async throws { try await box.propose(request) }

    package func announce(_ file: [UInt8], quieter decibels: Double) async throws -> AnnouncementInfo {
        let sound: WaveFile
        do throws(WaveFile.Fault) { sound = try WaveFile(file) } catch {
            throw ControlError(.badRequest, cause: error.description, nextStep: "give a WAV file of up to a minute")
        }
        try await box.read { box in
            Result { () throws(ControlError) in try box.announce(sound, quieter: decibels) }
        }.get()
        return AnnouncementInfo(seconds: sound.duration.inSeconds)
    }

    package func endAnnouncement() async throws {
        try await box.read { box in Result { () throws(ControlError) in try box.endAnnouncement() } }.get()
    }

    package func play(_ request: ItemsRequest) async throws -> QueueInfo {
        try await box.read { box in Result { () throws(ControlError) in try box.take(request) } }.get()
    }

    package func changeQueue(_ request: QueueRequest) async throws -> QueueInfo {
        try await box.read { box in Result { () throws(ControlError) in try box.change(request) } }.get()
    }

    package func withdrawProposal() async throws { try await box.withdrawProposal() }

    package func programmes(_ text: String, first: Int) async throws -> ProgrammeList {
        let found = await box.devices.guide?.search(text, from: WallClock.seconds, limit: first) ?? []
        let tuner = await box.read { $0.tuner }
        return ProgrammeList(
            programmes: found.compactMap { id, programme in
                tuner.lineup[id].map { channel in
                    ProgrammeList.Finding(
                        channel: ChannelInfo(channel, isRestricted: tuner.isRestricted(channel)),
                        programme: ProgrammeInfo(programme))
                }
            })
    }

    package func flips(_ query: FlipQuery, toRemote: Bool) async throws -> FlipList {
        let tuner = await box.read { $0.tuner }
        // The flips of a channel that is no longer in the list are still kept.
        let wanted = query.channel.map { name in TuneTarget(name).flatMap { tuner.channel($0)?.id } ?? name }
        let kept = (try? await box.journal.store.flips(to: wanted, last: FlipQuery.mostFlips)) ?? []
        guard wanted == nil || !kept.isEmpty || tuner.lineup[wanted ?? ""] != nil else { throw Self.noChannel }
        let names = Dictionary(
            tuner.lineup.channels.map { ($0.id, (toRemote ? tuner.veiled($0) : $0).name) }
        ) { $1 }
        return FlipList(kept, names: names, last: query.last)
    }

    // MARK: Orders

    package func perform(_ order: CommandOrder, byHand: Bool) async throws -> CommandReply {
        let outcome = await box.read { box in
            let before = box.nowPlaying
            let command = order.wish.command(before)
            let result =
                byHand && box.remotes.router.plan.kiosk.forbids(command)
                ? CommandResult.notNow("that is switched off at this box") : box.perform(command, key: box.now)
            return (result: result, before: before, after: box.nowPlaying, showsFigures: box.figures.isPanelWanted)
        }
        if let error = order.refusal?.error(outcome.result) { throw error }
        switch order.answer {
        case .result: return .result(outcome.result == .done ? .done : .nothingToDo)
        case .done: return .done
        case .channel:
            guard let channel = outcome.after.channelInfo else {
                throw ControlError(.notNow, cause: "there is no channel", nextStep: "give the daemon a lineup")
            }
            return .channel(channel)
        case .sound: return .sound(SoundLevel(outcome.after.sound))
        case .tracks:
            let menu = outcome.before.tracks ?? TrackMenu()
            // The new choice is on its way, and the answer shows it already.
            return .tracks(TrackList(outcome.result == .done ? menu.selecting(outcome.after.choices) : menu))
        case .diagnostics: return .diagnostics(DiagnosticsInfo(shown: outcome.showsFigures))
        }
    }

    /// Takes a key the same way as any remote's: gestures, focus, command.
    package func press(_ press: KeyPress) async throws {
        let clock = box.devices.clock
        func key(_ phase: KeyEvent.Phase) -> KeySourceEvent {
            .key(KeyEvent(code: press.code, phase: phase, time: clock.now, device: Self.remote))
        }
        switch press.phase {
        case .down: await box.handleInput([key(.press)])
        case .up: await box.handleInput([key(.release)])
        case .tap(hold: .zero): await box.handleInput([key(.press), key(.release)])
        case .tap(let hold):
            await box.handleInput([key(.press)])
            try? await clock.sleep(for: hold)
            await box.handleInput([key(.release)])
        }
    }

    private static let remote = InputDevice(id: "control", name: "control API", bus: .network)

    package func favourite(_ target: TuneTarget, at place: Int?) async throws -> ChannelInfo {
        let (found, tuner) = await box.read { box in
            let channel = box.tuner.channel(target)
            if let channel {
                if let place {
                    box.list(.placeFavourite(channel.id, place - 1))
                } else {
                    box.setFavourite(channel.id, !channel.isFavourite)
                }
            }
            return (channel, box.tuner)
        }
        guard let channel = found.flatMap({ tuner.lineup[$0.id] }) else { throw Self.noChannel }
        return ChannelInfo(
            channel, isRestricted: tuner.isRestricted(channel),
            place: tuner.lineup.favourites.firstIndex(of: channel.id).map { $0 + 1 })
    }

    static let noChannel = ControlError(
        .notFound, cause: "there is no such channel", nextStep: "'hearthctl channels' lists the channels")

    package func authorize(_ target: TuneTarget) async throws -> AuthorizationInfo {
        try await box.read { box in Result { () throws(ControlError) in try box.authorize(target) } }.get()
    }

    package func passcode(_ order: PasscodeOrder, by caller: Caller) async throws {
        switch order {
        case .set(let new, let old): try await box.changePasscode(to: new, old: old, by: caller)
        case .clear(let old): try await box.changePasscode(to: nil, old: old, by: caller)
        case .check(let code): try await box.checkPasscode(code)
        }
    }

    package func learn(_ request: LearnRequest) async throws { try await box.learn(request) }
    package func lesson(_ deed: LessonRequest.Deed) async throws { try await box.lesson(deed) }

    // MARK: CEC

    package func cecMessages(last: Int) async throws -> CECLogList {
        let now = box.devices.clock.now
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
        guard let cec = box.devices.cec else {
            throw ControlError(
                .notNow, cause: "CEC is switched off", nextStep: "set cec = true in [input] of /etc/hearth/hearth.toml")
        }
        return cec
    }
}

extension Tuner {
    /// The channel that a person names, also one that is hidden.
    func channelOrHidden(_ target: TuneTarget) -> Channel? {
        let hidden = lineup.hidden
        let found: Channel? =
            switch target {
            case .next, .previous, .last: nil
            case .number(let number): hidden.first { $0.number == number }
            // What is shown and only like it is not what was meant.
            case .name(let name):
                lineup[name] ?? hidden.first { $0.id == name || $0.name == name }
                    ?? hidden.first { $0.name.lowercased() == name.lowercased() }
            }
        return found ?? channel(target)
    }

    /// The channel that a person names.
    func channel(_ target: TuneTarget) -> Channel? {
        switch target {
        case .next: lineup.channel(1, from: selected)
        case .previous: lineup.channel(-1, from: selected)
        case .last: lastChannel.flatMap { lineup[$0] }
        case .number(let number): lineup.channel(for: .number(number))
        case .name(let name): lineup.channel(for: .name(name))
        }
    }
}
