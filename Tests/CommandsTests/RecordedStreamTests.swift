import Commands
import Testing
import Touch

/// Events of devices, recorded on the virtual board (`RecordingTests`), and exactly the commands that
/// result.
@Suite("Recorded streams")
struct RecordedStreamTests {
    private func commands(
        _ name: String, in focus: Focus = .video, previews: Bool = true, plan: KeyPlan = KeyPlan()
    ) throws -> [String] {
        var settings = TouchSettings()
        settings.previews = previews
        return try RecordingPlayer.commands(name, in: focus, plan: plan, settings: settings)
    }

    private func expect(_ made: [String], _ wanted: [String], _ location: SourceLocation = #_sourceLocation) {
        #expect(made == wanted, sourceLocation: location)
    }

    @Test("A touch remote over a channel: swipes preview, one up and one down open something")
    func swipes() throws {
        try expect(commands("pad-swipe-right"), ["100: preview next"])
        try expect(commands("pad-swipe-left"), ["100: preview previous"])
        try expect(commands("pad-swipe-up"), ["100: favourites"])
        try expect(commands("pad-swipe-down"), ["100: info"])
    }

    @Test("Where swipes commit, they do when the finger is lifted")
    func committing() throws {
        try expect(commands("pad-swipe-right", previews: false), ["100: preview next", "200: ok"])
    }

    @Test(
        "By the plan of TV boxes a swipe up previews, one to the left brings the list, one to the right previews the channel before"
    )
    func tvBox() throws {
        try expect(commands("pad-swipe-up", plan: KeyPlan(.tvBox)), ["100: preview next"])
        try expect(commands("pad-swipe-left", plan: KeyPlan(.tvBox)), ["100: channels"])
        try expect(commands("pad-swipe-right", plan: KeyPlan(.tvBox)), ["100: preview last"])
    }

    @Test("A swipe and a click without lifting go to the channel")
    func swipeAndClick() throws {
        try expect(commands("pad-swipe-and-click"), ["90: preview next", "350: ok"])
    }

    @Test("A brush and a tap mean nothing, a rest at the left edge a hint")
    func brush() throws {
        for focus in Focus.allCases {
            try expect(commands("pad-brush", in: focus), [])
            try expect(commands("pad-tap", in: focus), [])
        }
        try expect(commands("pad-rest"), ["300: hint left", "1201: hint ends"])
        for direction in ["up", "down", "left", "right"] {
            try expect(commands("pad-swipe-\(direction)", in: .standby), [])
        }
        for focus in [Focus.overlay, .passcode, .transport, .standby] {
            try expect(commands("pad-rest", in: focus), [])
        }
    }

    @Test(
        "A click in the middle is OK when it is let go, as OK has a long press there; at the right edge it flips at once"
    )
    func click() throws {
        try expect(commands("pad-click"), ["60: transport"])
        try expect(commands("pad-click-right"), ["60: channel_up"])
        try expect(commands("pad-click-right", in: .preview), ["60: ok"])
        try expect(commands("pad-click-right", in: .overlay), ["60: right"])
        try expect(commands("pad-click", in: .standby), ["60: wake"])
    }

    @Test("Through a list a swipe steps, and a flick goes on by itself")
    func list() throws {
        try expect(
            commands("pad-swipe-down", in: .overlay), ["70: down", "160: down", "291: down", "403: down", "544: down"])
        try expect(
            commands("pad-flick-down", in: .overlay),
            ["50: down", "180: down", "292: down", "433: down", "609: down", "829: down", "1103: down"])
        // On the keypad the flick is one step.
        try expect(commands("pad-flick-down", in: .passcode), ["50: down"])
    }

    @Test("Half a turn round the rim of the transport bar is fourteen notches ahead; elsewhere it is none")
    func ring() throws {
        try expect(
            commands("pad-ring", in: .transport),
            ["75: scrub 2", "165: scrub 2", "255: scrub 3", "346: scrub 2", "436: scrub 3", "526: scrub 2"])
    }

    @Test("A keyboard: its own repeats count for nothing, ours do")
    func typematic() throws {
        try expect(
            commands("keyboard-typematic"),
            ["0: channel_up", "450: channel_up", "570: channel_up", "690: channel_up", "810: channel_up"])
    }

    @Test("Of two keys that roll over one another the newer repeats")
    func rollOver() throws {
        try expect(
            commands("keyboard-roll-over"),
            ["0: channel_up", "300: channel_down", "750: channel_down", "870: channel_down"])
    }

    @Test("A modifier is nothing; a held Esc is Back held")
    func others() throws {
        try expect(commands("keyboard-modifier"), ["50: digit 1"])
        try expect(commands("keyboard-escape-held"), ["500: channels"])
    }
}
