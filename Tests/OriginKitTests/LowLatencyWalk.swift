import Testing

@testable import OriginKit

/// A playlist of the origin, read only as far as the standard's server rules need.
private struct Listed {
    struct Part: Equatable {
        let sequence: Int64
        let index: Int
        let seconds: Double
        let isIndependent: Bool
        let isGap: Bool
        let resource: String
    }

    var sequence: Int64 = 0
    var discontinuitySequence: Int64 = 0
    var partTarget = 0.0
    var partHoldBack = 0.0
    var skipUntil = 0.0
    var skipped = 0
    var segments: [(uri: String, date: String?, discontinuities: Int64, map: String?)] = []
    var parts: [Part] = []
    var hints: [String: String] = [:]
    var reports: [String] = []
    /// The duration of everything that is listed, in seconds.
    var duration = 0.0
    var hasDateAtEdge = true

    init(_ text: String) throws {
        var date: String?
        var map: String?
        var discontinuities: Int64 = 0
        var index = 0
        var open = 0.0
        func attribute(_ line: String, _ name: String) -> String? {
            guard let found = line.firstRange(of: ":\(name)=") ?? line.firstRange(of: ",\(name)=") else { return nil }
            let value = line[found.upperBound...]
            return String(value.first == "\"" ? value.dropFirst().prefix { $0 != "\"" } : value.prefix { $0 != "," })
        }
        for line in text.split(separator: "\n").map(String.init) {
            func value(_ name: String) -> Double { attribute(line, name).flatMap { Double($0) } ?? -1 }
            if line.hasPrefix("#EXT-X-MEDIA-SEQUENCE:") { sequence = try #require(Int64(line.dropFirst(22))) }
            if line.hasPrefix("#EXT-X-DISCONTINUITY-SEQUENCE:") {
                discontinuitySequence = try #require(Int64(line.dropFirst(30)))
                discontinuities = discontinuitySequence
            }
            if line == "#EXT-X-DISCONTINUITY" { discontinuities += 1 }
            if line.hasPrefix("#EXT-X-PART-INF") { partTarget = value("PART-TARGET") }
            if line.hasPrefix("#EXT-X-SERVER-CONTROL") {
                partHoldBack = value("PART-HOLD-BACK")
                skipUntil = value("CAN-SKIP-UNTIL")
            }
            if line.hasPrefix("#EXT-X-SKIP") {
                skipped = Int(value("SKIPPED-SEGMENTS"))
                duration += Double(skipped) * 2
            }
            if line.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") { date = String(line.dropFirst(25)) }
            if line.hasPrefix("#EXT-X-MAP") { map = attribute(line, "URI") }
            if line.hasPrefix("#EXT-X-PART:") {
                if date == nil { hasDateAtEdge = false }
                let uri = try #require(attribute(line, "URI"))
                parts.append(
                    Part(
                        sequence: sequence + Int64(skipped + segments.count), index: index, seconds: value("DURATION"),
                        isIndependent: attribute(line, "INDEPENDENT") == "YES", isGap: attribute(line, "GAP") == "YES",
                        resource: uri + (attribute(line, "BYTERANGE").map { " " + $0 } ?? "")))
                index += 1
                open += value("DURATION")
            }
            if line.hasPrefix("#EXT-X-PRELOAD-HINT") {
                hints[try #require(attribute(line, "TYPE"))] =
                    try #require(attribute(line, "URI"))
                    + (attribute(line, "BYTERANGE-START").map { " @" + $0 } ?? "")
            }
            if line.hasPrefix("#EXT-X-RENDITION-REPORT") { reports.append(line) }
            if !line.hasPrefix("#") {
                segments.append((line, date, discontinuities, map))
                date = nil
                index = 0
                open = 0
                duration += 2
            }
        }
        duration += open
    }
}

@Suite(
    "A low-latency playlist over time keeps the server's rules",
    .enabled(if: OriginFixture.hasFFmpeg, OriginFixture.skipped))
struct LowLatencyWalk {
    /// Walks through 24 s with a break in them, from 10 to 20 s: each request asks for the next part, at the time it
    /// is answered.
    @Test(
        "Parts, hints, reports, deltas and numbers hold over 24 s",
        arguments: [
            "ll=1", "ll=1&container=fmp4", "ll=1&ads=size&container=fmp4", "ll=range&container=fmp4",
            "ll=1&parts=4&hold=2&ads=1",
            "ll=1&gap=5",
        ])
    func walk(query: String) throws {
        let origin = try OriginFixture.origin()
        let perSegment = query.contains("parts=4") ? 8 : 6
        func get(_ path: String, _ query: String, _ now: Double) -> OriginAnswer {
            origin.answer(path: path, query: query, now: now, base: "")
        }
        var now = 1_000_000.0
        var before = try Listed(get("/ch/1/180.m3u8", query, now).text)
        /// The known segments by number.
        var known: [Int64: (uri: String, discontinuities: Int64)] = [:]
        var seen: [String: Listed.Part] = [:]
        var next: (sequence: Int64, part: Int) = (before.sequence + Int64(before.segments.count), 0)
        for _ in 0..<24 * perSegment / 2 {
            let asked = query + "&_HLS_msn=\(next.sequence)&_HLS_part=\(next.part)"
            let answer = get("/ch/1/180.m3u8", asked, now)
            #expect(answer.status == 200)
            // RFC 8216bis 6.2.5.2: the answer comes with the part, and not later than three target durations.
            let time = try #require(answer.notBefore)
            #expect(time > now && time <= now + before.partTarget + 0.001)
            now = time
            let text = answer.text
            let list = try Listed(text)
            #expect(!text.contains("_HLS_"))
            // B.1: the requested part is the last one listed.
            let last = try #require(list.parts.last)
            #expect(last.sequence == next.sequence && last.index == next.part)
            #expect(list.hasDateAtEdge)
            // 4.4.3.8: at least twice the part target, and six target durations.
            #expect(list.partHoldBack >= 2 * list.partTarget && list.skipUntil >= 12)
            // 4.4.4.9: a part is at most the part target long, and at least 85 % of it, unless it is independent.
            for part in list.parts {
                #expect(part.seconds <= list.partTarget)
                #expect(
                    part.isIndependent || part.isGap || part.index == perSegment - 1
                        || part.seconds >= 0.85 * list.partTarget)
                #expect(part.index > 0 || part.isIndependent)
            }
            // 4.4.4.9: parts only of the last three target durations, and of whole segments.
            #expect(list.parts.reduce(0) { $0 + $1.seconds } <= 6 + 0.001)
            #expect(Set(list.parts.filter { $0.index == 0 }.map(\.sequence)) == Set(list.parts.map(\.sequence)))
            // 4.4.5.3: the hinted part is the one that came.
            if query.contains("ll=1") {
                #expect(before.hints["PART"] == last.resource)
                if last.index > perSegment - 3 {
                    let hinted = get("/ch/1/" + (try #require(list.hints["PART"]).split(separator: "?")[0]), query, now)
                    #expect(hinted.status == 200)
                    #expect(try #require(hinted.notBefore) > now)
                }
            } else {
                let hint = try #require(before.hints["PART"]).split(separator: " @")
                let range = try #require(last.resource.split(separator: " ").last).split(separator: "@")
                #expect(last.resource.hasPrefix(hint[0]))
                #expect(range.last.map(String.init) == (hint.count > 1 ? String(hint[1]) : "0"))
            }
            if let map = before.hints["MAP"] {
                #expect(last.index == 0 && text.contains("#EXT-X-MAP:URI=\"\(map)\""))
            }
            // 4.4.5.4: there is a true report of each other playlist.
            #expect(
                list.reports == [
                    "#EXT-X-RENDITION-REPORT:URI=\"90.m3u8?\(query)\",LAST-MSN=\(last.sequence),LAST-PART=\(last.index)"
                ])
            #expect(
                try Listed(get("/ch/1/90.m3u8", query, now).text).parts.last.map { [$0.sequence, Int64($0.index)] }
                    == [last.sequence, Int64(last.index)])
            // 6.2.2: numbers rise, and segments and parts do not change.
            #expect(list.sequence >= before.sequence && list.sequence <= before.sequence + 1)
            for (offset, segment) in list.segments.enumerated() {
                let number = list.sequence + Int64(offset)
                if let old = known[number] {
                    #expect(old.uri == segment.uri && old.discontinuities == segment.discontinuities)
                }
                known[number] = (segment.uri, segment.discontinuities)
                #expect(segment.date != nil)
            }
            for part in list.parts {
                if let old = seen[part.resource] { #expect(old == part) }
                seen[part.resource] = part
            }
            // 6.2.5.1: a delta update omits exactly what lies behind the skip boundary.
            let delta = get("/ch/1/180.m3u8", query + "&_HLS_skip=YES", now).text
            let skip = try Listed(delta)
            #expect(skip.skipped > 0 && skip.skipped + skip.segments.count == list.segments.count)
            #expect(skip.sequence == list.sequence)
            #expect(list.duration - Double(skip.skipped) * 2 >= list.skipUntil - 0.001)
            let tail = text.split(separator: "\n").suffix(delta.split(separator: "\n").count - 10)
            #expect(delta.hasSuffix(tail.joined(separator: "\n") + "\n"))
            before = list
            next = last.index + 1 < perSegment ? (last.sequence, last.index + 1) : (last.sequence + 1, 0)
        }
        // Requests beyond the limits, and meaningless ones.
        let number = before.sequence + Int64(before.segments.count)
        #expect(get("/ch/1/180.m3u8", query + "&_HLS_msn=\(number + 2)", now).status == 400)
        #expect(get("/ch/1/180.m3u8", query + "&_HLS_msn=\(number + 1)&_HLS_part=7", now).status == 400)
        #expect(get("/ch/1/180.m3u8", query + "&_HLS_part=1", now).status == 400)
        // A request for something that is there already is answered at once.
        #expect(try #require(get("/ch/1/180.m3u8", query + "&_HLS_msn=\(number - 2)", now).notBefore) <= now)
    }
}
