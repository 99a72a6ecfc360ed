import Base
import Channels
import Commands
import ControlProtocol
import Devices
import FoundationEssentials
import Logging
import MediaCore
import Playback
import Screens
import Store
import UPnP

/// Plays what other devices in the house send, asks where it must, and gives back what was on before.
extension Box {
    /// Carries out what was decided of what others send.
    func perform(_ effect: Casts.Effect) {
        switch effect {
        case .play(let wish):
            guard let entry = add(wish.item, .now) else { return tellCasts(.began(nil)) }
            let plays = queue.isPlaying && queue.current == entry
            tellCasts(.began(plays ? entry : nil))
            _ = perform(PlayQueue.Effect.keep)
            if plays { publish(.began, wish) } else { tellQueue(.remove(entry)) }
        case .enqueue(let item):
            tellCasts(.followed(add(item, .next)))
            _ = perform(PlayQueue.Effect.keep)
        case .ask(let wish, let end):
            logger.notice("asks whether something may be played", metadata: Self.metadata(wish))
            publish(.asked, wish)
            devices.display.wake()
            tell(
                .cast(
                    CastState(
                        sender: wish.sender.name, title: DeclaredItem(wish.item).title,
                        subtitle: wish.item.about.artist, end: end)))
        case .withdraw: tell(.cast(nil))
        case .remove(let entry): tellQueue(.remove(entry))
        case .giveBack(let before): giveBack(before)
        case .tell(let wish): tell(.track(TrackNotice(.words, Strings.castFrom(wish.sender.name))))
        case .news(let what, let wish):
            logger.notice("sent by another device: \(what.rawValue)", metadata: Self.metadata(wish))
            publish(what, wish)
            if what == .failed {
                tell(.track(TrackNotice(.unplayable, Strings.castFailed(wish.sender.name))))
            }
        case .store(let permissions):
            save { try await $0.setPreference(.casts, to: CastPermission.text(of: permissions)) }
        case .changed: nowPlayingMayDiffer()
        }
    }

    /// - Returns: the entry of the queue as which it plays; nil: there is no room for one
    private func add(_ item: SentItem, _ place: ItemsRequest.Place) -> PlayQueue.Entry.ID? {
        let before = queue.entries.map(\.id).max() ?? 0
        tellQueue(.add([DeclaredItem(item)], place))
        return queue.entries.map(\.id).max().flatMap { $0 > before ? $0 : nil }
    }

    private static func metadata(_ wish: Casts.Wish) -> Logger.Metadata {
        ["sender": "\(wish.sender.name)", "id": "\(wish.sender.id)", "address": "\(RedactedURL(wish.item.uri))"]
    }

    private func publish(_ what: CastNews.What, _ wish: Casts.Wish) {
        publish(.cast(CastNews(what, CastInfo(wish))))
    }

    /// What was on before is on again.
    private func giveBack(_ before: Casts.Before) {
        switch before {
        case .nothing: perform(.stop, key: now)
        case .standby(let channel?) where tuner.lineup[channel] != nil: steer(.asleep(at: channel))
        case .standby: perform(.standBy, key: now)
        case .channel(let id):
            // The list may be another by now.
            if tuner.lineup[id] == nil { perform(.stop, key: now) } else { steer(.tune(id, key: now)) }
        case .entry(let id): tellQueue(.go(id))
        }
    }

    /// Whether a channel is what another device has sent.
    func isCast(_ channel: Channel.ID) -> Bool {
        casts.entry != nil && casts.entry == queue.current && queue.channel == channel
    }

    // MARK: What control points ask for

    /// Carries out what a control point wants. Throws why not.
    func carryOut(_ order: RendererOrder, by sender: CastSender) throws(UPnPFault) {
        if case .play(let item) = order { return try play(item, by: sender) }
        if order == .stop, casts.isAsked(about: sender.id) { return tellCasts(.stop(by: sender.id)) }
        guard casts.mayControl(sender.id) else {
            throw .notAuthorized("the viewer has not let this device control what is on")
        }
        let command: Command
        switch order {
        case .play: return
        case .follow(let item): return tellCasts(.follow(item))
        case .stop: return tellCasts(.stop(by: sender.id))
        case .resume: command = .resume
        case .pause: command = .pause
        case .next: command = .next
        case .seek(let seconds): command = .seek(.at(.seconds(seconds)))
        case .volume(let level): command = .setVolume(level)
        case .mute(let isMuted): command = .setMute(isMuted)
        }
        switch perform(command, key: now) {
        case .done, .nothingToDo: break
        case .notNow(let reason): throw .transition(reason)
        case .failed(let reason): throw .failed(reason)
        }
    }

    private func play(_ item: SentItem, by sender: CastSender) throws(UPnPFault) {
        tellCasts(.wish(Casts.Wish(item: item, sender: sender), castCircumstances))
        guard case .refused(let reason) = casts.verdict else { return }
        logger.notice(
            "what another device sent is not played",
            metadata: ["sender": "\(sender.name)", "id": "\(sender.id)", "reason": "\(reason)"])
        switch reason {
        case .never: throw .notAuthorized("nothing is played from this device")
        case .declined: throw .locked("the viewer does not want it now")
        case .busy: throw .busy
        case .asleep: throw .locked("nobody watches, so nobody can be asked")
        case .unplayable: throw .locked("it may not be played on this box")
        }
    }

    func answerCast(_ answer: CastAnswer) {
        tellCasts(.answered(answer, castCircumstances.before, wall: WallClock.seconds))
    }

    private var castCircumstances: Casts.Circumstances {
        let before: Casts.Before =
            if tuner.isStandby {
                .standby(tuner.resting)
            } else if queue.isPlaying, let entry = queue.current {
                .entry(entry)
            } else if let channel = tuner.selected {
                .channel(channel)
            } else {
                .nothing
            }
        return Casts.Circumstances(before: before, isBusy: interface.isAsking)
    }

    /// How what was sent goes, for control points.
    var rendererState: RendererState {
        var state = RendererState()
        (state.volume, state.isMuted) = (sound.level.volume, sound.level.isMuted)
        (state.item, state.hasFailed) = (casts.item, casts.hasFailed)
        guard casts.item != nil else { return state }
        state.transport = .transitioning
        guard casts.playing != nil else { return state }
        let playing = nowPlaying
        switch playing.state {
        case .playing: state.transport = .playing
        case .paused: state.transport = .paused
        case .idle, .failed: state.transport = .stopped
        case .tuning, .stalled, .locked: state.transport = .transitioning
        }
        let info = NowPlayingInfo(playing, in: situation, step: playout.search.step, queue: queue)
        (state.position, state.duration) = (info.playback.position, info.playback.duration)
        for ability in info.commands where ability.isEnabled {
            if ability.command == .position { state.canSeek = true }
            if ability.command == .pause { state.canPause = true }
        }
        return state
    }

    /// The door is open: other devices find the box.
    ///
    /// - Parameter listens: `0.0.0.0`: on all addresses
    package func openedForCasts(name: String, port: Int, on listens: String) {
        tellCasts(.opened(Casts.Place(name: name, port: port, listens: listens)))
    }

    // MARK: What administrators ask for

    /// Who may send what, and what of it is there.
    var castList: CastList {
        var list = CastList(
            mode: casts.mode.rawValue, forced: casts.forced != nil,
            senders: casts.permissions.map {
                CastList.Sender(
                    id: $0.id, name: $0.name, allowed: $0.isAllowed,
                    since: Date(timeIntervalSince1970: Double($0.since)))
            })
        (list.playing, list.asking) = (casts.playing.map(CastInfo.init), casts.asked.map(CastInfo.init))
        if let place = casts.place { (list.name, list.address) = (place.name, place.address) }
        return list
    }

    func change(_ request: CastRequest) throws(ControlError) -> CastList {
        let wall = WallClock.seconds
        switch (request.answer, request.allow, request.refuse, request.forget, request.force, request.stop) {
        case (let text?, nil, nil, nil, nil, nil):
            guard let answer = CastAnswer(rawValue: text) else {
                throw ControlError(
                    .badRequest, cause: "that is no answer",
                    nextStep: "give \(CastAnswer.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            guard casts.asked != nil else {
                throw ControlError(.notNow, cause: "nothing is asked", nextStep: "'hearthctl casts' says what is on")
            }
            answerCast(answer)
        case (nil, let id?, nil, nil, nil, nil): tellCasts(.permit(try sender(id), true, wall: wall))
        case (nil, nil, let id?, nil, nil, nil): tellCasts(.permit(try sender(id), false, wall: wall))
        case (nil, nil, nil, let named?, nil, nil):
            guard let known = casts.permissions.first(where: { $0.id == named || $0.name == named }) else {
                throw ControlError(
                    .notFound, cause: "there is no such device", nextStep: "'hearthctl casts' lists them")
            }
            tellCasts(.forget(known.id))
        case (nil, nil, nil, nil, let text?, nil):
            guard text == "off" || Casts.Mode(rawValue: text) != nil else {
                throw ControlError(
                    .badRequest, cause: "there is no mode \(text.prefix(20))",
                    nextStep: "give never, prompt, automatic or off")
            }
            tellCasts(.force(Casts.Mode(rawValue: text)))
        case (nil, nil, nil, nil, nil, true?):
            guard casts.item != nil else {
                throw ControlError(
                    .notNow, cause: "nothing that was sent is on", nextStep: "'hearthctl stop' stops all")
            }
            tellCasts(.stop(by: nil))
        default:
            throw ControlError(
                .badRequest, cause: "it does not say what to change",
                nextStep: "give one of answer, allow, refuse, forget, force and stop")
        }
        return castList
    }

    /// The device of an id; by the name under which it was heard of, where it was.
    private func sender(_ id: String) throws(ControlError) -> CastSender {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw ControlError(
                .badRequest, cause: "that is no device", nextStep: "give its hardware address, or its address")
        }
        let known = [casts.asked?.sender, casts.playing?.sender].compactMap(\.self).first { $0.id == id }
        return known ?? CastSender(id: id, name: casts.permissions.first { $0.id == id }?.name ?? id)
    }
}

extension CastInfo {
    init(_ wish: Casts.Wish) {
        self.init(title: DeclaredItem(wish.item).title, sender: wish.sender.name, senderID: wish.sender.id)
    }
}

extension Casts.Place {
    /// The address and port, as they are now: the first may be another after every lease.
    var address: String { "\(listens == "0.0.0.0" ? NetworkAddress.ofTheHome : listens):\(port)" }
}
