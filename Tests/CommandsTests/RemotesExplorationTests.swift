import Commands
import Devices
import MediaCore
import TestSupport
import Testing

/// Keys, fingers, devices and the focus together, over every order of events to a depth and over long random walks.
@Suite("Remotes, every order")
struct RemotesExplorationTests {
    private enum Move: String, CaseIterable, CustomStringConvertible {
        case up, upEnds, ok, okEnds, twinUp, twinUpEnds, lightOK, lightOKEnds, lightUp, lightUpEnds
        case tvOK, tvOKEnds, red, blue, power, powerEnds
        case touch, slide, rest, lift, click
        case overlay, passcode, video, lineCloses, lineOpens
        case unplug, vanish, padGone, plug, teach, teachNothing, test
        case wait, moment, hold, batteryLow, batteryFull

        var description: String { rawValue }
    }

    private static func play(_ move: Move, on world: inout RemotesWorld) {
        switch move {
        case .up: world.press("UP", RemotesWorld.sofa)
        case .upEnds: world.release("UP", RemotesWorld.sofa)
        case .ok: world.press("OK", RemotesWorld.sofa)
        case .okEnds: world.release("OK", RemotesWorld.sofa)
        case .twinUp: world.press("UP", RemotesWorld.twin)
        case .twinUpEnds: world.release("UP", RemotesWorld.twin)
        case .lightOK: world.press("OK", RemotesWorld.infrared)
        case .lightOKEnds: world.release("OK", RemotesWorld.infrared)
        case .lightUp: world.press("VOLUMEUP", RemotesWorld.infrared)
        case .lightUpEnds: world.release("VOLUMEUP", RemotesWorld.infrared)
        case .tvOK: world.press("OK", RemotesWorld.passthrough)
        case .tvOKEnds: world.release("OK", RemotesWorld.passthrough)
        case .red:
            world.press("RED", RemotesWorld.sofa)
            world.release("RED", RemotesWorld.sofa)
        case .blue:
            world.press("BLUE", RemotesWorld.sofa)
            world.release("BLUE", RemotesWorld.sofa)
        case .power: world.press("POWER", RemotesWorld.sofa)
        case .powerEnds: world.release("POWER", RemotesWorld.sofa)
        case .touch: world.touch(.began, 0.1)
        case .slide:
            for step in 1...6 {
                world.pass(.milliseconds(15))
                world.touch(.moved, 0.1 + Double(step) * 0.12)
            }
        case .rest:
            world.pass(.milliseconds(350))
            world.wait()
        case .lift: world.touch(.ended, 0.8)
        case .click: world.click()
        case .overlay: world.focus = .overlay
        case .passcode: world.focus = .passcode
        case .video: world.focus = .video
        case .lineCloses: world.lineIsOpen = false
        case .lineOpens: world.lineIsOpen = true
        case .unplug: world.detach(RemotesWorld.sofa, releases: true)
        case .vanish: world.detach(RemotesWorld.infrared, releases: false)
        case .padGone: world.detach(RemotesWorld.pad.device, releases: true)
        case .plug: for device in RemotesWorld.all { world.attach(device) }
        case .teach: world.teach(RemotesWorld.infrared)
        case .teachNothing: world.teach(nil)
        case .test: world.setKeyTest(world.remotes.keyTest == nil)
        case .wait: world.wait()
        case .moment: world.pass(.milliseconds(50))
        case .hold:
            world.pass(.milliseconds(600))
            world.send(.wake)
        case .batteryLow: world.answerLook(percent: 9)
        case .batteryFull: world.answerLook(percent: 90)
        }
    }

    /// Blue opens and closes the key test: a command that comes back to the remotes while it is carried out.
    private static var plan: KeyPlan {
        var plan = KeyPlan()
        if let blue = Key(name: "KEY_BLUE") { plan.changes[.everywhere] = [KeyStroke(blue): .command(.toggleKeyTest)] }
        return plan
    }

    private static func world(_ moves: [Move]) -> RemotesWorld {
        var world = RemotesWorld(plan: plan, previews: false)
        for move in moves { play(move, on: &world) }
        return world
    }

    private static let starts: [(name: String, moves: [Move])] = [
        ("nothing", []),
        ("a held arrow in a list", [.overlay, .up, .hold]),
        ("OK held over the picture", [.ok, .moment]),
        ("a repeating volume key that will be taught", [.lightUp, .hold]),
        ("a finger that has swiped", [.touch, .slide]),
        ("a key of two event devices", [.up, .twinUp]),
        ("a passcode", [.passcode, .up]),
        ("standby", [.power, .powerEnds]),
    ]

    private static func explore(
        _ world: RemotesWorld, _ depth: Int, _ moves: [Move], _ path: [Move], _ wrong: inout [String]
    ) -> Int {
        var rest = world
        if !rest.rests() { wrong.append("\(path): never at rest") }
        for text in rest.violations { wrong.append("\(path): \(text)") }
        guard depth > 0, wrong.count < 5 else { return 1 }
        var seen = 1
        for move in moves {
            var next = world
            play(move, on: &next)
            seen += explore(next, depth - 1, moves, path + [move], &wrong)
        }
        return seen
    }

    @Test("No order of events breaks a promise, or leaves a key that nobody holds", arguments: starts.indices)
    func everyOrder(start: Int) {
        var wrong: [String] = []
        let seen = Self.explore(Self.world(Self.starts[start].moves), 2, Move.allCases, [], &wrong)
        #expect(wrong == [], "from \(Self.starts[start].name)")
        #expect(seen > 900)
    }

    @Test("Two keys, two remotes, a finger, the focus and a lesson, in every order of four")
    func fewMoves() {
        let moves: [Move] = [
            .up, .upEnds, .ok, .okEnds, .lightUp, .touch, .lift, .overlay, .unplug, .plug, .teach, .teachNothing, .wait,
        ]
        var wrong: [String] = []
        let seen = Self.explore(Self.world([]), 4, moves, [], &wrong)
        #expect(wrong == [] && seen == 30_941)
    }

    @Test("Long random walks break no promise, and end at rest", arguments: 1...8)
    func randomWalk(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var world = Self.world([])
        var path: [Move] = []
        for step in 0..<5_000 {
            let move = Move.allCases.randomElement(using: &random) ?? .up
            path.append(move)
            Self.play(move, on: &world)
            if step % 50 == 0 {
                var rest = world
                let isAtRest = rest.rests()
                #expect(isAtRest && rest.violations == [])
            }
            guard world.violations.isEmpty else { break }
        }
        #expect(world.violations == [], "\(path.suffix(8))")
        // It has been everywhere.
        let kinds = Set(
            world.reports.compactMap(\.gesture).map { gesture -> String in
                switch gesture.kind {
                case .press: "press"
                case .repetition: "repetition"
                case .longPress: "long press"
                case .holding: "holding"
                }
            })
        #expect(kinds == ["press", "repetition", "long press"])
        #expect(Set(world.reports.map(\.focus)).count > 4)
        #expect(world.commands.contains(.preview(.previous)) || world.commands.contains(.preview(.next)))
        #expect(world.commands.contains(.toggleKeyTest) && world.low.count > 3)
    }
}
