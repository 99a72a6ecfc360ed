import MediaCore
import OriginPattern
import OriginScenes

/// Paints the frames of a channel that shows a scene, with the bit pattern along the top edge, in two quiet greys.
struct ScenePainter: Painting {
    let isColoured = true

    private let content: ChannelContent
    private let scene: Scene
    private let canvas: SceneCanvas

    init(_ content: ChannelContent, _ scene: Scene) {
        self.content = content
        self.scene = scene
        let size = content.rungs[0].size
        canvas = SceneCanvas(width: size.width, height: size.height)
    }

    func paint(frame: Int) -> [UInt8] {
        scene.draw(
            on: canvas, share: Double(frame) / Double(content.framesPerLoop), seconds: Double(content.loopSeconds))
        let pattern = BitPattern(
            channel: UInt8(content.number & 0xff), frame: UInt32(frame), isFlash: content.isFlash(frame: frame))
        for (index, isWhite) in pattern.cells.enumerated() {
            canvas.cell(
                column: index % BitPattern.columns, of: BitPattern.columns, row: index / BitPattern.columns,
                of: BitPattern.rowsInPicture, isWhite: isWhite)
        }
        return canvas.bytes()
    }

    /// Writes a still of the scene, without the pattern, as a PNG. Returns whether it is there.
    static func writeArtwork(of scene: Scene, to path: String) -> Bool {
        let canvas = SceneCanvas(width: 480, height: 270)
        scene.draw(on: canvas, share: 0.42, seconds: 32)
        return canvas.writePNG(to: path)
    }

    /// Writes the channel's mark as a PNG. Returns whether it is there.
    static func writeLogo(of scene: Scene, to path: String) -> Bool {
        let canvas = SceneCanvas(width: 256, height: 256, points: (256, 256))
        scene.drawLogo(on: canvas)
        return canvas.writePNG(to: path)
    }
}
