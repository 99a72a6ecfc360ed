import Channels
import MediaCore
import TestSupport
import Testing

/// The flip machine, warming and the gate together, over every order of events to a depth and over long random walks.
@Suite("Tuner, every order")
struct TunerExplorationTests {
    private enum Move: String, CaseIterable, CustomStringConvertible {
        case up, down, quickUp, last, tuneSecond, digit, preview, confirm, back
        case arrive, ready, hiddenReady, failed, refused, asksForTime, shownFails, shownEnds, shownStalls, hiddenFails
        case rightCode, wrongCode, leavePrompt, setCode
        case uncheckedCode, tvOff, paused, goesOn, unplugged, pluggedIn
        case wait, pass, hours, stop, resume, off, on, fewer, all, wishes, wound, windsBack
        case cornerLast, cornerSecond, cornerThird, cornerCloses, swap, askAhead

        var description: String { rawValue }
    }

    /// What makes channels come more often than what breaks them.
    private static let likely =
        Move.allCases
        + [Move.arrive, .pass, .hiddenReady, .rightCode, .wait, .up].flatMap { Array(repeating: $0, count: 5) }

    private static func play(_ move: Move, on world: inout TunerWorld) {
        switch move {
        case .up:
            world.pass(.seconds(1))
            world.send(.step(1, key: world.now))
        case .down:
            world.pass(.seconds(1))
            world.send(.step(-1, key: world.now))
        case .quickUp: world.send(.step(1, key: world.now))
        case .last: world.send(.last(key: world.now))
        case .tuneSecond: world.send(.tune("B", key: world.now))
        case .digit: world.send(.digit(3, key: world.now))
        case .preview: world.send(.preview(.step(1), key: world.now))
        case .confirm: world.send(.confirm(key: world.now))
        case .back: world.send(.cancel(key: world.now))
        case .arrive: world.arrive()
        case .ready: if let item = world.coming { world.send(.ready(item)) }
        case .hiddenReady: if let item = world.hidden { world.send(.ready(item)) }
        case .failed: if let item = world.coming { world.send(.failed(item, ItemTrouble("gone"), playsOn: false)) }
        case .refused: if let item = world.coming { world.send(.troubled(item, ItemTrouble("429", status: 429))) }
        case .asksForTime:
            if let item = world.coming {
                world.send(.troubled(item, ItemTrouble("503", status: 503, retryAfter: .seconds(30))))
            }
        case .shownFails: if let item = world.shown { world.send(.failed(item, ItemTrouble("gone"), playsOn: true)) }
        case .shownEnds: if let item = world.shown { world.send(.ended(item, isLive: false)) }
        case .shownStalls: if let item = world.shown { world.send(.stalled(item, true)) }
        case .hiddenFails: if let item = world.hidden { world.send(.failed(item, ItemTrouble("gone"), playsOn: false)) }
        case .rightCode:
            world.send(.submitPasscode(TunerWorld.code))
            world.answerCode()
        case .wrongCode:
            world.send(.submitPasscode("0000"))
            world.answerCode()
        case .uncheckedCode:
            world.send(.submitPasscode(TunerWorld.code))
            world.answerCode(canBeChecked: false)
        case .tvOff: world.send(.lock)
        case .paused: world.send(.paused(true))
        case .goesOn: world.send(.paused(false))
        case .unplugged: world.send(.screen(isThere: false))
        case .pluggedIn: world.send(.screen(isThere: true))
        case .leavePrompt: world.send(.cancelPasscode)
        case .setCode: world.send(.passcodeSet(digits: 4))
        case .wait: world.wait()
        case .pass:
            world.pass(.seconds(20))
            world.send(.wake)
        // What wrong codes have earned.
        case .hours:
            world.pass(.seconds(7200))
            world.send(.wake)
        case .stop: world.send(.stop)
        case .resume: world.send(.resume(key: world.now))
        case .off: world.send(.standby(true, key: world.now))
        case .on: world.send(.standby(false, key: world.now))
        case .fewer: world.send(.lineup(TunerWorld.lineup(["A", "C"], restricted: ["C"])))
        case .all: world.send(.lineup(TunerWorld.lineup(["A", "B", "C", "D"], restricted: ["C"])))
        case .wishes: world.send(.wishesChanged)
        case .windsBack: if let item = world.shown { world.send(.behind(item, .seconds(400))) }
        case .cornerLast: if let last = world.tuner.lastChannel { world.send(.corner(last)) }
        case .cornerSecond: world.send(.corner("B"))
        case .cornerThird: world.send(.corner("C"))
        case .cornerCloses: world.send(.corner(nil))
        case .askAhead: world.send(.authorize("C"))
        case .swap: world.send(.swapCorner(key: world.now))
        case .wound: if let item = world.shown { world.send(.wound(item, true)) }
        }
    }

    private static func world(_ moves: [Move]) -> TunerWorld {
        // On D there is something restricted for five minutes of every twenty.
        let begins = Int64(1_000)
        let programmes = (0..<100).map { begins + 240 + $0 * 1200..<begins + 300 + $0 * 1200 }
        var world = TunerWorld(restricted: ["C"], programmes: ["D": programmes])
        for move in moves { play(move, on: &world) }
        return world
    }

    private static let starts: [(name: String, moves: [Move])] = [
        ("nothing", []),
        ("a channel with its neighbours", [.up, .arrive, .pass]),
        ("a neighbour that is ready", [.up, .arrive, .pass, .hiddenReady]),
        ("a flip to a hidden channel", [.up, .arrive, .pass, .up]),
        ("a prompt over a channel", [.up, .arrive, .up, .arrive, .up, .arrive]),
        ("standby", [.up, .arrive, .off]),
        ("a channel that a code opened", [.down, .down, .arrive, .rightCode, .arrive]),
        ("a flip away from it", [.down, .down, .arrive, .rightCode, .arrive, .down]),
        ("the prompt of the only channel ever", [.down, .down, .arrive]),
        ("a channel whose programme is locked soon", [.down, .arrive, .pass]),
        (
            "one that a code opened for a programme",
            [.down, .arrive] + Array(repeating: .pass, count: 8) + [.rightCode]
        ),
        ("a channel in the corner", [.up, .arrive, .pass, .cornerSecond]),
        ("two channels that have changed places", [.up, .arrive, .pass, .cornerSecond, .hiddenReady, .swap, .arrive]),
        (
            "what a code opened in the corner",
            [.down, .down, .arrive, .rightCode, .arrive, .down, .arrive, .cornerThird]
        ),
        ("a question ahead", [.up, .arrive, .askAhead]),
        ("what was opened ahead", [.up, .arrive, .askAhead, .rightCode]),
        ("a failure", [.up, .arrive, .pass, .up, .failed, .failed]),
    ]

    private static func explore(
        _ world: TunerWorld, _ depth: Int, _ path: [Move], _ wrong: inout [String]
    ) -> Int {
        var rest = world
        if !rest.rests() { wrong.append("\(path): stuck at \(String(describing: rest.interstitial))") }
        for text in rest.violations { wrong.append("\(path): \(text)") }
        guard depth > 0, wrong.count < 5 else { return 1 }
        var seen = 1
        for move in Move.allCases {
            var next = world
            play(move, on: &next)
            seen += explore(next, depth - 1, path + [move], &wrong)
        }
        return seen
    }

    @Test("No order of events breaks a promise or leaves the screen stuck", arguments: starts.indices)
    func everyOrder(start: Int) {
        var wrong: [String] = []
        let seen = Self.explore(Self.world(Self.starts[start].moves), 2, [], &wrong)
        #expect(wrong == [], "from \(Self.starts[start].name)")
        #expect(seen > 1_000)
    }

    @Test("Long random walks break no promise, and end with nothing left", arguments: 1...8)
    func randomWalk(seed: Int) {
        var random = SplitMix(seed: seed)
        var world = Self.world([])
        var path: [Move] = []
        for step in 0..<5_000 {
            let move = Self.likely.randomElement(using: &random) ?? .up
            path.append(move)
            Self.play(move, on: &world)
            if step % 50 == 0 {
                var rest = world
                let isAtRest = rest.rests()
                #expect(isAtRest)
            }
            guard world.violations.isEmpty else { break }
        }
        #expect(world.violations == [], "\(path.suffix(8))")
        world.send(.standby(true, key: world.now))
        #expect(world.items.isEmpty && world.open.isEmpty)
        #expect(world.outcomes.count > 150)
        #expect(world.adopted > 50)
        #expect(world.revealed.count { $0 == "C" } > 5)
    }
}
