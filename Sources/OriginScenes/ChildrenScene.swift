import CCairo
import Glibc

/// Children's television: Pip, who is a ball, bounces over the hills, and friends look on.
enum ChildrenScene {
    static func draw(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.layer("sky") {
            $0.shade(0, 0, 1920, 1080, [(0, Ink(0x4cb8f0)), (0.75, Ink(0xbfeafc)), (1, Ink(0xe9f9ff))])
        }
        rainbow(canvas)
        sun(canvas, now)
        for cloud in 0..<4 {
            let x = 2500 * now.turn(1, Double(cloud) * 0.27) - 300
            puff(canvas, x, 230 + Double(cloud * 83 % 200), 70 + Double(cloud * 37 % 50))
        }
        canvas.layer("hills") { hills($0) }
        mill(canvas, now)
        train(canvas, now)
        canvas.layer("meadow") { meadow($0) }
        flowers(canvas, now)
        snail(canvas, now)
        block(canvas, now)
        pip(canvas, now)
        butterflies(canvas, now)
    }

    private static func rainbow(_ canvas: SceneCanvas) {
        canvas.layer("rainbow") { layer in
            for (index, rgb) in ([0xf26d6d, 0xf7a94e, 0xf9dd5c, 0x7ed37f, 0x5fb5ee, 0x9b7fe0] as [UInt32]).enumerated()
            {
                layer.arc(640, 900, 640 - Double(index) * 26, from: .pi, to: 2 * .pi, line: 27, Ink(rgb, 0.42))
            }
        }
    }

    private static func sun(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.moved(1600, 300) {
            canvas.glow(0, 0, 330, [(0, Ink(0xfff3a8, 0.9)), (1, Ink(0xfff3a8, 0))])
            canvas.inside {
                cairo_rotate(canvas.cairo, 2 * .pi * now.turn(1))
                for ray in 0..<12 {
                    cairo_rotate(canvas.cairo, .pi / 6)
                    let length = 176 + 14 * now.wave(8, Double(ray % 2) * 0.5)
                    canvas.polygon([(-20, 112), (20, 112), (0, length)], Ink(0xffc93c))
                }
            }
            canvas.circle(0, 0, 106, Ink(0xffdc4e))
            for side in [-1.0, 1.0] {
                canvas.circle(side * 36, -12, 10, Ink(0x5a3a10))
                canvas.circle(side * 58, 18, 17, Ink(0xff9f4a, 0.6))
            }
            canvas.arc(0, 6, 42, from: 0.35, to: .pi - 0.35, line: 9, Ink(0x5a3a10))
        }
    }

    private static func puff(_ canvas: SceneCanvas, _ x: Double, _ y: Double, _ size: Double) {
        for (dx, dy, r) in [(-1.1, 0.15, 0.55), (-0.4, -0.2, 0.75), (0.45, -0.1, 0.7), (1.1, 0.2, 0.5), (0, 0.3, 0.7)] {
            canvas.circle(x + dx * size, y + dy * size, r * size, .white)
        }
    }

    private static func hill(
        _ layer: SceneCanvas, base: Double, rise: Double, waves: Double, shift: Double, _ top: Ink, _ bottom: Ink
    ) {
        let points = (0...96).map { step -> (Double, Double) in
            let x = Double(step) * 20
            return (x, base - rise * sin(x / 1920 * .pi * waves + shift))
        }
        layer.path(points + [(1920, 1080), (0, 1080)])
        layer.shadePath(from: base - rise, to: 1080, [(0, top), (1, bottom)])
    }

    private static func hills(_ layer: SceneCanvas) {
        hill(layer, base: 690, rise: 90, waves: 2.6, shift: 0.3, Ink(0xa6dc8a), Ink(0x8ccc77))
        hill(layer, base: 760, rise: 70, waves: 3.4, shift: 2.4, Ink(0x83cf6c), Ink(0x6cba5b))
        for (x, y, size) in [(210.0, 700.0, 54.0), (300, 716, 42), (1180, 716, 50), (1790, 690, 58), (1712, 700, 40)] {
            layer.rounded(x - 8, y, 16, size * 1.3, radius: 6, Ink(0x9a6a3c))
            layer.circle(x, y - size * 0.3, size, Ink(0x3fa45b))
            layer.circle(x - size * 0.3, y - size * 0.5, size * 0.5, Ink(0x5bbd70, 0.8))
        }
    }

    private static func mill(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.moved(1420, 560) {
            canvas.polygon([(-44, 160), (-28, 0), (28, 0), (44, 160)], Ink(0xfff3df))
            canvas.polygon([(-38, 4), (0, -44), (38, 4)], Ink(0xe2574c))
            canvas.rounded(-13, 110, 26, 50, radius: 13, Ink(0x8a5a36))
            cairo_rotate(canvas.cairo, 2 * .pi * now.turn(6))
            for _ in 0..<4 {
                cairo_rotate(canvas.cairo, .pi / 2)
                canvas.line([(0, 0), (0, 112)], width: 7, Ink(0x8a5a36))
                canvas.rounded(2, 24, 30, 84, radius: 4, Ink(0xffffff, 0.95))
            }
            canvas.circle(0, 0, 11, Ink(0x8a5a36))
        }
    }

    /// A train that comes by twice a loop, behind the meadow.
    private static func train(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.rectangle(0, 806, 1920, 8, Ink(0x8a6a4a))
        let x = 3200 * now.turn(2) - 640
        let inks: [UInt32] = [0xe2574c, 0xf9b93e, 0x4f9fe8, 0x9b7fe0]
        for (car, rgb) in inks.enumerated() {
            canvas.moved(x - Double(car) * 150 + 480, 736 + 2 * now.wave(64, Double(car) * 0.25)) {
                canvas.rounded(-64, 0, 128, 60, radius: 12, Ink(rgb))
                if car == 0 {
                    canvas.rounded(-60, -46, 60, 60, radius: 10, Ink(rgb))
                    canvas.rounded(-48, -34, 36, 30, radius: 6, Ink(0xdff4ff))
                    canvas.rounded(28, -34, 22, 40, radius: 4, Ink(0x4a3a3a))
                    for smoke in 0..<4 {
                        let age = now.turn(24, Double(smoke) * 0.25)
                        canvas.circle(38 - 120 * age, -46 - 70 * age, 10 + 22 * age, Ink(0xffffff, 0.85 * (1 - age)))
                    }
                } else {
                    for window in 0..<2 {
                        canvas.rounded(-46 + Double(window) * 50, 12, 38, 26, radius: 6, Ink(0xdff4ff))
                        canvas.circle(-27 + Double(window) * 50, 30, 9, Ink(0xf3b48c))
                    }
                }
                for wheel in [-38.0, 36] {
                    canvas.circle(wheel, 62, 16, Ink(0x4a3a3a))
                    canvas.circle(wheel, 62, 6, Ink(0xf0e0d0))
                }
            }
        }
    }

    private static func meadow(_ layer: SceneCanvas) {
        hill(layer, base: 880, rise: 46, waves: 2.2, shift: 0.9, Ink(0x63bf55), Ink(0x3f9a45))
        layer.line((0...48).map { (Double($0) * 40, 1016 + 12 * sin(Double($0) * 0.3)) }, width: 74, Ink(0xf2d9a0))
    }

    private static func flowers(_ canvas: SceneCanvas, _ now: Moment) {
        var scatter = Scatter(23)
        let inks: [UInt32] = [0xffffff, 0xffd23f, 0xff7eb6, 0xb48cff]
        for flower in 0..<26 {
            let (x, y) = (scatter.next(20...1900), scatter.next(906...960))
            let lean = 5 * now.wave(6 + flower % 3, scatter.next())
            canvas.line([(x, y), (x + lean, y - 34)], width: 4, Ink(0x2f7f3b))
            for petal in 0..<5 {
                let angle = Double(petal) * 2 * .pi / 5
                canvas.circle(x + lean + 9 * cos(angle), y - 36 + 9 * sin(angle), 7.5, Ink(inks[flower % 4]))
            }
            canvas.circle(x + lean, y - 36, 6, Ink(flower % 4 == 1 ? 0xe2574c : 0xffb52e))
        }
    }

    /// Pip, who bounces from the left to the right, once a loop, and comes in again.
    private static func pip(_ canvas: SceneCanvas, _ now: Moment) {
        let bounce = now.turn(20)
        let x = 2400 * now.turn(1, 0.3) - 240
        let height = 330 * 4 * bounce * (1 - bounce)
        let landing = exp(-pow(min(bounce, 1 - bounce) / 0.07, 2))
        let (wide, tall) = (1 + 0.15 * landing - 0.04 * (1 - landing), 1 - 0.18 * landing + 0.04 * (1 - landing))
        let r = 118.0
        canvas.ellipse(x, 1006, 108 - height * 0.12, 18 - height * 0.02, Ink(0x1d5a28, 0.35))
        canvas.moved(x, 1000 - height) {
            cairo_scale(canvas.cairo, wide, tall)
            for side in [-1.0, 1.0] {
                canvas.line([(side * 44, -18), (side * 58, 4 + 14 * (1 - landing))], width: 22, Ink(0xd9546f))
                canvas.line(
                    [(side * 104, -r - 6), (side * 152, -r - 40 * now.wave(40) * side - 20)], width: 20, Ink(0xd9546f))
            }
            canvas.circle(0, -r, r, Ink(0xff7f97))
            canvas.ellipse(-38, -r - 58, 44, 26, Ink(0xffffff, 0.35))
            let blink = [0.11, 0.33, 0.58, 0.83].map { abs(now.share - $0) }.min() ?? 1
            for side in [-1.0, 1.0] {
                canvas.ellipse(14 + side * 38, -r - 16, 22, 3 + 25 * min(1, blink / 0.004), .white)
                if blink > 0.004 { canvas.circle(20 + side * 38, -r - 12, 12, Ink(0x2b2030)) }
                canvas.circle(14 + side * 66, -r + 28, 17, Ink(0xf4516f, 0.55))
            }
            canvas.path([(-20, -r + 22)])
            cairo_arc_negative(canvas.cairo, 14, -r + 22, 34, .pi, 0)
            cairo_close_path(canvas.cairo)
            canvas.fill(Ink(0x8e1f3c))
        }
    }

    /// A friend with corners, who stands and looks after Pip.
    private static func block(_ canvas: SceneCanvas, _ now: Moment) {
        let look = max(-1, min(1, (2400 * now.turn(1, 0.3) - 240 - 1330) / 500))
        let hop = max(0, now.wave(20, 0.25)) * 26
        canvas.ellipse(1330, 974, 92, 15, Ink(0x1d5a28, 0.35))
        canvas.moved(1330, 968 - hop, turned: 0.05 * now.wave(10)) {
            canvas.rounded(-78, -176, 156, 172, radius: 30, Ink(0x5a8dee))
            canvas.rounded(-60, -164, 70, 26, radius: 13, Ink(0xffffff, 0.3))
            for side in [-1.0, 1.0] {
                canvas.circle(side * 32, -112, 22, .white)
                canvas.circle(side * 32 + 9 * look, -108, 11, Ink(0x1c2440))
                canvas.line([(side * 40, -8), (side * 40, 6 + hop * 0.2)], width: 20, Ink(0x3f6bc4))
            }
            canvas.arc(0, -84, 28, from: 0.4, to: .pi - 0.4, line: 8, Ink(0x1c2440))
        }
    }

    private static func snail(_ canvas: SceneCanvas, _ now: Moment) {
        let x = 420 + 60 * now.wave(1)
        canvas.moved(x, 978) {
            canvas.blob([(-70, 0), (-40, -20), (40, -16), (66, -64), (92, -60), (92, -14), (70, 4)], Ink(0xf7c873))
            for eye in [66.0, 92] {
                canvas.line([(eye, -56), (eye + 4, -88 + 3 * now.wave(6))], width: 6, Ink(0xf7c873))
                canvas.circle(eye + 4, -90 + 3 * now.wave(6), 8, Ink(0x3a2a1a))
            }
            canvas.circle(0, -54, 54, Ink(0x9b5fd0))
            canvas.ring(0, -54, 36, line: 8, Ink(0xc79af0))
            canvas.ring(0, -54, 17, line: 8, Ink(0xc79af0))
        }
    }

    private static func butterflies(_ canvas: SceneCanvas, _ now: Moment) {
        for (index, rgb) in ([0xff9f1c, 0xf15bb5, 0xfee440] as [UInt32]).enumerated() {
            let i = Double(index)
            let x = 700 + i * 330 + 190 * now.wave(2, i * 0.3) + 40 * now.wave(7, i * 0.2)
            let y = 560 + 90 * now.wave(3, i * 0.4) + 22 * now.wave(11, i * 0.1)
            let open = 0.35 + 0.65 * abs(now.wave(48 + index * 5))
            canvas.moved(x, y, turned: 0.3 * now.wave(2, i * 0.3)) {
                for side in [-1.0, 1.0] {
                    canvas.ellipse(side * 20 * open, -10, 20 * open, 22, Ink(rgb))
                    canvas.ellipse(side * 16 * open, 16, 15 * open, 15, Ink(rgb, 0.85))
                }
                canvas.line([(0, -20), (0, 22)], width: 6, Ink(0x3a2a3a))
            }
        }
    }
}
