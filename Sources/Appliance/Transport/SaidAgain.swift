import HLS
import MediaCore
import Playback

/// Lets a viewer hear again what was just said: back by some seconds, with captions until the place is reached where he
/// was, then as before.
struct SaidAgain: Sendable {
    enum Event: Hashable, Sendable {
        /// The viewer has not understood.
        case asked
        /// The earlier place is on the screen.
        case arrived
        /// The earlier place does not come.
        case failed
        /// The viewer goes elsewhere, of his own.
        case left
        /// The viewer has chosen other text: his choice holds.
        case chose
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Hashable, Sendable {
        /// Show this text from now on, whatever was chosen.
        case show(TrackChoices.Text)
        /// Go so far back at once, and answer with `arrived`, `failed` or `left`.
        case goBack(Duration)
        /// Show what was chosen.
        case restore
    }

    private enum Phase: Hashable, Sendable {
        case resting
        /// The earlier place is on its way; so far ahead of it the viewer was.
        case goingBack(Duration)
        case hearing(until: MediaTime)
    }

    /// How far back it goes.
    private let distance: Duration
    private var phase = Phase.resting
    private var item: Playback.ItemID?
    /// The text that is shown meanwhile; nil: what was chosen is.
    private(set) var text: TrackChoices.Text?
    private(set) var nextWake: HostTime?

    init(distance: Duration = .seconds(15)) {
        self.distance = distance
    }

    var isUnderWay: Bool { phase != .resting }

    /// - Parameter playing: what is on at this moment
    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, in playing: NowPlaying, at now: HostTime) -> [Effect] {
        if isUnderWay, playing.item != item { return forget() }
        switch event {
        case .asked: return ask(playing)
        case .arrived:
            guard case .goingBack(let back) = phase, let position = playing.status?.position else { return [] }
            phase = .hearing(until: position + back)
            return look(playing, now)
        case .failed, .left: return end()
        case .chose: return forget()
        case .wake: return look(playing, now)
        }
    }

    private mutating func ask(_ playing: NowPlaying) -> [Effect] {
        guard let range = playing.seekableRange, let position = playing.status?.position, let menu = playing.tracks
        else { return [] }
        var effects: [Effect] = []
        // Asked again meanwhile: it begins anew, and ends where he was first.
        var rest = position - range.clamp(position - distance)
        if case .hearing(let until) = phase, until > position { rest += until - position }
        if menu.selectedText == nil, text == nil, let entry = Self.text(in: menu) {
            text = .rendition(RenditionChoice(entry.rendition))
            effects = text.map { [.show($0)] } ?? []
        }
        item = playing.item
        phase = .goingBack(rest)
        nextWake = nil
        return effects + [.goBack(distance)]
    }

    /// The text in the language that is heard, for the hard of hearing where there is that; else the first.
    private static func text(in menu: TrackMenu) -> TrackMenu.Entry? {
        let heard = menu.selectedAudio?.rendition.language.flatMap(LanguageTag.init)
        let same = menu.texts.filter { entry in
            guard let heard, let own = entry.rendition.language.flatMap(LanguageTag.init) else { return false }
            return own.language == heard.language
        }
        return same.first { $0.rendition.isForTheDeaf } ?? same.first ?? menu.texts.first
    }

    private mutating func look(_ playing: NowPlaying, _ now: HostTime) -> [Effect] {
        guard case .hearing(let until) = phase else { return [] }
        guard let status = playing.status, let position = status.position else { return end() }
        guard position < until else { return end() }
        let wait = status.isPaused ? Duration.seconds(1) : (until - position) / max(0.5, status.rate)
        nextWake = now + max(.milliseconds(100), min(.seconds(1), wait))
        return []
    }

    private mutating func end() -> [Effect] {
        let wasShown = text != nil
        _ = forget()
        return wasShown ? [.restore] : []
    }

    private mutating func forget() -> [Effect] {
        (phase, item, text, nextWake) = (.resting, nil, nil, nil)
        return []
    }
}
