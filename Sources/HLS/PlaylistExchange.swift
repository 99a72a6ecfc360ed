import Devices
import MediaCore

/// What is asked of the server for a live playlist by delivery directives (§6.2.5), and how it took them.
struct PlaylistExchange: Sendable, Hashable {
    /// Of the request under way, or of the last.
    private(set) var asked = DeliveryDirectives()
    /// Of what the newest answer was.
    private var currentAt: HostTime?
    private var tuneIn: TuneIn?
    private var tuneInStep: DeliveryDirectives?
    /// The next request goes without directives: they were refused, or an update lacked something.
    private var isPlain = false
    /// In a row; after so many the server is not asked so again.
    private var refusals = 0
    private static let mostRefusals = 3

    /// A newer playlist than the one that is there is known to exist.
    var isTuningIn: Bool { tuneInStep != nil }
    /// Blocking reloads are worth asking for, when the playlist offers them.
    var isTrusted: Bool { refusals < Self.mostRefusals }

    /// What to ask for next, of a playlist of which `playlist` is there.
    ///
    /// - Parameters:
    ///   - report: what another playlist said of this one (§4.4.5.4).
    ///   - withParts: the next part is waited for, not the next segment.
    ///   - mayBlock: the server may hold its answer back.
    mutating func next(
        _ playlist: MediaPlaylist?, report: DeliveryDirectives?, withParts: Bool, mayBlock: Bool = true, now: HostTime
    ) -> DeliveryDirectives {
        asked = DeliveryDirectives()
        defer { isPlain = false }
        guard !isPlain, isTrusted else { return asked }
        guard let playlist else {
            asked = report ?? asked
            return asked
        }
        guard playlist.isLive else { return asked }
        if let tuneInStep {
            asked = tuneInStep
        } else if mayBlock, playlist.control.canBlockReload, !playlist.segments.isEmpty {
            let next = playlist.nextPart
            asked.mediaSequence = next.mediaSequence
            if withParts { asked.part = UInt64(clamping: next.part) }
        }
        // §6.2.5.1: of a copy that is older than half the boundary too much may be missing.
        if let boundary = playlist.control.canSkipUntil, let currentAt, now - currentAt <= boundary / 2 {
            asked.skip = playlist.control.canSkipDateRanges ? .segmentsAndDateRanges : .segments
        }
        return asked
    }

    /// A whole playlist is there that was `asked` for at `began`.
    ///
    /// - Parameter age: as the answer's head says; nil: fresh from the server.
    mutating func loaded(_ playlist: MediaPlaylist, age: Duration?, tunesIn: Bool, began: HostTime, now: HostTime) {
        if !asked.isEmpty { refusals = 0 }
        if currentAt == nil, tunesIn { tuneIn = TuneIn(playlist, age: age, now: now) }
        currentAt = began - (age ?? .zero)
        tuneInStep = tuneIn?.next(playlist, age: age, now: now)
        if tuneInStep == nil { tuneIn = nil }
    }

    /// A request failed; true: ask again at once, without directives.
    mutating func failed(_ error: FetchError) -> Bool {
        tuneIn = nil
        tuneInStep = nil
        guard !asked.isEmpty, !isPlain else { return false }
        isPlain = true
        // §6.2.5.2: 400 when too much is asked for. Servers that sign their URLs answer 403 or 404.
        guard case .status(let status, _, _) = error, (400..<500).contains(status), !RetryPolicy.isTransient(error) else {
            return false
        }
        refusals += 1
        return true
    }

    /// An update skipped what is not there (§6.3.7); true: ask at once for the whole.
    mutating func lackedSkipped() -> Bool {
        guard asked.skip != nil else { return false }
        isPlain = true
        refusals += 1
        return true
    }
}
