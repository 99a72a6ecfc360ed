import CCairo
import Glibc

/// The weather: a map of a coast, over which a front brings its rain.
enum WeatherScene {
    private struct Town {
        var name: String
        var x: Double
        var y: Double
        var degrees: (Int, Int)
    }

    private static let towns = [
        Town(name: "Nordhaven", x: 1060, y: 280, degrees: (9, 7)),
        Town(name: "Ferry Point", x: 780, y: 500, degrees: (12, 9)),
        Town(name: "Bergstadt", x: 1370, y: 450, degrees: (14, 11)),
        Town(name: "Mill Cross", x: 1070, y: 640, degrees: (15, 12)),
        Town(name: "Hafen", x: 720, y: 840, degrees: (13, 11)),
        Town(name: "Lake Orla", x: 1400, y: 800, degrees: (17, 14)),
    ]

    private static let coast: [(Double, Double)] = [
        (930, 60), (1010, 150), (900, 230), (960, 330), (860, 390), (700, 400), (640, 490), (740, 570), (860, 600),
        (800, 690), (660, 720), (560, 800), (600, 930), (520, 1000), (520, 1160), (700, 1500), (2700, 1500),
        (2700, -500),
        (900, -400),
    ]

    static func draw(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.layer("map") { map($0) }
        waves(canvas, now)
        wind(canvas, now)
        front(canvas, now)
        for town in towns { chip(canvas, now, town) }
        canvas.layer("panel") { panel($0) }
        days(canvas, now)
    }

    private static func map(_ layer: SceneCanvas) {
        layer.shade(0, 0, 1920, 1080, [(0, Ink(0x1c6f9e)), (1, Ink(0x0f4a78))])
        for step in (1...5).reversed() {
            layer.blobLine(coast, width: Double(step) * 34, Ink(0x7fd0ee, 0.07))
        }
        layer.blobPath(coast)
        layer.shadePath(from: 0, to: 1080, [(0, Ink(0x7fae6a)), (0.6, Ink(0xa3bd72)), (1, Ink(0xc2c47c))])
        layer.inside {
            layer.blobPath(coast)
            cairo_clip(layer.cairo)
            // Hills with light from the left, woods, a lake, rivers.
            var scatter = Scatter(31)
            for _ in 0..<90 {
                let (x, y, r) = (scatter.next(1180...1920), scatter.next(100...760), scatter.next(18...60))
                layer.polygon(
                    [(x - r, y + r * 0.7), (x, y - r * 0.6), (x + r * 0.16, y + r * 0.7)], Ink(0xffffff, 0.12))
                layer.polygon(
                    [(x, y - r * 0.6), (x + r, y + r * 0.7), (x + r * 0.16, y + r * 0.7)], Ink(0x2b4a2e, 0.16))
            }
            for _ in 0..<170 {
                let (x, y) = (scatter.next(820...1900), scatter.next(200...1060))
                layer.ellipse(x, y, scatter.next(14...46), scatter.next(8...20), Ink(0x3f7a4a, 0.16))
            }
            layer.blob([(1480, 880), (1560, 850), (1660, 880), (1680, 930), (1580, 960), (1500, 940)], Ink(0x2f86b5))
            river(layer, from: (1500, 915), to: (660, 700), bend: 26)
            river(layer, from: (1620, 300), to: (930, 320), bend: 18)
        }
        layer.blobLine(coast, width: 5, Ink(0xfff4d6, 0.9))
    }

    private static func river(_ layer: SceneCanvas, from: (Double, Double), to: (Double, Double), bend: Double) {
        let points = (0...40).map { step -> (Double, Double) in
            let part = Double(step) / 40
            let swing = bend * sin(part * 17) * sin(part * .pi)
            return (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part + swing)
        }
        layer.line(points, width: 8, Ink(0x2f86b5))
    }

    private static func waves(_ canvas: SceneCanvas, _ now: Moment) {
        var scatter = Scatter(4)
        for index in 0..<26 {
            let (x, y) = (scatter.next(30...560), scatter.next(180...1000))
            let alpha = max(0, 0.30 * now.wave(3 + index % 4, scatter.next()))
            canvas.arc(x, y, 22, from: 0.9, to: 2.2, line: 4, Ink(0xbfe6f7, alpha))
            canvas.arc(x + 34, y, 22, from: 0.9, to: 2.2, line: 4, Ink(0xbfe6f7, alpha))
        }
    }

    /// Streaks that run with the wind.
    private static func wind(_ canvas: SceneCanvas, _ now: Moment) {
        for index in 0..<22 {
            let place = now.turn(3 + index % 3, Double(index) * 0.618)
            let x = -300 + 2500 * place
            let y = 150 + Double(index * 397 % 900)
            let bend = 60 * sin(x / 300 + Double(index))
            let alpha = 0.28 * sin(.pi * place)
            canvas.line(
                (0...6).map { step in
                    let part = Double(step) / 6
                    return (x + 170 * part, y + bend * part - 40 * part)
                }, width: 4, Ink(0xffffff, alpha))
        }
    }

    /// A cold front with clouds and rain, which crosses the map once a loop.
    private static func front(_ canvas: SceneCanvas, _ now: Moment) {
        let x = -760 + 3500 * now.share
        canvas.moved(x, 0) {
            let line = (0...24).map { step -> (Double, Double) in
                let y = 90 + Double(step) * 44
                return (250 + 130 * sin(Double(step) * 0.13 + 0.4), y)
            }
            for step in 0..<84 {
                let fall = now.turn(22 + step % 5, Double(step) * 0.37)
                let (px, py) = (-130 + Double(step * 173 % 360), 130 + Double(step * 311 % 880))
                let alpha = 0.65 * sin(.pi * fall)
                canvas.line(
                    [(px - 14 * fall, py + 46 * fall), (px - 22 - 14 * fall, py + 36 + 46 * fall)], width: 4,
                    Ink(0xd7efff, alpha))
            }
            for puff in 0..<15 {
                let (i, breath) = (Double(puff), 8 * now.wave(3, Double(puff) * 0.17))
                cloud(
                    canvas, 20 + 120 * sin(i * 1.9), 130 + i * 66, 66 + 20 * sin(i * 2.7) + breath,
                    Ink(puff % 2 == 0 ? 0xeef4fa : 0xd5e0ec, 0.93))
            }
            canvas.line(line, width: 9, Ink(0x2456d6))
            for index in stride(from: 1, to: 24, by: 3) {
                let (px, py) = line[index]
                canvas.polygon([(px, py - 26), (px + 40, py), (px, py + 26)], Ink(0x2456d6))
            }
        }
    }

    private static func cloud(_ canvas: SceneCanvas, _ x: Double, _ y: Double, _ size: Double, _ ink: Ink) {
        canvas.ellipse(x + 6, y + size * 0.44, size * 1.25, size * 0.3, Ink(0x17324a, 0.14))
        canvas.circle(x - size * 0.62, y + size * 0.14, size * 0.42, ink)
        canvas.circle(x, y - size * 0.12, size * 0.62, ink)
        canvas.circle(x + size * 0.66, y + size * 0.1, size * 0.46, ink)
        canvas.rounded(x - size * 1.02, y + size * 0.1, size * 2.12, size * 0.46, radius: size * 0.23, ink)
    }

    private static func chip(_ canvas: SceneCanvas, _ now: Moment, _ town: Town) {
        // The sky over the town: how far the front is from it.
        let distance = -760 + 3500 * now.share + 250 - town.x
        let rain = exp(-pow((distance - 180) / 330, 2))
        let cold = 0.5 + 0.5 * tanh(distance / 160)
        // Warm again before the loop ends, while the front is off the map.
        let warmth = cold * (1 - now.ease(from: now.seconds - 3.2, to: now.seconds - 0.8))
        let degrees = Double(town.degrees.0) + (Double(town.degrees.1) - Double(town.degrees.0)) * warmth
        canvas.rounded(town.x - 92, town.y - 40, 190, 84, radius: 18, Ink(0x0b2036, 0.28))
        canvas.rounded(town.x - 96, town.y - 46, 190, 84, radius: 18, Ink(0xffffff, 0.96))
        canvas.moved(town.x - 50, town.y - 4) {
            let turned = 2 * .pi * now.turn(1)
            for ray in 0..<8 {
                let angle = turned + Double(ray) * .pi / 4
                canvas.line(
                    [(cos(angle) * 22, sin(angle) * 22), (cos(angle) * 30, sin(angle) * 30)], width: 5,
                    Ink(0xf6a821, 1 - rain * 0.8))
            }
            canvas.circle(0, 0, 17, Ink(0xf6a821))
            canvas.transparent(rain) {
                cloud(canvas, 2, 2, 26, Ink(0x8fa3b8))
                for drop in 0..<3 {
                    let fall = now.turn(32, Double(drop) * 0.33)
                    canvas.line(
                        [(-14 + Double(drop) * 15, 18 + 12 * fall), (-17 + Double(drop) * 15, 25 + 12 * fall)],
                        width: 4, Ink(0x2f86d5))
                }
            }
        }
        canvas.text(
            "\(Int(degrees.rounded()))°", town.x + 84, town.y + 15, size: 52, bold: true, side: .right, Ink(0x12304d))
        canvas.rounded(town.x - 92, town.y + 46, 182, 42, radius: 12, Ink(0x0b2a3c, 0.55))
        canvas.text(town.name, town.x, town.y + 76, size: 30, bold: true, side: .middle, .white)
    }

    private static func panel(_ layer: SceneCanvas) {
        layer.shadeAcross(
            0, 0, 700, 1080, [(0, Ink(0x061b31, 0.88)), (0.55, Ink(0x061b31, 0.6)), (1, Ink(0x061b31, 0))])
        layer.text("Tomorrow", 96, 258, size: 76, bold: true, .white)
        layer.text("Rain from the west,", 98, 318, size: 38, Ink(0xcfe4f5))
        layer.text("behind it fresh and clear", 98, 366, size: 38, Ink(0xcfe4f5))
    }

    private static func days(_ canvas: SceneCanvas, _ now: Moment) {
        let names = ["Tue", "Wed", "Thu", "Fri"]
        let degrees = [("16°", "8°"), ("13°", "7°"), ("15°", "6°"), ("19°", "9°")]
        for (index, name) in names.enumerated() {
            let y = 470 + Double(index) * 108
            canvas.rectangle(96, y + 72, 380, 2, Ink(0xffffff, 0.18))
            canvas.text(name, 98, y + 44, size: 42, bold: true, .white)
            canvas.moved(250, y + 28) {
                if index == 0 || index == 3 || index == 2 {
                    canvas.circle(index == 2 ? -16 : 0, index == 2 ? -8 : 0, 24, Ink(0xffb73d))
                }
                if index == 1 || index == 2 { cloud(canvas, 4, 4, 32, Ink(0xdfe9f3)) }
                if index == 1 {
                    for drop in 0..<3 {
                        let fall = now.turn(24, Double(drop) * 0.33)
                        canvas.line(
                            [(-16 + Double(drop) * 18, 24 + 10 * fall), (-20 + Double(drop) * 18, 33 + 10 * fall)],
                            width: 4, Ink(0x6fc0ff))
                    }
                }
            }
            canvas.text(degrees[index].0, 398, y + 44, size: 42, bold: true, side: .right, .white)
            canvas.text(degrees[index].1, 478, y + 44, size: 38, side: .right, Ink(0x9fc0dc))
        }
    }
}
