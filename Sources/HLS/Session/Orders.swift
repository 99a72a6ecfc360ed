import MediaCore

/// What a session orders of its owner: the downloads under way, and what the owner was told last.
struct Orders: Sendable {
    /// The purpose of a download that is under way.
    enum Purpose: Sendable, Hashable {
        /// The playlist at the session's URL.
        case multivariant
        /// A remembered media playlist, requested before the multivariant playlist has named it.
        case ahead
        case playlist(stream: Int)
        /// The manifest of the steering server.
        case steering
        case media(stream: Int)
        /// A part or section that a playlist announces (EXT-X-PRELOAD-HINT).
        case hint(stream: Int)
        case key(KeyIdentity)

        var isMedia: Bool {
            switch self {
            case .media, .hint: true
            default: false
            }
        }
        var isKey: Bool { if case .key = self { true } else { false } }
        var isPlaylist: Bool { !isMedia && !isKey }
    }

    private var given: [SessionAction] = []
    private var underWay: [RequestID: Purpose] = [:]
    private var lastRequest: UInt64 = 0
    private var wakeAsked: HostTime?
    private var saidWindow: PresentationWindow?
    /// Whether the owner knows that all media was delivered.
    private(set) var saidEnded = false
    /// Whether the session has stopped for good: nothing is ordered any more.
    private(set) var isClosed = false

    /// The number of downloads under way.
    var downloads: Int { underWay.count }

    func isUnderWay(_ id: RequestID) -> Bool { underWay[id] != nil }

    /// Takes out what was ordered since the last time, in order.
    mutating func take() -> [SessionAction] {
        defer { given = [] }
        return given
    }

    mutating func give(_ action: SessionAction) { given.append(action) }

    mutating func warn(_ failure: HLSFailure) { given.append(.warning(failure)) }

    // MARK: Downloads

    /// Names a new download; the order itself follows.
    mutating func open(_ purpose: Purpose) -> RequestID {
        lastRequest += 1
        let id = RequestID(lastRequest)
        underWay[id] = purpose
        return id
    }

    /// Gives a download under way another purpose.
    mutating func turn(_ id: RequestID, into purpose: Purpose) { underWay[id] = purpose }

    /// Ends a download; returns its purpose, nil for one that is unknown or of another kind.
    mutating func finish(_ id: RequestID, _ isExpected: (Purpose) -> Bool) -> Purpose? {
        guard let purpose = underWay[id], isExpected(purpose) else { return nil }
        underWay[id] = nil
        return purpose
    }

    mutating func cancel(_ id: RequestID) {
        if underWay.removeValue(forKey: id) != nil { given.append(.cancel(id)) }
    }

    /// Ends a download of which no more is wanted than what came.
    mutating func leave(_ id: RequestID) {
        if underWay.removeValue(forKey: id) != nil { given.append(.leave(id)) }
    }

    mutating func cancel(_ media: [MediaRequest]) {
        for request in media { cancel(request.id) }
    }

    /// Cancels everything, for good.
    mutating func close() {
        for id in underWay.keys.sorted() { cancel(id) }
        if wakeAsked != nil { given.append(.wake(at: nil)) }
        isClosed = true
    }

    // MARK: Told once

    mutating func wake(at time: HostTime?) {
        guard time != wakeAsked else { return }
        wakeAsked = time
        given.append(.wake(at: time))
    }

    /// Notes that the time asked for has come.
    mutating func woke() { wakeAsked = nil }

    mutating func announce(_ info: PresentationInfo) {
        saidWindow = info.window
        given.append(.presentationChanged(info))
    }

    mutating func tell(_ window: PresentationWindow) {
        guard window != saidWindow else { return }
        saidWindow = window
        given.append(.windowChanged(window))
    }

    mutating func sayEnded() {
        saidEnded = true
        given.append(.ended)
    }

    /// Notes that there is media to deliver again.
    mutating func goOn() { saidEnded = false }
}
