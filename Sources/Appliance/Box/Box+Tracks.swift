import Channels
import Commands
import ControlProtocol
import Guide
import HLS
import Playback
import Screens

/// Handles the choice of sound and text: it holds on the channel, and is a preference on all
/// others.
extension Box {
    /// The tracks of the channel that is on the screen; nil when nothing plays.
    var tracks: TrackMenu? {
        guard let item = shownItem, tuner.selected == tuner.watching else { return nil }
        return itemFacts[item]?.info.tracks
    }

    func chooseAudio(_ track: Command.Track) -> CommandResult {
        guard let tracks else { return .notNow("nothing plays") }
        let entry: TrackMenu.Entry?
        switch track {
        case .next:
            entry = tracks.nextAudio
            if entry == nil, let only = tracks.selectedAudio ?? tracks.audio.first {
                tell(.track(TrackNotice(.sound, only.name)))
                return .nothingToDo
            }
        case .off: return .failed("sound is not switched off but muted")
        case .number(let number): entry = tracks.audio.entry(number)
        case .name(let name): entry = tracks.audio.entry(named: name)
        }
        guard let entry else {
            return tracks.audio.isEmpty ? .notNow("the channel has one sound only") : .failed("there is no such sound")
        }
        choose(.audio(RenditionChoice(entry.rendition)))
        tell(.track(TrackNotice(.sound, entry.name)))
        return .done
    }

    func chooseSubtitles(_ track: Command.Track) -> CommandResult {
        guard let tracks else { return .notNow("nothing plays") }
        let entry: TrackMenu.Entry?
        switch track {
        case .next:
            switch tracks.nextText {
            case .entry(let next): entry = next
            case .off: return switchOff()
            case nil:
                tell(.track(TrackNotice(.subtitles, nil)))
                return .nothingToDo
            }
        case .off: return switchOff()
        case .number(let number): entry = tracks.texts.entry(number)
        case .name(let name): entry = tracks.texts.entry(named: name)
        }
        guard let entry else {
            return tracks.texts.isEmpty
                ? .notNow("the channel has no subtitles") : .failed("there are no such subtitles")
        }
        choose(.text(.rendition(RenditionChoice(entry.rendition))))
        tell(.track(TrackNotice(.subtitles, entry.name)))
        return .done
    }

    private func switchOff() -> CommandResult {
        choose(.text(.off))
        tell(.track(TrackNotice(.subtitles, nil)))
        return .done
    }

    private func choose(_ choice: ChannelMemory.Choice) {
        guard let item = shownItem, let channel = itemFacts[item]?.channel else { return }
        remember(.chose(choice, on: channel, isListed: !guests.contains(channel)))
    }

    // MARK: The control API

    package func tracks() async -> TrackList { TrackList(tracks ?? TrackMenu()) }

    package func chooseTrack(_ route: Route, _ target: TrackTarget) async throws -> TrackList {
        let track: Command.Track =
            switch target {
            case .next: .next
            case .off: .off
            case .number(let number): .number(number)
            case .name(let name): .name(name)
            }
        let before = tracks
        let result = perform(route == .audio ? .audio(track) : .subtitles(track), key: now)
        switch result {
        case .done: break
        case .nothingToDo: return TrackList(before ?? TrackMenu())
        case .notNow(let reason):
            throw ControlError(.notNow, cause: reason, nextStep: "'hearthctl tracks' lists what there is")
        case .failed(let reason):
            throw ControlError(.notFound, cause: reason, nextStep: "'hearthctl tracks' lists what there is")
        }
        // The new choice is on its way, and the answer shows it already.
        guard let before, let item = shownItem, let channel = itemFacts[item]?.channel else {
            return TrackList(TrackMenu())
        }
        return TrackList(before.selecting(memory.choices(on: channel)))
    }
}

extension [TrackMenu.Entry] {
    /// The entry of this number, counted from 1.
    fileprivate func entry(_ number: Int) -> TrackMenu.Entry? {
        number >= 1 && number <= count ? self[number - 1] : nil
    }

    /// The first entry of this name: as it is shown, as the stream calls it, or by its language.
    fileprivate func entry(named name: String) -> TrackMenu.Entry? {
        let wanted = name.lowercased()
        if let found = first(where: { $0.name.lowercased() == wanted || $0.rendition.name.lowercased() == wanted }) {
            return found
        }
        if let tag = LanguageTag(name) {
            let near = filter { $0.rendition.language.flatMap(LanguageTag.init)?.closeness(to: tag) != nil }
            if let found = near.first { return found }
        }
        return first { $0.name.lowercased().hasPrefix(wanted) }
    }
}

extension TrackList {
    init(_ menu: TrackMenu) {
        self.init(audio: TrackList.list(menu.audio), subtitles: TrackList.list(menu.texts))
    }

    private static func list(_ entries: [TrackMenu.Entry]) -> [TrackInfo] {
        entries.enumerated().map { index, entry in
            TrackInfo(
                number: index + 1, name: entry.name, language: entry.rendition.language,
                kind: entry.rendition.kind.info, characteristics: entry.rendition.characteristics,
                selected: entry.isSelected)
        }
    }
}

extension Rendition.Kind {
    fileprivate var info: TrackInfo.Kind {
        switch self {
        case .audio, .video: .audio
        case .subtitles: .subtitles
        case .closedCaptions: .captions
        }
    }
}
