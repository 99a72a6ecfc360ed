import Testing

@testable import OriginKit

@Suite("Low latency: parts, blocking and hints")
struct LowLatencyTests {
    private let two = SegmentTimeline(segmentSeconds: 2)

    private func parts(_ framesPerSecond: Int = 25, _ perSecond: Int = 3) throws -> PartTimeline {
        let two = try #require(two)
        return try #require(PartTimeline(segments: two, framesPerSecond: framesPerSecond, partsPerSecond: perSecond))
    }

    @Test("All but a second's first part last 85 % of the target or more, and end behind an odd picture")
    func partLengths() throws {
        for framesPerSecond in [24, 25, 30, 50, 60] {
            for perSecond in 1...4 {
                let parts = try parts(framesPerSecond, perSecond)
                #expect(parts.ends.count == perSecond)
                #expect(parts.ends.last == framesPerSecond)
                #expect(parts.ends.dropLast().allSatisfy { $0 % 2 == 1 })
                for part in parts.ends.indices.dropFirst() {
                    #expect(
                        Double(parts.frames(part).count) >= 0.85 * Double(parts.longestPart),
                        "\(framesPerSecond) \(perSecond)")
                }
            }
        }
        #expect(try parts().ends == [9, 17, 25])
        #expect(PartTimeline(segments: try #require(two), framesPerSecond: 25, partsPerSecond: 5) == nil)
    }

    @Test("A part exists once its time is over")
    func edge() throws {
        let parts = try parts()
        #expect(parts.edge(now: 1000) == .init(segment: 500, part: 0))
        #expect(parts.edge(now: 1000.359) == .init(segment: 500, part: 0))
        #expect(parts.edge(now: parts.completion(.init(segment: 500, part: 0))) == .init(segment: 500, part: 1))
        #expect(parts.edge(now: 1001.9) == .init(segment: 500, part: 5))
        #expect(parts.completion(.init(segment: 500, part: 5)) == 1002)
        #expect(parts.normalised(segment: 500, part: 6) == .init(segment: 501, part: 0))
        #expect(parts.position(parts.count(.init(segment: 500, part: 4)) + 3) == .init(segment: 501, part: 1))
    }

    @Test("A blocking reload waits for what it names, and is refused too far ahead")
    func blocking() throws {
        let reload = BlockingReload(timeline: try #require(two), parts: try parts())
        // The last complete segment is 499; part 0 of 500 exists.
        let now = 1000.5
        #expect(reload.decision(sequence: 499, part: nil, now: now) == .at(1000))
        #expect(reload.decision(sequence: 500, part: nil, now: now) == .at(1002))
        #expect(reload.decision(sequence: 501, part: nil, now: now) == .at(1004))
        #expect(reload.decision(sequence: 502, part: nil, now: now) == .tooFar)
        #expect(reload.decision(sequence: 500, part: 1, now: now) == .at(1000 + 17.0 / 25))
        #expect(reload.decision(sequence: 500, part: 6, now: now) == .at(1002.36))
        // 3 s in parts of 0.36 s: up to nine parts after the last one, part 0 of 500, may be
        // requested.
        #expect(reload.decision(sequence: 501, part: 3, now: now) == .at(1003.36))
        #expect(reload.decision(sequence: 501, part: 4, now: now) == .tooFar)
        let ordinary = BlockingReload(timeline: try #require(two), parts: nil)
        #expect(ordinary.decision(sequence: 500, part: 3, now: now) == .at(1002))
    }

    @Test("Directives are read, stay with their request, and a part without its segment is refused")
    func directives() {
        #expect(
            DeliveryDirectives(Origin.pairs("_HLS_msn=4&_HLS_part=2&_HLS_skip=v2&ll=1"))
                .map { [$0.sequence.map { Int($0) }, $0.part] } == [4, 2])
        #expect(DeliveryDirectives(Origin.pairs("_HLS_skip=YES"))?.skip == .segments)
        for wrong in [
            "_HLS_part=2", "_HLS_msn=x", "_HLS_msn=-1", "_HLS_msn=1&_HLS_part=", "_HLS_msn=99999999999999999999",
        ] {
            #expect(DeliveryDirectives(Origin.pairs(wrong)) == nil, "\(wrong)")
        }
        #expect(DeliveryDirectives.removed(from: "ll=1&_HLS_msn=4&a=b&_HLS_skip=YES") == "ll=1&a=b")
    }

    @Test("Ranges are read as RFC 9110 has them")
    func ranges() {
        #expect(ByteRange(header: "bytes=4-7").map { [$0.first, $0.last] } == [4, 7])
        #expect(ByteRange(header: "bytes=4-")?.isOpen == true)
        #expect(ByteRange(header: "bytes=4-9007199254740991")?.isOpen == true)
        for wrong in ["bytes=7-4", "bytes=-4", "items=1-2", "bytes=1-2-3", "bytes="] {
            #expect(ByteRange(header: wrong) == nil, "\(wrong)")
        }
        var answer = OriginAnswer(body: .bytes([0, 1, 2, 3]))
        ByteRange(header: "bytes=1-2")?.narrow(&answer)
        #expect(answer.status == 206)
        #expect(answer.bytes == [1, 2])
        #expect(answer.header("Content-Range") == "bytes 1-2/4")
        answer = OriginAnswer(body: .bytes([0, 1, 2, 3]))
        ByteRange(header: "bytes=4-")?.narrow(&answer)
        #expect(answer.status == 416)
        answer = OriginAnswer(body: .growing([.init(at: 1, bytes: [0, 1]), .init(at: 2, bytes: [2, 3])]))
        ByteRange(header: "bytes=3-")?.narrow(&answer)
        if case .growing(let growths) = answer.body {
            #expect(growths == [.init(at: 2, bytes: [3])])
        } else {
            Issue.record("it grows no longer")
        }
        #expect(answer.notBefore == 2)
    }
}
