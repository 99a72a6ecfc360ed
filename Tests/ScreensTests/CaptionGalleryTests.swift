import Glibc
import Layout
import MediaCore
import Paint
import ScreenPictures
import Testing
import TimedText

@testable import Screens

@Suite("What captions look like")
struct CaptionGalleryTests {
    /// Writes captions in each style, and beside some screens: `HEARTH_GALLERY=/tmp/gallery swift test --filter
    /// CaptionGallery`.
    @Test(
        "Captions are painted for people to look at",
        .enabled(if: getenv("HEARTH_GALLERY") != nil, "HEARTH_GALLERY names no folder"))
    func paint() throws {
        let folder = String(cString: try #require(getenv("HEARTH_GALLERY")))
        let yellow = TextInk(color: TextColor(255, 255, 0))
        let cues = [
            TextCue(
                start: .zero, end: .endless,
                lines: [
                    TextLine([TextRun("We were told to wait here "), TextRun("all night", .italic), TextRun(".")]),
                    TextLine([TextRun("— Who told you? ", ink: yellow), TextRun("갈매기 قصة 東京")]),
                ])
        ]
        func style(_ change: (inout CaptionStyle) -> Void) -> CaptionStyle {
            var style = CaptionStyle()
            change(&style)
            return style
        }
        var styles: [(String, CaptionStyle)] = [
            ("sent", CaptionStyle()), ("serif", style { $0.face = .serif }), ("mono", style { $0.face = .monospaced }),
            ("large", style { $0.size = 1.6 }),
            ("yellow-blue", style { ($0.color, $0.background) = (Color(0xffff00), Color(0x0000ff)) }),
        ]
        for edge in CaptionStyle.Edge.allCases {
            styles.append(
                ("edge-\(edge)", style { ($0.edge, $0.backgroundOpacity, $0.size) = (edge, 0, 1.3) }))
        }
        styles.append(
            (
                "black-raised",
                style { ($0.edge, $0.backgroundOpacity, $0.color, $0.size) = (.outline, 0, Color(0x000000), 1.3) }
            ))
        for (name, style) in styles { try write(cues, style, Interface(), to: "\(folder)/captions-\(name).png") }
        for name in ["transport-film", "flip", "info", "channels", "overlay", "hint-volume", "passcode"] {
            let entry = try #require(Gallery.entries.first { $0.name == name })
            try write(cues, CaptionStyle(), entry.interface, to: "\(folder)/captions-over-\(name).png")
        }
    }

    private func write(_ cues: [TextCue], _ style: CaptionStyle, _ interface: Interface, to path: String) throws {
        let size = PixelSize(width: 1280, height: 720)
        let preview = Preview(size: size)
        var image = preview.image(of: interface, at: Gallery.settled + .seconds(1))
        let scale = Interface.scale(size: size)
        let room = CaptionRoom(
            taken: interface.layers(size: size).filter { !$0.isShade && !$0.isForPicture }.map { layer in
                Rectangle(
                    x: Double(layer.rectangle.x) / scale, y: Double(layer.rectangle.y) / scale,
                    width: Double(layer.rectangle.width) / scale, height: Double(layer.rectangle.height) / scale)
            })
        let layout = SubtitleLayout(style: style, room: room) {
            preview.painter.size(of: $0, within: $1, scale: scale)
        }
        for placed in layout.place(cues) {
            let pixels = PixelSize(
                width: Int((placed.frame.width * scale).rounded(.up)),
                height: Int((placed.frame.height * scale).rounded(.up)))
            preview.blend(
                preview.painter.surface(for: Picture(node: placed.node, size: pixels, scale: scale)),
                at: PixelRectangle(
                    x: Int(placed.frame.x * scale), y: Int(placed.frame.y * scale), width: pixels.width,
                    height: pixels.height), opacity: 1, onto: &image)
        }
        try preview.write(image, to: path)
    }
}
