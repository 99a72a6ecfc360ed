import MediaCore
import Testing

@testable import TimedText

@Suite("CEA-608 captions")
struct CEA608Tests {
    /// The byte with odd parity, as in line 21.
    private func odd(_ byte: UInt8) -> UInt8 { byte.nonzeroBitCount % 2 == 1 ? byte : byte | 0x80 }

    private func pair(_ first: UInt8, _ second: UInt8, _ kind: CaptionTriplet.Kind = .field1) -> CaptionTriplet {
        CaptionTriplet(kind, odd(first), odd(second))
    }

    /// A control code, doubled as it is sent.
    private func code(_ first: UInt8, _ second: UInt8, _ kind: CaptionTriplet.Kind = .field1) -> [CaptionTriplet] {
        [pair(first, second, kind), pair(first, second, kind)]
    }

    private func words(_ text: String, _ kind: CaptionTriplet.Kind = .field1) -> [CaptionTriplet] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: 2).map {
            pair(bytes[$0], $0 + 1 < bytes.count ? bytes[$0 + 1] : 0, kind)
        }
    }

    /// The text after each change, with its time in milliseconds, rows parted by `|` and blocks by
    /// `/`.
    private func seen(_ steps: [(Int64, [CaptionTriplet])]) -> [String] {
        var decoder = CaptionDecoder()
        return steps.flatMap { decoder.decode($0.1, at: .ms($0.0)) }.map { change in
            let blocks = change.cues.map { $0.lines.map(\.text).joined(separator: "|") }
            return "\(change.service) \(change.time.nanoseconds / 1_000_000) \(blocks.joined(separator: "/"))"
        }
    }

    @Test("Pop-on: what is loaded is seen when the memories are swapped, and goes with the erasure")
    func popOn() {
        let load =
            code(0x14, 0x20) + code(0x14, 0x2E) + code(0x14, 0x40) + words("- Who's") + code(0x14, 0x60)
            + words("there?")
        #expect(
            seen([(100, load), (200, code(0x14, 0x2F)), (300, []), (2000, code(0x14, 0x2C))]) == [
                "CC1 200 - Who's|there?", "CC1 2000 ",
            ])
    }

    @Test("Pop-on: the next caption is loaded while one is seen")
    func popOnOverlapped() {
        let first = code(0x14, 0x20) + code(0x14, 0x2E) + code(0x14, 0x60) + words("one") + code(0x14, 0x2F)
        let second = code(0x14, 0x20) + code(0x14, 0x2E) + code(0x14, 0x60) + words("two")
        #expect(seen([(0, first), (500, second), (1000, code(0x14, 0x2F))]) == ["CC1 0 one", "CC1 1000 two"])
    }

    @Test("Roll-up: a carriage return moves the rows up, the oldest goes")
    func rollUp() {
        let steps: [(Int64, [CaptionTriplet])] = [
            (0, code(0x14, 0x25) + code(0x14, 0x2D) + code(0x14, 0x60) + words("A1")),
            (100, code(0x14, 0x2D) + words("B2")), (200, code(0x14, 0x2D) + words("C3")),
        ]
        #expect(seen(steps) == ["CC1 0 A1", "CC1 100 A1|B2", "CC1 200 B2|C3"])
    }

    @Test("Roll-up: a new base row takes the rows with it")
    func rollUpMoves() {
        var decoder = CaptionDecoder()
        _ = decoder.decode(
            code(0x14, 0x25) + code(0x14, 0x60) + words("A1") + code(0x14, 0x2D) + words("B2"), at: .ms(0))
        let change = decoder.decode(code(0x11, 0x60), at: .ms(10)).first
        #expect(change?.cues.map(\.text) == ["A1\nB2"])
        #expect(change?.cues.first?.placement.line == .fraction(0.1, .start))
    }

    @Test("Paint-on is seen as it is written; backspace and delete to the end of row take back")
    func paintOn() {
        let steps: [(Int64, [CaptionTriplet])] = [
            (0, code(0x14, 0x29) + code(0x14, 0x60) + words("He")), (33, words("lx")),
            (66, code(0x14, 0x21) + words("lo")),
            (99, code(0x14, 0x70) + code(0x17, 0x22) + code(0x14, 0x24)),
        ]
        #expect(seen(steps) == ["CC1 0 He", "CC1 33 Helx", "CC1 66 Hello", "CC1 99 He"])
    }

    @Test("Control codes come twice and count once, fill between them or not; a third time counts again")
    func doubled() {
        let fill = CaptionTriplet(.field1, 0x80, 0x80)
        let start = code(0x14, 0x29) + code(0x14, 0x60) + words("abcd")
        let back = pair(0x14, 0x21)
        #expect(seen([(0, start + [back, back])]) == ["CC1 0 abc"])
        #expect(seen([(0, start + [back, fill, back])]) == ["CC1 0 abc"])
        #expect(seen([(0, start + [back, back, back])]) == ["CC1 0 ab"])
        #expect(seen([(0, start + [back])]) == ["CC1 0 abc"])
    }

    @Test("Special characters stand for themselves, extended ones for the one before too")
    func characters() {
        let start = code(0x14, 0x29) + code(0x14, 0x60)
        #expect(seen([(0, start + words("*\\^_`{|}~") + code(0x11, 0x37))]) == ["CC1 0 áéíóúç÷Ññ♪"])
        #expect(seen([(0, start + words("aA") + code(0x12, 0x20) + words("u") + code(0x13, 0x31))]) == ["CC1 0 aÁä"])
    }

    @Test("Italics and underline come from preambles and mid-row codes, which take the room of a space")
    func styles() {
        var decoder = CaptionDecoder()
        let change = decoder.decode(
            code(0x14, 0x29) + code(0x14, 0x61) + words("ab") + code(0x11, 0x2E) + words("cd"), at: .ms(0)
        ).first
        #expect(
            change?.cues.first?.lines == [
                TextLine([TextRun("ab", .underline), TextRun(" cd", .italic)])
            ])
    }

    @Test("Colours come from preambles and mid-row codes, and stay with what was written in them")
    func colors() {
        var decoder = CaptionDecoder()
        // Row 15 in green; then yellow, then italics, which keep it; then white.
        let change = decoder.decode(
            code(0x14, 0x29) + code(0x14, 0x62) + words("ab") + code(0x11, 0x2A) + words("cd") + code(0x11, 0x2E)
                + words("ef") + code(0x11, 0x20) + words("gh"), at: .ms(0)
        ).first
        let (green, yellow) = (TextColor(0, 255, 0), TextColor(255, 255, 0))
        #expect(
            change?.cues.first?.lines == [
                TextLine([
                    TextRun("ab", ink: TextInk(color: green)), TextRun(" cd", ink: TextInk(color: yellow)),
                    TextRun(" ef", .italic, ink: TextInk(color: yellow)), TextRun(" gh"),
                ])
            ])
    }

    @Test("Rows and indents of the preamble place the words, roughly")
    func placement() {
        var decoder = CaptionDecoder()
        // Row 1, indent 4; row 15, no indent.
        let pairs = code(0x14, 0x29) + code(0x11, 0x52) + words("top") + code(0x14, 0x60) + words("bottom")
        let cues = decoder.decode(pairs, at: .ms(0)).first?.cues ?? []
        #expect(cues.map(\.text) == ["top", "bottom"])
        #expect(cues.first?.placement.line == .fraction(0.1, .start))
        #expect(cues.first?.placement.position == 0.2)
        #expect(cues.last?.placement.line == .fraction(0.9, .end))
        #expect(cues.last?.placement.position == 0.1)
        #expect(cues.allSatisfy { $0.end == .endless })
    }

    @Test("Each field has two channels, told apart by a bit of the control codes")
    func channels() {
        let steps: [(Int64, [CaptionTriplet])] = [
            (
                0,
                code(0x14, 0x29) + code(0x14, 0x60) + words("one") + code(0x1C, 0x29) + code(0x1C, 0x60) + words("two")
            ),
            (1, code(0x15, 0x29, .field2) + code(0x14, 0x60, .field2) + words("three", .field2)),
            (2, code(0x1D, 0x29, .field2) + code(0x1C, 0x60, .field2) + words("four", .field2)),
            (3, code(0x14, 0x29) + words("!")),
        ]
        #expect(seen(steps) == ["CC1 0 one", "CC2 0 two", "CC3 1 three", "CC4 2 four", "CC1 3 one!"])
    }

    @Test("Extended data services are no captions, nor is text mode")
    func notCaptions() {
        let start = code(0x15, 0x29, .field2) + code(0x14, 0x60, .field2) + words("ab", .field2)
        let data = [pair(0x01, 0x03, .field2)] + words("XXXX", .field2) + [pair(0x0F, 0x55, .field2)]
        #expect(seen([(0, start + data + words("cd", .field2))]) == ["CC3 0 abcd"])
        #expect(
            seen([
                (
                    0,
                    start + [pair(0x01, 0x03, .field2)] + words("XX", .field2) + code(0x15, 0x29, .field2)
                        + words("cd", .field2)
                )
            ]) == ["CC3 0 abcd"])
        #expect(seen([(0, code(0x14, 0x2A) + words("text mode"))]) == [])
    }

    @Test("A byte of wrong parity is left out; a control code with one is not obeyed")
    func parity() {
        let start = code(0x14, 0x29) + code(0x14, 0x60)
        let bad = CaptionTriplet(.field1, odd(0x61), odd(0x62) ^ 0x80)
        #expect(seen([(0, start + [bad])]) == ["CC1 0 a"])
        let broken = CaptionTriplet(.field1, odd(0x14), odd(0x2C) ^ 0x80)
        #expect(seen([(0, start + words("ab") + [broken])]) == ["CC1 0 ab"])
    }

    @Test("What no data keeps up for 16 seconds is erased; so is everything at a discontinuity")
    func expiry() {
        let start = code(0x14, 0x29) + code(0x14, 0x60) + words("ab")
        #expect(seen([(0, start), (16_000, []), (16_001, []), (16_002, [])]) == ["CC1 0 ab", "CC1 16001 "])
        var decoder = CaptionDecoder()
        _ = decoder.decode(start, at: .ms(0))
        #expect(decoder.reset(at: .ms(50)) == [.init(service: .cc(1), time: .ms(50), cues: [])])
        #expect(decoder.decode(words("cd"), at: .ms(60)).isEmpty)
    }

    @Test("A row takes 32 characters: more overwrite the last")
    func fullRow() {
        let text = "abcdefghijklmnopqrstuvwxyz0123456789"
        #expect(
            seen([(0, code(0x14, 0x29) + code(0x14, 0x60) + words(text))]) == ["CC1 0 abcdefghijklmnopqrstuvwxyz012349"]
        )
    }

    @Test("No pairs trap, whatever they are")
    func anyPairs() {
        var decoder = CaptionDecoder()
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let kind: CaptionTriplet.Kind = second & 1 == 0 ? .field1 : .field2
                _ = decoder.decode(
                    [pair(first, second, kind), CaptionTriplet(kind, second, first)], at: .ms(Int64(first)))
            }
        }
    }

    @Test("INSTREAM-ID names a service")
    func names() {
        #expect(CaptionService(instreamID: "CC3") == .cc(3))
        #expect(CaptionService(instreamID: "SERVICE63") == .service(63))
        for name in ["CC0", "CC5", "SERVICE0", "SERVICE64", "cc1", "", "CC", "CC1x"] {
            #expect(CaptionService(instreamID: name) == nil)
        }
        #expect("\(CaptionService.cc(2)) \(CaptionService.service(7))" == "CC2 SERVICE7")
    }
}
