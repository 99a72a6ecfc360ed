import Devices
import MediaCore

/// Decides how the body of one resource is fetched when it may be wanted in pieces: up to a byte, stopped for something
/// that matters more, and continued where it was left.
///
/// Stopping ends the request, so that nothing more of it takes up the line, and asks for the rest by a byte range
/// (RFC 9110 §14.2) later. Where a server gives no ranges, a bounded request rests instead: little of it is on its way. Any
/// other is given up, as all that the buffers on the way hold would still come, and is sent again for the whole body: what
/// is here already is dropped when it comes again. A body without an end, or one of which too much would come twice, rests.
struct ResumableBody: Sendable {
    enum Event: Sendable {
        /// Fetch no further than so many bytes; nil: all.
        case limit(Int?)
        /// Something else needs the line, or no longer does.
        case pause(Bool)
        /// Take nothing for a moment, as another loads a little, or go on.
        case rest(Bool)
        /// There is no room for more, or there is again.
        case full(Bool)
        case answered(FetchResponse)
        case came(Int)
        case ended(Result<FetchTiming, FetchError>)
        /// The request was taken back before it was sent; what is to be done then is told next.
        case withdrawn
    }

    enum Action: Sendable, Equatable {
        /// Ask for these bytes; nil: the whole. `isBounded`: little of it may be on its way at once.
        case fetch(ByteRange?, isBounded: Bool)
        /// Give the request up.
        case stop
        /// Let the request rest, or go on.
        case rest(Bool)
        /// All that is wanted for now is here.
        case hold
        case finish(FetchTiming)
        case fail(FetchError)
    }

    private struct Flight: Sendable {
        /// The end of what it was asked for; nil: the end of the body.
        let end: Int?
        let isBounded: Bool
        var isResting = false
    }

    /// The number of bytes that are here.
    private(set) var count = 0
    /// The time from the last request to its first byte.
    private(set) var delay: Duration?
    /// Whether the server gives byte ranges; nil: not known.
    private(set) var givesRanges: Bool?
    /// The number of bytes still to come that are here already: they are dropped.
    private(set) var repeated = 0
    private let range: ByteRange?
    private var limit: Int?
    private var isPaused = false
    private var isResting = false
    private var isFull = false
    private var flight: Flight?
    /// The length of the body; nil: not known.
    private var total: Int?
    private var first: (requested: HostTime, firstByte: HostTime?)?
    private var isHeld = false
    private var isDone = false

    /// What is left of a body, in bytes, that is rather waited for than given up: a new connection costs more.
    private static let rest = 32 << 10
    /// The most bytes that may come twice.
    private static let mostRepeated = 4 << 20

    /// - Parameters:
    ///   - range: the part of the resource that is the body; nil: all of it.
    ///   - limit: the bytes wanted at first; nil: all.
    init(range: ByteRange?, limit: Int?, givesRanges: Bool?) {
        self.range = range
        self.limit = limit
        self.givesRanges = givesRanges
        total = range?.length.flatMap { Int(exactly: $0) }
    }

    mutating func handle(_ event: Event) -> [Action] {
        guard !isDone else { return [] }
        switch event {
        case .limit(let limit):
            self.limit = limit
            isHeld = false
        case .pause(let isPaused): self.isPaused = isPaused
        case .rest(let rests): isResting = rests
        case .full(let isFull): self.isFull = isFull
        case .answered(let response):
            guard answered(response) else {
                isDone = true
                return [
                    .stop,
                    .fail(
                        .other(
                            url: RedactedURL(response.url).description, reason: "the resource is not the same any more")
                    ),
                ]
            }
        case .came(let bytes):
            let new = max(0, bytes - repeated)
            repeated -= min(repeated, max(0, bytes))
            count = count.addingSaturating(new)
            isHeld = isHeld && new == 0
        case .ended(let result): return ended(result)
        case .withdrawn:
            flight = nil
            return []
        }
        return settle()
    }

    /// The byte up to which is fetched; nil: the end.
    private var wanted: Int? { isPaused ? 0 : limit }

    private var hasWanted: Bool { wanted.map { count >= $0 } ?? false }

    /// Takes in what a response says; false when it is about another resource than the one before.
    private mutating func answered(_ response: FetchResponse) -> Bool {
        givesRanges = response.acceptsRanges ?? givesRanges
        // All of it comes, whatever part was asked for.
        if range == nil, response.status == 200 { repeated = count }
        guard range == nil, let length = response.totalBytes else { return true }
        defer { total = length }
        return total == nil || total == length
    }

    private mutating func settle() -> [Action] {
        guard var flight else { return hasWanted ? hold() : begin() }
        var actions: [Action] = []
        if hasWanted, flight.end.map({ $0 > count }) ?? true, !isNearlyThere(flight) {
            if givesRanges == true, flight.end != nil || total != nil {
                self.flight = nil
                return [.stop] + hold()
            }
            actions = hold()
        }
        if isPaused, !flight.isBounded, range == nil, total != nil, count <= Self.mostRepeated, !isNearlyThere(flight) {
            self.flight = nil
            return [.stop]
        }
        let rests = isFull || isResting || hasWanted && !isNearlyThere(flight)
        if rests != flight.isResting {
            flight.isResting = rests
            self.flight = flight
            actions.append(.rest(rests))
        }
        return actions
    }

    private func isNearlyThere(_ flight: Flight) -> Bool {
        guard let end = flight.end ?? total else { return false }
        return end - count + repeated <= Self.rest
    }

    private mutating func begin() -> [Action] {
        let end = givesRanges == false ? nil : limit
        let isBounded = limit != nil
        flight = Flight(end: end, isBounded: isBounded)
        delay = nil
        repeated = 0
        let isRange = (count > 0 && givesRanges != false) || end != nil || range != nil
        guard isRange else { return [.fetch(nil, isBounded: isBounded)] }
        let offset = (range?.offset ?? 0).addingSaturating(UInt64(count))
        let most = range?.length.map { $0 - min($0, UInt64(count)) }
        let length = end.map { UInt64(max(0, $0 - count)) }
        return [
            .fetch(ByteRange(offset: offset, length: [most, length].compactMap(\.self).min()), isBounded: isBounded)
        ]
    }

    private mutating func hold() -> [Action] {
        guard !isHeld, !isPaused else { return [] }
        isHeld = true
        return [.hold]
    }

    private mutating func ended(_ result: Result<FetchTiming, FetchError>) -> [Action] {
        guard let flight else { return [] }
        self.flight = nil
        switch result {
        case .success(let timing):
            first = first ?? (timing.requested, timing.firstByte)
            delay = timing.reusedConnection ? timing.firstByte.map { $0 - timing.requested } : nil
            let isWhole = total.map { count >= $0 } ?? flight.end.map { count < $0 } ?? true
            // A whole that is shorter than was promised is the fetcher's to find out.
            guard isWhole || flight.end == nil else { return settle() }
            isDone = true
            return [.finish(whole(timing))]
        case .failure(.status(416, _, _)) where count > 0 && total == nil:
            // It was asked for what lies behind its end.
            isDone = true
            let now = first?.requested ?? .zero
            return [
                .finish(
                    FetchTiming(requested: now, firstByte: nil, finished: now, bytes: count, reusedConnection: true))
            ]
        case .failure(let error):
            isDone = true
            return [.fail(error)]
        }
    }

    private func whole(_ last: FetchTiming) -> FetchTiming {
        FetchTiming(
            requested: first?.requested ?? last.requested, firstByte: first?.firstByte ?? last.firstByte,
            finished: last.finished, bytes: count, reusedConnection: last.reusedConnection)
    }
}
