import MediaCore

/// Makes way on the line for what a viewer waits for.
extension HLSSession {
    mutating func setYielding(_ yields: Bool, _ now: HostTime) {
        guard isYielding != yields else { return }
        isYielding = yields
        // Hinted downloads go on: they take no more than the channel's own rate.
        for media in tracks.flatMap(\.outstanding) where media.hinted == nil && underWay[media.id] != nil {
            actions.append(yields ? .pause(media.id) : .resume(media.id))
            if !yields { watches[media.id]?.goOn(at: now) }
        }
    }
}
