import MediaCore

/// A snapshot of an item's sound: its voice and the branches from which that is fed. What moves on with every packet
/// and sample is read from there, without a lock.
struct Sounding: Sendable {
    struct Branch: Sendable {
        var store: PacketStore
        /// The ring that its samples go to; nil before the first.
        var ring: SampleRing?
        /// Whether all of it is decoded.
        var isEnded: Bool
        /// Whether it is the one that was chosen.
        var isWanted: Bool
    }

    /// Nil while nothing is decoded.
    var voice: Voice?
    var branches: [Branch] = []

    /// The branch whose samples the voice takes; before the first sample the one that is wanted.
    var audible: Branch? {
        if let playing = voice?.playing, let branch = branches.last(where: { $0.ring === playing }) { return branch }
        return wanted
    }

    var wanted: Branch? { branches.last { $0.isWanted } }

    /// Whether there is sound; nil: not yet known.
    var exists: Bool? { audible.flatMap { $0.store.exists(.audio) } }
    /// The duration of compressed sound of the branch that is heard.
    var span: Duration { audible?.store.span(.audio) ?? .zero }
    /// Whether all of the branch that is heard is decoded.
    var isEnded: Bool { audible?.isEnded ?? false }

    /// Whether the chosen sound is heard, or could be at once.
    var isSettled: Bool {
        guard let wanted, let playing = voice?.playing, wanted.ring !== playing else { return true }
        if wanted.isEnded || wanted.store.exists(.audio) == false { return true }
        return wanted.ring.map { $0.written - $0.consumed >= SampleRing.capacity / 2 } ?? false
    }
}
