import Devices
import HLS
import MediaCore

/// A simulated viewing of a channel over a line: bytes over time instead of a network, a position instead of
/// a screen. The session in it is the real one.
package struct BandwidthSimulation {
    package var trace: BandwidthTrace
    package var channel: SimulatedChannel
    /// The length of the viewing, in seconds.
    package var duration: Double = 400
    /// The line's round trip, in seconds.
    package var roundTrip = 0.05
    /// How far ahead media is loaded, in seconds, as in `SessionOptions`.
    let bufferAhead = 20.0
    /// The start on the host's clock and the encoder's, in seconds: a multiple of every segment's duration,
    /// and a bit.
    let start = 6000.7

    package init(trace: BandwidthTrace, channel: SimulatedChannel) {
        self.trace = trace
        self.channel = channel
    }

    /// Runs Hearth's own session.
    package func run(_ options: SessionOptions = SessionOptions()) -> BandwidthOutcome {
        var run = SessionRun(self, options)
        run.run()
        return run.viewing.outcome
    }

    func text(_ url: String, at time: Double) -> String {
        url.hasSuffix("main.m3u8") ? channel.multivariant : channel.playlist(at: time)
    }

    /// The variant and number of the segment at an address.
    func segment(_ url: String) -> (variant: Int, number: Int)? {
        let parts = url.split(separator: "/")
        guard let name = parts.last, let variant = parts.dropLast().last.flatMap({ Int($0) }),
            let number = Int(name.prefix { $0 != "." }), channel.ladder.indices.contains(variant)
        else { return nil }
        return (variant, number)
    }
}

/// A session's owner, on a clock that jumps from event to event.
private struct SessionRun {
    private let simulation: BandwidthSimulation
    private var session: HLSSession
    private(set) var viewing: SimulatedViewing
    private var now: Double
    private var answers: [(time: Double, id: RequestID, event: SessionEvent)] = []
    private var downloads: [RequestID: Download] = [:]
    /// Bits already loaded of segments whose download broke off, by address.
    private var kept: [String: Double] = [:]
    private var wake: Double?

    private struct Download {
        var media: MediaRequest
        var place: (variant: Int, number: Int)
        var requested: Double
        var first: Double
        /// What a busy line has carried, in bits, when the first byte comes.
        var base: Double
        var bits: Double
        /// The bits that were there before.
        var kept: Double
        var end: Double
        var told = false
    }

    /// The shortest time between two progress reports, in seconds.
    private static let pace = 0.1
    /// How often the state is looked at, in seconds, as by the client of the published rules.
    private static let tick = 0.05

    init(_ simulation: BandwidthSimulation, _ options: SessionOptions) {
        self.simulation = simulation
        now = simulation.start
        viewing = SimulatedViewing(began: simulation.start)
        session = HLSSession(url: "http://simulation/main.m3u8", options: options)
    }

    mutating func run() {
        send(.start)
        let end = simulation.start + simulation.duration
        var (tick, report) = (now, now)
        while now < end {
            let next =
                answers.map(\.time) + downloads.values.map(\.end) + downloads.values.filter { !$0.told }.map(\.first)
            now = max(now, min(next.min() ?? tick, wake ?? tick, tick))
            for id in downloads.keys.sorted() { receive(id) }
            viewing.advance(to: now)
            if now >= tick { tick = now + Self.tick }
            if now >= report {
                report = now + Self.pace
                for id in downloads.keys.sorted() { progress(id) }
            }
            if let wake, wake <= now {
                self.wake = nil
                send(.wake)
            }
            for id in downloads.keys.sorted() { begin(id) }
            while let place = answers.firstIndex(where: { $0.time <= now }) { send(answers.remove(at: place).event) }
            for id in downloads.keys.sorted() { finish(id) }
            let ahead = Duration.seconds(viewing.ahead(complete: completeUntil))
            send(.buffered(main: ahead, audio: .zero))
        }
    }

    private var host: HostTime { host(now) }
    private func host(_ time: Double) -> HostTime { HostTime(nanoseconds: Int64(time * 1e9)) }

    /// The end of the complete segments, on the channel's own timeline.
    private var completeUntil = 0.0

    private mutating func begin(_ id: RequestID) {
        guard var download = downloads[id], !download.told, download.first <= now else { return }
        download.told = true
        downloads[id] = download
        send(.mediaStarted(id, length: Int((download.bits - download.kept) / 8)))
    }

    private mutating func receive(_ id: RequestID) {
        guard let download = downloads[id], now > download.first, now < download.end else { return }
        let here = simulation.trace.bits(until: now) - download.base
        let share = min(1, (here + download.kept) / download.bits)
        viewing.receive(until: (Double(download.place.number) + share) * Double(simulation.channel.segment))
    }

    private mutating func progress(_ id: RequestID) {
        guard let download = downloads[id], download.told, now < download.end else { return }
        let here = simulation.trace.bits(until: now) - download.base
        send(.mediaProgress(id, bytes: Int(here / 8)))
    }

    private mutating func finish(_ id: RequestID) {
        guard let download = downloads[id], download.end <= now else { return }
        downloads[id] = nil
        let segment = Double(simulation.channel.segment)
        let end = Double(download.place.number + 1) * segment
        viewing.finish(
            segmentUntil: end, seconds: segment, variant: download.place.variant,
            rate: simulation.channel.ladder[download.place.variant])
        completeUntil = max(completeUntil, end)
        send(
            .mediaFinished(
                id,
                FetchTiming(
                    requested: host(download.requested), firstByte: host(download.first), finished: host(download.end),
                    bytes: Int((download.bits - download.kept) / 8), reusedConnection: true)))
    }

    private mutating func send(_ event: SessionEvent) {
        for action in session.handle(event, now: host) { perform(action) }
    }

    private mutating func perform(_ action: SessionAction) {
        switch action {
        case .loadPlaylist(let id, let fetch):
            let text = Array(simulation.text(fetch.url, at: now).utf8)
            let first = now + simulation.roundTrip
            guard let end = simulation.trace.finish(of: Double(text.count) * 2, from: first) else { return }
            let timing = FetchTiming(
                requested: host, firstByte: host(first), finished: host(end), bytes: text.count / 4,
                reusedConnection: true)
            answers.append(
                (
                    end, id,
                    .playlistLoaded(id, LoadedPlaylist(body: text, url: fetch.url, headers: [:], timing: timing))
                ))
        case .loadMedia(let media):
            guard let place = simulation.segment(media.fetch.url) else { return }
            let segment = Double(simulation.channel.segment)
            if media.isFirst { viewing.join(at: Double(place.number) * segment) }
            if media.epoch.generation > 0, media.isFirst { viewing.jump(to: Double(place.number) * segment) }
            let bits = simulation.channel.bits(of: place.number, in: place.variant)
            let kept = min(self.kept[media.fetch.url] ?? 0, bits)
            // A new connection takes another round trip.
            let first = now + simulation.roundTrip * (media.fetch.needsNewConnection ? 2 : 1)
            guard let end = simulation.trace.finish(of: bits - kept, from: first) else { return }
            downloads[media.id] = Download(
                media: media, place: place, requested: now, first: first, base: simulation.trace.bits(until: first),
                bits: bits, kept: kept, end: end)
        case .cancel(let id):
            answers.removeAll { $0.id == id }
            guard let download = downloads.removeValue(forKey: id) else { return }
            let here = max(0, simulation.trace.bits(until: now) - download.base)
            self.kept[download.media.fetch.url] = now > download.first ? download.kept + here : download.kept
        case .wake(let time):
            wake = time.map { Double($0.nanoseconds) / 1e9 }
        default: break
        }
    }
}

extension SimulatedViewing {
    /// The media ahead of the position, as a player reports it: of complete segments only, in seconds.
    fileprivate func ahead(complete: Double) -> Double { position.map { max(0, complete - $0) } ?? 0 }
}
