import Commands
import Testing

@Suite("Plans of keys")
struct KeyPlanTests {
    private func command(_ plan: KeyPlan, _ name: String, _ focus: Focus) -> Command? {
        KeyStroke(name: name).flatMap { plan.command(for: $0, in: focus) }
    }

    @Test(
        "The TV-box plan: up and down flip, left brings the list, right and a held Back the channel before, a held OK the menu"
    )
    func tvBox() {
        let plan = KeyPlan(.tvBox)
        for focus in [Focus.video, .failure, .numberEntry] {
            #expect(command(plan, "up", focus) == .channelUp && command(plan, "down", focus) == .channelDown)
            #expect(command(plan, "left", focus) == .showChannels && command(plan, "right", focus) == .tuneLast)
            #expect(command(plan, "hold_back", focus) == .tuneLast)
        }
        #expect(command(plan, "ok", .video) == .showTransport && command(plan, "hold_ok", .video) == .showMenu)
        #expect(command(plan, "back", .overlay) == .back && command(plan, "hold_back", .overlay) == .showVideo)
        #expect(plan.repeatingKeys(in: .video).isSuperset(of: [.up, .down]))
        #expect(plan.repeatingKeys(in: .video).isDisjoint(with: [.left, .right]))
    }

    @Test("The plans differ in the arrows over a channel and in a held Back, and in nothing else")
    func difference() {
        var differing: Set<KeyStroke> = []
        for focus in Focus.allCases {
            for key in Key.named {
                for stroke in [KeyStroke(key), KeyStroke(key, isHeld: true)]
                where KeyPlan(.standard).command(for: stroke, in: focus)
                    != KeyPlan(.tvBox).command(for: stroke, in: focus)
                {
                    #expect(focus.isChannel)
                    differing.insert(stroke)
                }
            }
        }
        #expect(
            differing == Set([Key.up, .down, .left, .right].map { KeyStroke($0) } + [KeyStroke(.back, isHeld: true)]))
    }

    /// Checks every key, pressed and held, with every focus.
    @Test(
        "Every key and its long press can be given any meaning in every focus, and none",
        arguments: KeyPlan.Name.allCases)
    func everyChange(name: KeyPlan.Name) {
        for focus in Focus.allCases {
            for key in Key.named + [.other(KeyCode(0x18e))] {
                for stroke in [KeyStroke(key), KeyStroke(key, isHeld: true)] {
                    var plan = KeyPlan(name)
                    plan.changes[.focus(focus)] = [stroke: .command(.tune(.number(7)))]
                    #expect(plan.command(for: stroke, in: focus) == .tune(.number(7)))
                    for other in Focus.allCases where other != focus {
                        #expect(plan.command(for: stroke, in: other) == KeyPlan(name).command(for: stroke, in: other))
                    }
                    #expect(
                        plan.longPressKeys(in: focus).contains(key)
                            == (stroke.isHeld || KeyPlan(name).longPressKeys(in: focus).contains(key)))
                    plan.changes[.focus(focus)] = [stroke: .nothing]
                    #expect(plan.command(for: stroke, in: focus) == nil)
                }
            }
        }
    }

    @Test("A change everywhere holds but at the passcode and in standby; a focus's own goes before it")
    func everywhere() {
        var plan = KeyPlan()
        plan.changes[.everywhere] = [KeyStroke(.confirm): .command(.toggleMute)]
        plan.changes[.focus(.info)] = [KeyStroke(.confirm): .command(.back)]
        for focus in Focus.allCases {
            let expected: Command =
                switch focus {
                case .passcode: .confirm
                case .standby: .wake
                case .info: .back
                default: .toggleMute
                }
            #expect(plan.command(for: KeyStroke(.confirm), in: focus) == expected, "\(focus)")
        }
    }

    @Test("A code without a function is a key once it is given a meaning, and a code can change its function")
    func codes() throws {
        let red = try #require(KeyCode(name: "KEY_RED"))
        let exit = try #require(KeyCode(name: "KEY_EXIT"))
        #expect(KeyPlan().keymap[red] == nil && KeyPlan().keymap == .standard)
        var plan = KeyPlan()
        plan.changes[.focus(.video)] = [KeyStroke(.other(red)): .command(.showFavourites)]
        #expect(plan.keymap[red] == .other(red))
        #expect(plan.keys.contains(.other(red)))
        plan.codes[exit] = .home
        #expect(plan.keymap[exit] == .home && plan.keymap[KeyCode(158)] == .back)
        plan.codes[red] = .channelUp
        #expect(plan.keymap[red] == .channelUp)
    }

    @Test("Built-in plans have no conflicts", arguments: KeyPlan.Name.allCases)
    func noFindings(name: KeyPlan.Name) {
        #expect(KeyPlan(name).findings == [])
    }

    @Test("A change that can't be meant is explained with its place")
    func findings() throws {
        let exit = try #require(KeyCode(name: "KEY_EXIT"))
        func reasons(_ scope: KeyPlan.Scope, _ stroke: String, _ meaning: KeyPlan.Meaning) throws -> [String] {
            var plan = KeyPlan()
            let stroke = try #require(KeyStroke(name: stroke))
            plan.changes[scope] = [stroke: meaning]
            for finding in plan.findings where finding.scope != nil {
                #expect(finding.scope == scope && finding.stroke == stroke)
            }
            return plan.findings.map(\.reason)
        }
        let taken = try reasons(.focus(.video), "KEY_EXIT", .command(.showGuide))
        #expect(taken.first?.hasPrefix("KEY_EXIT is the key back, so this is never used") == true)
        #expect(
            try reasons(.focus(.video), "hold_right", .command(.showMenu)) == [
                "right no longer repeats channel_up while it is held (video), and acts when it is let go"
            ])
        #expect(
            try reasons(.everywhere, "hold_up", .command(.showMenu)) == [
                "up no longer repeats up while it is held (transport, overlay, guide, text, info), and acts when it is let go"
            ])
        #expect(try reasons(.focus(.video), "hold_up", .command(.showMenu)) == [])
        #expect(try reasons(.everywhere, "KEY_RED", .command(.showMenu)) == [])
        // The menu is then one step further: from the transport bar.
        #expect(try reasons(.focus(.video), "hold_ok", .nothing) == [])
        let lost = try reasons(.everywhere, "hold_ok", .nothing)
        #expect(lost.contains("with arrows, OK, Back and CH± alone there is no way to sound any more"))
        #expect(lost.contains("with arrows, OK, Back and CH± alone there is no way to standby any more"))
        var plan = KeyPlan()
        for code in Keymap.standard.codes(of: .confirm) { plan.codes[code] = .other(code) }
        #expect(plan.findings.map(\.reason).contains("no code of any remote is the key ok any more"))
        plan = KeyPlan()
        plan.codes[exit] = .other(exit)
        plan.changes[.focus(.video)] = [KeyStroke(.other(exit)): .command(.showGuide)]
        #expect(plan.findings == [])
        plan.changes[.everywhere] = [KeyStroke(.other(exit)): .command(.showMenu)]
        for focus in Focus.allCases where focus.followsEverywhere {
            plan.changes[.focus(focus)] = [KeyStroke(.other(exit)): .command(.showGuide)]
        }
        #expect(plan.findings.map(\.reason) == ["never used: every table of a focus has its own KEY_EXIT"])
    }

    @Test("A layer that can't be left any more is said to be a trap")
    func trap() {
        var plan = KeyPlan()
        plan.changes[.focus(.overlay)] = Dictionary(
            uniqueKeysWithValues: Key.few.flatMap { [KeyStroke($0), KeyStroke($0, isHeld: true)] }.map {
                ($0, .nothing)
            })
        #expect(
            plan.findings.map(\.reason).contains(
                "with arrows, OK, Back and CH± alone there is no way out of overlay any more"))
    }
}
