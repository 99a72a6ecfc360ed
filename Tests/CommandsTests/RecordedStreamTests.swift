import Commands
import Testing

/// What devices sent, recorded on the virtual board (`RecordingTests`), and exactly what comes of it.
@Suite("Recorded streams")
struct RecordedStreamTests {
    private func commands(
        _ name: String, in focus: Focus = .video, previews: Bool = true, plan: KeyPlan = KeyPlan()
    ) throws -> [String] {
        var settings = TouchSettings()
        settings.previews = previews
        return try RecordingPlayer.commands(name, in: focus, plan: plan, settings: settings)
    }

    @Test("A touch remote over a channel: swipes preview, one up and one down open something")
    func swipes() throws {
        #expect(try commands("pad-swipe-right") == ["100: preview next"])
        #expect(try commands("pad-swipe-left") == ["100: preview previous"])
        #expect(try commands("pad-swipe-up") == ["100: favourites"])
        #expect(try commands("pad-swipe-down") == ["100: info"])
    }

    @Test("Where swipes commit, they do when the finger is lifted")
    func committing() throws {
        #expect(try commands("pad-swipe-right", previews: false) == ["100: preview next", "200: ok"])
    }

    @Test("By the plan of TV boxes a swipe up previews, one to the left brings the list, one to the right previews the channel before")
    func tvBox() throws {
        #expect(try commands("pad-swipe-up", plan: KeyPlan(.tvBox)) == ["100: preview next"])
        #expect(try commands("pad-swipe-left", plan: KeyPlan(.tvBox)) == ["100: guide"])
        #expect(try commands("pad-swipe-right", plan: KeyPlan(.tvBox)) == ["100: preview last"])
    }

    @Test("A swipe and a click without lifting go to the channel")
    func swipeAndClick() throws {
        #expect(try commands("pad-swipe-and-click") == ["90: preview next", "430: ok"])
    }

    @Test("A brush and a tap mean nothing, a rest at the left edge a hint")
    func brush() throws {
        for focus in Focus.allCases {
            #expect(try commands("pad-brush", in: focus) == [])
            #expect(try commands("pad-tap", in: focus) == [])
        }
        #expect(try commands("pad-rest") == ["300: hint left", "1200: hint ends"])
        for focus in [Focus.overlay, .passcode, .transport, .standby] { #expect(try commands("pad-rest", in: focus) == []) }
    }

    @Test("A click in the middle is OK when it is let go, as OK has a long press there; at the right edge it flips at once")
    func click() throws {
        #expect(try commands("pad-click") == ["60: transport"])
        #expect(try commands("pad-click-right") == ["60: channel_up"])
        #expect(try commands("pad-click-right", in: .preview) == ["60: ok"])
        #expect(try commands("pad-click-right", in: .overlay) == ["60: right"])
        #expect(try commands("pad-click", in: .standby) == ["60: wake"])
    }

    @Test("Through a list a swipe steps, and a flick goes on by itself")
    func list() throws {
        #expect(try commands("pad-swipe-down", in: .overlay) == [])
        #expect(try commands("pad-flick-down", in: .overlay) == [])
    }

    @Test("Half a turn round the rim of the transport bar looks half a minute ahead; elsewhere it is none")
    func ring() throws {
        #expect(try commands("pad-ring", in: .transport) == [])
    }

    @Test("A keyboard: its own repeats count for nothing, ours do")
    func typematic() throws {
        #expect(try commands("keyboard-typematic") == ["0: channel_up", "450: channel_up", "570: channel_up", "690: channel_up", "810: channel_up"])
    }

    @Test("Of two keys that roll over one another the newer repeats")
    func rollOver() throws {
        #expect(try commands("keyboard-roll-over") == ["0: channel_up", "300: channel_down", "750: channel_down", "870: channel_down"])
    }

    @Test("A modifier is nothing; a held Esc is Back held")
    func others() throws {
        #expect(try commands("keyboard-modifier") == ["50: digit 1"])
        #expect(try commands("keyboard-escape-held") == ["500: guide"])
    }
}
