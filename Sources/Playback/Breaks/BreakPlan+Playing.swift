import HLS
import MediaCore

/// Plays a break, asset by asset, to its end.
extension BreakPlan {
    /// Lets the item stand, as the place of the break is reached.
    mutating func reach(_ now: HostTime) -> [Action] {
        guard stage == .coming else { return [] }
        (stage, since) = (.awaited, now)
        return [.hold] + begin(now)
    }

    /// Goes on with the first of the breaks, for which the item stands.
    private mutating func begin(_ now: HostTime) -> [Action] {
        guard let first = breaks.first else { return [] }
        if first.assets != nil, first.due == nil { return finish(now) }
        return prepareDue() + showIfDue(now)
    }

    /// Has the asset made ready that is due, unless it is already.
    mutating func prepareDue() -> [Action] {
        guard let first = breaks.first else { return [] }
        return prepare(first.index, of: 0)
    }

    private mutating func prepare(_ index: Int, of number: Int) -> [Action] {
        guard breaks.indices.contains(number), let asset = breaks[number].asset(index),
            breaks[number].asked.insert(asset.id).inserted
        else { return [] }
        return [.prepare(asset)]
    }

    mutating func showIfDue(_ now: HostTime) -> [Action] {
        guard let first = breaks.first, let due = first.due, first.ready.contains(due.id) else { return [] }
        let isJoined = stage == .coming && first.isLate
        guard stage == .awaited || isJoined else { return [] }
        if isJoined { resume = stands }
        (stage, since) = (.out, now)
        breaks[0].hasPlayed = true
        (breaks[0].elapsed, breaks[0].left) = (.zero, due.duration.map { $0 - due.start })
        markDone()
        return (isJoined ? [.hold] : []) + [.show(due.id)]
    }

    /// Notes how far the asset has got that is out, and makes ready what follows it.
    mutating func advance(_ elapsed: Duration, _ left: Duration?, _ now: HostTime) -> [Action] {
        guard stage == .out, let first = breaks.first, let asset = first.due else { return [] }
        if elapsed > first.elapsed { since = now }
        (breaks[0].elapsed, breaks[0].left) = (elapsed, left)
        guard now - since <= Self.stallPatience else { return lose(asset.id, now) }
        let played = breaks[0].played
        var rest = left
        if let limit = first.placed.event.playoutLimit {
            if played >= limit { return finish(now) }
            rest = min(rest ?? limit - played, limit - played)
        }
        guard rest.map({ $0 <= Self.assetLead }) ?? true else { return [] }
        let next = first.index(after: first.index)
        if first.asset(next) != nil, rest == left { return prepare(next, of: 0) }
        if breaks.count > 1 { return prepare(breaks[1].index, of: 1) }
        guard !isOver, !first.isReturnReady, let rest else { return [] }
        breaks[0].isReturnReady = true
        let own = first.placed.resume(
            from: first.isLate && first.placed.event.resumeOffset != nil ? first.placed.start : resume,
            played: played + rest)
        let place = max(own, wish ?? own)
        return isStanding(place) ? [] : [.readyReturn(place)]
    }

    /// Whether the item stands at a place, or as good as.
    private func isStanding(_ place: MediaTime) -> Bool {
        place - stands <= Self.tolerance && stands - place <= Self.tolerance
    }

    /// Goes on to the next asset, or ends the break.
    mutating func next(_ now: HostTime) -> [Action] {
        guard !breaks.isEmpty else { return [] }
        breaks[0].goOn()
        (stage, since) = (.awaited, now)
        return begin(now)
    }

    mutating func lose(_ asset: BreakAsset.ID, _ now: HostTime) -> [Action] {
        guard let number = breaks.firstIndex(where: { $0.assets?.contains { $0.id == asset } ?? false }),
            breaks[number].lost.insert(asset).inserted
        else { return [] }
        guard breaks[number].due?.id == asset else { return [] }
        if number == 0, stage == .awaited || stage == .out { return next(now) }
        breaks[number].index = breaks[number].index(after: breaks[number].index)
        guard number == 0, stage == .coming else { return [] }
        return breaks[0].due == nil && breaks[0].isLate ? giveUp() : prepareDue()
    }

    /// Gives up what has not come in time.
    mutating func wait(_ now: HostTime) -> [Action] {
        guard let first = breaks.first else { return [] }
        switch stage {
        case .awaited:
            let isUnseen = first.placed.event.trigger == .before && !first.hasPlayed
            guard now - since > (isUnseen ? Self.firstPatience : Self.patience) else { return [] }
            if let due = first.due { return lose(due.id, now) }
            breaks[0].isRefused = true
            return finish(now)
        case .coming: return first.isLate && now - since > Self.latePatience ? giveUp() : []
        case .none, .out, .leaving: return []
        }
    }

    /// Ends a break: another at its place follows, or the item goes on.
    mutating func finish(_ now: HostTime) -> [Action] {
        guard let first = breaks.first else { return [] }
        markDone()
        if first.hasPlayed, first.isLate, first.placed.event.resumeOffset != nil {
            // Where it goes on counts from the break's own place, which the viewer was past.
            resume = max(resume, first.placed.resume(from: first.placed.start, played: first.played))
        } else if first.hasPlayed {
            resume = first.placed.resume(from: resume, played: first.played)
        } else if !first.isRefused, first.assets?.isEmpty == true, let offset = first.placed.event.resumeOffset {
            resume = resume + offset
        }
        behind.assets += first.assets?.count ?? 0
        behind.played += first.played
        breaks.removeFirst()
        if !breaks.isEmpty {
            (stage, since) = (.awaited, now)
            return begin(now)
        }
        if isOver { return [.end] + clear() }
        resume = max(resume, wish ?? resume)
        stage = .leaving
        return [.goOn(isStanding(resume) ? nil : resume)]
    }

    // MARK: What is told of it

    /// When the viewer may skip the rest of the break, of so much of it; nil: never.
    private var skipWindow: Range<Duration>? {
        guard let first = breaks.first else { return nil }
        if let control = first.skipControl {
            let start = control.offset ?? .zero
            return start..<(control.duration.map { start + $0 } ?? .seconds(1 << 30))
        }
        return first.placed.event.restrictsSkip ? nil : .zero..<Duration.seconds(1 << 30)
    }

    /// Whether the viewer may skip the rest of it now.
    var canSkip: Bool {
        guard stage == .out, let first = breaks.first else { return false }
        return skipWindow?.contains(first.played) ?? false
    }

    /// What plays in place of the item, all that is played at its place together; nil: nothing does.
    var breakStatus: Player.BreakStatus? {
        guard stage == .out || stage == .awaited, let first = breaks.first else { return nil }
        let lengths = breaks.compactMap(\.length)
        var told = Player.BreakStatus(id: first.id)
        told.asset = behind.assets + first.index + 1
        told.assetCount = behind.assets + breaks.reduce(0) { $0 + max(1, $1.assets?.count ?? 1) }
        told.played = behind.played + first.joinedAt + first.played
        if lengths.count == breaks.count {
            told.duration = lengths.reduce(behind.played + first.joinedAt, +)
        }
        told.canSkip = canSkip
        told.skipsIn = skipWindow.flatMap {
            $0.lowerBound > first.played ? $0.lowerBound - first.played : nil
        }
        told.restrictsSkip = first.placed.event.restrictsSkip
        told.isWaiting = stage == .awaited
        return told
    }
}
