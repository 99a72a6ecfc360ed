import Devices
import MediaCore

@testable import HLS

/// A session against a scripted server and a line of known speed, on a clock that jumps from event to event:
/// hours pass in milliseconds.
struct Simulation {
    enum Answer {
        case playlist(String, from: String? = nil, age: Int? = nil)
        case media(bytes: Int)
        /// Sends that many bytes, then nothing more.
        case silence(after: Int)
        case key([UInt8])
        case error(FetchError)
        /// Answers at that time, by asking the script again.
        case held(until: HostTime)
    }

    var session: HLSSession
    var now = HostTime(nanoseconds: 1_000_000_000_000)
    let roundTrip = Duration.milliseconds(20)
    /// The bandwidth in bits a second; each download has all of it.
    var rate = 8_000_000.0
    var answer: (String, HostTime) -> Answer

    private(set) var actions: [SessionAction] = []
    /// When each media request and playlist request was made.
    private(set) var times: [RequestID: HostTime] = [:]
    private var queue: [(time: HostTime, order: Int, id: RequestID?, event: SessionEvent)] = []
    private var order = 0
    /// The time since which each paused download has been paused.
    private(set) var paused: [RequestID: HostTime] = [:]
    private var wake: HostTime?
    private var delivered: [StreamKind: MediaTime] = [:]
    private var position: MediaTime?
    private var playedSince: HostTime?
    private(set) var stalls = 0
    /// Whether the viewer has paused.
    var holdsPosition = false
    private var finished: Set<RequestID> = []
    /// When the bytes of each hinted download came, or why they did not.
    private var hinted: [RequestID: Result<HostTime, FetchError>] = [:]
    /// The downloads of which a part is asked for: how long they are, and how much has come.
    private var heads: [RequestID: (media: MediaRequest, length: Int, count: Int)] = [:]
    /// The bytes of media that came, of downloads that were asked for by their heads.
    private(set) var headBytes = 0
    /// The bytes of a key frame, which each segment begins with; the rest of it is spread evenly.
    var keyFrame = 60_000
    /// The time between key frames within a segment; nil: it has one.
    var keyDistance: Duration?
    /// The play position, each time something happened.
    private(set) var positions: [(now: HostTime, media: MediaTime)] = []

    init(_ url: String, options: SessionOptions = SessionOptions(), answer: @escaping (String, HostTime) -> Answer) {
        session = HLSSession(url: url, options: options)
        self.answer = answer
    }

    var media: [MediaRequest] {
        actions.compactMap { if case .loadMedia(let media) = $0 { media } else { nil } }
    }

    /// The requests that were not given up.
    func delivered(_ stream: StreamKind) -> [MediaRequest] {
        media.filter { $0.stream == stream && !actions.contains(.cancel($0.id)) }
    }

    /// The media that came, in playing order: a request that failed and was repeated keeps its place.
    var played: [MediaRequest] {
        var places: [String: Int] = [:]
        let media = media
        func name(_ media: MediaRequest) -> String {
            "\(media.epoch.generation) \(media.variant) \(media.mediaSequence) \(media.part ?? -1)"
        }
        for (index, request) in media.enumerated() where places[name(request)] == nil { places[name(request)] = index }
        return media.filter { finished.contains($0.id) }.sorted { (places[name($0)] ?? 0) < (places[name($1)] ?? 0) }
    }

    var warnings: [HLSFailure] {
        actions.compactMap { if case .warning(let failure) = $0 { failure } else { nil } }
    }

    var failure: HLSFailure? {
        actions.lazy.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }.first
    }

    var presentations: [PresentationInfo] {
        actions.compactMap { if case .presentationChanged(let info) = $0 { info } else { nil } }
    }

    func loads(of part: String) -> [HostTime] {
        actions.compactMap {
            if case .loadPlaylist(let id, let fetch) = $0, fetch.url.contains(part) { times[id] } else { nil }
        }
    }

    mutating func start() { send(.start) }

    mutating func send(_ event: SessionEvent) {
        for action in session.handle(event, now: now) { perform(action) }
    }

    /// Runs until nothing more can come, or until that much time has passed.
    mutating func run(for duration: Duration) {
        let end = now + duration
        while true {
            let first = queue.indices.min { (queue[$0].time, queue[$0].order) < (queue[$1].time, queue[$1].order) }
            let next = [first.map { queue[$0].time }, wake].compactMap(\.self).min()
            let tick = now + .milliseconds(250)
            if min(next ?? tick, tick) > end { break }
            if let first, queue[first].time <= tick, queue[first].time <= wake ?? .distantFuture {
                let item = queue.remove(at: first)
                now = max(now, item.time)
                play()
                if case .mediaFinished(let id, _) = item.event, let done = media.first(where: { $0.id == id }) {
                    delivered[done.stream] = done.start + done.duration
                    finished.insert(done.id)
                    if position == nil || (done.isFirst && done.stream == .main) {
                        position = done.showFrom ?? done.start
                    }
                }
                send(item.event)
            } else if let due = wake, due <= tick {
                now = max(now, due)
                wake = nil
                play()
                send(.wake)
            } else {
                if next == nil, session.hasStopped { break }
                now = tick
                play()
            }
            report()
        }
        now = max(now, end)
    }

    private mutating func play() {
        defer { playedSince = now }
        guard let position, let since = playedSince, !holdsPosition else { return }
        // Late text stops nothing, nor does a stream that is no longer read.
        let playing = (presentations.last?.streams ?? [.main]).subtracting([.subtitles])
        let limit = delivered.filter { playing.contains($0.key) }.values.min() ?? position
        let moved = position + (now - since)
        if moved > limit, position < limit { stalls += 1 }
        self.position = min(moved, max(limit, position))
        positions.append((now, min(moved, max(limit, position))))
    }

    private mutating func report() {
        guard let position else { return }
        func ahead(_ kind: StreamKind) -> Duration { max(.zero, (delivered[kind] ?? position) - position) }
        send(.buffered(main: ahead(.main), audio: ahead(.audio)))
    }

    private mutating func perform(_ action: SessionAction) {
        actions.append(action)
        switch action {
        case .loadPlaylist(let id, let fetch), .loadKey(let id, _, let fetch):
            times[id] = now
            let (answer, held) = answer(to: fetch.url)
            switch answer {
            case .playlist(let text, let from, let age):
                let body = Array(text.utf8)
                post(
                    id, after: held + roundTrip,
                    .playlistLoaded(
                        id,
                        LoadedPlaylist(
                            body: body, url: from ?? fetch.url, headers: age.map { ["age": "\($0)"] } ?? [:],
                            timing: timing(body.count))))
            case .key(let bytes): post(id, after: roundTrip, .keyLoaded(id, bytes))
            case .error(let error):
                if case .loadKey = action {
                    post(id, after: roundTrip, .keyFailed(id, error))
                } else {
                    post(id, after: held + roundTrip, .playlistFailed(id, error))
                }
            case .media, .silence, .held: break
            }
        case .loadHint(let id, _, let fetch):
            times[id] = now
            let (answer, held) = answer(to: fetch.url)
            switch answer {
            case .media(let bytes):
                var timing = timing(bytes)
                timing.finished = timing.finished + held
                hinted[id] = .success(timing.finished)
                post(id, after: timing.finished - now, .mediaFinished(id, timing))
            case .error(let error):
                hinted[id] = .failure(error)
                post(id, after: held + roundTrip, .mediaFailed(id, .fetch(error)))
            case .playlist, .key, .silence, .held: break
            }
        case .loadMedia(let media) where media.hinted != nil:
            times[media.id] = now
            guard let slice = media.hinted, let there = hinted[slice.download] else { break }
            switch there {
            case .success(let time):
                let timing = FetchTiming(
                    requested: now, firstByte: nil, finished: max(now, time), bytes: 0, reusedConnection: true)
                post(media.id, after: timing.finished - now, .mediaFinished(media.id, timing))
            case .failure(let error): post(media.id, after: roundTrip, .mediaFailed(media.id, .fetch(error)))
            }
        case .loadMedia(let media) where media.head != nil:
            times[media.id] = now
            switch answer(to: media.fetch.url).0 {
            case .media(let bytes):
                heads[media.id] = (media, bytes, 0)
                bring(media.id, to: media.head)
            case .error(let error): post(media.id, after: roundTrip, .mediaFailed(media.id, .fetch(error)))
            case .playlist, .silence, .key, .held: break
            }
        case .limit(let id, let limit): bring(id, to: limit)
        case .loadMedia(let media):
            times[media.id] = now
            switch answer(to: media.fetch.url).0 {
            case .media(let bytes):
                let timing = timing(bytes)
                post(media.id, after: roundTrip, .mediaStarted(media.id, length: bytes))
                var time = Duration.milliseconds(500)
                while now + roundTrip + time < timing.finished {
                    post(
                        media.id, after: roundTrip + time,
                        .mediaProgress(media.id, bytes: Int(time.inSeconds * rate / 8)))
                    time = time + .milliseconds(500)
                }
                post(media.id, after: timing.finished - now, .mediaFinished(media.id, timing))
            case .silence(let bytes):
                if bytes > 0 {
                    post(media.id, after: roundTrip, .mediaStarted(media.id, length: 1_000_000))
                    post(media.id, after: roundTrip, .mediaProgress(media.id, bytes: bytes))
                }
            case .error(let error): post(media.id, after: roundTrip, .mediaFailed(media.id, .fetch(error)))
            case .playlist, .key, .held: break
            }
        case .cancel(let id), .leave(let id):
            queue.removeAll { $0.id == id }
            heads[id] = nil
            paused[id] = nil
        case .pause(let id), .rest(let id, true):
            precondition(paused.updateValue(now, forKey: id) == nil, "paused twice")
            for index in queue.indices where queue[index].id == id {
                queue[index].time = queue[index].time + .seconds(1_000_000)
            }
        case .resume(let id), .rest(let id, false):
            guard let since = paused.removeValue(forKey: id) else { preconditionFailure("resumed without a pause") }
            let shift = now - since
            for index in queue.indices where queue[index].id == id {
                queue[index].time = queue[index].time + shift - .seconds(1_000_000)
                guard case .mediaFinished(_, var timing) = queue[index].event else { continue }
                timing.finished = timing.finished + shift
                queue[index].event = .mediaFinished(id, timing)
            }
        case .wake(let time):
            wake = time
        case .gap(let kind, let start, let duration):
            delivered[kind] = start + duration
        default:
            break
        }
    }

    /// Brings a download as far as is asked for, and says what can be played of it.
    private mutating func bring(_ id: RequestID, to limit: Int?) {
        guard let head = heads[id] else { return }
        let end = min(head.length, max(head.count, limit ?? head.length))
        headBytes += end - head.count
        heads[id]?.count = end
        let timing = timing(end - head.count)
        let delay = timing.finished - now
        post(id, after: roundTrip, .mediaStarted(id, length: head.length))
        if end == head.length {
            heads[id] = nil
            post(id, after: delay, .mediaFinished(id, timing))
        } else {
            post(id, after: delay, .mediaHeld(id, bytes: end, delay: roundTrip))
        }
        let share = Double(max(0, end - keyFrame)) / Double(max(1, head.length - keyFrame))
        let start = head.media.start
        var come = StreamStock(starts: [start], end: start + .seconds(head.media.duration.inSeconds * share))
        if let keyDistance {
            come.starts = Array(
                sequence(first: start) { $0 + keyDistance < come.end ? $0 + keyDistance : nil })
        }
        post(id, after: delay, .stocked(head.media.stream, come))
    }

    private func answer(to url: String) -> (Answer, held: Duration) {
        let first = answer(url, now)
        guard case .held(let until) = first else { return (first, .zero) }
        return (answer(url, until), until - now)
    }

    private func timing(_ bytes: Int) -> FetchTiming {
        let first = now + roundTrip
        return FetchTiming(
            requested: now, firstByte: first, finished: first + .seconds(Double(bytes) * 8 / rate), bytes: bytes,
            reusedConnection: true)
    }

    private mutating func post(_ id: RequestID, after delay: Duration, _ event: SessionEvent) {
        order += 1
        queue.append((now + delay, order, id, event))
    }
}

extension HLSSession {
    var hasStopped: Bool { orders.isClosed }
}

/// A live encoder: a segment of `length` seconds every `length` seconds, from 1970 on `HostTime`.
struct LiveEncoder {
    var length = 2
    var window = 6
    var name = "v"
    var firstNumber = 0
    var hasDates = true
    var extra = ""

    func playlist(at time: HostTime) -> String {
        let newest = Int(time.nanoseconds / 1_000_000_000) / length
        let oldest = newest - window
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:\(length)\n#EXT-X-MEDIA-SEQUENCE:\(oldest + firstNumber)\n\(extra)"
        for number in oldest..<newest {
            if hasDates {
                let seconds = number * length
                let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
                text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T\(clock.joined(separator: ":"))Z\n"
            }
            text += "#EXTINF:\(length),\n\(name)\(number).ts\n"
        }
        return text
    }
}
