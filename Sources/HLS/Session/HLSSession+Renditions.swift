import MediaCore

/// Opens and closes the streams that are read side by side: a variant's, and those of the renditions chosen
/// with it.
extension HLSSession {
    /// Opens the playlists of a variant, in place of the current ones, or beside them until they can
    /// take over (`isPending`).
    mutating func open(variant: Int, isPending: Bool) {
        drop { $0.isPending || !isPending }
        let chosen = chosenRenditions(with: variant)
        let role = isPending ? PlaylistStream.Role.pending(from: nil) : .playing(selection: 0)
        streams.open(.main, variant: variant, rendition: nil, url: mainURL(variant, chosen.audio), as: role)
        open(chosen.audio, .audio, variant: variant, as: role)
        open(chosen.text, .subtitles, variant: variant, as: role)
        if !isPending { renditions.sound(chosen.audio) }
    }

    /// Opens the playlist of a rendition; does nothing when that is in the variant itself, or plays
    /// already.
    private mutating func open(
        _ rendition: Rendition?, _ kind: StreamKind, variant: Int, as role: PlaylistStream.Role
    ) {
        guard let rendition, let url = rendition.url, url != mainURL(variant, rendition) else { return }
        if case .pending = role, streams.contains(where: { $0.kind == kind && !$0.isPending && $0.url == url }) {
            return
        }
        streams.open(kind, variant: variant, rendition: rendition, url: url, as: role)
    }

    /// The URL of the main playlist: that of the selected audio rendition where sound is all there is,
    /// since the variant's own is not read then (§4.4.6.2.1).
    private func mainURL(_ variant: Int, _ audio: Rendition?) -> String {
        let variant = multivariant.playlist.variants[variant]
        guard variant.isAudioOnly, let url = audio?.url else { return variant.url }
        return url
    }

    /// Forgets streams and cancels what they have under way.
    mutating func drop(where condition: (PlaylistStream) -> Bool) {
        for stream in streams where condition(stream) { stream.cancelAll(&orders) }
        streams.remove(where: condition)
    }

    // MARK: Choosing renditions

    /// The renditions to play with a variant, out of those that can be had.
    func chosenRenditions(with variant: Int) -> (audio: Rendition?, text: Rendition?) {
        renditions.chosen(with: variant, of: multivariant.playlist)
    }

    /// Selects the renditions anew, after the viewer chose or a rendition came or went.
    /// - Parameter time: the play position.
    mutating func selectRenditions(from time: MediaTime?, _ now: HostTime) {
        guard isPlaying, let main = streams.main else { return }
        let chosen = chosenRenditions(with: main.variant)
        let from = time ?? position
        drop { $0.isPending }
        if mainURL(main.variant, chosen.audio) != main.url {
            // With sound alone the audio playlist is the main stream.
            open(variant: main.variant, isPending: timeline.isJoined)
            announce()
            return
        }
        select(chosen.audio, .audio, main, from)
        select(chosen.text, .subtitles, main, from)
        renditions.sound(inside: chosen.audio)
        announce()
    }

    private mutating func select(
        _ rendition: Rendition?, _ kind: StreamKind, _ main: PlaylistStream, _ time: MediaTime?
    ) {
        if let url = rendition?.url, url != main.url {
            open(rendition, kind, variant: main.variant, as: .pending(from: time))
        } else {
            // The rendition is off, or inside the main stream.
            drop { $0.kind == kind }
        }
    }

    /// Tries renditions again that failed long enough ago, if they are what is wanted.
    mutating func reconsiderRenditions(_ now: HostTime) {
        if renditions.forgive(before: now) { selectRenditions(from: nil, now) }
    }

    // MARK: Choosing variants

    /// Switches to another variant if that is better for what comes next; called at every event.
    mutating func considerVariant(_ now: HostTime) {
        adaptation.forgive(before: now)
        // What nobody sees is not measured either.
        guard !sampling.isOn, isPlaying, timeline.isJoined, adaptation.candidates.count > 1, !streams.hasPending(.main),
            !streams.hasPending(.audio), let main = streams.main, main.isPlaced
        else { return }
        let next = adaptation.next(after: main, goal: bufferGoal(main), options, at: now)
        guard next != main.variant else { return }
        adaptation.switched(from: main.variant, to: next, at: now)
        open(variant: next, isPending: true)
    }

    /// The most media that can be ahead: in a live presentation no more than the distance to the
    /// live edge.
    private func bufferGoal(_ main: PlaylistStream) -> Duration {
        guard main.playlist?.isLive == true, let holdBack = main.tracker.holdBack else { return options.bufferAhead }
        return min(options.bufferAhead, holdBack)
    }

    /// Opens another variant after a failure; returns false when there is no other.
    @discardableResult
    mutating func tryOtherVariant(than failed: Int, _ now: HostTime) -> Bool {
        leavePathway(of: failed, now)
        guard let next = adaptation.other(than: failed, options, at: now) else { return false }
        // Before anything plays, the failed variant need not go on meanwhile.
        open(variant: next, isPending: timeline.isJoined)
        return true
    }

    // MARK: Keys before they are needed

    /// Fetches the keys of the segments that a stream will load next, from a playlist that has just
    /// come. Faults in them are reported only when they are needed.
    mutating func prefetchKeys(at index: Int) {
        for key in streams[index].comingKeys { _ = keys.want(key, for: streams, &orders) }
    }

    /// Fetches the keys of EXT-X-SESSION-KEY (§4.4.6.5).
    mutating func prefetchSessionKeys() {
        for tag in multivariant.playlist.sessionKeys.filter(\.isIdentity).prefix(KeyRing.prefetched) {
            if let key = try? SegmentSecurity.encryption([tag], mediaSequence: 0).key {
                _ = keys.want(key, for: streams, &orders)
            }
        }
    }
}
