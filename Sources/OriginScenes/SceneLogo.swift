import CCairo
import Glibc

/// The channels' marks: a sign each on a ground of its own, 256 × 256 points.
enum SceneLogo {
    static let side = 256.0

    static func draw(_ scene: Scene, _ canvas: SceneCanvas) {
        let ground: (UInt32, UInt32)
        switch scene {
        case .news: ground = (0xe23540, 0x8f141d)
        case .dusk: ground = (0x3b2f6b, 0xe8845c)
        case .weather: ground = (0x2b9be0, 0x11579c)
        case .night: ground = (0x10193a, 0x2c4380)
        case .music: ground = (0x8a2be0, 0xff3d9a)
        case .children: ground = (0x59c2f5, 0x7ed068)
        case .sport: ground = (0x2f9a4c, 0x17592e)
        }
        canvas.shade(0, 0, side, side, [(0, Ink(ground.0)), (1, Ink(ground.1))])
        switch scene {
        case .news: canvas.text("24", 128, 172, size: 132, bold: true, side: .middle, .white)
        case .dusk:
            canvas.circle(128, 146, 56, Ink(0xffe6b0))
            canvas.polygon(
                [(0, 214), (74, 116), (126, 186), (168, 134), (256, 220), (256, 256), (0, 256)], Ink(0x231a3c))
        case .weather:
            canvas.circle(156, 104, 50, Ink(0xffc93c))
            for (x, y, r) in [(82.0, 160.0, 36.0), (126, 142, 48), (176, 162, 34)] { canvas.circle(x, y, r, .white) }
            canvas.rounded(48, 154, 164, 44, radius: 22, .white)
        case .night:
            canvas.circle(132, 124, 74, Ink(0xf1efdf))
            canvas.circle(166, 100, 66, Ink(0x18244d))
            for (x, y, r) in [(196.0, 176.0, 7.0), (58, 58, 5), (206, 66, 5)] { canvas.circle(x, y, r, Ink(0xf1efdf)) }
        case .music:
            for (index, height) in [54.0, 112, 150, 92, 126, 64].enumerated() {
                canvas.rounded(44 + Double(index) * 29, 200 - height, 20, height, radius: 10, .white)
            }
        case .children:
            canvas.circle(128, 136, 82, Ink(0xff7f97))
            for eye in [-30.0, 30] {
                canvas.circle(128 + eye, 122, 20, .white)
                canvas.circle(132 + eye, 126, 10, Ink(0x2b2030))
            }
            canvas.arc(128, 146, 34, from: 0.35, to: .pi - 0.35, line: 10, Ink(0x8e1f3c))
        case .sport:
            canvas.circle(128, 128, 78, .white)
            let corners = (0..<5).map { corner -> (Double, Double) in
                let angle = Double(corner) * 2 * .pi / 5 - .pi / 2
                return (cos(angle), sin(angle))
            }
            canvas.polygon(corners.map { (128 + 30 * $0.0, 128 + 30 * $0.1) }, Ink(0x17233a))
            for (x, y) in corners {
                canvas.line([(128 + 30 * x, 128 + 30 * y), (128 + 66 * x, 128 + 66 * y)], width: 8, Ink(0x17233a))
            }
            canvas.ring(128, 128, 76, line: 6, Ink(0x17233a))
        }
    }
}
