import Devices
import MediaCore

/// The keys of a session (§6.3.6): which are wanted, on their way, here, or to be asked for again.
struct KeyRing: Sendable {
    private enum State: Sendable, Hashable {
        case wanted(at: HostTime, failures: Int)
        case loading(failures: Int, RequestID)
        /// The key is here. `lastWanted` is a number that grows: the key with the lowest was wanted
        /// longest ago.
        case ready(lastWanted: UInt64)
    }

    private var keys: [KeyIdentity: State] = [:]
    private var wishes: UInt64 = 0
    /// The headers of every request.
    private let headers: [String: String]

    /// The number of keys kept. With rotating keys older ones are dropped, and asked for again if they
    /// come back.
    static let kept = 64
    /// The number of keys fetched ahead of what is loaded, so that a new one is there before its first
    /// segment is.
    static let prefetched = 2
    /// The largest key response that is read: a page sent in place of a key is read too, so that it can
    /// be recognised.
    private static let maximumBytes = 64 << 10

    init(headers: [String: String]) {
        self.headers = headers
    }

    var count: Int { keys.count }

    /// When a key is to be asked for again.
    var nextWake: HostTime? {
        keys.values.compactMap { if case .wanted(let time, _) = $0 { time } else { nil } }.min()
    }

    /// Whether the key was asked for in vain, and will be asked for again.
    func hasFailed(_ key: KeyIdentity) -> Bool {
        switch keys[key] {
        case .wanted: true
        case .loading(let failures, _): failures > 0
        case .ready, nil: false
        }
    }

    /// The number of failures of a key that is on its way; nil for another.
    func failuresWhileLoading(_ key: KeyIdentity) -> Int? {
        if case .loading(let failures, _)? = keys[key] { failures } else { nil }
    }

    // MARK: Asking

    /// Asks for a key that is neither there nor on its way; says why when it never can be.
    /// - Parameter streams: those whose requests under way need keys.
    mutating func want(_ key: KeyIdentity, for streams: PlaylistStreams, _ orders: inout Orders) -> HLSFailure? {
        wishes &+= 1
        switch keys[key] {
        case .ready: keys[key] = .ready(lastWanted: wishes)
        case .wanted, .loading: break
        case nil:
            makeRoom(for: streams, &orders)
            guard URLComponents(key.url).scheme == "data" else {
                guard HLSSession.isSupported(key.url) else {
                    return .unsupportedScheme(url: HLSSession.redacted(key.url))
                }
                load(key, failures: 0, &orders)
                return nil
            }
            guard let file = DataURL.bytes(key.url) else { return .keyInvalid(url: "data:", .dataURL) }
            switch KeyFile.key(file, byteCount: key.byteCount) {
            case .failure(let fault): return .keyInvalid(url: "data:", fault)
            case .success(let bytes): accept(key, bytes, &orders)
            }
        }
        return nil
    }

    /// Asks again for the keys whose time has come.
    mutating func handleDue(at now: HostTime, _ orders: inout Orders) {
        for (key, state) in keys.sorted(by: { $0.key.url < $1.key.url }) {
            if case .wanted(let time, let failures) = state, time <= now { load(key, failures: failures, &orders) }
        }
    }

    private mutating func load(_ key: KeyIdentity, failures: Int, _ orders: inout Orders) {
        let id = orders.open(.key(key))
        keys[key] = .loading(failures: failures, id)
        let isSecure = URLComponents(key.url).scheme == "https"
        orders.give(
            .loadKey(
                id, key,
                FetchRequest(
                    url: key.url, headers: headers, maximumBytes: Self.maximumBytes, refusesDowngrade: isSecure)))
    }

    /// Drops the key that was wanted longest ago, if there are many.
    private mutating func makeRoom(for streams: PlaylistStreams, _ orders: inout Orders) {
        guard keys.count >= Self.kept else { return }
        let needed = Set(streams.flatMap { $0.downloads.outstanding.flatMap(\.keys) })
        var oldest: (key: KeyIdentity, wish: UInt64)?
        for case (let key, .ready(let wish)) in keys where !needed.contains(key) && wish < oldest?.wish ?? .max {
            oldest = (key, wish)
        }
        guard let oldest else { return }
        keys[oldest.key] = nil
        orders.give(.keyDropped(oldest.key))
    }

    // MARK: What came of it

    /// Reads a key's response; says why when it is no key.
    mutating func loaded(_ key: KeyIdentity, _ file: [UInt8], _ orders: inout Orders) -> KeyFileFault? {
        switch KeyFile.key(file, byteCount: key.byteCount) {
        case .success(let bytes):
            accept(key, bytes, &orders)
            return nil
        case .failure(let fault): return fault
        }
    }

    private mutating func accept(_ key: KeyIdentity, _ bytes: [UInt8], _ orders: inout Orders) {
        keys[key] = .ready(lastWanted: wishes)
        orders.give(.keyReady(key, bytes))
    }

    /// Asks again at this time for a key that failed so often in a row.
    mutating func retry(_ key: KeyIdentity, failures: Int, at time: HostTime) {
        keys[key] = .wanted(at: time, failures: failures)
    }

    /// Gives up a key that can't be had and forgets it, so that it is asked for anew when it is wanted
    /// again.
    mutating func lose(_ key: KeyIdentity, _ orders: inout Orders) {
        keys[key] = nil
        orders.give(.keyLost(key))
    }

    // MARK: Forgetting

    /// Forgets a key that is here, so that it is asked for anew when it is wanted again.
    mutating func forget(_ key: KeyIdentity) {
        if case .ready = keys[key] { keys[key] = nil }
    }

    /// Forgets all keys that are here: another encoder may have others at the same URLs.
    mutating func forgetAll() {
        for key in keys.keys { forget(key) }
    }

    /// Forgets the keys that are not here, and cancels what is on its way.
    mutating func cancelAll(_ orders: inout Orders) {
        for (key, state) in keys {
            if case .loading(_, let id) = state { orders.cancel(id) }
            if case .ready = state { continue }
            keys[key] = nil
        }
    }
}

extension MediaRequest {
    var keys: [KeyIdentity] { [initialization?.encryption.key, encryption.key].compactMap(\.self) }
}

extension PlaylistStream {
    /// How far ahead keys are looked for, in segments.
    private static let prefetchReach = 64

    /// The keys of the segments that come next, which are worth having before they are needed; none for
    /// segments that can't be decrypted.
    var comingKeys: [KeyIdentity] {
        guard case .media(let place) = next else { return [] }
        var found: [KeyIdentity] = []
        for index in place.segment..<place.segment + Self.prefetchReach {
            guard let segment = tracker.timeline.segment(at: index), !segment.isGap else { continue }
            guard let key = try? SegmentSecurity.encryption(segment.keys, mediaSequence: segment.mediaSequence).key,
                !found.contains(key)
            else { continue }
            found.append(key)
            if found.count == KeyRing.prefetched { break }
        }
        return found
    }

    /// Whether the key is needed now, or for the next segment.
    func needs(_ key: KeyIdentity) -> Bool {
        if downloads.outstanding.contains(where: { $0.keys.contains(key) }) { return true }
        guard case .media(let place) = next, let segment = tracker.timeline.segment(at: place.segment) else {
            return false
        }
        let own = try? SegmentSecurity.encryption(segment.keys, mediaSequence: segment.mediaSequence).key
        let map = try? segment.map.map {
            try SegmentSecurity.initializationEncryption($0.keys, mediaSequence: segment.mediaSequence).key
        }
        return own == key || map == key
    }
}
