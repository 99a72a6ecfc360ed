import Commands
import Testing

@Suite("What a remote reaches")
struct ReachTests {
    @Test(
        "With arrows, OK, Back and CH± alone everything is reached and nothing is a trap; a number is chosen from the list",
        arguments: KeyPlan.Name.allCases)
    func few(name: KeyPlan.Name) {
        let reach = Reach(plan: KeyPlan(name), keys: Key.few)
        #expect(reach.missing == [.channelNumber])
        #expect(reach.traps == [])
    }

    @Test("Without CH±, by arrows, OK and Back, it is the same", arguments: KeyPlan.Name.allCases)
    func fewer(name: KeyPlan.Name) {
        let reach = Reach(plan: KeyPlan(name), keys: Key.few.subtracting([.channelUp, .channelDown]))
        #expect(reach.missing == [.channelNumber] && reach.traps == [])
    }

    /// Checks that whatever any key of any plan can do, in any focus, those few keys can do too, or something
    /// as good.
    @Test("No command that any key gives is out of reach of those few", arguments: KeyPlan.Name.allCases)
    func everyCommand(name: KeyPlan.Name) {
        let plan = KeyPlan(name)
        func commands(_ keys: [Key]) -> Set<Command> {
            Set(
                Focus.allCases.flatMap { focus in
                    keys.flatMap { [KeyStroke($0), KeyStroke($0, isHeld: true)] }.compactMap {
                        plan.command(for: $0, in: focus)
                    }
                })
        }
        let menu = Set(MenuItem.allCases.flatMap { [$0.command] + ($0.commands.map { [$0.left, $0.right] } ?? []) })
        let few = commands(Array(Key.few)).union(menu)
        let asGood: [Command: Command] = [
            .resume: .playPause, .pause: .playPause, .setMute(false): .toggleMute, .togglePower: .standBy,
            .stop: .standBy,
        ]
        let beyond = commands(Key.named).subtracting(few).filter { command in
            if case .digit = command { return false }
            // Left and right do it in the transport bar.
            switch command {
            case .skip, .skipForward, .skipBack: return !few.contains(.showTransport)
            // And in the guide, step by step.
            case .page: return !few.contains(.showGuide)
            // The keyboard on the screen has a key for it.
            case .erase: return !few.contains(.showSearch)
            default: break
            }
            return asGood[command].map(few.contains) != true
        }
        #expect(beyond == [])
    }

    @Test("In every focus those few keys do something, and Back or OK leads on", arguments: KeyPlan.Name.allCases)
    func everyFocus(name: KeyPlan.Name) {
        let plan = KeyPlan(name)
        for focus in Focus.allCases {
            for key in Key.few { #expect(plan.command(for: KeyStroke(key), in: focus) != nil, "\(key) \(focus)") }
            #expect(plan.command(for: KeyStroke(.back), in: focus) == (focus == .standby ? .wake : .back))
        }
    }

    @Test("What only a key of its own reaches is missing without it")
    func missing() {
        let plan = KeyPlan()
        #expect(Reach(plan: plan, keys: []).missing == InterfaceFunction.allCases)
        let channels = Reach(plan: plan, keys: [.channelUp, .channelDown])
        #expect(Set(channels.ways.keys) == [.channelUp, .channelDown])
        // With arrows alone nothing can be chosen.
        let arrows = Reach(plan: plan, keys: [.up, .down, .left, .right])
        #expect(arrows.ways[.choose] == nil && arrows.ways[.menu] == nil && arrows.ways[.favourites] != nil)
        #expect(arrows.ways[.standby] == nil)
        // A passcode needs all ten digits.
        let digits = Set((0...9).map(Key.digit))
        #expect(Reach(plan: plan, keys: digits).ways[.passcode] != nil)
        #expect(Reach(plan: plan, keys: digits.subtracting([.digit(4)])).ways[.passcode] == nil)
    }

    @Test("The way is told: the key itself, or the menu's item")
    func ways() throws {
        let reach = Reach(plan: KeyPlan(), codes: [KeyCode(103), KeyCode(108), KeyCode(0x160)])
        #expect(reach.ways[.favourites] == Reach.Way(focus: .video, stroke: KeyStroke(.up)))
        #expect(reach.ways[.menu] == Reach.Way(focus: .video, stroke: KeyStroke(.confirm, isHeld: true)))
        #expect(reach.ways[.sound] == Reach.Way(focus: .overlay, stroke: KeyStroke(.confirm), item: .sound))
        #expect(reach.ways[.choose] == Reach.Way(focus: .overlay, stroke: KeyStroke(.confirm)))
        #expect(reach.ways[.volumeUp] == nil)
    }
}
