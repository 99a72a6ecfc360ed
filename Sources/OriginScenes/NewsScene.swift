import CCairo
import Glibc

/// The news: a presenter before a wall with a turning globe, a headline, and a line of news that runs through below.
enum NewsScene {
    private static let red = Ink(0xd4262f)

    private static let headlines = [
        ("LAKE LEVEL HIGHEST SINCE 1987", "Ferries run again from Monday"),
        ("NIGHT TRAIN TO THE COAST RETURNS", "First departure in eleven years on Friday"),
        ("TOWN HALL OPENS ITS ROOF TO BEES", "Forty hives above the market square"),
        ("OLDEST LIGHTHOUSE TO SHINE AGAIN", "Volunteers rebuilt the lamp by hand"),
    ]

    private static let ticker =
        "Ferries run again from Monday  •  Choir of two thousand rehearses on the old runway  •  "
        + "Bakers agree on a lighter loaf  •  Library stays open through the night  •  "
        + "Storks counted: nine pairs more than last year  •  Tram line 4 reaches the harbour  •  "

    static func draw(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.layer("studio") { studio($0) }
        sweep(canvas, now)
        globe(canvas, now, x: 1330, y: 490, radius: 282)
        canvas.layer("wall") { wall($0) }
        lake(canvas, now)
        presenter(canvas, now, x: 690)
        canvas.layer("desk") { desk($0) }
        headline(canvas, now)
        runningLine(canvas, now)
        canvas.layer("name") { name($0) }
    }

    private static func studio(_ layer: SceneCanvas) {
        layer.shade(0, 0, 1920, 1080, [(0, Ink(0x06162c)), (0.5, Ink(0x0d3560)), (1, Ink(0x071a33))])
        layer.glow(1330, 490, 900, [(0, Ink(0x2f8fe0, 0.55)), (1, Ink(0x2f8fe0, 0))])
        for column in 0..<9 {
            let x = Double(column) * 240 - 20
            layer.shadeAcross(x, 120, 120, 800, [(0, Ink(0xffffff, 0.035)), (1, Ink(0xffffff, 0))])
        }
    }

    /// Light that wanders over the wall.
    private static func sweep(_ canvas: SceneCanvas, _ now: Moment) {
        for beam in 0..<3 {
            let x = 2600 * now.turn(1 + beam % 2, Double(beam) * 0.37) - 400
            canvas.inside {
                cairo_rectangle(canvas.cairo, 0, 120, 1920, 700)
                cairo_clip(canvas.cairo)
                cairo_translate(canvas.cairo, x, 0)
                cairo_rotate(canvas.cairo, 0.34)
                canvas.shadeAcross(
                    -150, -300, 300, 1700,
                    [(0, Ink(0x69b7ff, 0)), (0.5, Ink(0x69b7ff, 0.10)), (1, Ink(0x69b7ff, 0))])
            }
        }
    }

    /// A globe of dots that turns once a loop.
    private static func globe(_ canvas: SceneCanvas, _ now: Moment, x: Double, y: Double, radius: Double) {
        canvas.glow(x, y, radius, [(0, Ink(0x1b6fb8, 0.75)), (0.8, Ink(0x0f4a86, 0.72)), (1, Ink(0x57b2ff, 0.55))])
        canvas.ring(x, y, radius, line: 3, Ink(0x9fd6ff, 0.8))
        let turned = 2 * .pi * now.share
        for row in -11...11 {
            let latitude = Double(row) * .pi / 25
            let count = max(6, Int(76 * cos(latitude)))
            for dot in 0..<count {
                let longitude = 2 * .pi * Double(dot) / Double(count)
                guard isLand(longitude, latitude) else { continue }
                let seen = longitude + turned
                let depth = cos(latitude) * cos(seen)
                guard depth > 0.02 else { continue }
                // Tilted a little, as the earth is.
                let (px, py) = (cos(latitude) * sin(seen), -sin(latitude) * 0.97 + depth * 0.12)
                canvas.circle(
                    x + px * radius * 0.985, y + py * radius * 0.985, 3 + 5 * depth, Ink(0xc9ecff, 0.25 + 0.7 * depth))
            }
        }
    }

    /// Continents that are nowhere.
    private static func isLand(_ longitude: Double, _ latitude: Double) -> Bool {
        let value =
            sin(longitude * 2 + 0.6 + latitude * 1.4) + 0.8 * sin(longitude * 3 - latitude * 2.6 + 2)
            + 0.6 * cos(latitude * 5 + longitude) + 0.35 * sin(longitude * 7 + latitude * 6)
        return value > 0.25
    }

    private static func wall(_ layer: SceneCanvas) {
        // The picture beside the presenter.
        layer.rounded(96, 214, 420, 300, radius: 10, Ink(0x04101f, 0.55))
        layer.rounded(88, 206, 420, 300, radius: 10, Ink(0xffffff, 0.9))
        layer.clipped(94, 212, 408, 288, radius: 6) {
            layer.shade(94, 212, 408, 190, [(0, Ink(0x88c3ea)), (1, Ink(0xe8f3f8))])
            layer.polygon(
                [(94, 372), (170, 288), (236, 342), (320, 262), (410, 340), (502, 282), (502, 404), (94, 404)],
                Ink(0x5c7f92))
            layer.polygon(
                [(94, 398), (200, 344), (300, 388), (420, 348), (502, 380), (502, 420), (94, 420)], Ink(0x3d6456))
        }
    }

    /// The lake in the picture beside the presenter, and its level.
    private static func lake(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.clipped(94, 212, 408, 288, radius: 6) {
            for row in 0..<4 {
                let y = 404 + Double(row) * 24
                let shift = 80 * now.turn(3 + row, 0.2 * Double(row))
                var points: [(Double, Double)] = (0...32).map { step in
                    let x = 94 + Double(step) * 13
                    return (x, y + 5 * sin((x + shift) / 80 * 2 * .pi))
                }
                points += [(520, 520), (94, 520)]
                canvas.polygon(points, Ink(0x1f6f9f, 0.55))
            }
            // A ferry.
            let x = 300 + 130 * now.wave(1)
            canvas.moved(x, 404 + 3 * now.wave(8)) {
                canvas.polygon([(-56, 0), (56, 0), (40, 24), (-44, 24)], Ink(0xf6f6f6))
                canvas.rectangle(-34, -22, 62, 22, Ink(0xffffff))
                for window in 0..<4 { canvas.rectangle(-28 + Double(window) * 14, -16, 8, 8, Ink(0x24506b)) }
                canvas.rectangle(-4, -40, 12, 18, red)
            }
        }
    }

    private static func presenter(_ canvas: SceneCanvas, _ now: Moment, x: Double) {
        let sway = 5 * now.wave(4) + 3 * now.wave(7, 0.3)
        let nod = 3 * now.wave(11) + 2 * now.wave(17, 0.4)
        canvas.ellipse(x, 900, 330, 60, Ink(0x020a16, 0.5))
        canvas.moved(x + sway * 0.6, 0) {
            // Jacket, shirt.
            canvas.blob(
                [
                    (-262, 960), (-250, 760), (-190, 640), (-70, 610), (70, 610), (190, 640), (250, 760),
                    (262, 960),
                ], Ink(0x202b46))
            canvas.polygon([(-64, 618), (64, 618), (22, 830), (-22, 830)], Ink(0xf4f6fa))
            canvas.polygon([(-66, 612), (-112, 700), (-24, 850), (-14, 820)], Ink(0x2d3a5c))
            canvas.polygon([(66, 612), (112, 700), (24, 850), (14, 820)], Ink(0x2d3a5c))
            canvas.rounded(-46, 540, 92, 116, radius: 40, Ink(0xc98a68))
            canvas.polygon([(-50, 622), (0, 664), (-46, 700)], Ink(0xe9edf5))
            canvas.polygon([(50, 622), (0, 664), (46, 700)], Ink(0xe9edf5))
        }
        canvas.moved(x + sway, nod, turned: 0.012 * now.wave(5, 0.1)) {
            // Hair behind, face, hair above.
            canvas.blob(
                [(-128, 480), (-126, 340), (-60, 276), (60, 276), (126, 340), (132, 480), (120, 600), (-120, 600)],
                Ink(0x3a241c))
            canvas.blob(
                [(-92, 440), (-88, 360), (-40, 318), (40, 318), (88, 360), (92, 440), (70, 540), (0, 592), (-70, 540)],
                Ink(0xe0a482))
            canvas.blob(
                [
                    (-104, 424), (-110, 330), (-40, 274), (60, 278), (116, 346), (102, 420), (76, 372), (0, 346),
                    (-50, 352),
                ],
                Ink(0x4a2f24))
            // Eyes that blink, brows, nose, a mouth that speaks.
            let blink = [0.06, 0.21, 0.39, 0.52, 0.71, 0.88].map { abs(now.share - $0) }.min() ?? 1
            let open = min(1, blink / 0.0035)
            for side in [-1.0, 1.0] {
                canvas.ellipse(side * 36, 442, 15, 1.5 + 6.5 * open, Ink(0xfaf6f2))
                if open > 0.4 { canvas.circle(side * 36 + 1.5 * now.wave(3), 442, 7, Ink(0x2a1c18)) }
                canvas.arc(side * 36, 446, 34, from: -.pi / 2 - 0.55, to: -.pi / 2 + 0.55, line: 6, Ink(0x3a241c))
                canvas.circle(side * 56, 486, 20, Ink(0xe58d78, 0.25))
            }
            canvas.line([(2, 452), (8, 488), (-4, 492)], width: 4, Ink(0xb97a5c))
            let speech = 0.5 + 0.5 * sin(2 * .pi * (now.turn(104) + 0.35 * now.wave(29)))
            let pause = 0.4 + 0.6 * abs(now.wave(9))
            canvas.ellipse(0, 530, 24 - 5 * speech, 4 + 10 * speech * pause, Ink(0x8e2f37))
            canvas.ellipse(0, 530 - 3 * speech * pause, 14, 2.6 * speech * pause, Ink(0xffffff, 0.9))
        }
    }

    private static func desk(_ layer: SceneCanvas) {
        layer.polygon([(150, 826), (1240, 826), (1310, 1000), (90, 1000)], Ink(0x0a1b33))
        layer.polygon([(150, 826), (1240, 826), (1262, 850), (128, 850)], Ink(0x2d7fc4))
        layer.polygon([(150, 826), (1240, 826), (1246, 832), (144, 832)], Ink(0xa8dcff))
        // Papers and a mug.
        layer.polygon([(560, 820), (790, 820), (812, 842), (540, 842)], Ink(0xe8eef5))
        layer.rounded(930, 772, 54, 60, radius: 8, Ink(0xf2f5fa))
        layer.ring(988, 800, 17, line: 7, Ink(0xf2f5fa))
        layer.rectangle(930, 788, 54, 12, red)
    }

    private static func headline(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.rectangle(0, 868, 1920, 122, Ink(0x04101f, 0.92))
        canvas.rectangle(0, 868, 1920, 4, Ink(0x57b2ff))
        canvas.rectangle(0, 872, 270, 118, red)
        canvas.text("LIVE", 135, 948, size: 54, bold: true, side: .middle, spacing: 2, .white)
        let length = now.seconds / Double(headlines.count)
        for (index, (title, text)) in headlines.enumerated() {
            let start = Double(index) * length
            let here = now.presence(start...start + length, edge: 0.4)
            guard here > 0.003 else { continue }
            canvas.clipped(270, 872, 1650, 118) {
                let y = 30 * (1 - here)
                canvas.text(title, 312, 928 + y, size: 50, bold: true, Ink(0xffffff, here))
                canvas.text(text, 314, 974 + y, size: 34, Ink(0xb9d6ef, here))
            }
        }
    }

    private static func runningLine(_ canvas: SceneCanvas, _ now: Moment) {
        canvas.rectangle(0, 990, 1920, 90, Ink(0xf3f5f8))
        // As wide as it is, so that one turn a loop brings it where it was.
        var width = 0.0
        canvas.clipped(0, 990, 1920, 90) {
            width = canvas.text(ticker, -9000, 1048, size: 38, Ink(0x10233c))
            let x = -width * now.turn(1)
            canvas.text(ticker, x, 1048, size: 38, Ink(0x10233c))
            canvas.text(ticker, x + width, 1048, size: 38, Ink(0x10233c))
        }
    }

    private static func name(_ layer: SceneCanvas) {
        layer.rounded(1668, 156, 176, 74, radius: 8, red)
        layer.text("NR24", 1756, 210, size: 46, bold: true, side: .middle, .white)
    }
}
