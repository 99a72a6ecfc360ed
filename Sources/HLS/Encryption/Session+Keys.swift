import Devices
import MediaCore

/// Gets the keys that segments need (§6.3.6).
extension HLSSession {
    /// The number of keys kept. With rotating keys older ones are dropped, and asked for again if they
    /// come back.
    static let keptKeys = 64
    /// The number of keys fetched ahead of what is loaded, so that a new one is there before its first
    /// segment is.
    private static let prefetchedKeys = 2
    /// How far ahead keys are looked for, in segments.
    private static let prefetchReach = 64
    /// The largest key response that is read: a page sent in place of a key is read too, so that it can
    /// be recognised.
    private static let maximumKeyBytes = 64 << 10
    /// How long a variant is left alone whose keys can't be had.
    private static let lockout = Duration.seconds(3600)

    /// Asks for a key that is neither there nor on its way; says why when it never can be.
    mutating func want(_ key: KeyIdentity) -> HLSFailure? {
        keyWishes &+= 1
        switch keys[key] {
        case .ready: keys[key] = .ready(lastWanted: keyWishes)
        case .wanted, .loading: break
        case nil:
            makeRoomForKey()
            guard URLComponents(key.url).scheme == "data" else {
                guard HLSSession.isSupported(key.url) else {
                    return .unsupportedScheme(url: HLSSession.redacted(key.url))
                }
                load(key, failures: 0)
                return nil
            }
            guard let file = DataURL.bytes(key.url) else { return .keyInvalid(url: "data:", .dataURL) }
            switch KeyFile.key(file, byteCount: key.byteCount) {
            case .failure(let fault): return .keyInvalid(url: "data:", fault)
            case .success(let bytes): accept(key, bytes)
            }
        }
        return nil
    }

    /// Whether the key was asked for in vain, and will be asked for again.
    func hasFailed(_ key: KeyIdentity) -> Bool {
        switch keys[key] {
        case .wanted: true
        case .loading(_, let failures): failures > 0
        case .ready, nil: false
        }
    }

    private mutating func load(_ key: KeyIdentity, failures: Int) {
        let id = request(.key(key))
        keys[key] = .loading(id, failures: failures)
        let isSecure = URLComponents(key.url).scheme == "https"
        actions.append(
            .loadKey(
                id, key,
                FetchRequest(
                    url: key.url, headers: options.headers, maximumBytes: HLSSession.maximumKeyBytes,
                    refusesDowngrade: isSecure)))
    }

    private mutating func accept(_ key: KeyIdentity, _ bytes: [UInt8]) {
        keys[key] = .ready(lastWanted: keyWishes)
        actions.append(.keyReady(key, bytes))
    }

    /// Drops the key that was wanted longest ago, if there are many.
    private mutating func makeRoomForKey() {
        guard keys.count >= HLSSession.keptKeys else { return }
        let needed = Set(tracks.flatMap { $0.outstanding.flatMap(\.keys) })
        var oldest: (key: KeyIdentity, wish: UInt64)?
        for case (let key, .ready(let wish)) in keys where !needed.contains(key) && wish < oldest?.wish ?? .max {
            oldest = (key, wish)
        }
        guard let oldest else { return }
        keys[oldest.key] = nil
        actions.append(.keyDropped(oldest.key))
    }

    mutating func scheduleKeys(_ now: HostTime) {
        for (key, state) in keys.sorted(by: { $0.key.url < $1.key.url }) {
            if case .wanted(let time, let failures) = state, time <= now { load(key, failures: failures) }
        }
    }

    // MARK: Keys before they are needed

    /// Fetches the keys of the segments that a track will load next, from a playlist that has just
    /// come. Faults in them are reported only when they are needed.
    mutating func prefetchKeys(at index: Int) {
        let track = tracks[index]
        guard case .media(let place) = track.nextIndex else { return }
        var found: Set<KeyIdentity> = []
        for index in place.segment..<place.segment + HLSSession.prefetchReach {
            guard let segment = track.segment(at: index), !segment.isGap else { continue }
            guard let key = try? SegmentSecurity.encryption(segment.keys, mediaSequence: segment.mediaSequence).key
            else { continue }
            guard found.insert(key).inserted else { continue }
            _ = want(key)
            if found.count == HLSSession.prefetchedKeys { return }
        }
    }

    /// Fetches the keys of EXT-X-SESSION-KEY (§4.4.6.5).
    mutating func prefetchSessionKeys() {
        for tag in multivariant.sessionKeys.filter(\.isIdentity).prefix(HLSSession.prefetchedKeys) {
            if let key = try? SegmentSecurity.encryption([tag], mediaSequence: 0).key { _ = want(key) }
        }
    }

    // MARK: What came of a key request

    mutating func keyLoaded(_ key: KeyIdentity, _ file: [UInt8], _ now: HostTime) {
        switch KeyFile.key(file, byteCount: key.byteCount) {
        case .success(let bytes): accept(key, bytes)
        case .failure(let fault): lose(key, .keyInvalid(url: HLSSession.redacted(key.url), fault), now)
        }
    }

    mutating func keyFailed(_ key: KeyIdentity, _ error: FetchError, _ now: HostTime) {
        guard case .loading(_, let before)? = keys[key] else { return }
        if isFromMemory { return forgetMemory(now) }
        let failure = HLSFailure.keyUnavailable(url: HLSSession.redacted(key.url), error)
        let needing = tracks.filter { needs($0, key) }
        let hasReserve = !needing.isEmpty && needing.allSatisfy { $0.ahead > HLSSession.reserve }
        // While there is something to play, an unreachable server is asked again without end.
        guard
            let delay = retries.delay(after: before + 1, error)
                ?? (hasReserve ? retries.pause(after: min(before + 1, 3), error) : nil)
        else {
            lose(key, failure, now)
            return
        }
        actions.append(.warning(failure))
        keys[key] = .wanted(at: now + delay, failures: before + 1)
    }

    /// Forgets a key that is here, so that it is asked for anew when it is wanted again.
    mutating func forget(_ key: KeyIdentity) {
        if case .ready = keys[key] { keys[key] = nil }
    }

    /// Gives up a key that can't be had and forgets it, so that it is asked for anew when it is wanted
    /// again.
    private mutating func lose(_ key: KeyIdentity, _ failure: HLSFailure, _ now: HostTime) {
        let needing = tracks.filter { needs($0, key) }.map(\.serial)
        keys[key] = nil
        actions.append(.keyLost(key))
        if needing.isEmpty { actions.append(.warning(failure)) }
        for serial in needing { outOfReach(serial, failure, now) }
    }

    /// Whether a track needs the key now, or for its next segment.
    private func needs(_ track: Track, _ key: KeyIdentity) -> Bool {
        if track.outstanding.contains(where: { $0.keys.contains(key) }) { return true }
        guard case .media(let place) = track.nextIndex, let segment = track.segment(at: place.segment) else {
            return false
        }
        let own = try? SegmentSecurity.encryption(segment.keys, mediaSequence: segment.mediaSequence).key
        let map = try? segment.map.map {
            try SegmentSecurity.initializationEncryption($0.keys, mediaSequence: segment.mediaSequence).key
        }
        return own == key || map == key
    }

    /// Handles a track of which nothing can be decrypted: goes to another variant, or on without this
    /// rendition, or ends.
    mutating func outOfReach(_ serial: Int, _ failure: HLSFailure, _ now: HostTime) {
        guard phase == .playing, let index = tracks.firstIndex(where: { $0.serial == serial }) else { return }
        let track = tracks[index]
        if track.isPending {
            // What plays now goes on.
            actions.append(.warning(failure))
            penalties[track.variant] = now + HLSSession.lockout
            drop { $0.isPending }
        } else if track.kind != .main {
            giveUp(index, failure, now)
        } else {
            // The cancelled segments are asked for again, in order.
            for media in track.outstanding { cancel(media.id) }
            takeBack(index, from: 0)
            penalties[track.variant] = now + HLSSession.lockout
            let isWaiting = tracks.contains { $0.kind == .main && $0.isPending }
            guard isWaiting || tryOtherVariant(than: track.variant, now) else {
                fail(failure)
                return
            }
            if !isWaiting { actions.append(.warning(failure)) }
            // If the other fails too, this one is tried again.
            if let index = tracks.firstIndex(where: { $0.serial == serial }) {
                tracks[index].retryAt = now + HLSSession.patience
            }
            // The playlist schedule of this turn ran before it was opened.
            schedulePlaylists(now)
        }
    }
}

extension MediaRequest {
    var keys: [KeyIdentity] { [initialization?.encryption.key, encryption.key].compactMap(\.self) }
}
