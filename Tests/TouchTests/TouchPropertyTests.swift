import Commands
import Devices
import MediaCore
import Testing
import Touch

@Suite("Touch, whatever a hand does")
struct TouchPropertyTests {
    private static let routers = [CommandRouter(plan: KeyPlan(.standard)), CommandRouter(plan: KeyPlan(.tvBox))]

    /// Whether a command would change what plays.
    private func commits(_ command: Command) -> Bool {
        switch command {
        case .channelUp, .channelDown, .tuneLast, .tune, .digit, .play, .stop, .togglePower, .standBy, .confirm: true
        default: false
        }
    }

    /// The commands of the gestures over a channel, by the plan; a preview that is shown changes
    /// the focus to `preview`.
    private func commands(_ gestures: [TouchGesture], _ router: CommandRouter, _ settings: TouchSettings) -> [Command] {
        var focus = Focus.video
        return gestures.compactMap { gesture in
            switch router.meaning(of: gesture, focus: focus, settings: settings) {
            case .key(let key):
                return router.command(
                    for: KeyGesture(key: key, kind: .press, time: gesture.time, device: gesture.device), focus: focus)
            case .command(let command):
                if command.isPreview { focus = .preview }
                return command
            case .hint, nil: return nil
            }
        }
    }

    /// Brushes the surface: the side of a hand, a thumb that is laid down, one that rests, wanders
    /// and slips a little.
    private func brush(_ finger: inout Finger, _ random: inout SplitMix) {
        func jitter(_ value: Double, _ most: Double) -> Double {
            value + Double.random(in: -most...most, using: &random)
        }
        finger.pressure = Bool.random(using: &random) ? nil : Double.random(in: 0...1, using: &random)
        let x = Double.random(in: 0...1, using: &random)
        let y = Double.random(in: 0...1, using: &random)
        finger.down(x, y)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            // Quick, and shorter than a swipe.
            finger.slide(to: jitter(x, 0.09), jitter(y, 0.09), over: Int.random(in: 8...200, using: &random))
        case 1:
            // Long and nearly still, with varying pressure.
            for _ in 0..<Int.random(in: 5...150, using: &random) {
                finger.pass(Int.random(in: 4...60, using: &random))
                if finger.pressure != nil { finger.pressure = Double.random(in: 0...0.3, using: &random) }
                finger.move(jitter(x, 0.02), jitter(y, 0.02))
            }
        default:
            // As slow as a thumb wanders, over any distance.
            let way = Double.random(in: 0...0.8, using: &random)
            finger.slide(to: x < 0.5 ? x + way : x - way, jitter(y, 0.03), over: Int(way * 4_000) + 8)
        }
        if Bool.random(using: &random) { finger.up() } else { finger.cancel() }
        finger.pass(Int.random(in: 0...500, using: &random))
    }

    @Test("No brush and no rest of thousands changes the channel, or even shows another", arguments: 1...8)
    func brushes(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        var settings = TouchSettings()
        settings.previews = seed.isMultiple(of: 2)
        settings.tap = seed % 3 == 0 ? .off : .automatic
        var finger = Finger(.swipes, settings: settings)
        for _ in 0..<500 {
            finger.forget()
            brush(&finger, &random)
            for router in Self.routers {
                let commands = commands(finger.gestures, router, settings)
                #expect(!commands.contains { commits($0) || $0.isPreview }, "\(finger.kinds)")
            }
        }
        #expect(finger.recogniser.nextWake == nil)
    }

    @Test("Where swipes preview, nothing that a finger does without a click changes the channel", arguments: 1...8)
    func swipesPreview(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        var settings = TouchSettings()
        settings.isNatural = seed.isMultiple(of: 2)
        settings.sensitivity = [0.5, 1, 2][seed % 3]
        var finger = Finger(.swipes, settings: settings)
        var previews = 0
        for _ in 0..<300 {
            finger.forget()
            wild(&finger, &random, uses: [.swipes])
            for router in Self.routers {
                let commands = commands(finger.gestures, router, settings)
                #expect(!commands.contains(where: commits), "\(commands)")
                previews += commands.count(where: \.isPreview)
            }
        }
        #expect(previews > 50)
    }

    /// Makes random movements of any kind.
    private func wild(_ finger: inout Finger, _ random: inout SplitMix, uses: [TouchRecogniser.Use]) {
        finger.down(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: finger.pass(Int.random(in: 0...2_000, using: &random))
            case 1: finger.use(uses.randomElement(using: &random) ?? .swipes)
            case 2: finger.pressure = Bool.random(using: &random) ? nil : Double.random(in: 0...1, using: &random)
            default:
                finger.slide(
                    to: Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random),
                    over: Int.random(in: 8...600, using: &random))
            }
        }
        if Bool.random(using: &random) { finger.up() } else { finger.cancel() }
    }

    @Test(
        "Whatever happens, nothing sticks: swipes and hints end, and no wake is left when the finger is",
        arguments: 1...8)
    func nothingSticks(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        var settings = TouchSettings()
        settings.previews = seed.isMultiple(of: 2)
        for use in [TouchRecogniser.Use.nothing, .swipes, .steps, .list, .transport] {
            var finger = Finger(use, settings: settings)
            for _ in 0..<300 {
                finger.forget()
                wild(&finger, &random, uses: [.nothing, .swipes, .steps, .list, .transport, use, use, use])
                if Int.random(in: 0..<5, using: &random) == 0 { finger.click() }
                finger.pass(20_000)
                #expect(finger.recogniser.nextWake == nil)
                var swiping: Command.Direction?
                var isResting = false
                for kind in finger.kinds {
                    switch kind {
                    case .swipe(let direction, .reached):
                        #expect(swiping == nil)
                        swiping = direction
                    case .swipe(let direction, .completed), .swipe(let direction, .takenBack):
                        #expect(swiping == direction)
                        swiping = nil
                    case .rest(let edge):
                        #expect(isResting == (edge == nil))
                        isResting = edge != nil
                    case .step, .turn, .tap: break
                    }
                }
                #expect(swiping == nil && !isResting, "\(finger.kinds)")
                finger.use(use)
            }
        }
    }
}
