import CCairo
import Glibc

/// A film for the late evening: a tower over a sleeping town, rain, and somebody under a lamp.
enum NightScene {
    static func draw(_ canvas: SceneCanvas, _ now: Moment) {
        let camera = 0.5 - 0.5 * cos(2 * .pi * now.share)
        canvas.layer("sky") { sky($0) }
        stars(canvas, now)
        canvas.layer("moon", 30 - 18 * camera, 0) { moon($0) }
        cloud(canvas, now)
        canvas.layer("back", -60 - 50 * camera, 0, width: 2140) {
            town($0, seed: 5, base: 800, tall: 230, Ink(0x141d36), 0)
        }
        tower(canvas, now, x: 1250 - 80 * camera)
        canvas.layer("front", -60 - 120 * camera, 0, width: 2140) {
            town($0, seed: 19, base: 890, tall: 250, Ink(0x0a1022), 0.34)
        }
        windows(canvas, now, camera)
        canvas.layer("street", 0, 0) { street($0) }
        lamp(canvas, now, x: 520 - 190 * camera)
        rain(canvas, now)
        CinemaBars.draw(canvas)
    }

    private static func sky(_ layer: SceneCanvas) {
        layer.shade(
            0, 0, 1920, 1080,
            [(0, Ink(0x060a1c)), (0.3, Ink(0x16244f)), (0.6, Ink(0x2c4380)), (0.82, Ink(0x41578f)), (1, Ink(0x1a2548))])
    }

    private static func stars(_ canvas: SceneCanvas, _ now: Moment) {
        var scatter = Scatter(41)
        for star in 0..<110 {
            let (x, y) = (scatter.next(0...1920), 130 + pow(scatter.next(), 1.4) * 430)
            let twinkle = 0.55 + 0.45 * now.wave(5 + star % 9, scatter.next())
            canvas.circle(x, y, scatter.next(0.9...2.3), Ink(0xdfe8ff, 0.75 * twinkle))
        }
    }

    private static func moon(_ layer: SceneCanvas) {
        layer.glow(470, 330, 520, [(0, Ink(0xbcd0ff, 0.42)), (0.3, Ink(0x8aa6ef, 0.16)), (1, Ink(0x8aa6ef, 0))])
        layer.circle(470, 330, 118, Ink(0xf1efdf))
        for (x, y, r) in [(430.0, 300.0, 24.0), (500, 370, 32), (520, 290, 15), (450, 390, 14), (410, 360, 11)] {
            layer.circle(x, y, r, Ink(0xd3d0bd, 0.75))
        }
    }

    private static func cloud(_ canvas: SceneCanvas, _ now: Moment) {
        for band in 0..<3 {
            let width = 2400.0
            let x = -width * now.turn(1, Double(band) * 0.31)
            for copy in 0..<2 {
                canvas.layer(
                    "cloud-\(band)", x + Double(copy) * width, 230 + Double(band) * 90, width: width, height: 200,
                    alpha: 0.8
                ) { layer in
                    var scatter = Scatter(UInt32(90 + band))
                    for _ in 0..<5 {
                        let x = scatter.next(360...2040)
                        for puff in 0..<9 {
                            layer.ellipse(
                                x + Double(puff - 4) * 38, 100 + scatter.next(-16...16), scatter.next(60...120),
                                scatter.next(9...22), Ink(0x5a6ea6, 0.10))
                        }
                    }
                }
            }
        }
    }

    private static func town(_ layer: SceneCanvas, seed: UInt32, base: Double, tall: Double, _ ink: Ink, _ lit: Double)
    {
        var scatter = Scatter(seed)
        var x = -40.0
        while x < 2200 {
            let (width, height) = (scatter.next(80...190), scatter.next(0.35...1) * tall)
            layer.rectangle(x, base - height, width + 1, 400, ink)
            // A roof, a chimney, a window or two.
            if scatter.next() > 0.4 {
                layer.polygon(
                    [
                        (x - 8, base - height + 1), (x + width / 2, base - height - width * 0.36),
                        (x + width + 8, base - height + 1),
                    ], ink)
                layer.rectangle(x + width * 0.7, base - height - width * 0.34, 16, 44, ink)
            }
            for row in 0..<4 {
                for column in 0..<3 where scatter.next() < lit * 0.5 {
                    layer.rectangle(
                        x + 16 + Double(column) * width / 3.3, base - height + 30 + Double(row) * 52, 16, 24,
                        Ink(0xffc56b, 0.8))
                }
            }
            x += width
        }
    }

    private static func tower(_ canvas: SceneCanvas, _ now: Moment, x: Double) {
        canvas.moved(x, 0) {
            canvas.polygon([(-62, 1000), (-50, 420), (50, 420), (62, 1000)], Ink(0x0c1429))
            canvas.polygon([(50, 420), (62, 1000), (20, 1000), (20, 420)], Ink(0x060b1a))
            canvas.rectangle(-66, 396, 132, 30, Ink(0x0c1429))
            canvas.polygon([(-60, 396), (0, 240), (60, 396)], Ink(0x0a1124))
            canvas.line([(-58, 394), (0, 242)], width: 3, Ink(0x8aa6ef, 0.55))
            canvas.line([(-50, 428), (-58, 860)], width: 3, Ink(0x8aa6ef, 0.35))
            canvas.line([(0, 252), (0, 196)], width: 5, Ink(0x0a1124))
            // The clock, lit, whose hand goes round once a loop.
            canvas.glow(0, 480, 130, [(0, Ink(0xffd98c, 0.5)), (1, Ink(0xffd98c, 0))])
            canvas.circle(0, 480, 34, Ink(0xffe9b8))
            canvas.line([(0, 480), (10, 470)], width: 5, Ink(0x2a1f12))
            let angle = 2 * .pi * now.share - .pi / 2
            canvas.line([(0, 480), (26 * cos(angle), 480 + 26 * sin(angle))], width: 4, Ink(0x2a1f12))
            for (row, turns) in [1, 3, 2].enumerated() {
                // Somebody goes up the stairs with a light.
                let light = max(0, now.wave(turns, 0.3 * Double(row)))
                let y = 590 + Double(row) * 94
                canvas.glow(-4, y + 16, 70, [(0, Ink(0xffc56b, 0.5 * light)), (1, Ink(0xffc56b, 0))])
                canvas.rounded(-14, y, 20, 36, radius: 10, Ink(0xffd890, 0.15 + 0.85 * light))
            }
        }
    }

    /// Windows in which light goes on and off.
    private static func windows(_ canvas: SceneCanvas, _ now: Moment, _ camera: Double) {
        var scatter = Scatter(66)
        for index in 0..<22 {
            let (x, y) = (scatter.next(0...2040) - 120 * camera - 60, 740 + scatter.next(0...84))
            let isOn = now.wave(1 + index % 4, scatter.next()) > 0.1
            let glimmer = index % 5 == 0 ? 0.75 + 0.25 * now.wave(60 + index, 0.2) : 1
            if isOn { canvas.rectangle(x, y, 17, 25, Ink(index % 5 == 0 ? 0x8fc3ff : 0xffc56b, 0.85 * glimmer)) }
        }
    }

    private static func street(_ layer: SceneCanvas) {
        layer.shade(0, 872, 1920, 220, [(0, Ink(0x070b18)), (0.3, Ink(0x0d1430)), (1, Ink(0x1b2547))])
        layer.rectangle(0, 880, 1920, 5, Ink(0x2a3763, 0.6))
    }

    private static func lamp(_ canvas: SceneCanvas, _ now: Moment, x: Double) {
        let flicker = 1 - 0.10 * max(0, now.wave(23)) * max(0, now.wave(5, 0.4))
        canvas.moved(x, 0) {
            // The cone of light, and its reflection on the wet street.
            cairo_move_to(canvas.cairo, -24, 560)
            cairo_line_to(canvas.cairo, 24, 560)
            cairo_line_to(canvas.cairo, 230, 912)
            cairo_line_to(canvas.cairo, -230, 912)
            cairo_close_path(canvas.cairo)
            canvas.shadePath(from: 550, to: 912, [(0, Ink(0xffdf9a, 0.55 * flicker)), (1, Ink(0xffdf9a, 0.05))])
            canvas.ellipse(0, 914, 250, 26, Ink(0xffdf9a, 0.30 * flicker))
            for streak in 0..<7 {
                let width = (90 - Double(streak) * 9) * (1 + 0.12 * now.wave(9 + streak, Double(streak) * 0.3))
                canvas.ellipse(0, 928 + Double(streak) * 9, width, 2.6, Ink(0xffdf9a, 0.30 * flicker))
            }
            canvas.line([(120, 908), (120, 552), (92, 524), (0, 524)], width: 11, Ink(0x03060f))
            canvas.polygon([(-40, 556), (40, 556), (20, 524), (-20, 524)], Ink(0x03060f))
            canvas.glow(
                0, 560, 150,
                [(0, Ink(0xfff1c9, 0.95 * flicker)), (0.2, Ink(0xffdf9a, 0.5 * flicker)), (1, Ink(0xffdf9a, 0))])
            // The one who waits, under an umbrella.
            canvas.moved(-50 + 3 * now.wave(3), 0) {
                canvas.blob([(-46, 896), (-30, 820), (-27, 756), (27, 756), (30, 820), (46, 896)], Ink(0x05070f))
                canvas.line([(-14, 900), (-14, 918)], width: 17, Ink(0x05070f))
                canvas.line([(15, 900), (15, 918)], width: 17, Ink(0x05070f))
                canvas.circle(0, 738, 21, Ink(0x05070f))
                canvas.line([(20, 806), (14, 650)], width: 6, Ink(0x05070f))
                canvas.line([(-20, 776), (18, 812)], width: 17, Ink(0x05070f))
                canvas.moved(12, 722, turned: -0.05) {
                    cairo_new_sub_path(canvas.cairo)
                    cairo_arc(canvas.cairo, 0, 0, 106, .pi, 2 * .pi)
                    cairo_close_path(canvas.cairo)
                    canvas.fill(Ink(0x6e1220))
                    for side in [-70.0, 0, 70] { canvas.ellipse(side, 1, 36, 12, Ink(0x4d0a15)) }
                    canvas.arc(0, 0, 104, from: 1.15 * .pi, to: 1.75 * .pi, line: 4, Ink(0xffc9a0, 0.35))
                }
            }
        }
    }

    private static func rain(_ canvas: SceneCanvas, _ now: Moment) {
        var scatter = Scatter(7)
        for drop in 0..<230 {
            let near = scatter.next()
            let fall = now.turn(26 + drop % 9, scatter.next())
            let (x, y) = (scatter.next(-60...2100) - 60 * fall, 110 + fall * 860)
            let length = 16 + 34 * near
            canvas.line(
                [(x, y), (x - length * 0.10, y + length)], width: 1 + 1.6 * near, Ink(0xbcd0ff, 0.10 + 0.22 * near))
        }
        for splash in 0..<36 {
            let grow = now.turn(34 + splash % 7, scatter.next())
            let (x, y) = (scatter.next(0...1920), scatter.next(900...958))
            canvas.inside {
                cairo_translate(canvas.cairo, x, y)
                cairo_scale(canvas.cairo, 1, 0.3)
                canvas.ring(0, 0, 2 + 15 * grow, line: 2, Ink(0xbcd0ff, 0.4 * (1 - grow)))
            }
        }
    }
}
