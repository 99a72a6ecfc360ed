import Channels
import MediaCore
import TestSupport
import Testing

@Suite("Flip machine, every order")
struct FlipMachineExplorationTests {
    /// An event that can happen to the flip machine.
    private enum Move: String, CaseIterable, CustomStringConvertible {
        case up, down, quickUp, last, tuneSecond, digitOne, digitNine, confirm, back
        case ready, shown, failed, shownFails, oldShown
        case gateOpen, gateLocked, gateRefused, staleGate
        case stageTimer, numberTimer, soundTimer, previewTimer, staleTimer
        case previewNext, previewLast
        case fewerChannels, allChannels, noChannels, stop
        case warmFirst, warmSecond, warmThird, warmReady, cool, adoptedCools

        static let cold = allCases.filter { !warm.contains($0) }
        static let warm: [Move] = [.warmFirst, .warmSecond, .warmThird, .warmReady, .cool, .adoptedCools]

        var description: String { rawValue }
    }

    private static func play(_ move: Move, on world: inout FlipSimulator) {
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
        case .digitOne: world.send(.digit(1, key: world.now))
        case .digitNine: world.send(.digit(9, key: world.now))
        case .confirm: world.send(.confirm(key: world.now))
        case .back: world.send(.cancel(key: world.now))
        case .ready: if let item = world.coming, !world.dead.contains(item) { world.send(.itemReady(item)) }
        case .shown: if let item = world.revealed, item != world.shown { world.send(.itemShown(item)) }
        case .failed: if let item = world.coming { world.send(.itemFailed(item, "gone")) }
        case .shownFails: if let item = world.shown { world.send(.itemFailed(item, "gone")) }
        case .oldShown: if let item = world.shown { world.send(.itemShown(item)) }
        case .gateOpen: if let channel = world.asked { world.send(.gate(channel, .open)) }
        case .gateLocked: if let channel = world.asked { world.send(.gate(channel, .locked)) }
        case .gateRefused: if let channel = world.asked { world.send(.gate(channel, .refused)) }
        case .staleGate: world.send(.gate("nowhere", .open))
        case .stageTimer: world.fire(.stage)
        case .numberTimer: world.fire(.number)
        case .soundTimer: world.fire(.sound)
        case .previewTimer: world.fire(.preview)
        case .previewNext: world.send(.preview(.step(1), key: world.now))
        case .previewLast: world.send(.preview(.last, key: world.now))
        case .staleTimer: if let timer = world.stale { world.send(.timer(timer)) }
        case .fewerChannels: world.send(.lineupChanged(FlipSimulator.lineup(["A", "C"])))
        case .allChannels: world.send(.lineupChanged(world.full))
        case .noChannels: world.send(.lineupChanged(.empty))
        case .stop: world.send(.stop)
        case .warmFirst: world.keep("A")
        case .warmSecond: world.keep("B")
        case .warmThird: world.keep("C", isReady: true)
        case .warmReady: world.warmReady()
        case .cool: world.cool()
        case .adoptedCools: if let item = world.coming { world.send(.cooled(item)) }
        }
    }

    /// A simulator in which `moves` have happened.
    private static func world(_ moves: [Move], keepsReleased: Bool = false, backups: Int = 0) -> FlipSimulator {
        var world = FlipSimulator(lineup: FlipSimulator.lineup(backups: backups), keepsReleased: keepsReleased)
        for move in moves { play(move, on: &world) }
        return world
    }

    private static let toShown: [Move] = [.up, .gateOpen, .ready, .shown]

    private static let starts: [(name: String, moves: [Move], depth: Int)] = [
        ("nothing", [], 4),
        ("a channel", toShown, 3),
        ("a flip", toShown + [.up], 4),
        ("a flip about to be seen", toShown + [.up, .gateOpen, .ready], 4),
        ("a preview", toShown + [.previewNext], 4),
        ("a preview over a flip", toShown + [.up, .previewNext], 3),
        ("a passcode prompt", toShown + [.up, .gateLocked, .ready], 3),
        ("a failure", toShown + [.up, .failed], 3),
        ("a channel that failed", toShown + [.shownFails], 3),
    ]

    private static let warm: [(name: String, moves: [Move], depth: Int)] = [
        ("a warm neighbour", toShown + [.warmSecond], 3),
        ("a ready one", toShown + [.warmSecond, .warmReady], 3),
        ("two ready ones", toShown + [.warmSecond, .warmReady, .warmThird], 3),
        ("a flip to a warm channel", toShown + [.warmSecond, .up], 3),
        ("a flip to a ready one", toShown + [.warmSecond, .warmReady, .up], 3),
        ("a warm channel about to be seen", toShown + [.warmSecond, .warmReady, .up, .gateOpen], 3),
        ("a warm channel behind the gate", toShown + [.warmSecond, .warmReady, .up, .gateLocked], 3),
        ("a quick press onto a ready channel", toShown + [.up, .warmThird, .quickUp], 3),
        ("the same, locked", toShown + [.up, .warmThird, .quickUp, .gateLocked], 3),
        ("a failed flip to a warm channel", toShown + [.warmSecond, .up, .failed, .failed], 3),
    ]

    /// Explores every order of moves depth-first; returns the number of states seen.
    private static func explore(
        _ world: FlipSimulator, _ moves: [Move], _ depth: Int, _ path: [Move], _ wrong: inout [String]
    ) -> Int {
        var rest = world
        if !rest.rests() { wrong.append("\(path): stuck at \(String(describing: rest.interstitial))") }
        for text in rest.violations { wrong.append("\(path): \(text)") }
        guard depth > 0, wrong.count < 5 else { return 1 }
        var seen = 1
        for move in moves {
            var next = world
            play(move, on: &next)
            // A move that changed nothing leads to a state that is already explored.
            if next.machine == world.machine, next.timers.count == world.timers.count { continue }
            seen += explore(next, moves, depth - 1, path + [move], &wrong)
        }
        return seen
    }

    @Test("No order of events breaks a promise or leaves the screen stuck", arguments: starts.indices)
    func everyOrder(start: Int) {
        let (name, moves, depth) = Self.starts[start]
        var wrong: [String] = []
        let seen = Self.explore(Self.world(moves), Move.cold, depth, [], &wrong)
        #expect(wrong == [], "from \(name)")
        #expect(seen > 1_000)
    }

    @Test("Nor does it where channels have other addresses", arguments: starts.indices)
    func everyOrderElsewhere(start: Int) {
        let (name, moves, depth) = Self.starts[start]
        var wrong: [String] = []
        let seen = Self.explore(Self.world(moves, backups: 2), Move.cold, min(depth, 3), [], &wrong)
        #expect(wrong == [], "from \(name)")
        #expect(seen > 1_000)
    }

    @Test("Nor does it where channels are kept warm, fail, and are let go at every step", arguments: warm.indices)
    func everyOrderWarm(start: Int) {
        let (name, moves, depth) = Self.warm[start]
        var wrong: [String] = []
        for keepsReleased in [false, true] {
            let world = Self.world(moves, keepsReleased: keepsReleased)
            #expect(Self.explore(world, Move.allCases, depth, [], &wrong) > 1_000)
        }
        #expect(wrong == [], "from \(name)")
    }

    @Test("Long random walks break no promise, and lose no item", arguments: 1...8)
    func randomWalk(seed: Int) {
        var random = SplitMix(seed: seed)
        var world = FlipSimulator(
            lineup: FlipSimulator.lineup(backups: seed % 4 / 2), keepsReleased: seed.isMultiple(of: 2))
        for step in 0..<10_000 {
            let move = Move.allCases.randomElement(using: &random) ?? .up
            Self.play(move, on: &world)
            if step % 50 == 0 {
                var rest = world
                let isAtRest = rest.rests()
                #expect(isAtRest)
            }
            guard world.violations.isEmpty else { break }
        }
        #expect(world.violations == [])
        world.send(.stop)
        #expect(world.items.isEmpty)
        #expect(world.open.isEmpty)
        #expect(world.timers.isEmpty)
        #expect(world.outcomes.count > 300)
        #expect(world.adopted > 100)
        #expect(world.audible.isEmpty)
    }

    @Test("Every press counts: n steps lead n channels on, whatever happens between them", arguments: 1...50)
    func conservation(seed: Int) {
        var random = SplitMix(seed: seed)
        let names = (0..<17).map { "c\($0)" }
        var world = FlipSimulator(lineup: FlipSimulator.lineup(names))
        var position = -1
        for _ in 0..<200 {
            let between: [Move] = [
                .ready, .shown, .failed, .shownFails, .gateOpen, .gateLocked, .stageTimer, .soundTimer,
            ]
            Self.play(between.randomElement(using: &random) ?? .ready, on: &world)
            let steps = [1, 1, 1, -1].randomElement(using: &random) ?? 1
            world.pass(.milliseconds([20, 100, 400].randomElement(using: &random) ?? 20))
            position = position == -1 ? (steps > 0 ? 0 : 16) : (position + steps + 17) % 17
            world.send(.step(steps, key: world.now))
            #expect(world.machine.selected == "c\(position)")
        }
        #expect(world.violations == [])
    }
}
