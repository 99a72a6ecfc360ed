import Base
import Devices
import Glibc
import MediaCore
import Networking

/// Carries out what `ChannelTrials` decides, on the calling thread, until all is tried or somebody presses Ctrl-C.
final class TrialRun {
    /// The end of a pipe at which the fetcher's thread and a signal's handler wake this one.
    nonisolated(unsafe) private static var bell: Int32 = -1
    nonisolated(unsafe) private static var isInterrupted: sig_atomic_t = 0

    private let heard: Int32
    private let fetcher: CurlFetcher
    private let events = Locked<[ChannelTrials.Event]>([])
    private var fetches: [ChannelTrials.Fetch: any FetchHandle] = [:]
    private let clock = MonotonicClock()

    init() throws {
        fetcher = try CurlFetcher()
        var ends: [Int32] = [-1, -1]
        _ = try checked("pipe") { pipe(&ends) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // What is heard already need not be heard again.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        heard = ends[0]
        Self.bell = ends[1]
        for name in [SIGINT, SIGTERM] {
            signal(name) { _ in
                TrialRun.isInterrupted = 1
                TrialRun.ring()
            }
        }
    }

    /// Safe in a signal's handler.
    private static func ring() {
        var one: UInt8 = 1
        _ = write(bell, &one, 1)
    }

    /// - Parameter report: is told of each channel, as it ends
    /// - Returns: whether all were tried
    func run(_ trials: ChannelTrials, _ report: (ChannelTrials.Outcome) -> Void) -> Bool {
        var trials = trials
        var rings = [UInt8](repeating: 0, count: 4096)
        guard !carryOut(trials.handle(.start, at: clock.now), report) else { return true }
        while true {
            let wait = trials.nextWake.map { max(0, ($0 - clock.now).nanoseconds / 1_000_000 + 1) } ?? -1
            var descriptor = pollfd(fd: heard, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, Int32(clamping: wait))
            _ = rings.withUnsafeMutableBytes { read(heard, $0.baseAddress, $0.count) }
            if Self.isInterrupted != 0 {
                _ = carryOut(trials.handle(.interrupted, at: clock.now), report)
                return false
            }
            let news = events.withLock { events in
                defer { events = [] }
                return events
            }
            for event in news + [.wake] where carryOut(trials.handle(event, at: clock.now), report) { return true }
        }
    }

    /// - Returns: whether that was the end
    private func carryOut(_ actions: [ChannelTrials.Action], _ report: (ChannelTrials.Outcome) -> Void) -> Bool {
        for action in actions {
            switch action {
            case .fetch(let fetch, let request):
                fetches[ChannelTrials.Fetch(channel: fetch.channel, count: fetch.count - 1)] = nil
                fetches[fetch] = fetcher.fetch(request) { [events] event in
                    events.withLock { events in
                        switch event {
                        case .response(let response): events.append(.responded(fetch, url: response.url))
                        case .data(let bytes): events.append(.received(fetch, bytes))
                        case .finished(.success): events.append(.finished(fetch, nil))
                        case .finished(.failure(let error)): events.append(.finished(fetch, error))
                        }
                    }
                    TrialRun.ring()
                }
            case .cancel(let fetch): fetches.removeValue(forKey: fetch)?.cancel()
            case .report(let outcome):
                fetches = fetches.filter { $0.key.channel != outcome.channel }
                report(outcome)
            case .end: return true
            }
        }
        return false
    }
}
