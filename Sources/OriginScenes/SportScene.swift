import CCairo
import Glibc

/// A match, seen from above: two teams keep their formations, the ball goes from foot to foot.
enum SportScene {
    /// Where players stand, as shares of the pitch: the team that plays to the right.
    private static let formation: [(Double, Double)] = [
        (0.04, 0.5), (0.24, 0.16), (0.20, 0.38), (0.20, 0.62), (0.24, 0.84), (0.44, 0.28), (0.40, 0.52), (0.46, 0.76),
        (0.66, 0.2), (0.70, 0.5), (0.66, 0.8),
    ]

    /// Who has the ball, one after the other, until it is where it began.
    private static let passes = [6, 3, 1, 5, 8, 9, 6, 7, 10, 9, 5, 2, 4, 7, 9, 5]

    private static let pitch = (x: 60.0, y: -40.0, width: 2280.0, height: 1240.0)

    static func draw(_ canvas: SceneCanvas, _ now: Moment) {
        let home = (0..<11).map { player($0, isHome: true, now) }
        let away = (0..<11).map { player($0, isHome: false, now) }
        let ball = ball(home, now)
        // The camera follows the ball, lazily: the mean of where it is a little before and after.
        let follow = stride(from: -2.0, through: 2.0, by: 0.25).map { shift -> Double in
            let at = now.time + shift
            let time = at < 0 ? at + now.seconds : at >= now.seconds ? at - now.seconds : at
            let then = Moment(share: time / now.seconds, seconds: now.seconds)
            return Self.ball((0..<11).map { player($0, isHome: true, then) }, then).x
        }
        let middle = follow.reduce(0, +) / Double(follow.count)
        let camera = (-(middle - 960) * 0.75, -30.0)
        canvas.layer("stand", 0, 0) { $0.rectangle(0, 0, 1920, 1080, Ink(0x17402a)) }
        canvas.moved(max(-470, min(10, camera.0)), camera.1 + 60) {
            canvas.layer("pitch", -220, -120, width: 2840, height: 1400) { layer in
                layer.moved(220, 120) { field(layer) }
            }
            for point in home + away { canvas.ellipse(point.x + 16, point.y + 20, 30, 22, Ink(0x06250f, 0.4)) }
            canvas.ellipse(ball.x + 8 + ball.height * 0.4, ball.y + 10 + ball.height * 0.5, 12, 9, Ink(0x06250f, 0.5))
            for (index, point) in home.enumerated() {
                man(canvas, point, index == 0 ? Ink(0xf2c230) : Ink(0xe23b3b), Ink(0xffffff), index + 1)
            }
            for (index, point) in away.enumerated() {
                man(canvas, point, index == 0 ? Ink(0x37c98b) : Ink(0xf4f6fb), Ink(0x1c3f94), index + 1)
            }
            let size = 13 + ball.height * 0.06
            canvas.circle(ball.x, ball.y - ball.height * 0.3, size, .white)
            canvas.ring(ball.x, ball.y - ball.height * 0.3, size, line: 2.5, Ink(0x20242c))
            canvas.circle(ball.x, ball.y - ball.height * 0.3, size * 0.38, Ink(0x20242c))
        }
        canvas.layer("score") { score($0) }
    }

    private static func field(_ layer: SceneCanvas) {
        layer.shade(-220, -120, 2840, 1400, [(0, Ink(0x2f8a45)), (1, Ink(0x236b36))])
        for stripe in stride(from: 0, to: 12, by: 2) {
            layer.rectangle(
                pitch.x + Double(stripe) * pitch.width / 12, -120, pitch.width / 12, 1400, Ink(0xffffff, 0.075))
        }
        var scatter = Scatter(9)
        for _ in 0..<2600 {
            layer.circle(
                scatter.next(-220...2620), scatter.next(-120...1280), scatter.next(1.5...5),
                Ink(scatter.next() > 0.5 ? 0xffffff : 0x0a3014, 0.035))
        }
        let ink = Ink(0xffffff, 0.88)
        let (x, y, w, h) = (pitch.x, pitch.y + 60, pitch.width, pitch.height - 120)
        func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
            layer.line([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)], width: 7, ink)
        }
        box(x, y, w, h)
        layer.line([(x + w / 2, y), (x + w / 2, y + h)], width: 7, ink)
        layer.ring(x + w / 2, y + h / 2, 190, line: 7, ink)
        layer.circle(x + w / 2, y + h / 2, 11, ink)
        for side in [0.0, 1.0] {
            let edge = x + w * side
            let inward = side == 0 ? 1.0 : -1.0
            box(side == 0 ? edge : edge - 330, y + h / 2 - 330, 330, 660)
            box(side == 0 ? edge : edge - 120, y + h / 2 - 150, 120, 300)
            layer.circle(edge + inward * 225, y + h / 2, 9, ink)
            let angle = 0.93
            let middle = side == 0 ? 0 : Double.pi
            layer.arc(edge + inward * 225, y + h / 2, 180, from: middle - angle, to: middle + angle, line: 7, ink)
            layer.rectangle(side == 0 ? edge - 46 : edge, y + h / 2 - 74, 46, 148, Ink(0xffffff, 0.35))
        }
    }

    private static func player(_ index: Int, isHome: Bool, _ now: Moment) -> (x: Double, y: Double) {
        let (px, py) = formation[index]
        let i = Double(index) + (isHome ? 0 : 31)
        // All go with the play, each on paths of their own.
        let play = 0.06 * now.wave(2) + 0.03 * now.wave(3, 0.2)
        let keeps = index == 0 ? 0.25 : 1.0
        let x =
            (isHome ? px : 1 - px) + keeps
            * (play + 0.035 * now.wave(3 + index % 3, i * 0.37) + 0.018 * now.wave(7, i * 0.21))
        let y =
            (isHome ? py : 1 - py) + keeps * (0.055 * now.wave(2 + index % 4, i * 0.29) + 0.02 * now.wave(6, i * 0.43))
        return (pitch.x + x * pitch.width, pitch.y + 60 + y * (pitch.height - 120))
    }

    private static func ball(_ home: [(x: Double, y: Double)], _ now: Moment) -> (x: Double, y: Double, height: Double)
    {
        let place = now.share * Double(passes.count)
        let index = Int(place) % passes.count
        let part = place - place.rounded(.down)
        let (from, to) = (home[passes[index]], home[passes[(index + 1) % passes.count]])
        // It rests at a foot for a while, then rolls or flies.
        let way = max(0, min(1, (part - 0.42) / 0.58))
        let eased = 1 - (1 - way) * (1 - way)
        let far = hypot(to.x - from.x, to.y - from.y)
        let height = far > 620 ? far * 0.18 * 4 * way * (1 - way) : 0
        let dribble = way > 0 ? 0 : 9 * sin(part / 0.42 * 4 * .pi)
        return (from.x + (to.x - from.x) * eased + 30 + dribble, from.y + (to.y - from.y) * eased + 14, height)
    }

    private static func man(
        _ canvas: SceneCanvas, _ point: (x: Double, y: Double), _ shirt: Ink, _ text: Ink, _ number: Int
    ) {
        canvas.circle(point.x, point.y, 34, Ink(0x0a2413, 0.55))
        canvas.circle(point.x, point.y, 31, shirt)
        canvas.text("\(number)", point.x, point.y + 11, size: 32, bold: true, side: .middle, text)
    }

    private static func score(_ layer: SceneCanvas) {
        layer.rounded(96, 168, 600, 118, radius: 10, Ink(0x0b1220))
        layer.rounded(96, 168, 16, 78, radius: 4, Ink(0xe23b3b))
        layer.text("HAF", 140, 223, size: 44, bold: true, .white)
        layer.rectangle(262, 168, 150, 78, .white)
        layer.text("2 – 1", 337, 224, size: 46, bold: true, side: .middle, Ink(0x0b1220))
        layer.text("BER", 440, 223, size: 44, bold: true, .white)
        layer.rectangle(562, 168, 16, 78, Ink(0xf4f6fb))
        layer.text("2nd", 638, 222, size: 36, side: .middle, Ink(0xffc857))
        layer.rectangle(96, 246, 600, 2, Ink(0xffffff, 0.25))
        layer.text("Cup  ·  Semi-final", 122, 276, size: 24, Ink(0xffffff, 0.85))
    }
}
