import Devices
import MediaCore

/// A low-latency server as a function of time: segments of `partsInSegment` parts, each listed when it is
/// complete, from 1970 on `HostTime`.
struct LowLatencyEncoder {
    var base = "http://h/c/"
    var name = "v"
    var part = Duration.milliseconds(500)
    var partsInSegment = 4
    var window = 8
    /// The hold-back, in parts.
    var holdBack = 3
    var hasDates = true
    var canBlock = true
    var canSkip = true
    var hasHints = true
    /// Parts are byte ranges of their segment, which is hinted without an end.
    var isRanged = false
    /// The names of the other playlists, for rendition reports.
    var others: [String] = []
    var independentParts: Set<Int> = [0]
    var mapChanges = 0

    var segment: Duration { part * partsInSegment }
    static let partBytes = 40_000

    /// The index of the part that is being made.
    private func count(_ time: HostTime) -> Int { Int(time.nanoseconds / part.nanoseconds) }
    private func done(_ number: Int) -> HostTime { HostTime(nanoseconds: Int64(number + 1) * part.nanoseconds) }

    func answer(_ url: String, _ now: HostTime) -> Simulation.Answer {
        let pieces = url.split(separator: "?", maxSplits: 1)
        var query: [String: String] = [:]
        for pair in (pieces.count > 1 ? pieces[1] : "").split(separator: "&") {
            let parts = pair.split(separator: "=")
            query[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        let path = pieces[0].dropFirst(base.count)
        if path.hasSuffix(".m3u8") { return playlist(query, now) }
        // v500.mp4, v500.2.mp4
        let numbers = path.dropFirst(name.count).split(separator: ".").compactMap { Int($0) }
        guard let segment = numbers.first else { return .error(.status(404, url: url, retryAfter: nil)) }
        let first = segment * partsInSegment
        if numbers.count == 2 {
            let number = first + numbers[1]
            if count(now) > number { return .media(bytes: Self.partBytes) }
            // Only the next part may be requested before it is there.
            return number == count(now) && hasHints
                ? .held(until: done(number)) : .error(.status(404, url: url, retryAfter: nil))
        }
        let isThere = count(now) >= first + partsInSegment
        if isThere || isRanged { return .media(bytes: Self.partBytes * partsInSegment) }
        return .error(.status(404, url: url, retryAfter: nil))
    }

    private func playlist(_ query: [String: String], _ now: HostTime) -> Simulation.Answer {
        if query["_HLS_part"] != nil, query["_HLS_msn"] == nil {
            return .error(.status(400, url: base, retryAfter: nil))
        }
        if canBlock, let number = query["_HLS_msn"].flatMap({ Int($0) }) {
            let last = count(now) / partsInSegment
            guard number <= last + 2 else { return .error(.status(400, url: base, retryAfter: nil)) }
            let wanted = number * partsInSegment + (query["_HLS_part"].flatMap { Int($0) } ?? partsInSegment - 1)
            if count(now) <= wanted { return .held(until: done(wanted)) }
        }
        return .playlist(text(at: now, skips: canSkip && query["_HLS_skip"] != nil))
    }

    func text(at now: HostTime, skips: Bool = false) -> String {
        let parts = count(now)
        let next = parts / partsInSegment
        let oldest = next - window
        let target = Int(segment.inSeconds.rounded(.up))
        var text = "#EXTM3U\n#EXT-X-VERSION:10\n#EXT-X-TARGETDURATION:\(target)\n"
        var control = ["PART-HOLD-BACK=\((part * holdBack).inSeconds)"]
        if canBlock { control.append("CAN-BLOCK-RELOAD=YES") }
        if canSkip { control.append("CAN-SKIP-UNTIL=\(target * 6)") }
        text +=
            "#EXT-X-SERVER-CONTROL:\(control.joined(separator: ","))\n#EXT-X-PART-INF:PART-TARGET=\(part.inSeconds)\n"
        text += "#EXT-X-MEDIA-SEQUENCE:\(oldest)\n"
        var first = oldest
        let skipped = window - 6
        if skips, skipped > 0 {
            text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n"
            first += skipped
        }
        for number in first...next {
            let there = min(partsInSegment, parts - number * partsInSegment)
            if number == next, there == 0 { break }
            if mapChanges > 0, number % mapChanges == 0 || number == oldest {
                text += "#EXT-X-MAP:URI=\"i\(number / mapChanges).mp4\"\n"
            }
            if hasDates { text += "#EXT-X-PROGRAM-DATE-TIME:\(date(number))\n" }
            if number >= next - 3 {
                for index in 0..<there { text += line(number, index) }
            }
            if number < next { text += "#EXTINF:\(segment.inSeconds),\n\(name)\(number).mp4\n" }
        }
        if hasHints {
            let (number, index) = (parts / partsInSegment, parts % partsInSegment)
            text +=
                isRanged
                ? "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(name)\(number).mp4\",BYTERANGE-START=\(index * Self.partBytes)\n"
                : "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(name)\(number).\(index).mp4\"\n"
        }
        for other in others {
            text +=
                "#EXT-X-RENDITION-REPORT:URI=\"\(other)\",LAST-MSN=\((parts - 1) / partsInSegment),LAST-PART=\((parts - 1) % partsInSegment)\n"
        }
        return text
    }

    private func line(_ number: Int, _ index: Int) -> String {
        let independent = independentParts.contains(index) ? ",INDEPENDENT=YES" : ""
        let place =
            isRanged
            ? "URI=\"\(name)\(number).mp4\",BYTERANGE=\"\(Self.partBytes)@\(index * Self.partBytes)\""
            : "URI=\"\(name)\(number).\(index).mp4\""
        return "#EXT-X-PART:DURATION=\(part.inSeconds),\(place)\(independent)\n"
    }

    private func date(_ number: Int) -> String {
        let milliseconds = Int64(number) * segment.nanoseconds / 1_000_000
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let rest = milliseconds % 1000
        return "2026-01-01T\(clock.joined(separator: ":")).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)Z"
    }

    /// How far the position `now` is behind what is being made, for a session that joined at `start`.
    func latency(_ position: (now: HostTime, media: MediaTime), joinedAt start: HostTime) -> Duration {
        // The timeline's zero is the first segment of the first window.
        let zero = HostTime(nanoseconds: Int64(count(start) / partsInSegment - window) * segment.nanoseconds)
        return position.now - (zero + (position.media - .zero))
    }
}
