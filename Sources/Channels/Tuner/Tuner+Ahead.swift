import MediaCore

// Authorization ahead: whether a channel may be watched is settled before anything leads there.
extension Tuner {
    /// What was opened before anything led there, and whether a code is being asked for that.
    struct Ahead: Hashable, Sendable {
        /// Whether the question on the screen is one for later.
        var isAsked = false
        /// The channel that was opened, which stays so until `end` or until it is watched.
        fileprivate(set) var channel: Channel.ID?
        fileprivate(set) var end: HostTime?

        /// How long what was opened waits to be watched.
        static let patience = Duration.seconds(60)
    }

    /// Whether a code is being asked for before anything leads to its channel.
    package var isAskingAhead: Bool { ahead.isAsked }

    /// Settles whether the channel may be watched: at once where no code is needed, none helps, or none can be asked for;
    /// else a code is asked for over what plays, and nothing is tuned for it.
    mutating func authorize(_ id: Channel.ID, _ now: HostTime) {
        guard let channel = lineup[id] else { return }
        didChange = true
        switch gate.decision(for: channel, at: now) {
        case .open:
            effects.append(.authorized(id, .granted))
            hold(id, now)
        case .never: effects.append(.authorized(id, .denied(.device)))
        case .ask, .wait:
            // Another question is open, or nobody is there to answer.
            guard prompt == nil, !isStandby else { return effects.append(.authorized(id, .unavailable)) }
            ask(for: channel, now)
            ahead.isAsked = true
        }
    }

    /// Ends the question for later with its answer.
    mutating func answerAhead(_ result: Authorization, _ now: HostTime) {
        guard ahead.isAsked, let channel = prompt else { return }
        ahead.isAsked = false
        prompt = nil
        didChange = true
        effects += [result == .granted ? .passcodeAccepted : .dismissPasscode, .authorized(channel.id, result)]
        if result == .granted { hold(channel.id, now) }
    }

    /// Keeps a channel open that is not watched yet.
    private mutating func hold(_ channel: Channel.ID, _ now: HostTime) {
        // What is watched or free needs nobody to hold it.
        guard channel != flips.watching, channel != flips.selected, gate.end(of: channel) != nil else { return }
        (ahead.channel, ahead.end) = (channel, now + Ahead.patience)
    }

    /// Lets go of what was opened ahead once it is watched, or has waited long enough.
    mutating func keepAhead(_ now: HostTime) {
        if ahead.isAsked, let prompt, lineup[prompt.id] == nil { answerAhead(.unavailable, now) }
        guard let channel = ahead.channel, let end = ahead.end else { return }
        let isThere = channel == flips.watching || channel == flips.selected
        if isThere || end <= now || gate.end(of: channel) == nil { (ahead.channel, ahead.end) = (nil, nil) }
    }
}
