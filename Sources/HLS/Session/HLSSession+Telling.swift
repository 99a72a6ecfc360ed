import MediaCore

/// Tells the owner what there is to play.
extension HLSSession {
    mutating func announce() {
        guard timeline.isJoined, let main = streams.main, let window = main.tracker.window else { return }
        let chosen = chosenRenditions(with: main.variant)
        let offer = renditions.offer(main.variant, of: multivariant.playlist)
        orders.announce(
            PresentationInfo(
                variants: multivariant.playlist.variants, renditions: multivariant.playlist.renditions,
                variant: main.variant, audio: chosen.audio, text: chosen.text,
                menu: TrackMenu(offer, audio: chosen.audio, text: chosen.text),
                streams: Set(streams.filter { !$0.isPending }.map(\.kind)), window: window, start: timeline.start,
                targetDuration: main.playlist?.targetDuration ?? .seconds(1), isAtEdge: timeline.isAtEdge ?? false))
    }

    mutating func tellWindow() {
        guard timeline.isJoined, let window = streams.main?.tracker.window else { return }
        orders.tell(window)
    }

    mutating func finishIfEnded() {
        guard !orders.saidEnded, timeline.isJoined, !downloads.isHolding else { return }
        // Missing text does not delay the end.
        let playing = streams.filter { !$0.isPending && $0.kind != .subtitles }
        let isOver = playing.allSatisfy { stream in
            guard let playlist = stream.playlist, stream.isPlaced, !playlist.isLive,
                stream.downloads.outstanding.isEmpty
            else { return false }
            return stream.next == .end
        }
        guard isOver, !playing.isEmpty else { return }
        orders.sayEnded()
    }
}
