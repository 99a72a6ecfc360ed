import CEvdev
import Commands
import Devices
import LinuxInput
import MediaCore
import Touch

/// A player of a recording through everything between the kernel and a command, without a clock: decoding, `Remotes`, the
/// plan.
struct RecordingPlayer {
    private static let device = InputDevice(id: "/dev/input/event0", name: "Recorded", bus: .usb)

    private var remotes: Remotes
    private var focus: Focus
    private var keys: DeviceKeys
    private var touches: TouchTracker?
    private var told: [String] = []

    /// The commands that result, each with its time in milliseconds of the recording.
    static func commands(
        _ name: String, in focus: Focus, plan: KeyPlan = KeyPlan(), settings: TouchSettings = TouchSettings()
    ) throws -> [String] {
        let recording = try EventRecording(named: name)
        var player = RecordingPlayer(recording, focus, plan, settings)
        for event in recording.events { player.handle(event) }
        player.wake(until: HostTime.zero + .seconds(60))
        return player.told
    }

    private init(_ recording: EventRecording, _ focus: Focus, _ plan: KeyPlan, _ settings: TouchSettings) {
        self.focus = focus
        remotes = Remotes(plan: plan, touch: settings)
        let axes = TouchAxes(
            { code in
                recording.axes[UInt16(code)].map {
                    TouchAxes.Axis(minimum: $0.minimum, maximum: $0.maximum, resolution: $0.resolution)
                }
            }, has: { [BTN_TOUCH, BTN_LEFT].contains($0) })
        touches = axes.map { axes in
            TouchTracker(surface: TouchSurface(device: Self.device, aspect: axes.aspect, hasButton: true), axes: axes)
        }
        keys = DeviceKeys(device: Self.device, hasClicks: axes != nil)
    }

    private mutating func handle(_ event: EventRecording.Event) {
        wake(until: event.time)
        if event.type == UInt16(EV_KEY) {
            for key in keys.handle(code: event.code, value: event.value, time: event.time) {
                send(.key(key, lineIsOpen: false), at: event.time)
            }
        }
        for contact in touches?.handle(type: event.type, code: event.code, value: event.value, time: event.time) ?? [] {
            send(.touch(contact), at: event.time)
        }
    }

    private mutating func wake(until end: HostTime) {
        while let due = remotes.nextWake, due <= end { send(.wake, at: due) }
    }

    private mutating func send(_ event: RemotesEvent, at now: HostTime) {
        for effect in remotes.handle(.focus(focus), at: now) { carryOut(effect, at: now) }
        for effect in remotes.handle(event, at: now) { carryOut(effect, at: now) }
    }

    private mutating func carryOut(_ effect: RemotesEffect, at now: HostTime) {
        switch effect {
        case .perform(let command, let key):
            told.append("\(key.milliseconds): \(command.text)")
            if command.isPreview { focus = .preview } else if focus == .preview { focus = .video }
            send(.performed(.done), at: now)
        case .showEdgeHint(let edge, _): told.append("\(now.milliseconds): hint \(edge)")
        case .hideEdgeHint: told.append("\(now.milliseconds): hint ends")
        case .handled, .showHint, .keyTestChanged, .batteryLow, .told, .swiped, .attached, .detached, .lookAtBatteries:
            break
        }
    }
}

extension HostTime {
    fileprivate var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
