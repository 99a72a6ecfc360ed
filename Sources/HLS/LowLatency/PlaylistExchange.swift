import Devices
import MediaCore

/// Decides which delivery directives (§6.2.5) the next request for a live playlist has, and notes how the
/// server took them.
struct PlaylistExchange: Sendable, Hashable {
    /// The directives of the request under way, or of the last one.
    private(set) var asked = DeliveryDirectives()
    /// When the newest answer was current at the origin.
    private var currentAt: HostTime?
    private var tuneIn: TuneIn?
    private var tuneInStep: DeliveryDirectives?
    /// Whether the next request goes without directives: they were refused, or an update lacked
    /// something.
    private var isPlain = false
    /// Refusals in a row; after `mostRefusals` directives are no longer used.
    private var refusals = 0
    private static let mostRefusals = 3

    /// Whether a newer playlist than the one that is there is known to exist.
    var isTuningIn: Bool { tuneInStep != nil }
    /// Whether blocking reloads are worth asking for, when the playlist offers them.
    var isTrusted: Bool { refusals < Self.mostRefusals }

    /// The directives for the next request, given the `playlist` that is there so far.
    ///
    /// - Parameters:
    ///   - report: what another playlist said about this one (§4.4.5.4).
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
        // §6.2.5.1: a copy older than half the skip boundary may lack too much for a delta update.
        if let boundary = playlist.control.canSkipUntil, let currentAt, now - currentAt <= boundary / 2 {
            asked.skip = playlist.control.canSkipDateRanges ? .segmentsAndDateRanges : .segments
        }
        return asked
    }

    /// Notes that a whole playlist, requested with `asked` at `began`, has come.
    ///
    /// - Parameter age: the answer's Age header; nil: fresh from the server.
    mutating func loaded(_ playlist: MediaPlaylist, age: Duration?, tunesIn: Bool, began: HostTime, now: HostTime) {
        if !asked.isEmpty { refusals = 0 }
        if currentAt == nil, tunesIn { tuneIn = TuneIn(playlist, age: age, now: now) }
        currentAt = began - (age ?? .zero)
        tuneInStep = tuneIn?.next(playlist, age: age, now: now)
        if tuneInStep == nil { tuneIn = nil }
    }

    /// Notes a failed request; returns true when it should be sent again at once, without directives.
    mutating func failed(_ error: FetchError) -> Bool {
        tuneIn = nil
        tuneInStep = nil
        guard !asked.isEmpty, !isPlain else { return false }
        isPlain = true
        // §6.2.5.2: 400 means that too much is asked for. Servers that sign their URLs answer 403 or 404.
        guard case .status(let status, _, _) = error, (400..<500).contains(status), !RetryPolicy.isTransient(error)
        else {
            return false
        }
        refusals += 1
        return true
    }

    /// Notes that a delta update skipped segments that are not there (§6.3.7); true: ask at once for the
    /// whole.
    mutating func lackedSkipped() -> Bool {
        guard asked.skip != nil else { return false }
        isPlain = true
        refusals += 1
        return true
    }
}
