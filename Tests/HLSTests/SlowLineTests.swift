import Devices
import MediaCore
import Testing

@testable import HLS

/// A viewer behind a line that all downloads share, and whose queue holds what was sent before it was given up.
private struct SharedLine {
    struct Course: CustomStringConvertible {
        /// Bits a second, each from a time on, in seconds.
        var rates: [(from: Double, rate: Double)]
        var segment: Int
        var ladder: [Double] = [0.5e6, 1.2e6, 3e6, 5e6]
        var roundTrip = 0.05
        /// Bits of a download that still come after it was given up.
        var queue = 0.0
        /// Somebody else takes so much of it.
        var share = 1.0

        var description: String {
            "\(segment) s, \(rates.map { "\($0.rate / 1e6) from \($0.from)" }), round trip \(roundTrip), queue \(queue / 8000) kB, share \(share)"
        }
    }

    /// One download of media, as an onlooker sees it.
    struct Story {
        var request: MediaRequest
        var asked: Double
        /// Since when its bytes say that it comes too late and a lower variant's would come in half the time.
        var knownSince: Double?
        var longestKnown = 0.0
        var cancelled: Double?
        var finished: Double?
    }

    private struct Flow {
        var begins: Double
        var left: Double
        let total: Double
        var media: MediaRequest?
        var playlist: String?
        var hasBegun = false
        var told = 0.0
        /// Bits that were there at these times.
        var marks: [(time: Double, bits: Double)] = []
    }

    let course: Course
    private var session: HLSSession
    private var now = 6000.7
    private let began = 6000.7
    private var flows: [RequestID: Flow] = [:]
    private var stale = 0.0
    private var wake: Double?
    private(set) var stories: [RequestID: Story] = [:]
    private(set) var order: [RequestID] = []
    private var position: Double?
    private var complete = 0.0
    private var isStalled = true
    private(set) var stoodStill = 0.0
    private(set) var said = 0

    private static let step = 0.02

    init(_ course: Course) {
        self.course = course
        session = HLSSession(url: "http://h/main.m3u8", options: SessionOptions())
    }

    private var host: HostTime { HostTime(nanoseconds: Int64(now * 1e9)) }
    private var elapsed: Double { now - began }

    private var rate: Double { (course.rates.last { $0.from <= elapsed }?.rate ?? 5e6) * course.share }

    private func bits(_ variant: Int) -> Double { course.ladder[variant] * Double(course.segment) }

    private func text(_ url: String) -> String {
        if url.hasSuffix("main.m3u8") {
            return course.ladder.indices.reduce("#EXTM3U\n") {
                $0 + "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(course.ladder[$1] * 1.1)),AVERAGE-BANDWIDTH=\(Int(course.ladder[$1]))\n\($1)/l.m3u8\n"
            }
        }
        let newest = Int(now) / course.segment
        return (newest - 10..<newest).reduce(
            "#EXTM3U\n#EXT-X-TARGETDURATION:\(course.segment)\n#EXT-X-MEDIA-SEQUENCE:\(newest - 10)\n"
        ) { $0 + "#EXT-X-PROGRAM-DATE-TIME:\(date($1))\n#EXTINF:\(course.segment),\n\($1).ts\n" }
    }

    private func date(_ number: Int) -> String {
        let seconds = number * course.segment
        let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "2026-01-01T\(clock.joined(separator: ":"))Z"
    }

    private mutating func send(_ event: SessionEvent) {
        for action in session.handle(event, now: host) { perform(action) }
    }

    private mutating func perform(_ action: SessionAction) {
        switch action {
        case .warning(.lineTooSlow): said += 1
        case .loadPlaylist(let id, let fetch):
            let size = Double(text(fetch.url).utf8.count) * 8 + 2400
            flows[id] = Flow(begins: now + course.roundTrip, left: size, total: size, playlist: fetch.url)
        case .loadMedia(let media):
            let size = bits(media.variant)
            flows[media.id] = Flow(
                begins: now + course.roundTrip * (media.fetch.needsNewConnection ? 2 : 1), left: size, total: size, media: media)
            stories[media.id] = Story(request: media, asked: now)
            order.append(media.id)
            if position == nil { position = media.start.seconds }
            if media.isFirst { complete = max(complete, media.start.seconds) }
        case .cancel(let id):
            guard let flow = flows.removeValue(forKey: id) else { return }
            if flow.hasBegun { stale += min(flow.left, course.queue) }
            stories[id]?.cancelled = now
        case .wake(let time): wake = time.map { Double($0.nanoseconds) / 1e9 }
        default: break
        }
    }

    /// Media up to here, with what has come of the segment under way.
    private var reach: Double {
        let under = order.last.flatMap { flows[$0] }.flatMap { flow in
            flow.media.map { $0.start.seconds + $0.duration.inSeconds * (1 - flow.left / flow.total) }
        }
        return max(complete, under ?? complete)
    }

    private mutating func play() {
        guard let at = position else { return }
        if isStalled {
            if elapsed > 5 { stoodStill += Self.step }
            isStalled = reach - at < 0.5
            return
        }
        position = min(reach, at + Self.step)
        if reach <= at + Self.step { isStalled = true }
    }

    private mutating func carry() {
        var capacity = rate * Self.step
        let old = min(stale, capacity)
        stale -= old
        capacity -= old
        while capacity > 1e-6 {
            let active = flows.filter { $0.value.begins <= now && $0.value.left > 0 }.keys
            guard !active.isEmpty else { break }
            let part = capacity / Double(active.count)
            for id in active.sorted() {
                let took = min(part, flows[id]?.left ?? 0)
                flows[id]?.left -= took
                capacity -= took
                flows[id]?.hasBegun = true
            }
        }
        for id in flows.keys.sorted() {
            guard let flow = flows[id], flow.hasBegun else { continue }
            if let media = flow.media {
                if flow.marks.isEmpty {
                    flows[id]?.marks = [(now, 0)]
                    flows[id]?.told = now
                    send(.mediaStarted(id, length: Int(flow.total / 8)))
                } else {
                    flows[id]?.marks.append((now, flow.total - flow.left))
                    if flow.left > 0, now - flow.told >= 0.1 {
                        flows[id]?.told = now
                        send(.mediaProgress(id, bytes: Int((flow.total - flow.left) / 8)))
                    }
                }
                guard flow.left <= 0 else { continue }
                flows[id] = nil
                complete = max(complete, (media.start + media.duration).seconds)
                stories[id]?.finished = now
                send(.mediaFinished(id, timing(flow)))
            } else if flow.left <= 0, let url = flow.playlist {
                flows[id] = nil
                send(.playlistLoaded(id, LoadedPlaylist(body: Array(text(url).utf8), url: url, headers: [:], timing: timing(flow))))
            }
        }
    }

    private func timing(_ flow: Flow) -> FetchTiming {
        func host(_ time: Double) -> HostTime { HostTime(nanoseconds: Int64(time * 1e9)) }
        return FetchTiming(
            requested: host(flow.begins - course.roundTrip), firstByte: host(flow.marks.first?.time ?? flow.begins), finished: self.host,
            bytes: Int(flow.total / 8), reusedConnection: true)
    }

    /// What half a second of bytes tells anybody.
    private mutating func judge() {
        guard let at = position else { return }
        for (id, flow) in flows {
            guard let media = flow.media, media.variant > 0, var story = stories[id] else { continue }
            defer { stories[id] = story }
            guard let first = flow.marks.first, now - first.time >= 0.5,
                let then = flow.marks.last(where: { $0.time <= now - 0.5 })
            else { continue }
            let rate = (flow.total - flow.left - then.bits) / (now - then.time)
            let left = flow.left / max(rate, 1)
            // Though the line were half as good again: less is a tremble.
            let isLate = left / 1.5 > max(0, complete - at) + media.duration.inSeconds
            let other = bits(0) / max(rate, 1) + course.roundTrip * 3
            if isLate, rate > 1, other < left / 2 {
                story.knownSince = story.knownSince ?? now
            } else {
                story.knownSince = nil
            }
            if let since = story.knownSince { story.longestKnown = max(story.longestKnown, now - since) }
        }
    }

    /// For a person.
    var summary: String {
        "stood still for \(stoodStill) s: "
            + order.compactMap { id in
                stories[id].map { "\($0.request.variant) of \($0.request.mediaSequence) at \($0.asked - began)\($0.cancelled.map { ", given up at \($0 - began)" } ?? "")" }
            }.joined(separator: "; ")
    }

    mutating func watch(seconds: Double) {
        send(.start)
        var reported = now
        while elapsed < seconds {
            now += Self.step
            play()
            carry()
            judge()
            if let due = wake, due <= now {
                wake = nil
                send(.wake)
            }
            if now - reported >= 0.25, let position {
                reported = now
                send(.buffered(main: .seconds(max(0, complete - position)), audio: .zero))
            }
        }
    }
}

@Suite("A line that drops")
struct SlowLineTests {
    private struct Random {
        var state: UInt64

        mutating func unit() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }

        mutating func course() -> SharedLine.Course {
            let segment = [1, 2, 4, 6][Int(unit() * 4)]
            var rates = [(from: 0.0, rate: 6e6 + unit() * 14e6)]
            var time = 20 + unit() * Double(segment)
            for _ in 0..<3 {
                rates.append((time, 0.5e6 + unit() * unit() * 2e6))
                time += 15 + unit() * 15
                rates.append((time, 4e6 + unit() * 16e6))
                time += 15 + unit() * 15
            }
            let isShared = unit() < 0.3
            // It carries the lowest at least.
            if isShared { rates = rates.map { ($0.from, max($0.rate, 1e6)) } }
            return SharedLine.Course(rates: rates, segment: segment, roundTrip: 0.01 + unit() * 0.1, share: isShared ? 0.5 : 1)
        }
    }

    @Test("What can't come in time is replaced by a lower variant that the line carries, within a second of when its bytes say so")
    func replaced() {
        var wrong: [String] = []
        var replacements = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = Random(state: seed &* 0x9E37_79B9)
            let course = random.course()
            var line = SharedLine(course)
            line.watch(seconds: 130)
            for (number, id) in line.order.enumerated() {
                guard let story = line.stories[id] else { continue }
                if story.longestKnown > 1 { wrong.append("seed \(seed), \(course): known for \(story.longestKnown) s of \(story.request.variant) asked at \(story.asked - 6000.7)") }
                guard story.cancelled != nil, let since = story.knownSince else { continue }
                let next = line.order.dropFirst(number + 1).lazy.compactMap { line.stories[$0] }.first
                replacements += 1
                // The other's playlist, a kilobyte, comes over the same line.
                guard let next, next.request.variant < story.request.variant, next.asked - since < 1.2 else {
                    wrong.append("seed \(seed), \(course): \(story.request.variant) asked at \(story.asked - 6000.7), known \(since - 6000.7), then \(next.map { "\($0.request.variant) at \($0.asked - 6000.7)" } ?? "nothing")")
                    continue
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(8).joined(separator: "\n"))")
        #expect(replacements > 8, "\(replacements)")
    }

    @Test("From 8 Mbit/s to 1 in the middle of a segment it hardly stands still, also behind a router that queues", arguments: [0, 450_000.0 * 8])
    func drop(queue: Double) {
        var worst = (stoodStill: 0.0, summary: "")
        for tenth in 0..<20 {
            var line = SharedLine(
                SharedLine.Course(
                    rates: [(0, 8e6), (20 + Double(tenth) * 0.1, 1e6)], segment: 2, ladder: [0.54e6, 1.34e6, 3.14e6], roundTrip: 0.06, queue: queue))
            line.watch(seconds: 80)
            if line.stoodStill > worst.stoodStill { worst = (line.stoodStill, line.summary) }
        }
        // What the queue holds is 3.6 s of this line.
        #expect(worst.stoodStill <= (queue > 0 ? 3.6 : 0.4), "\(worst.summary)")
    }

    @Test("With one variant only nothing replaces it, and no byte is thrown away")
    func alone() {
        var line = SharedLine(SharedLine.Course(rates: [(0, 8e6), (20, 1e6), (60, 9e6)], segment: 4, ladder: [3e6]))
        line.watch(seconds: 120)
        #expect(line.stories.values.allSatisfy { $0.cancelled == nil })
        #expect(line.said == 1, "and it is said, once a minute at the most")
        #expect(line.stoodStill > 5)
    }
}
