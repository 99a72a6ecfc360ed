import Devices
import Layout
import MediaCore
import Testing
import TimedText

@testable import Screens

@Suite("Subtitles, laid out")
struct SubtitleLayoutTests {
    /// Places cues, each of 400 × 60 points a line.
    @Test("a picture among subtitles has its own place, rises above what covers it, and goes where there is no room")
    func pictures() {
        let bar = Rectangle(x: 96, y: 830, width: 1728, height: 196)
        let picture = Rectangle(x: 480, y: 1030, width: 960, height: 50)
        let room = CaptionRoom(taken: [bar])
        // Below the safe area there is nothing in its way.
        #expect(room.top(of: picture) == 1030)
        var covered = picture
        covered.y = 900
        #expect(room.top(of: covered) == 772)
        #expect(CaptionRoom(taken: [Rectangle(x: 0, y: 0, width: 1920, height: 1080)]).top(of: covered) == nil)
    }

    private func place(_ cues: [TextCue], taken: [Rectangle] = [], style: CaptionStyle = CaptionStyle()) -> [Rectangle]
    {
        let layout = SubtitleLayout(style: style, room: CaptionRoom(taken: taken)) { node, _ in
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

    @Test("At the top when placed so, or above what covers the bottom")
    func top() {
        #expect(place([cue("a") { $0.line = .row(0) }]).map(\.y) == [54])
        #expect(place([cue("a") { $0.line = .fraction(0.5, .center) }]).map(\.y) == [510])
        let bar = Rectangle(x: 96, y: 830, width: 1728, height: 196)
        #expect(place([cue("a"), cue("b")], taken: [bar]).map(\.y) == [762, 694])
        #expect(place([cue("a") { $0.line = .fraction(0.2, .start) }], taken: [bar]).map(\.y) == [216])
        // What is placed at the top sinks below what is there.
        let banner = Rectangle(x: 96, y: 54, width: 1728, height: 112)
        #expect(place([cue("a") { $0.line = .row(0) }], taken: [bar, banner]).map(\.y) == [174])
        // Beside something it stays where it is; where there is no room it goes.
        #expect(place([cue("a")], taken: [Rectangle(x: 96, y: 54, width: 600, height: 972)]).map(\.y) == [966])
        #expect(place([cue("a")], taken: [Rectangle(x: 96, y: 54, width: 920, height: 972)]).isEmpty)
        #expect(place([cue("a")], taken: [Rectangle(x: 0, y: 0, width: 1920, height: 1080)]).isEmpty)
    }

    @Test("The viewer's place goes before what is sent, in its own size of rows")
    func viewersPlace() {
        var style = CaptionStyle()
        style.place = .top
        #expect(place([cue("a"), cue("b")], style: style).map(\.y) == [54, 122])
        style.place = .bottom
        #expect(place([cue("a") { $0.line = .row(0) }], style: style).map(\.y) == [966])
        style.place = nil
        style.size = 2
        #expect(place([cue("a") { $0.line = .row(1) }], style: style).map(\.y) == [186])
    }

    @Test("What is sent is drawn as sent, and the viewer's choices go before it")
    func styles() throws {
        var line = TextLine([TextRun("one "), TextRun("two", [.italic], ink: TextInk(color: TextColor(255, 255, 0)))])
        func drawn(_ style: CaptionStyle) throws -> (text: Text, ground: Fill?) {
            let layout = SubtitleLayout(style: style) { _, _ in Size(width: 400, height: 60) }
            let cue = TextCue(start: .zero, end: .endless, lines: [line])
            guard case .column(let lines, _) = try #require(layout.place([cue]).first).node.content,
                let first = lines.first, case .text(let text) = first.content
            else { throw NoText() }
            return (text, first.background)
        }
        let sent = try drawn(CaptionStyle())
        #expect(sent.text.string == "one two" && sent.text.color == .white && sent.text.edge == nil)
        #expect(sent.text.spans.map(\.bytes) == [4..<7])
        #expect(sent.text.spans.first?.color == Color(0xffff00) && sent.text.spans.first?.isItalic == true)
        #expect(sent.ground == .color(Color(0x000000, alpha: 0.72)) && sent.text.size == 52)

        line.runs[0].ink.background = TextColor(0, 0, 255, alpha: 255)
        #expect(try drawn(CaptionStyle()).ground == .color(Color(0x0000ff)))
        line.runs[0].ink.color = TextColor(255, 255, 255, alpha: 0)
        #expect(try drawn(CaptionStyle()).text.color == .white, "what is sent invisible is read")

        var style = CaptionStyle()
        (style.size, style.face, style.edge) = (1.5, .serif, .outline)
        (style.color, style.background, style.backgroundOpacity) = (Color(0x00ff00), Color(0xff0000), 0.5)
        let chosen = try drawn(style)
        #expect(chosen.text.size == 78 && chosen.text.face == .serif && chosen.text.color == Color(0x00ff00))
        #expect(chosen.text.spans.first?.color == nil && chosen.text.spans.first?.isItalic == true)
        #expect(chosen.text.edge == TextEdge(.outline, color: .black))
        #expect(chosen.ground == .color(Color(0xff0000, alpha: 0.5)))
        style.color = .black
        style.backgroundOpacity = 0
        #expect(try drawn(style).text.edge?.color == .white, "dark letters have a light edge")
        #expect(try drawn(style).ground == nil)
    }

    private struct NoText: Error {}

    @Test(
        "No caption lies under any screen: it rises, sinks or goes; and stays where nothing is",
        arguments: Gallery.entries)
    func clear(entry: Gallery.Entry) {
        let layers = entry.interface.layers(size: PixelSize(width: 1920, height: 1080))
            .filter { !$0.isShade && !$0.isForPicture }
        let taken = layers.map { layer in
            Rectangle(
                x: Double(layer.rectangle.x), y: Double(layer.rectangle.y), width: Double(layer.rectangle.width),
                height: Double(layer.rectangle.height))
        }
        let places: [[TextCue]] = [
            [cue("a", lines: 2)], [cue("a"), cue("b", lines: 2)], [cue("a") { $0.line = .row(0) }],
            [cue("a", lines: 2) { $0.line = .fraction(0.5, .center) }],
            [
                cue("a") {
                    $0.position = 0.1
                    $0.positionAnchor = .left
                }
            ],
        ]
        for cues in places {
            let (usual, frames) = (place(cues), place(cues, taken: taken))
            for frame in frames {
                #expect(frame.y >= 54 && frame.maxY <= 1026 && frame.x >= 96 && frame.maxX <= 1824)
                for other in taken {
                    #expect(
                        min(frame.maxX, other.maxX) <= max(frame.x, other.x)
                            || min(frame.maxY, other.maxY) <= max(frame.y, other.y), "\(entry.name)")
                }
            }
            let isCovered = usual.contains { frame in
                taken.contains { other in
                    min(frame.maxX, other.maxX) > max(frame.x, other.x)
                        && min(frame.maxY, other.maxY) > max(frame.y, other.y)
                }
            }
            #expect(isCovered || frames == usual, "\(entry.name): nothing covers it")
        }
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
