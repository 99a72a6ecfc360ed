import Base
import Devices
import Glibc
import Headless
import MediaCore
import OriginKit

/// The live origin behind a modelled line, on a clock moved by hand: a round trip before each answer, one
/// bandwidth for all, and a trouble for each channel. Everything happens in `advance`, on its caller's thread.
final class SimulatedNetwork: Fetcher {
    /// The faults of a channel.
    struct Trouble: Sendable {
        /// The share of requests that are answered with 503.
        var refuses = 0.0
        /// The shares of bodies that stop half-way, and that are cut there.
        var stalls = 0.0
        var truncates = 0.0
        var status: Int?
        var roundTrip = Duration.milliseconds(30)
        /// The channel's own bandwidth, in bits a second.
        var rate: Double?
    }

    private struct Transfer {
        let request: FetchRequest
        let handler: @Sendable (FetchEvent) -> Void
        let trouble: Trouble
        let asked: HostTime
        let due: HostTime
        var firstByte: HostTime?
        var body: [UInt8]?
        var sent = 0
        /// The byte after which nothing comes; `isCut`: the connection is cut there.
        var end = Int.max
        var isCut = false
        var moved: HostTime
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        var cancelled: Set<Int> = []
        var paused: Set<Int> = []
        var count = 0
        var random: UInt64 = 11
        /// When the line's time was last shared out.
        var last: HostTime
    }

    private let origin: Origin
    private let clock: ManualClock
    private let troubles: [Int: Trouble]
    /// The bits a second of the whole line at a time.
    private let line: @Sendable (HostTime) -> Double
    private let state: Locked<State>

    init(_ origin: Origin, clock: ManualClock, troubles: [Int: Trouble], line: @escaping @Sendable (HostTime) -> Double)
    {
        self.origin = origin
        self.clock = clock
        self.troubles = troubles
        self.line = line
        state = Locked(State(last: clock.now))
    }

    /// How many requests have not ended.
    var open: Int { state.withLock { $0.transfers.count } }
    var requests: Int { state.withLock { $0.count } }

    func preconnect(_ url: String) {}

    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        let parts = request.url.split(separator: "/")
        // http://origin/ch/3/…
        let channel = parts.count > 3 ? Int(parts[3]) : nil
        let trouble = channel.flatMap { troubles[$0] } ?? Trouble()
        let now = clock.now
        let number = state.withLock { state in
            state.count += 1
            state.transfers[state.count] = Transfer(
                request: request, handler: handler, trouble: trouble, asked: now, due: now + trouble.roundTrip,
                moved: now)
            return state.count
        }
        return Handle(network: self, number: number)
    }

    /// Delivers everything that is due by now.
    func advance() {
        let now = clock.now
        let numbers = state.withLock { $0.transfers.keys.sorted() }
        let elapsed = state.withLock { state in
            defer { state.last = now }
            return (now - state.last).inSeconds
        }
        let active = state.withLock { state in max(1, state.transfers.values.count { $0.due <= now }) }
        let share = line(now) / 8 * elapsed / Double(active)
        for number in numbers { advance(number, share: share, elapsed: elapsed, now: now) }
    }

    private func advance(_ number: Int, share: Double, elapsed: Double, now: HostTime) {
        let (found, isCancelled, isPaused) = state.withLock {
            ($0.transfers[number], $0.cancelled.contains(number), $0.paused.contains(number))
        }
        guard var transfer = found else { return }
        if isCancelled { return finish(number, transfer, .failure(.cancelled)) }
        guard transfer.due <= now, !isPaused else { return }
        if transfer.body == nil {
            guard begin(&transfer, number, now) else { return }
        }
        let body = transfer.body ?? []
        let allowed = min(share, (transfer.trouble.rate ?? .infinity) / 8 * elapsed)
        let count = min(Int(allowed), min(body.count, transfer.end) - transfer.sent)
        if count > 0 {
            transfer.handler(.data(Array(body[transfer.sent..<transfer.sent + count])))
            transfer.sent += count
            transfer.moved = now
            transfer.firstByte = transfer.firstByte ?? now
        }
        let kept = transfer
        state.withLock { if $0.transfers[number] != nil { $0.transfers[number] = kept } }
        if transfer.sent == body.count {
            let timing = FetchTiming(
                requested: transfer.asked, firstByte: transfer.firstByte, finished: now, bytes: body.count,
                reusedConnection: true)
            finish(number, transfer, .success(timing))
        } else if transfer.sent >= transfer.end, transfer.isCut {
            finish(number, transfer, .failure(.truncated(url: transfer.request.url, got: transfer.sent, reason: "cut")))
        } else if now - transfer.moved > transfer.request.stallTimeout {
            finish(
                number, transfer, .failure(.timeout(url: transfer.request.url, after: transfer.request.stallTimeout)))
        }
    }

    /// Delivers the answer's head. Returns false when that was all.
    private func begin(_ transfer: inout Transfer, _ number: Int, _ now: HostTime) -> Bool {
        let url = transfer.request.url
        let trouble = transfer.trouble
        var status = trouble.status
        if status == nil, uniform() < trouble.refuses { status = 503 }
        let path = String(url.dropFirst("http://origin".count)).split(separator: "?").first.map(String.init) ?? "/"
        var bytes: [UInt8] = []
        if status == nil {
            // Any wall-clock time will do that advances with the clock.
            if let answer = origin.bytes(path: path, now: 1_800_000_000 + Double(now.nanoseconds) / 1e9) {
                bytes = answer
            } else {
                status = 404
            }
        }
        if let status {
            finish(number, transfer, .failure(.status(status, url: url, retryAfter: nil)))
            return false
        }
        if let range = transfer.request.range {
            let start = min(Int(clamping: range.offset), bytes.count)
            let end = range.length.map { min(bytes.count, start + Int(clamping: $0)) } ?? bytes.count
            bytes = Array(bytes[start..<end])
        }
        let dice = uniform()
        if bytes.count > 4000, dice < trouble.stalls + trouble.truncates {
            transfer.end = bytes.count / 2
            transfer.isCut = dice >= trouble.stalls
        }
        transfer.body = bytes
        transfer.moved = now
        transfer.handler(.response(FetchResponse(status: 200, url: url, headers: [:])))
        return true
    }

    private func finish(_ number: Int, _ transfer: Transfer, _ result: Result<FetchTiming, FetchError>) {
        let wasThere = state.withLock { state in
            state.cancelled.remove(number)
            state.paused.remove(number)
            return state.transfers.removeValue(forKey: number) != nil
        }
        if wasThere { transfer.handler(.finished(result)) }
    }

    /// A random number from 0 to 1 (SplitMix64).
    private func uniform() -> Double {
        state.withLock { state in
            state.random &+= 0x9E37_79B9_7F4A_7C15
            var word = state.random
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((word ^ (word >> 31)) >> 11) / Double(UInt64(1) << 53)
        }
    }

    private struct Handle: FetchHandle {
        let network: SimulatedNetwork
        let number: Int

        func cancel() { network.state.withLock { if $0.transfers[number] != nil { $0.cancelled.insert(number) } } }
        func pause() { network.state.withLock { if $0.transfers[number] != nil { $0.paused.insert(number) } } }
        func resume() {
            let now = network.clock.now
            network.state.withLock { state in
                state.paused.remove(number)
                state.transfers[number]?.moved = now
            }
        }
    }
}
