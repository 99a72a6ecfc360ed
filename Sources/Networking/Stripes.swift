import Devices
import MediaCore

/// Decides how one body comes over several connections side by side.
///
/// A connection brings ten packets in its first round trip and twice as many in each one after it (RFC 6928, RFC 5681
/// §3.1), also when it is open and was idle: over a long line a key frame takes two or three round trips, however wide the
/// line is. So as much as a connection brings at first is asked for over each but the last, and all the rest over that one.
/// The bytes are told in their order, as those of one request.
///
/// A stripe that fails ends that: what came before it is awaited, and one request brings all that is missing.
struct Stripes: Sendable {
    enum Event: Sendable {
        case answered(Int, FetchResponse)
        case came(Int, [UInt8])
        case ended(Int, Result<FetchTiming, FetchError>)
    }

    enum Action: Sendable, Equatable {
        /// Ask for these bytes; the number names the request from then on.
        case fetch(Int, ByteRange)
        /// Give a request up: nothing more is heard of it.
        case cancel(Int)
        case tellResponse(FetchResponse)
        case tellData([UInt8])
        case tellEnd(Result<FetchTiming, FetchError>)
        /// The server does not serve this well: it is not to be tried there again.
        case giveUp
    }

    private struct Stripe: Sendable {
        let id: Int
        /// The place of its first byte in the resource.
        let offset: UInt64
        /// The number of its bytes; nil: to the end of the body.
        let length: UInt64?
        var response: FetchResponse?
        /// What has come and is not told.
        var pieces: [[UInt8]] = []
        var count: UInt64 = 0
        /// Nil until it is over.
        var timing: FetchTiming?

        /// The place behind the last byte that has come.
        var reached: UInt64 { offset.addingSaturating(count) }
    }

    /// The bytes of each stripe but the last: ten packets, less what an answer's head takes.
    static let first: UInt64 = 13 << 10
    /// The most bytes that wait for those before them: no more are held while a connection is silent.
    static let mostWaiting: UInt64 = 4 << 20

    private let range: ByteRange
    private let isWhole: Bool
    private let connections: Int
    /// The requests whose bytes are not all told, in the order of the bytes.
    private var stripes: [Stripe] = []
    private var lastID = 0
    /// The first byte that was not asked for; nil: all were.
    private var next: UInt64?
    /// The place behind the body's last byte; nil: not known.
    private var end: UInt64?
    /// The first bytes' answer, which the others must not contradict.
    private var head: FetchResponse?
    private var timing: FetchTiming?
    private var told: UInt64 = 0
    /// Whether one request is to bring what is missing.
    private var isSingle = false
    /// That request, once it is sent.
    private var lastResort: Int?
    private var isDone = false

    /// - Parameters:
    ///   - range: the part of the resource that is the body; nil: all of it.
    ///   - connections: the number of stripes.
    init(range: ByteRange?, connections: Int) {
        self.range = range ?? ByteRange(offset: 0, length: nil)
        isWhole = range == nil
        self.connections = max(1, connections)
        next = self.range.offset
        end = self.range.length.map { self.range.offset.addingSaturating($0) }
    }

    mutating func begin() -> [Action] {
        (1..<connections).flatMap { _ in ask(Self.first) } + ask(nil)
    }

    mutating func handle(_ event: Event) -> [Action] {
        guard !isDone, let place = stripes.firstIndex(where: { $0.id == event.id }) else { return [] }
        switch event {
        case .answered(_, let response): stripes[place].response = response
        case .came(_, let bytes):
            stripes[place].count += UInt64(bytes.count)
            stripes[place].pieces.append(bytes)
            if place > 0, stripes[place].count > Self.mostWaiting { return [.giveUp] + goOnAlone(from: place) }
        case .ended(_, .success(let timing)):
            stripes[place].timing = timing
            return settle()
        case .ended(let id, .failure(let error)): return failed(place, error).filter { $0 != .cancel(id) }
        }
        return settle()
    }

    /// Asks for the next bytes: so many, or all that is left.
    private mutating func ask(_ length: UInt64?) -> [Action] {
        guard let offset = next, end.map({ offset < $0 }) ?? true else { return [] }
        let left = range.length.map { range.offset.addingSaturating($0) - offset }
        let length = length.flatMap { length in left.map { $0 <= length } ?? false ? nil : length }
        lastID += 1
        stripes.append(Stripe(id: lastID, offset: offset, length: length))
        next = length.map { offset.addingSaturating($0) }
        return [.fetch(lastID, ByteRange(offset: offset, length: length ?? left))]
    }

    private mutating func failed(_ place: Int, _ error: FetchError) -> [Action] {
        if case .status(416, _, _) = error {
            // It begins behind the end, which those before it find.
            if place > 0 { return goOnAlone(from: place) + settle() }
            if stripes[place].id == lastResort, end == nil, told > 0 {
                end = stripes[0].offset
                stripes = []
                return settle()
            }
        }
        // What the first of them fails with is what one request would have failed with.
        guard stripes[place].offset > range.offset, stripes[place].id != lastResort else {
            return drop(from: 0) + finish(.failure(error))
        }
        return [.giveUp] + goOnAlone(from: place) + settle()
    }

    /// Gives up what was asked for from a stripe on; one request is to bring that.
    private mutating func goOnAlone(from place: Int) -> [Action] {
        isSingle = true
        next = place > 0 ? stripes[place].offset : range.offset.addingSaturating(told)
        return drop(from: place)
    }

    private mutating func drop(from place: Int) -> [Action] {
        defer { stripes.removeSubrange(place...) }
        return stripes[place...].filter { $0.timing == nil }.map { .cancel($0.id) }
    }

    /// Tells what is in its place now, and the end when all is told.
    private mutating func settle() -> [Action] {
        var actions: [Action] = []
        while let stripe = stripes.first, let response = stripe.response {
            if head == nil {
                actions += begin(response)
            } else if let head, !Self.agree(head, response) {
                guard stripe.id != lastResort else {
                    let url = RedactedURL(response.url).description
                    let failure = FetchError.other(url: url, reason: "the resource is not the same any more")
                    return actions + drop(from: 0) + finish(.failure(failure))
                }
                actions += [.giveUp] + goOnAlone(from: 0)
                break
            }
            for bytes in stripe.pieces {
                told += UInt64(bytes.count)
                actions.append(.tellData(bytes))
            }
            stripes[0].pieces = []
            guard let timing = stripe.timing else { return actions }
            stripes.removeFirst()
            self.timing = self.timing ?? timing
            self.timing?.finished = timing.finished
            guard stripe.length.map({ stripe.count < $0 }) ?? true else { continue }
            // It came to the body's end, or a server gave less of it than was asked for (RFC 9110 §15.3.7).
            actions += drop(from: 0)
            next = stripe.reached
            if end.map({ stripe.reached >= $0 }) ?? true {
                end = stripe.reached
            } else if stripe.id == lastResort {
                let url = RedactedURL(response.url).description
                let reason = "the answer ended before the body's end"
                return actions + finish(.failure(.truncated(url: url, got: Int(clamping: told), reason: reason)))
            } else {
                isSingle = true
                actions.append(.giveUp)
            }
        }
        guard stripes.isEmpty else { return actions }
        if let end, range.offset.addingSaturating(told) >= end, var timing {
            timing.bytes = Int(clamping: told)
            return actions + finish(.success(timing))
        }
        guard isSingle else { return actions }
        lastResort = lastID + 1
        return actions + ask(nil)
    }

    /// Takes in the answer to the request for the first bytes.
    private mutating func begin(_ response: FetchResponse) -> [Action] {
        head = response
        if let total = response.totalBytes { end = min(end ?? .max, UInt64(max(0, total))) }
        let told = [Action.tellResponse(shown(response))]
        // All of it comes for each stripe.
        guard response.status == 200, stripes.count > 1 else { return told }
        return told + [.giveUp] + goOnAlone(from: 1)
    }

    private mutating func finish(_ result: Result<FetchTiming, FetchError>) -> [Action] {
        isDone = true
        return [.tellEnd(result)]
    }

    /// Whether two answers may be about the same version of a resource.
    private static func agree(_ a: FetchResponse, _ b: FetchResponse) -> Bool {
        if let first = a.totalBytes, let second = b.totalBytes, first != second { return false }
        return ["etag", "last-modified"].allSatisfy { name in
            guard let first = a.headers[name], let second = b.headers[name] else { return true }
            return first == second
        }
    }

    /// The answer that one request for the body would have had.
    private func shown(_ response: FetchResponse) -> FetchResponse {
        guard isWhole, response.status == 206 else { return response }
        var shown = response
        shown.status = 200
        shown.wasRangeAsked = false
        shown.headers["content-range"] = nil
        shown.headers["content-length"] = response.totalBytes.map(String.init)
        shown.headers["accept-ranges"] = "bytes"
        return shown
    }
}

extension Stripes.Event {
    fileprivate var id: Int {
        switch self {
        case .answered(let id, _), .came(let id, _), .ended(let id, _): id
        }
    }
}
