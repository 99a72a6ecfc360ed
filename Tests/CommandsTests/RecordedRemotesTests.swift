import CEvdev
import Devices
import LinuxInput
import MediaCore
import Testing

@testable import Commands

/// A recording passed through `Remotes`, woken exactly when it asked to be.
private struct RecordedRun {
    /// The key events, as `KEY_OK` down, `KEY_OK` up.
    private(set) var keys: [String] = []
    /// The commands, each with its time in milliseconds of the recording.
    private(set) var commands: [String] = []
    private var remotes = Remotes()

    init(_ name: String, bus: InputDevice.Bus, focus: Focus = .video) throws {
        send(.focus(focus), at: .zero)
        let recording = try EventRecording(named: name)
        var device = DeviceKeys(device: InputDevice(id: "/dev/input/event0", name: recording.name, bus: bus))
        for event in recording.events where event.type == UInt16(EV_KEY) {
            wake(until: event.time)
            for key in device.handle(code: event.code, value: event.value, time: event.time) {
                if key.phase != .held { keys.append("\(KeyCode(key.code)) \(key.phase == .press ? "down" : "up")") }
                send(.key(key, lineIsOpen: false), at: event.time)
            }
        }
        // Much later: a key that sticks would show.
        wake(until: HostTime(nanoseconds: 1_000_000_000_000))
        #expect(device.down.isEmpty && remotes.nextWake == nil)
    }

    private mutating func wake(until time: HostTime) {
        while let wake = remotes.nextWake, wake <= time { send(.wake, at: wake) }
    }

    private mutating func send(_ event: RemotesEvent, at time: HostTime) {
        for case .perform(let command, _) in remotes.handle(event, at: time) {
            commands.append("\(time.nanoseconds / 1_000_000) \(command.text)")
            send(.performed(.done), at: time)
        }
    }
}

/// The kernel's events from a TV's CEC, a NEC and an RC-6 remote, recorded on the virtual board with evemu-record; each
/// file's head describes what the hand did. The releases of infrared keys come 130 to 247 ms after the last light.
@Suite("Recorded remotes")
struct RecordedRemotesTests {
    @Test("NEC: presses, quick presses and a hold are what they were; a late release is no long press")
    func nec() throws {
        let run = try RecordedRun("infrared-nec", bus: .infrared)
        #expect(
            run.commands == [
                // OK acts on release, as when held it would open the menu.
                "131 transport",
                // Two whole frames 236 ms apart: two presses.
                "575 channel_up", "811 channel_up",
                // Held by repeat frames, of which the fifth is lost: the kernel lets go, and repeats alone press nothing.
                "1483 volume_up", "1933 volume_up",
                // One repeat frame, and the release 244 ms after the press: Back does not count as held.
                "3283 back",
                // Another key before the first was released.
                "3768 favourites", "4027 transport",
            ])
    }

    @Test("RC-6: the toggle bit makes quick presses of one key three, and a hold one with our own repeats")
    func rc6() throws {
        let run = try RecordedRun("infrared-rc6", bus: .infrared)
        #expect(
            run.commands == [
                "131 transport", "524 channel_up", "649 channel_up", "774 channel_up",
                // After 450 ms, then every 120 ms, whatever the kernel's soft repeat does.
                "1399 volume_up", "1849 volume_up", "1969 volume_up", "2089 volume_up", "2209 volume_up",
                "2329 volume_up",
                "3227 back", "3714 favourites", "3955 transport",
            ])
        #expect(run.keys.filter { $0 == "KEY_CHANNELUP down" }.count == 3)
    }

    @Test("In a list the same arrow moves once for each press, and OK chooses at once")
    func overlay() throws {
        let run = try RecordedRun("infrared-rc6", bus: .infrared, focus: .overlay)
        #expect(run.commands.contains("3714 up") && run.commands.contains("0 ok") && run.commands.contains("3823 ok"))
    }

    @Test("CEC: Exit is Back, the skip keys are not, colours begin at blue, a lost release ends by itself")
    func cec() throws {
        let run = try RecordedRun("cec-television", bus: .cec)
        #expect(
            run.keys
                == [
                    "KEY_UP", "KEY_OK", "KEY_VOLUMEUP", "KEY_BACK", "KEY_PREVIOUSSONG", "KEY_NEXTSONG", "KEY_BLUE",
                    "KEY_RED",
                    "KEY_GREEN", "KEY_YELLOW", "KEY_CHANNELUP", "KEY_CHANNELDOWN", "KEY_CHANNELUP", "KEY_PLAYCD",
                ].flatMap { ["\($0) down", "\($0) up"] })
        #expect(
            run.commands == [
                "0 favourites", "681 transport",
                // The TV repeats the press every 276 ms while the key is held; that is one press.
                "1058 volume_up", "1508 volume_up", "1628 volume_up", "1748 volume_up", "1868 volume_up",
                "1988 volume_up",
                "2108 volume_up", "2228 volume_up", "2348 volume_up",
                "2946 back", "3322 skip -60", "3851 skip 60",
                // Its release is lost: the kernel lets go 550 ms after it was said, and nobody held it.
                "5647 channel_up",
                // Another key before a release: that is one.
                "6924 channel_down", "7017 channel_up",
                "7546 resume",
            ])
    }
}
