import Base
import Commands
import ControlProtocol
import Devices
import Headless
import Logging
import MediaCore
import Playback
import Screens
import UPnP

@testable import Appliance
@testable import Channels
@testable import Store

/// A whole box with four painted channels, of which two are locked, and somebody at each of its doors. Compares all
/// that leaves through its screen and its loudspeaker with what `DoorOracle` says may.
final class DoorRig {
    /// What has left of locked channels, by right or not.
    struct Record: Sendable {
        var violations: [String] = []
        /// Vblanks with a locked channel's picture, and with its sound.
        var pictures = 0
        var sounds = 0
        var opened = 0
        var throttled = 0
    }

    private(set) var record = Record()
    private var sent = 0
    private let clock = ManualClock()
    private let display = WitnessDisplay()
    private let sink = WitnessSink()
    private let box: Box
    private let control: BoxControl
    private let bus = ScriptedBus()
    private let door: Task<Void, Never>
    private let run: Task<Void, any Error>
    private var oracle: DoorOracle
    /// The locked channels that might be out at the last vblank: their sound fades.
    private var before: Set<Int> = []
    private var paused: Channels.ItemID?

    private static let channels = (1...4).map { number in
        PaintedChannel(
            size: PixelSize(width: 64, height: 36), framesPerSecond: 10, luma: UInt8(20 + number * 40),
            attributes: ["", "tvg-rating=\"18\"", "", "censored=\"1\""][number - 1], level: levels[number - 1])
    }
    private static let levels: [PaintedChannel.StereoLevel] = [
        .init(left: 0.5, right: 0), .init(left: 0, right: 0.5), .init(left: -0.5, right: 0),
        .init(left: 0, right: -0.5),
    ]
    private static let codes = ["1234", "5678"]
    /// The codes by a hash that costs little: thousands are checked.
    private static let hashes = [
        "1234": "$1$hearth$IveiG0olipgH88IbGKAa.0", "5678": "$1$hearth$kkbFBKbMleJ.vT3qoaLWs0",
    ]

    init() async throws {
        let list = try DoorList(Self.channels)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let store = try Store.inMemory(reason: "a test")
        try Self.keep("1234", in: store)
        var settings = BoxSettings(lineup: list.path)
        settings.parentalPolicy = DoorOracle.policy
        box = Box(
            devices: BoxDevices(
                clock: clock, display: display, sink: sink, fetcher: PaintedOrigin(Self.channels),
                codecs: PaintedLibrary(channels: Self.channels)),
            settings: settings, store: store, saved: try await SavedState(store), logger: logger)
        control = BoxControl(box)
        oracle = DoorOracle(code: "1234", now: clock.now)
        run = Task { [box] in try await box.run() }
        let mpris = MPRISDoor(box, bus: bus, logger: logger)
        door = Task { await mpris.run() }
        await box.until { !$0.tuner.lineup.channels.isEmpty }
        withExtendedLifetime(list) {}
        await play(.tune(1))
        await play(.vblanks(4))
    }

    private static func keep(_ code: String, in store: Store) throws {
        try store.passcodes.set(PasscodeFile.Content(hash: hashes[code], digits: code.count))
    }

    func stop() async throws {
        door.cancel()
        await door.value
        run.cancel()
        try await run.value
    }

    // MARK: Moves

    func play(_ move: DoorMove) async {
        switch move {
        case .key(let hand, let name):
            // Of a code half typed the oracle knows nothing.
            let isTyping = await box.focus == .passcode
            if isTyping, Int(name) != nil || ["OK", "UP", "DOWN", "LEFT", "RIGHT"].contains(name) { break }
            await press(name, by: hand)
        case .code(let hand, let isRight): await type(isRight: isRight, by: hand)
        case .tune(let number): await box.perform(.tune(.number(number)), key: clock.now)
        case .play(let url): await box.perform(.play(url: url), key: clock.now)
        case .command(let text): if let command = try? Command(text: text) { await perform(command) }
        case .declare(let url, let place):
            let item = DeclaredItem(url: url, title: "Declared")
            _ = try? await control.play(ItemsRequest(items: [item], place: .init(rawValue: place) ?? .now))
        case .queueGo(let entry):
            var change = QueueRequest()
            change.go = entry
            _ = try? await control.changeQueue(change)
        case .cast(let what): await cast(what)
        case .bus(let method):
            let wasChosen = await box.tuner.standing != nil
            if method.hasPrefix("/") {
                _ = await bus.call("org.mpris.MediaPlayer2.TrackList", "GoTo", [.path(method)])
            } else {
                _ = await bus.call("org.mpris.MediaPlayer2.Player", method)
            }
            // By Stop.
            if wasChosen, await box.tuner.standing == nil { oracle.lock() }
        case .passcode(let order): await play(order)
        case .authorize(let number):
            let answer = try? await control.authorize(.number(number))
            // What is open already, in the corner, is held from now on.
            let watched = await [box.tuner.watching, box.tuner.selected].contains(answer?.channel)
            if answer?.result == .granted, !watched, oracle.isOpen(number) { oracle.openedAhead(number, at: clock.now) }
        case .line(let order):
            await box.handle(order)
            let isStandby = await box.tuner.isStandby
            if order == .lock || isStandby { oracle.lock() }
        case .plug(let isConnected):
            oracle.screen(isThere: isConnected, at: clock.now)
            await box.handle(.outputChanged(display.plug(isConnected)))
        case .vblanks(let count):
            for _ in 0..<count { await vblank() }
            return
        case .seconds(let count):
            clock.advance(by: .seconds(count))
            oracle.pass(to: clock.now)
        }
        await settle()
        await vblank()
    }

    private func perform(_ command: Command) async {
        let result = await box.perform(command, key: clock.now)
        if result == .done, command == .stop || command == .standBy { oracle.lock() }
    }

    private func cast(_ what: String) async {
        let sender = CastSender(id: "a4:5e:60:00:11:22", name: "A phone")
        let words = what.split(separator: " ")
        sent += 1
        let item = SentItem(id: sent, uri: String(words.last ?? ""), metadata: "")
        let wasChosen = await box.tuner.standing != nil
        await box.read { box in
            switch words[0] {
            case "play": try? box.carryOut(.play(item), by: sender)
            case "follow": try? box.carryOut(.follow(item), by: sender)
            case "stop": try? box.carryOut(.stop, by: sender)
            case "pause": try? box.carryOut(.pause, by: sender)
            case "seek": try? box.carryOut(.seek(1), by: sender)
            case "automatic", "prompt": box.tellCasts(.force(Casts.Mode(rawValue: what)))
            default: if let answer = CastAnswer(rawValue: what) { box.answerCast(answer) }
            }
        }
        // What was on before was nothing.
        if wasChosen, await box.tuner.standing == nil { oracle.lock() }
    }

    private func press(_ name: String, by hand: DoorMove.Hand) async {
        let wasChosen = await box.tuner.standing != nil
        let code = KeyCode(name: name)?.rawValue ?? 0
        switch hand {
        case .page: try? await control.press(KeyPress(code: code, phase: .tap(hold: .zero)))
        case .remote, .television:
            let device =
                hand == .remote
                ? InputDevice(id: "/dev/input/event1", name: "remote", bus: .usb)
                : InputDevice(id: "cec", name: "TV", bus: .cec)
            await box.handleInput(
                [KeyEvent.Phase.press, .release].map {
                    .key(KeyEvent(code: code, phase: $0, time: clock.now, device: device))
                })
        }
        // By standby, or by Stop.
        if wasChosen, await box.tuner.standing == nil { oracle.lock() }
    }

    private func type(isRight: Bool, by hand: DoorMove.Hand) async {
        guard await box.focus == .passcode, let channel = await box.tuner.prompt else { return }
        let code = isRight ? oracle.code ?? "1234" : "9999"
        let number = Self.number(of: channel)
        let wasRight = oracle.gave(code, for: number, at: clock.now)
        if wasRight, await box.tuner.isAskingAhead { oracle.openedAhead(number, at: clock.now) }
        record.opened += wasRight ? 1 : 0
        record.throttled += isRight && !wasRight ? 1 : 0
        for digit in code { await press(String(digit), by: hand) }
    }

    private func play(_ order: DoorMove.Order) async {
        let now = clock.now
        let (right, new) = (oracle.code, oracle.code == Self.codes[0] ? Self.codes[1] : Self.codes[0])
        let user = Caller.process(user: 1000, id: 7)
        switch order {
        case .setByRoot:
            oracle.set(new, at: now)
            try? await control.passcode(.set(new, old: nil), by: .process(user: 0, id: 8))
        case .setByOldCode:
            if right == nil || oracle.gave(right ?? "", for: nil, at: now) { oracle.set(new, at: now) }
            try? await control.passcode(.set(new, old: right), by: user)
        case .setByWrongCode:
            // Without one there is nothing that could be wrong.
            if right == nil { oracle.set(new, at: now) } else { oracle.gave("9998", for: nil, at: now) }
            try? await control.passcode(.set(new, old: "9998"), by: user)
        case .clearByOldCode:
            if right == nil || oracle.gave(right ?? "", for: nil, at: now) { oracle.set(nil, at: now) }
            try? await control.passcode(.clear(old: right), by: user)
        case .clearByWrongCode:
            if right != nil { oracle.gave("9998", for: nil, at: now) }
            try? await control.passcode(.clear(old: "9998"), by: user)
        case .checkRight:
            oracle.gave(right ?? "1234", for: nil, at: now)
            try? await control.passcode(.check(right ?? "1234"), by: user)
        case .checkWrong:
            oracle.gave("9998", for: nil, at: now)
            try? await control.passcode(.check("9998"), by: user)
        case .setByPage: try? await control.passcode(.set("4711", old: right), by: .remote)
        case .clearByPage: try? await control.passcode(.clear(old: right), by: .remote)
        }
        // The new one is to cost as little as the first.
        if case .known(let content) = box.journal.store.passcodes.now, content.hash?.hasPrefix("$y$") == true,
            content.wrongCodes == 0, let code = oracle.code
        {
            try? Self.keep(code, in: box.journal.store)
        }
    }

    // MARK: Time

    /// Begins where the box rests, and ends there.
    private func vblank() async {
        clock.advance(by: WitnessDisplay.vblank)
        await settle()
        let now = clock.now
        let greys = display.tick(at: now)
        let levels = sink.tick(at: now)
        let allowed = Set(DoorOracle.locked.filter { oracle.mayLeave($0, at: now) })
        for number in DoorOracle.locked {
            let channel = Self.channels[number - 1]
            if greys.contains(channel.luma) {
                record.pictures += 1
                if !allowed.contains(number) { await fail("a picture of \(number)") }
            }
            if levels.contains(where: { Self.levels[number - 1].isHeard(in: $0) }) {
                record.sounds += 1
                // What is muted fades for some milliseconds, within one vblank.
                if !allowed.union(before).contains(number) { await fail("sound of \(number)") }
            }
        }
        before = allowed
        await settle()
    }

    private func fail(_ what: String) async {
        let state = await box.read { box in
            "watching \(box.tuner.watching ?? "-"), chosen \(box.tuner.selected ?? "-"), "
                + "\(box.tuner.standing.map { "\($0)" } ?? "at rest"), item \(box.shownItem.map { "\($0)" } ?? "-"), "
                + "player: \(box.player.feeding)"
        }
        record.violations.append("\(what) left at \(clock.now.nanoseconds / 1_000_000) ms; \(state)")
    }

    /// Waits until the box has done what it does by itself at this time, and tells the oracle where the viewer is.
    private func settle() async {
        oracle.pass(to: clock.now)
        let (now, tries) = (clock.now, Locked(0))
        await box.until { box in
            guard box.isDone(at: now) else { return false }
            let isTried = tries.withLock { count in
                count += 1
                return count > Self.patience
            }
            return box.rests || isTried
        }
        let (watching, selected, shown) = await (box.tuner.watching, box.tuner.selected, box.tuner.shownItem)
        let corner = await box.tuner.corner
        let lineup = await box.tuner.lineup
        func numbers(_ ids: [Channels.Channel.ID?]) -> Set<Int> {
            Set(ids.compactMap { $0.flatMap { lineup[$0] }.map(Self.number) })
        }
        oracle.keep(numbers([watching, selected, corner]), watched: numbers([watching, selected]), at: now)
        let isPaused = box.player.status?.isPaused == true
        if shown != paused { oracle.paused(false, at: now) }
        paused = shown
        oracle.paused(isPaused && shown != nil, at: now)
        let wrong = await box.tuner.wrongCodes
        if wrong != oracle.wrongCodes { await fail("a count of \(wrong) wrong codes for \(oracle.wrongCodes)") }
    }

    /// How often it is asked whether it rests: a channel that waits to be tried again does not, and needs time to pass.
    private static let patience = 50

    /// Which painted channel is at the channel's address: the last name in its path begins with its number.
    private static func number(of channel: Channel) -> Int {
        let name = channel.url.prefix { $0 != "?" }.split(separator: "/").last
        return name?.first?.wholeNumberValue ?? 0
    }
}

extension Box {
    /// Whether it has done what was due by now, and nothing is being checked.
    fileprivate func isDone(at now: HostTime) -> Bool {
        func isAhead(_ wake: HostTime?) -> Bool { wake.map { $0 > now } ?? true }
        return !tuner.isCheckingPasscode && isAhead(tuner.nextWake) && isAhead(interface.nextWake)
            && isAhead(remotes.nextWake)
    }

    /// Whether what plays and what is on its way has what it needs, and the tuner has heard of it.
    fileprivate var rests: Bool {
        guard player.isFed else { return false }
        return switch tuner.flips.attempt?.stage {
        case .preparing(let item)?: tuner.items[item]?.isReady == true
        case .revealing(let item)?: player.status.map { $0.item != item.inPlayer || $0.framesShown == 0 } ?? true
        default: true
        }
    }
}

extension PaintedChannel.StereoLevel {
    /// Whether a sample of these signs may be of this level.
    fileprivate func isHeard(in signs: Self) -> Bool {
        left * signs.left > 0 || right * signs.right > 0
    }
}
