import CEvdev
import Commands
import Devices
import LinuxInput
import MediaCore
import Touch

/// A player of a recording through everything between the kernel and a command, without a clock: decoding,
/// gestures, the plan.
struct RecordingPlayer {
    private static let device = InputDevice(id: "/dev/input/event0", name: "Recorded", bus: .usb)

    private let router: CommandRouter
    private let settings: TouchSettings
    private var focus: Focus
    private var keys: DeviceKeys
    private var touches: TouchTracker?
    private var gestures: GestureRecogniser
    private var touch: TouchRecogniser
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
        self.settings = settings
        router = CommandRouter(plan: plan)
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
        gestures = GestureRecogniser(keymap: router.keymap)
        touch = TouchRecogniser(settings: settings)
    }

    private mutating func handle(_ event: EventRecording.Event) {
        wake(until: event.time)
        carryOut(touch.use(CommandRouter.use(in: focus), at: event.time))
        if event.type == UInt16(EV_KEY) {
            for key in keys.handle(code: event.code, value: event.value, time: event.time) {
                let (click, ended) = touch.handle(key, isOK: focus == .preview)
                carryOut(ended)
                gestures.longPressKeys = router.longPressKeys(in: focus)
                gestures.repeatingKeys = router.repeatingKeys(in: focus)
                carryOut(gestures.handle(key, as: click?.key))
            }
        }
        for contact in touches?.handle(type: event.type, code: event.code, value: event.value, time: event.time) ?? [] {
            carryOut(touch.handle(contact))
        }
    }

    private mutating func wake(until end: HostTime) {
        while let due = [gestures.nextWake, touch.nextWake].compactMap(\.self).min(), due <= end {
            carryOut(gestures.wake(at: due))
            carryOut(touch.wake(at: due))
        }
    }

    private mutating func carryOut(_ made: [TouchGesture]) {
        for gesture in made {
            switch router.meaning(of: gesture, focus: focus, settings: settings) {
            case .key(let key):
                carryOut([KeyGesture(key: key, kind: .press, time: gesture.time, device: gesture.device)])
            case .command(let command): tell(command, gesture.time)
            case .hint(let edge): told.append("\(gesture.time.milliseconds): hint \(edge.map { "\($0)" } ?? "ends")")
            case nil: break
            }
        }
    }

    private mutating func carryOut(_ made: [KeyGesture]) {
        for gesture in made {
            guard let command = router.command(for: gesture, focus: focus) else { continue }
            tell(command, gesture.time)
        }
    }

    private mutating func tell(_ command: Command, _ time: HostTime) {
        told.append("\(time.milliseconds): \(command.text)")
        if command.isPreview { focus = .preview } else if focus == .preview { focus = .video }
    }
}

extension HostTime {
    fileprivate var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
