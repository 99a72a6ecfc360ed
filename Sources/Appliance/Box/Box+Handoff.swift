import Channels
import Commands
import ControlProtocol
import Logging
import MediaCore
import Screens
import UPnP

/// Hands what is on to another renderer in the house, and brings it back.
extension Box {
    /// What is to be handed over: what is on, or a channel.
    func handoffWish(_ named: TuneTarget?) throws(ControlError) -> Handoff.Item {
        let channel: Channel
        if let named {
            guard let found = tuner.channel(named) else {
                throw ControlError(
                    .notFound, cause: "there is no such channel", nextStep: "'hearthctl channels' lists them")
            }
            channel = found
        } else {
            guard let selected = selectedChannel else {
                throw ControlError(.notNow, cause: "nothing is on", nextStep: "name a channel")
            }
            channel = selected
        }
        // What is open here is watched here: elsewhere nobody asks for a code.
        guard !tuner.isRestricted(channel) else {
            throw ControlError(.locked, cause: "it is locked, and stays in this box", nextStep: "watch it here")
        }
        guard channel.headers.isEmpty else {
            throw ControlError(
                .failed, cause: "its server wants headers that another device does not send", nextStep: "watch it here")
        }
        let info = NowPlayingInfo(nowPlaying, in: situation, step: playout.search.step, queue: queue)
        let isOn = channel.id == selectedChannel?.id && shownItem != nil
        var wish = Handoff.Item(
            channel: channel.id, title: isOn ? info.item?.title ?? channel.name : channel.name, url: channel.url,
            mediaType: Self.mediaType(of: channel.url))
        if isOn, info.item?.isLive == false { wish.place = info.playback.position }
        return wish
    }

    /// By the name of the file: what has none is a playlist, as nearly all that the box plays.
    private static func mediaType(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let types = [
            ".mp4": "video/mp4", ".m4v": "video/mp4", ".ts": "video/mp2t", ".mp3": "audio/mpeg", ".m4a": "audio/mp4",
            ".aac": "audio/aac",
        ]
        return types.first { path.hasSuffix($0.key) }?.value ?? "application/vnd.apple.mpegurl"
    }

    /// Carries out what was decided of what plays elsewhere.
    func perform(_ effect: Handoffs.Effect) {
        switch effect {
        case .told(let info):
            logger.notice(
                "handed to another renderer",
                metadata: ["to": "\(info.renderer)", "title": "\(info.title)", "result": "\(info.result.rawValue)"])
            publish(.handoff(info))
        case .say(let renderer): tell(.track(TrackNotice(.words, Strings.playsOn(renderer))))
        case .stop: perform(.stop, key: now)
        case .tune(let channel): if tuner.lineup[channel] != nil { steer(.tune(channel, key: now)) }
        case .seek(let seconds): _ = seek(.go(.at(.seconds(seconds))))
        case .look(let search):
            errands.begin { [weak self] in
                guard let self else { return }
                let found = (try? await BoxControl(self).find()) ?? []
                await tellHandoffs(.found(found, search: search))
            }
        case .listed:
            if interface.shownList?.kind == .renderers { tell(.showList(rendererList)) }
        case .ask(let renderer):
            tell(.track(TrackNotice(.words, Strings.asks(renderer.name))))
            errands.begin { [weak self] in
                guard let self else { return }
                var request = HandoffRequest()
                request.to = renderer.udn
                do {
                    _ = try await BoxControl(self).handOff(request)
                } catch {
                    let reason = (error as? ControlError)?.cause ?? "\(error)"
                    await tellHandoffs(.refused(renderer, reason: reason))
                }
            }
        case .sayRefused(let renderer, let reason):
            logger.notice("not handed over", metadata: ["to": "\(renderer)", "reason": "\(reason)"])
            tell(.track(TrackNotice(.unplayable, Strings.playsNot(on: renderer, reason))))
        }
    }

    /// Opens the list of the renderers in the house, and looks for them.
    func openRenderers() {
        tellHandoffs(.looks)
        tell(.showList(rendererList))
    }

    /// Carries out a row of that list.
    func perform(rendererRow udn: String) {
        if udn.isEmpty { _ = bringBack() } else { tellHandoffs(.chooses(udn)) }
    }

    /// The renderers as far as they are known, and why what is on can't be handed to them.
    private var rendererList: ListState {
        var obstacle: String?
        do throws(ControlError) { _ = try handoffWish(nil) } catch { obstacle = error.cause }
        return .renderers(handoffs, obstacle: obstacle)
    }

    /// Brings back what was handed over.
    ///
    /// - Returns: false: nothing was
    func bringBack() -> Bool {
        guard handoffs.handed != nil else { return false }
        errands.begin { [weak self] in
            guard let self else { return }
            var request = HandoffRequest()
            request.command = .back
            // A renderer that is gone plays nothing more, and it goes on here all the same.
            _ = try? await BoxControl(self).handOff(request)
        }
        return true
    }
}
