import MediaCore
import Testing

@testable import TimedText

@Suite("CEA-708 captions")
struct CEA708Tests {
    /// A packet of service blocks, as triplets.
    private func packet(_ blocks: [(service: Int, bytes: [UInt8])], size: Int? = nil) -> [CaptionTriplet] {
        var body: [UInt8] = []
        for block in blocks {
            if block.service < 7 {
                body.append(UInt8(block.service << 5 | block.bytes.count))
            } else {
                body += [UInt8(7 << 5 | block.bytes.count), UInt8(block.service)]
            }
            body += block.bytes
        }
        if body.count % 2 == 0 { body.append(0) }
        let bytes = [UInt8((size ?? body.count + 1) / 2)] + body
        return stride(from: 0, to: bytes.count, by: 2).map {
            CaptionTriplet($0 == 0 ? .packetStart : .packetData, bytes[$0], bytes[$0 + 1])
        }
    }

    /// A definition of window 0: visible, anchored at the bottom centre, two rows of 32.
    private let define: [UInt8] = [0x98, 0x38, 0x4A, 0x69, 0x71, 0x1F, 0x00]

    private func seen(_ steps: [(Int64, [CaptionTriplet])]) -> [String] {
        var decoder = CaptionDecoder()
        return steps.flatMap { decoder.decode($0.1, at: .ms($0.0)) }.map { change in
            let blocks = change.cues.map { $0.lines.map(\.text).joined(separator: "|") }
            return "\(change.service) \(change.time.nanoseconds / 1_000_000) \(blocks.joined(separator: "/"))"
        }
    }

    @Test("A window is defined, written to, cleared and deleted")
    func window() {
        let steps: [(Int64, [CaptionTriplet])] = [
            (0, packet([(1, define + Array("Hello".utf8))])), (100, packet([(1, [0x0D] + Array("there".utf8))])),
            (200, packet([(1, [0x0D] + Array("again".utf8))])), (300, packet([(1, [0x88, 0x01])])),
            (400, packet([(1, Array("x".utf8))])), (500, packet([(1, [0x8C, 0x01])])),
        ]
        #expect(
            seen(steps) == [
                "SERVICE1 0 Hello", "SERVICE1 100 Hello|there", "SERVICE1 200 there|again", "SERVICE1 300 ",
                "SERVICE1 400 x",
                "SERVICE1 500 ",
            ])
    }

    @Test("The pen's colours stay with what was written in them; white on black is no choice")
    func colors() {
        var decoder = CaptionDecoder()
        // Yellow on solid blue, then white on black, then invisible.
        let bytes =
            define + [0x91, 0x3C, 0x03, 0x00] + Array("a".utf8) + [0x91, 0x3F, 0x00, 0x00] + Array("b".utf8)
            + [0x91, 0xFF, 0xC0, 0x00] + Array("c".utf8)
        let line = decoder.decode(packet([(1, bytes)]), at: .ms(0)).first?.cues.first?.lines.first
        #expect(
            line
                == TextLine([
                    TextRun("a", ink: TextInk(color: TextColor(255, 255, 0), background: TextColor(0, 0, 255))),
                    TextRun("bc"),
                ]))
    }

    @Test("A hidden window is shown, hidden and toggled by its bit")
    func visibility() {
        let hidden: [UInt8] = [0x99, 0x18, 0x4A, 0x69, 0x71, 0x1F, 0x00]
        let steps: [(Int64, [CaptionTriplet])] = [
            (0, packet([(1, hidden + Array("a".utf8))])), (1, packet([(1, [0x89, 0x02])])),
            (2, packet([(1, [0x8A, 0x02])])),
            (3, packet([(1, [0x8B, 0x03])])), (4, packet([(1, [0x8F])])),
        ]
        #expect(seen(steps) == ["SERVICE1 1 a", "SERVICE1 2 ", "SERVICE1 3 a", "SERVICE1 4 "])
    }

    @Test("A packet in many pieces, with several services, one of them beyond six")
    func services() {
        let triplets = packet([
            (1, define + Array("one".utf8)), (2, define + Array("two".utf8)), (9, define + Array("nine".utf8)),
        ])
        #expect(triplets.count > 16)
        let steps = triplets.enumerated().map { (Int64($0.offset), [$0.element]) }
        let last = triplets.count - 1
        #expect(seen(steps) == ["SERVICE1 \(last) one", "SERVICE2 \(last) two", "SERVICE9 \(last) nine"])
    }

    @Test("A packet that is cut short by the next gives what is there; data without a start is nothing")
    func cutShort() {
        let cut = packet([(1, define + Array("one!".utf8))], size: 60)
        #expect(seen([(0, cut), (10, packet([(1, [0x0D])]))]) == ["SERVICE1 10 one!"])
        #expect(seen([(0, Array(cut.dropFirst()))]) == [])
    }

    @Test("A command may be cut in two by the end of a block")
    func splitCommand() {
        let steps: [(Int64, [CaptionTriplet])] = [
            (0, packet([(1, Array(define.prefix(3)))])),
            (1, packet([(1, Array(define.dropFirst(3)) + Array("ok".utf8))])),
        ]
        #expect(seen(steps) == ["SERVICE1 1 ok"])
    }

    @Test("Characters of all sets; those that are not known, and commands of later versions, are passed over")
    func characters() {
        let text: [UInt8] =
            [0xE9, 0x7F, 0x10, 0x25, 0x10, 0x30, 0x10, 0x24, 0x18, 0x4E, 0x2D]
            + [
                0x10, 0x08, 0xAA, 0x10, 0x17, 1, 2, 0x10, 0x83, 1, 2, 3, 4, 0x10, 0x91, 0x02, 1, 2, 0x1F, 1, 2, 0x12, 1,
                0x61,
            ]
        #expect(
            seen([(0, packet([(1, define + text)].map { ($0.0, Array($0.1.prefix(31))) }))]) == ["SERVICE1 0 é♪…█_中"])
        #expect(
            seen([(0, packet([(1, define)])), (1, packet([(1, Array(text.suffix(24)))]))]) == ["SERVICE1 1 a"])
    }

    @Test("Pens give italics and underline; locations, windows and justification give the place")
    func attributes() {
        var decoder = CaptionDecoder()
        let bytes: [UInt8] = define + [0x97, 0, 0, 0x02, 0, 0x90, 0, 0xC0, 0x92, 0x01, 0x03] + Array("hi".utf8)
        let cue = decoder.decode(packet([(1, bytes)]), at: .ms(0)).first?.cues.first
        #expect(cue?.lines == [TextLine([TextRun("hi", [.italic, .underline])])])
        #expect(cue?.placement.line == .fraction(0.1 + 0.8 * (74.0 / 75), .end))
        #expect(cue?.placement.position == 0.5)
        #expect(cue?.placement.positionAnchor == .center)
        #expect(cue?.placement.alignment == .center)
    }

    @Test("No packets trap, whatever is in them")
    func anyPackets() {
        var decoder = CaptionDecoder()
        var state: UInt64 = 1
        for step in 0..<40_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let kind: CaptionTriplet.Kind = state >> 60 == 0 ? .packetStart : .packetData
            _ = decoder.decode(
                [CaptionTriplet(kind, UInt8(truncatingIfNeeded: state >> 40), UInt8(truncatingIfNeeded: state >> 48))],
                at: .ms(Int64(step)))
        }
    }
}
