import Commands
import HLS
import Screens

/// What a command to choose a sound or a text comes to on the tracks there are.
struct TrackPick: Hashable, Sendable {
    /// Nil: nothing is chosen.
    var choice: ChannelMemory.Choice?
    /// What the viewer is told.
    var notice: TrackNotice?
    var result: CommandResult

    /// Picks the sound that is named.
    init(audio track: Command.Track, of tracks: TrackMenu) {
        let entry: TrackMenu.Entry?
        switch track {
        case .next:
            entry = tracks.nextAudio
            if entry == nil, let only = tracks.selectedAudio ?? tracks.audio.first {
                self.init(notice: TrackNotice(.sound, only.name), result: .nothingToDo)
                return
            }
        case .off:
            self.init(result: .failed("sound is not switched off but muted"))
            return
        case .number(let number): entry = tracks.audio.entry(number)
        case .name(let name): entry = tracks.audio.entry(named: name)
        }
        guard let entry else {
            self.init(
                result: tracks.audio.isEmpty
                    ? .notNow("the channel has one sound only") : .failed("there is no such sound"))
            return
        }
        self.init(
            choice: .audio(RenditionChoice(entry.rendition)), notice: TrackNotice(.sound, entry.name), result: .done)
    }

    /// Picks the subtitles that are named, or none.
    init(subtitles track: Command.Track, of tracks: TrackMenu) {
        let off = TrackPick(choice: .text(.off), notice: TrackNotice(.subtitles, nil), result: .done)
        let entry: TrackMenu.Entry?
        switch track {
        case .next:
            switch tracks.nextText {
            case .entry(let next): entry = next
            case .off:
                self = off
                return
            case nil:
                self.init(notice: TrackNotice(.subtitles, nil), result: .nothingToDo)
                return
            }
        case .off:
            self = off
            return
        case .number(let number): entry = tracks.texts.entry(number)
        case .name(let name): entry = tracks.texts.entry(named: name)
        }
        guard let entry else {
            self.init(
                result: tracks.texts.isEmpty
                    ? .notNow("the channel has no subtitles") : .failed("there are no such subtitles"))
            return
        }
        self.init(
            choice: .text(.rendition(RenditionChoice(entry.rendition))), notice: TrackNotice(.subtitles, entry.name),
            result: .done)
    }

    private init(choice: ChannelMemory.Choice? = nil, notice: TrackNotice? = nil, result: CommandResult) {
        self.choice = choice
        self.notice = notice
        self.result = result
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
