import Commands
import Devices
import MediaCore
import Testing

@Suite("Command router")
struct CommandRouterTests {
    private let router = CommandRouter()

    private func command(_ key: Key, _ focus: Focus, _ kind: KeyGesture.Kind = .press) -> Command? {
        let device = InputDevice(id: "ir", name: "Remote", bus: .infrared)
        return router.command(
            for: KeyGesture(key: key, kind: kind, time: .zero, device: device), focus: focus)
    }

    @Test("On live video: left and right flip, up brings favourites, down the information, OK the bar")
    func video() {
        #expect(command(.left, .video) == .channelDown)
        #expect(command(.right, .video) == .channelUp)
        #expect(command(.up, .video) == .showFavourites)
        #expect(command(.down, .video) == .showInfo)
        #expect(command(.confirm, .video) == .showTransport)
        #expect(command(.back, .video) == .back)
        #expect(command(.back, .video, .longPress) == .showChannels)
        #expect(command(.digit(7), .video) == .digit(7))
    }

    @Test("Info, held over the picture or its own banner, shows figures; elsewhere it is no long press")
    func figures() {
        for focus in [Focus.video, .info, .failure, .transport] {
            #expect(command(.info, focus, .longPress) == .toggleDiagnostics)
            #expect(router.longPressKeys(in: focus).contains(.info))
        }
        for focus in [Focus.passcode, .overlay, .numberEntry, .standby] {
            #expect(command(.info, focus, .longPress) == nil)
        }
    }

    @Test("Arrows move the focus wherever there is something to choose")
    func arrows() {
        for focus in [Focus.overlay, .transport, .info, .passcode] {
            #expect(command(.left, focus) == .move(.left))
            #expect(command(.up, focus) == .move(.up))
        }
    }

    @Test("CH± flip, volume changes and power works over every layer of a running box")
    func everywhere() {
        for focus in Focus.allCases where focus != .standby {
            // In the guide they turn its pages, as on other boxes.
            #expect(command(.channelUp, focus) == (focus == .guide ? .page(.up) : .channelUp))
            #expect(command(.channelDown, focus) == (focus == .guide ? .page(.down) : .channelDown))
            #expect(command(.volumeUp, focus) == .volumeUp)
            #expect(command(.mute, focus) == .toggleMute)
            #expect(command(.power, focus) == .togglePower)
            #expect(command(.back, focus) == .back)
        }
    }

    @Test("The keys for sound and subtitles go on to the next, everywhere but at the passcode and in standby")
    func tracks() {
        for focus in Focus.allCases where focus != .standby && focus != .passcode {
            #expect(command(.audio, focus) == .audio(.next) && command(.subtitles, focus) == .subtitles(.next))
        }
        for focus in [Focus.standby, .passcode] {
            #expect(command(.audio, focus) == nil && command(.subtitles, focus) == nil)
        }
        for (name, key) in [("LANGUAGE", Key.audio), ("AUDIO", .audio), ("SUBTITLE", .subtitles), ("TEXT", .subtitles)]
        {
            #expect(KeyCode(name: name).flatMap { Keymap.standard[$0] } == key)
        }
    }

    @Test("OK ends a number, enters a passcode and retries a failed channel")
    func confirm() {
        #expect(command(.confirm, .numberEntry) == .confirm)
        #expect(command(.confirm, .passcode) == .confirm)
        #expect(command(.confirm, .overlay) == .confirm)
        #expect(command(.confirm, .failure) == .retry)
    }

    @Test("The passcode prompt lets no other screen over it")
    func passcode() {
        for key in [Key.menu, .guide, .info, .favourites] { #expect(command(key, .passcode) == nil) }
    }

    @Test("A press that opens a layer does so once, however long it is held")
    func heldUp() {
        #expect(command(.up, .video, .repetition(1)) == nil)
        #expect(command(.channelUp, .video, .repetition(1)) == .channelUp)
        #expect(command(.down, .overlay, .repetition(4)) == .move(.down))
        #expect(command(.info, .video, .repetition(1)) == nil)
    }

    @Test("A key repeats exactly where its press does something again and again, and does not wait for a long press")
    func repeats() {
        let winding: Set<Key> = [.rewind, .fastForward, .skipBack, .skipForward]
        let changing: Set<Key> = [.channelUp, .channelDown, .volumeUp, .volumeDown]
        #expect(router.repeatingKeys(in: .video) == winding.union(changing).union([.left, .right]))
        #expect(router.repeatingKeys(in: .overlay) == winding.union(changing).union([.up, .down, .left, .right]))
        #expect(router.repeatingKeys(in: .passcode).isDisjoint(with: winding))
        #expect(router.repeatingKeys(in: .standby) == [])
        for focus in Focus.allCases {
            #expect(router.repeatingKeys(in: focus).isDisjoint(with: router.longPressKeys(in: focus)))
            for key in Key.named {
                #expect(
                    (command(key, focus, .repetition(1)) != nil) == router.repeatingKeys(in: focus).contains(key),
                    "\(key) \(focus)")
            }
        }
    }

    @Test("A key that begins to be held does nothing yet")
    func holding() {
        for focus in Focus.allCases { for key in Key.named { #expect(command(key, focus, .holding) == nil) } }
    }

    @Test("A long press means something exactly for the keys that wait for one")
    func longPress() {
        let keys: [Key] = [.up, .left, .confirm, .back, .channelUp, .digit(1), .power, .menu]
        for focus in Focus.allCases {
            let waiting = router.longPressKeys(in: focus)
            for key in keys {
                #expect((command(key, focus, .longPress) != nil) == waiting.contains(key), "\(key) \(focus)")
            }
        }
    }

    @Test("In standby keys wake the box, and those meant for the TV do not")
    func standby() {
        #expect(command(.channelUp, .standby) == .wake)
        #expect(command(.power, .standby) == .togglePower)
        #expect(command(.volumeUp, .standby) == nil)
        #expect(command(.mute, .standby) == nil)
    }

    @Test("A digit out of range is no command")
    func digit() {
        #expect(command(.digit(10), .video) == nil)
        #expect(command(.digit(-1), .video) == nil)
    }
}
