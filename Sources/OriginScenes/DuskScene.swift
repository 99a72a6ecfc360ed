import Glibc

/// A film: a lake between mountains at dusk, past which the camera slowly goes.
enum DuskScene {
    static func draw(_ canvas: SceneCanvas, _ now: Moment) {
        // The camera goes to the right and back, once a loop.
        let camera = 0.5 - 0.5 * cos(2 * .pi * now.share)
        let horizon = 700.0
        canvas.layer("sky", height: horizon + 10) { sky in
            sky.shade(
                0, 100, 1920, horizon - 90,
                [
                    (0, Ink(0x16234a)), (0.30, Ink(0x4a3d72)), (0.58, Ink(0xa8567a)), (0.78, Ink(0xec8a5e)),
                    (1, Ink(0xffd696)),
                ])
        }
        let sun = (x: 1330 - 40 * camera, y: 578.0)
        canvas.glow(
            sun.x, sun.y, 620,
            [(0, Ink(0xffe9bd, 0.75)), (0.25, Ink(0xffc985, 0.35)), (1, Ink(0xff9a66, 0))])
        canvas.circle(sun.x, sun.y, 62, Ink(0xfff6dc))
        clouds(canvas, camera)
        ridge(canvas, "far", -60 - 70 * camera, base: 590, height: 110, seed: 3, Ink(0x7d5378), Ink(0xc7777a))
        ridge(canvas, "middle", -60 - 150 * camera, base: 616, height: 150, seed: 14, Ink(0x4b3763), Ink(0x8d5873))
        mist(canvas, y: 640, 0.30)
        ridge(canvas, "near", -60 - 260 * camera, base: 668, height: 120, seed: 21, Ink(0x2a2145), Ink(0x4a3560))
        water(canvas, now, horizon: horizon, sun: sun.x)
        boat(canvas, now, x: 1130 - 330 * camera, y: 800)
        birds(canvas, now, camera)
        canvas.layer("pines", -30 - 520 * camera, 420, width: 2520, height: 560) { pines($0) }
        CinemaBars.draw(canvas)
    }

    private static func clouds(_ canvas: SceneCanvas, _ camera: Double) {
        canvas.layer("clouds", -40 * camera, 140, width: 2000, height: 380) { layer in
            var scatter = Scatter(77)
            for row in 0..<15 {
                let (x, y) = (scatter.next(0...1900), 20 + Double(row) * 21)
                let (length, thick) = (scatter.next(180...560), scatter.next(5...15))
                let warm = Double(row) / 15
                for part in 0..<6 {
                    layer.ellipse(
                        x + Double(part) * length / 8 - length / 3, y + scatter.next(-6...6), length / 3, thick,
                        Ink(warm > 0.5 ? 0xffb48a : 0xb98aa8, 0.10))
                }
            }
        }
    }

    /// A row of mountains, lit from the horizon.
    private static func ridge(
        _ canvas: SceneCanvas, _ name: String, _ x: Double, base: Double, height: Double, seed: UInt32, _ top: Ink,
        _ bottom: Ink
    ) {
        let width = 2320.0
        canvas.layer("ridge-\(name)", x, 0, width: width, height: 720) { layer in
            var scatter = Scatter(seed)
            let phases = (0..<9).map { _ in scatter.next() * 2 * .pi }
            var points = (0...464).map { step -> (Double, Double) in
                let x = Double(step) * 5
                var y = 0.0
                for (index, phase) in phases.enumerated() {
                    let frequency = pow(1.75, Double(index)) * 2.1 / width * 2 * .pi
                    // Peaks are sharp, valleys round.
                    y += (1 - abs(sin(frequency * x / 2 + phase)) * 2) / pow(1.8, Double(index))
                }
                return (x, base - height * (0.45 + 0.42 * y))
            }
            points += [(width, 720), (0, 720)]
            layer.path(points)
            layer.shadePath(from: base - height, to: 712, [(0, top), (1, bottom)])
        }
    }

    private static func mist(_ canvas: SceneCanvas, y: Double, _ strength: Double) {
        canvas.shade(
            0, y - 50, 1920, 110,
            [(0, Ink(0xffc79a, 0)), (0.6, Ink(0xffc79a, strength)), (1, Ink(0xffc79a, 0))])
    }

    private static func water(_ canvas: SceneCanvas, _ now: Moment, horizon: Double, sun: Double) {
        canvas.shade(
            0, horizon, 1920, 290,
            [(0, Ink(0xe39a78)), (0.12, Ink(0xb06a78)), (0.5, Ink(0x533f69)), (1, Ink(0x1c2346))])
        canvas.shade(0, horizon, 1920, 16, [(0, Ink(0x2a2145, 0.8)), (1, Ink(0x2a2145, 0))])
        var scatter = Scatter(5)
        for stroke in 0..<190 {
            // Nearer waves are longer, brighter and further apart.
            let depth = pow(Double(stroke) / 190, 1.5)
            let y = horizon + 8 + depth * 270
            let spread = 34 + depth * 210
            let x = sun + scatter.next(-1...1) * spread
            let shimmer = now.wave(6 + stroke % 7, scatter.next())
            let length = (10 + depth * 74) * (0.75 + 0.25 * shimmer)
            let drift = 10 * depth * now.wave(2 + stroke % 3, scatter.next())
            let light = 1 - abs(x - sun) / (spread * 1.25)
            canvas.ellipse(
                x + drift, y, length, 1.2 + depth * 3.4,
                Ink(0xffdf9f, max(0, (0.34 + 0.40 * shimmer) * (0.35 + 0.65 * light))))
        }
        for stroke in 0..<120 {
            let depth = pow(scatter.next(), 1.3)
            let (x, y) = (scatter.next(-60...1980), horizon + 14 + depth * 264)
            let shimmer = now.wave(4 + stroke % 5, scatter.next())
            canvas.ellipse(
                x + 14 * depth * now.wave(2, scatter.next()), y, 16 + depth * 90, 0.8 + depth * 2.2,
                Ink(stroke % 2 == 0 ? 0xf2b7a0 : 0x1a1836, max(0, 0.10 + 0.13 * shimmer)))
        }
    }

    private static func boat(_ canvas: SceneCanvas, _ now: Moment, x: Double, y: Double) {
        let bob = 3 * now.wave(8)
        canvas.ellipse(x, y + 22, 108, 7, Ink(0x0e0f24, 0.45))
        canvas.moved(x, y + bob, turned: 0.02 * now.wave(8, 0.2)) {
            canvas.blob([(-112, -6), (-70, 26), (70, 26), (118, -8), (30, 6), (-30, 6)], Ink(0x120f22))
            // A person who rows.
            let pull = now.wave(10)
            canvas.line([(0, 4), (6 + 6 * pull, -40)], width: 26, Ink(0x191430))
            canvas.circle(9 + 8 * pull, -66, 14, Ink(0x191430))
            canvas.line([(8 + 6 * pull, -34), (36 + 16 * pull, -12), (96, 24 - 8 * pull)], width: 5, Ink(0x191430))
        }
    }

    private static func birds(_ canvas: SceneCanvas, _ now: Moment, _ camera: Double) {
        for bird in 0..<5 {
            let (i, flap) = (Double(bird), now.wave(40 + bird * 3, Double(bird) * 0.21))
            let x = 420 + i * 46 + 120 * now.wave(1, 0.05 * i) - 60 * camera
            let y = 300 + (i - 2) * (i - 2) * 9 + 26 * now.wave(2, 0.03 * i)
            canvas.line(
                [(x - 17, y - 9 * flap), (x, y), (x + 17, y - 9 * flap)], width: 3.4, Ink(0x241a38, 0.85))
        }
    }

    private static func pines(_ layer: SceneCanvas) {
        var scatter = Scatter(12)
        let ground = (0...50).map { step -> (Double, Double) in
            let at = Double(step)
            return (at * 52, 480 - 46 * sin(at * 0.21) - 18 * sin(at * 0.63))
        }
        layer.polygon(ground + [(2600, 560), (0, 560)], Ink(0x0d0c1c))
        for tree in 0..<46 {
            let x = Double(tree) * 55 + scatter.next(-20...20)
            // A clearing through which one sees the sun on the water.
            let opening = exp(-pow((x - 1500) / 520, 2))
            let height = scatter.next(110...330) * (1 - 0.93 * opening)
            guard height > 60 else { continue }
            let foot = 500 - 46 * sin(x / 52 * 0.21)
            for tier in 0..<7 {
                let part = Double(tier) / 7
                let (y, half) = (foot - height * part * 0.9, height * 0.19 * (1 - part) + 5)
                layer.polygon([(x - half, y), (x, y - height * 0.26), (x + half, y)], Ink(0x0d0c1c))
            }
        }
    }
}
