import Devices
import Layout
import MediaCore
import Testing
import TimedText

@testable import Screens

@Suite("Subtitles, laid out")
struct SubtitleLayoutTests {
    /// Places cues, each of 400 × 60 points a line.
    private func place(_ cues: [TextCue], isBottomCovered: Bool = false) -> [Rectangle] {
        let layout = SubtitleLayout(isBottomCovered: isBottomCovered) { node, _ in
            guard case .column(let lines, _) = node.content else { return .zero }
            return Size(width: 400, height: Double(lines.count) * 60)
        }
        return layout.place(cues).map(\.frame)
    }

    private func cue(_ text: String, lines: Int = 1, _ change: (inout TextPlacement) -> Void = { _ in }) -> TextCue {
        var placement = TextPlacement()
        change(&placement)
        return TextCue(
            start: .zero, end: .endless, lines: Array(repeating: TextLine(text), count: lines), placement: placement)
    }

    @Test("At the bottom in the middle, within the safe area; later cues stand above")
    func bottom() {
        #expect(
            place([cue("a"), cue("b", lines: 2)]) == [
                Rectangle(x: 760, y: 966, width: 400, height: 60), Rectangle(x: 760, y: 838, width: 400, height: 120),
            ])
    }

    @Test("At the top when placed so, or when the interface covers the bottom")
    func top() {
        #expect(place([cue("a") { $0.line = .row(0) }]).map(\.y) == [54])
        #expect(place([cue("a") { $0.line = .fraction(0.5, .center) }]).map(\.y) == [510])
        #expect(place([cue("a"), cue("b")], isBottomCovered: true).map(\.y) == [54, 122])
        #expect(place([cue("a") { $0.line = .fraction(0.2, .start) }], isBottomCovered: true).map(\.y) == [216])
    }

    @Test("Nothing leaves the safe area, whatever its settings say")
    func safe() {
        for line in [TextPlacement.Line.row(900), .row(-900), .fraction(0, .end), .fraction(1, .start), .automatic] {
            for position in [nil, 0, 0.5, 1] {
                for anchor in [TextPlacement.PositionAnchor.automatic, .left, .center, .right] {
                    let frames = place([
                        cue("a", lines: 3) {
                            $0.line = line
                            $0.position = position
                            $0.positionAnchor = anchor
                            $0.size = 0
                        }
                    ])
                    for frame in frames {
                        #expect(frame.x >= 96 && frame.maxX <= 1824 && frame.y >= 54 && frame.maxY <= 1026)
                    }
                }
            }
        }
    }

    @Test("The start of a line is at the left, of right-to-left writing at the right")
    func direction() {
        #expect(place([cue("hello") { $0.alignment = .start }]).map(\.x) == [96])
        #expect(place([cue("- שלום") { $0.alignment = .start }]).map(\.x) == [1424])
        #expect(place([cue("مرحبا") { $0.alignment = .end }]).map(\.x) == [96])
        #expect(place([cue("مرحبا") { $0.alignment = .left }]).map(\.x) == [96])
    }
}
