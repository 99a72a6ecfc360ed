import CCairo
import Glibc

/// Music: a disc that turns, and a spectrum around it and below that moves with what is heard.
enum MusicScene {
    static func draw(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.layer("room") {
            $0.shade(0, 0, 1920, 1080, [(0, Ink(0x14062b)), (0.55, Ink(0x3a0f57)), (1, Ink(0x0d0420))])
        }
        lights(canvas, now)
        let levels = spectrum(now)
        bars(canvas, levels)
        ring(canvas, now, levels)
        disc(canvas, now, loud: levels.reduce(0, +) / Double(levels.count))
        sparks(canvas, now)
        title(canvas, now)
    }

    /// How high the bars are, from low to high, 0…1: notes of the sound as they die away, with what trembles
    /// around them.
    private static func spectrum(_ now: Moment) -> [Double] {
        let count = 48
        let sound = SceneSound(scene: .music, hertz: 900)
        let struck = sound.struck(at: now.time)
        return (0..<count).map { bar in
            let place = Double(bar) / Double(count)
            var level = 0.10 + 0.05 * now.wave(40 + bar % 11, Double(bar) * 0.37)
            level += 0.22 * exp(-place * 3.2) * (0.6 + 0.4 * now.wave(32, place))
            for (hertz, loud) in struck {
                for (overtone, share) in [(1.0, 1.0), (2, 0.45), (3, 0.6)] {
                    let at = log2(hertz * overtone / 300) / 4.2
                    level += 0.62 * loud * share * exp(-pow((place - at) / 0.035, 2))
                }
            }
            // The beat.
            level += 0.28 * exp(-place * 7) * exp(-5 * (now.time - now.time.rounded(.down)))
            return min(1, level)
        }
    }

    private static func lights(_ canvas: SceneCanvas, _ now: Moment) {
        let inks: [UInt32] = [0xff3d9a, 0x7a4dff, 0x2bc8ff, 0xff8a3d]
        for beam in 0..<6 {
            let angle = 0.5 * now.wave(3 + beam % 3, Double(beam) * 0.17) + (Double(beam) - 2.5) * 0.06
            canvas.inside {
                cairo_translate(canvas.cairo, 160 + Double(beam) * 320, 60)
                cairo_rotate(canvas.cairo, angle)
                canvas.path([(-8, 0), (8, 0), (150, 1200), (-150, 1200)])
                cairo_close_path(canvas.cairo)
                let ink = Ink(inks[beam % 4])
                canvas.shadePath(from: 0, to: 1000, [(0, ink.faded(0.42)), (0.6, ink.faded(0.10)), (1, ink.faded(0))])
            }
        }
    }

    private static func tint(_ place: Double) -> Ink {
        var ink = Ink(0xff3d9a)
        let to = Ink(0x2bc8ff)
        ink.red += (to.red - ink.red) * place
        ink.green += (to.green - ink.green) * place
        ink.blue += (to.blue - ink.blue) * place
        return ink
    }

    private static func bars(_ canvas: SceneCanvas, _ levels: [Double]) {
        let (floor, width) = (860.0, 1728.0 / Double(levels.count))
        for (bar, level) in levels.enumerated() {
            let (x, height) = (96 + Double(bar) * width, 12 + 430 * level)
            let ink = tint(Double(bar) / Double(levels.count))
            canvas.rounded(x + 4, floor - height, width - 8, height, radius: 6, ink.faded(0.85))
            canvas.rounded(x + 4, floor - height, width - 8, 8, radius: 4, Ink(0xffffff, 0.8))
            cairo_rectangle(canvas.cairo, x + 4, floor + 8, width - 8, height * 0.4)
            canvas.shadePath(from: floor, to: floor + 180, [(0, ink.faded(0.32)), (1, ink.faded(0))])
        }
    }

    private static func ring(_ canvas: SceneCanvas, _ now: Moment, _ levels: [Double]) {
        let (x, y, radius) = (960.0, 470.0, 250.0)
        canvas.glow(x, y, 520, [(0, Ink(0x0d0420, 0.9)), (0.5, Ink(0x0d0420, 0.75)), (1, Ink(0x0d0420, 0))])
        let count = levels.count * 2
        for index in 0..<count {
            let level = levels[index < levels.count ? index : count - 1 - index]
            let angle = 2 * .pi * (Double(index) / Double(count)) + .pi / 2 + 2 * .pi * now.turn(1)
            let (from, to) = (radius + 8, radius + 16 + 110 * level)
            canvas.line(
                [(x + from * cos(angle), y + from * sin(angle)), (x + to * cos(angle), y + to * sin(angle))], width: 8,
                tint(abs(Double(index) / Double(count) - 0.5) * 2))
        }
    }

    private static func disc(_ canvas: SceneCanvas, _ now: Moment, loud: Double) {
        canvas.moved(960, 470, scale: 1 + 0.05 * loud, turned: 2 * .pi * now.turn(8)) {
            canvas.circle(0, 0, 238, Ink(0x08030f))
            for groove in 0..<9 { canvas.ring(0, 0, 108 + Double(groove) * 14, line: 1.5, Ink(0xffffff, 0.10)) }
            for side in [0.0, .pi] {
                canvas.path([(0, 0)])
                cairo_arc(canvas.cairo, 0, 0, 234, side + 0.2, side + 0.75)
                cairo_close_path(canvas.cairo)
                canvas.fill(Ink(0xffffff, 0.09))
            }
            canvas.circle(0, 0, 92, Ink(0xff7a3d))
            canvas.circle(0, 0, 92, Ink(0xff3d9a, 0.35))
            canvas.arc(0, 0, 70, from: -0.5, to: 1.2, line: 8, Ink(0xffffff, 0.85))
            canvas.arc(0, 0, 50, from: 2.4, to: 4.3, line: 8, Ink(0xffffff, 0.6))
            canvas.circle(0, 0, 13, Ink(0x14062b))
        }
    }

    private static func sparks(_ canvas: SceneCanvas, _ now: Moment) {
        var scatter = Scatter(17)
        for spark in 0..<44 {
            let rise = now.turn(2 + spark % 4, scatter.next())
            let (x, y) = (scatter.next(60...1860) + 40 * now.wave(3, scatter.next()), 900 - rise * 720)
            canvas.circle(x, y, scatter.next(2...5), tint(scatter.next()).faded(0.8 * sin(.pi * rise)))
        }
    }

    private static func title(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.text("Glass Garden", 96, 966, size: 58, bold: true, .white)
        canvas.text("Low Tide  ·  Night Ferry Sessions", 98, 1020, size: 36, Ink(0xe4c6f5))
        canvas.rounded(1590, 930, 234, 70, radius: 35, Ink(0xffffff, 0.14))
        canvas.circle(1630, 965, 9 + 3 * max(0, now.wave(32)), Ink(0xff3d9a))
        canvas.text("ON STAGE", 1654, 978, size: 32, bold: true, .white)
    }
}
