import Channels
import Commands
import ControlProtocol
import Devices
import HLS
import Logging
import MediaCore
import Playback
import Screens

/// Brings to the bar what it shows beside what plays: names on the timeline, and the picture of the place that is looked
/// for.
extension Box {
    /// What the bar shows now; nil while nothing plays.
    var barState: TransportState? {
        inWords {
            var state = TransportState(nowPlaying, words: words, preview: previews.shown?.number)
            state?.menus += BarMenu.owners(overlays)
            return state
        }
    }

    /// Tells what the viewer looks at, once the bar is there or has gone, and when its place is another.
    func lookAtBar() {
        guard interface.showsTransport, let item = shownItem else { return tellPreviews(.look(nil)) }
        let playing = nowPlaying
        let found = player.previewSource(of: item)
        tellWords(.look(look(playing, item, found)))
        guard let source = found else { return tellPreviews(.look(nil)) }
        let target = playing.item == playing.status?.item ? playing.target : nil
        tellPreviews(
            .look(
                Previews.Look(
                    item: item, source: source, place: target,
                    isLocked: target.map { !tuner.mayBeSeen(item.inChannels, behind: behind($0), at: now) } ?? false,
                    lineIsFree: playing.sharesLine,
                    size: TransportState.previewSize(on: devices.display.output.size))))
    }

    private func look(_ playing: NowPlaying, _ item: Playback.ItemID, _ source: PreviewSource?) -> TimelineWords.Look? {
        guard let channel = playing.facts?.channel else { return nil }
        var look = TimelineWords.Look(item: item, channel: channel, chapters: source?.chapters)
        look.named = namedChapters(of: playing)
        look.window = playing.status?.window?.liveDates
        return look
    }

    /// The chapters that are known without a list: who declared the item knows better than the file.
    func namedChapters(of playing: NowPlaying) -> [Chapter] {
        let declared = playing.facts.flatMap { queue.item(of: $0.channel)?.chapters } ?? []
        return declared.isEmpty ? playing.facts?.info.chapters ?? [] : declared.map { Chapter($0) }
    }

    /// How far behind the present a place of what plays is.
    private func behind(_ place: MediaTime) -> Duration {
        guard let window = nowPlaying.status?.window, window.isLive else { return .zero }
        return max(.zero, (window.published?.end(at: now) ?? window.end) - place)
    }

    // MARK: Effects

    /// Carries out what is to be done for the picture over the bar.
    func perform(_ effect: Previews.Effect) {
        switch effect {
        case .changed: renewBar()
        case .cancel(let id): player.cancelPreview(id)
        case .loadPlaylist(let request, let item):
            errands.begin { [weak self, player] in
                guard let loaded = try? await player.previewPlaylist(request, of: item) else {
                    await self?.tellPreviews(.playlistFailed(of: request.url))
                    return
                }
                await self?.tellPreviews(.playlistLoaded(loaded, of: request.url))
            }
        case .load(let request, let item, let size):
            let asked = now
            errands.begin { [weak self, player, beside = canvas.beside] in
                do throws(PreviewFailure) {
                    let frame = try await player.previewPicture(request, of: item)
                    let surface = await beside.preview(frame, size)
                    await self?.tellPreviews(.came(request.id, surface))
                    await self?.logPreview(since: asked)
                } catch {
                    await self?.tellPreviews(.failed(request.id, error))
                }
            }
        }
    }

    private func logPreview(since asked: HostTime) {
        logger.debug("preview", metadata: ["after": "\(now - asked)"])
    }

    /// Carries out what is to be done for the names on the timeline.
    func perform(_ effect: TimelineWords.Effect) {
        switch effect {
        case .changed: renewBar()
        case .ask(let channel, let window):
            guard let guide = devices.guide else { return }
            errands.begin { [weak self] in
                let found = await guide.programmes(on: channel, in: window)
                await self?.tellWords(.programmes(found, of: channel))
            }
        case .load(let url, let item):
            errands.begin { [weak self, player] in
                let list = try? await player.previewPlaylist(FetchRequest(url: url, maximumBytes: 1 << 20), of: item)
                await self?.tellWords(.chapters(list.flatMap { ChapterList($0.body) }, of: item))
            }
        }
    }

    /// Shows the bar as it is now, if it is there.
    private func renewBar() {
        if interface.showsTransport { tell(.transport(barState)) }
    }

    // MARK: Hearing again

    /// Carries out what is to be done so that the viewer hears again what was said.
    func perform(_ effect: SaidAgain.Effect) {
        switch effect {
        case .goBack(let distance):
            if place(.back(distance)) != .done, saidAgain.isUnderWay { tellSaidAgain(.failed) }
        case .show(let text): chooseText(text)
        case .restore: chooseText(nil)
        }
    }

    /// Shows this text, and keeps nothing of it; nil: what was chosen.
    private func chooseText(_ text: TrackChoices.Text?) {
        guard let channel = nowPlaying.facts?.channel else { return }
        var choices = memory.choices(on: channel)
        if let text { choices.text = text }
        player.choose(choices)
    }

    func hearAgain() -> CommandResult {
        tellSaidAgain(.asked)
        return saidAgain.isUnderWay ? .done : .notNow("nothing can be heard again")
    }

    // MARK: Speed

    func setSpeed(_ speed: Command.Speed) -> CommandResult {
        guard let item = shownItem else { return .notNow("nothing plays") }
        let before = nowPlaying.speedPercent
        let percent =
            switch speed {
            case .percent(let percent): min(200, max(50, percent))
            case .next: Command.Speed.offered.first { $0 > before } ?? Command.Speed.offered[0]
            }
        guard percent != before else { return .nothingToDo }
        player.setSpeed(Double(percent) / 100, of: item)
        devices.display.wake()
        publishState()
        if interface.showsTransport {
            _ = showTransport()
        } else {
            tell(.track(TrackNotice(.speed, Strings.speed(percent: percent))))
        }
        return .done
    }
}

extension NowPlaying {
    /// Whether what is watched has enough ahead to leave a little of the line to a preview.
    var sharesLine: Bool {
        guard let status = itemStatus else { return false }
        if status.isPaused { return true }
        guard status.phase == .playing else { return false }
        let least = Duration.milliseconds(700)
        return status.mediaBuffered
            >= min(least, (status.window?.targetLatency).map { $0 > .zero ? $0 / 2 : least } ?? least)
            || status.window?.isLive == false
                && status.position.map { position in
                    (status.window?.end ?? position) - position <= status.mediaBuffered + .seconds(1)
                } ?? false
    }
}

extension Chapter {
    fileprivate init(_ declared: DeclaredItem.Chapter) {
        self.init(start: .milliseconds(Int64(declared.start * 1000)), title: declared.title)
    }
}
