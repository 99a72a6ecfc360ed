import Devices

/// Computes what a remote with these keys can do by this plan, and how, by visiting every place of the interface in
/// every way that the keys allow.
package struct Reach: Hashable, Sendable {
    /// A way to use a function.
    package struct Way: Hashable, Sendable {
        package var focus: Focus
        package var stroke: KeyStroke
        /// The item of the menu that the stroke chooses; nil when it needs none.
        package var item: MenuItem?

        package init(focus: Focus, stroke: KeyStroke, item: MenuItem? = nil) {
            self.focus = focus
            self.stroke = stroke
            self.item = item
        }
    }

    /// Where keys mean something: a focus, and whether it is the menu's.
    private struct Place: Hashable {
        var focus: Focus
        var isMenu = false
    }

    /// One way for each function, in as few steps as any. A function that is missing is out of reach.
    package private(set) var ways: [InterfaceFunction: Way] = [:]
    /// The focuses from which no key leads back to the picture.
    package private(set) var traps: [Focus] = []

    private let plan: KeyPlan
    private let strokes: [KeyStroke]

    package init(plan: KeyPlan, keys: Set<Key>) {
        self.plan = plan
        let keys = plan.keys.filter(keys.contains)
        strokes = keys.map { KeyStroke($0) } + keys.map { KeyStroke($0, isHeld: true) }
        // A passcode is asked for without a key, so it is visited last: functions of other places are listed there.
        let picture = Place(focus: .video)
        let reached = visit(Place(focus: .passcode), after: visit(picture, after: []))
        enterPasscode()
        // A channel may also fail, but a function that exists only then does not count.
        ways[.retry] = strokes.first { plan.command(for: $0, in: .failure) == .retry }.map {
            Way(focus: .failure, stroke: $0)
        }
        for place in reached + [Place(focus: .failure)] where place != picture && !leads(from: place, to: picture) {
            if !traps.contains(place.focus) { traps.append(place.focus) }
        }
    }

    /// Computes the reach of a remote that sends these codes.
    package init(plan: KeyPlan, codes: Set<KeyCode>) {
        let keymap = plan.keymap
        self.init(plan: plan, keys: Set(codes.compactMap { keymap[$0] }))
    }

    package var missing: [InterfaceFunction] { InterfaceFunction.allCases.filter { ways[$0] == nil } }

    private mutating func visit(_ start: Place, after known: [Place]) -> [Place] {
        var reached = known + [start]
        var next = known.count
        while next < reached.count {
            let place = reached[next]
            next += 1
            for (command, way) in commands(in: place) {
                if let function = InterfaceFunction(command, in: way.item == nil ? place.focus : .video),
                    ways[function] == nil
                {
                    ways[function] = way
                }
                if let after = Self.place(after: command, in: place), !reached.contains(after) { reached.append(after) }
            }
        }
        return reached
    }

    private func commands(in place: Place) -> [(Command, Way)] {
        var found: [(Command, Way)] = []
        for stroke in strokes {
            guard let command = plan.command(for: stroke, in: place.focus) else { continue }
            found.append((command, Way(focus: place.focus, stroke: stroke)))
        }
        guard place.isMenu else { return found }
        // Up or down alone suffices: the menu goes round.
        let moves = found.contains { [.move(.up), .move(.down)].contains($0.0) }
        for (command, way) in found where moves {
            for item in plan.menuItems {
                let does: Command? =
                    switch command {
                    case .confirm: item.command
                    case .move(.left): item.commands?.left
                    case .move(.right): item.commands?.right
                    default: nil
                    }
                if let does { found.append((does, Way(focus: place.focus, stroke: way.stroke, item: item))) }
            }
        }
        return found
    }

    /// The place where a command leads; nil when it stays.
    private static func place(after command: Command, in place: Place) -> Place? {
        focus(after: command, in: place).map { Place(focus: $0, isMenu: command == .showMenu) }
    }

    private static func focus(after command: Command, in place: Place) -> Focus? {
        let focus = place.focus
        if focus == .standby {
            return command == .wake || command == .togglePower ? .video : nil
        }
        switch command {
        case .togglePower, .standBy: return .standby
        case .channelUp, .channelDown, .tuneLast, .tune, .play, .stop: return .video
        case .digit: return focus == .passcode || focus == .text ? nil : .numberEntry
        case .back: return .video
        case .showVideo: return .video
        case .confirm: return place.isMenu || [.passcode, .transport, .info].contains(focus) ? nil : .video
        case .showGuide: return focus == .passcode ? nil : .guide
        case .showSearch: return focus == .passcode ? nil : .text
        case .showHome: return focus == .passcode ? nil : .overlay
        case .showFavourites, .showOverlay, .showChannels, .showGroups, .showMenu, .showSettings,
            .showRenderers:
            return focus == .passcode ? nil : .overlay
        case .showInfo: return focus == .passcode ? nil : .info
        case .showTransport: return focus == .passcode ? nil : .transport
        case .skip, .skipBack, .skipForward, .scrub, .seek, .startOver, .whatDidSheSay:
            return focus == .video ? .transport : nil
        case .retry: return focus == .failure ? .video : nil
        default: return nil
        }
    }

    /// Adds the ways to enter a code: by typing, or by choosing from the keypad on the screen.
    private mutating func enterPasscode() {
        let commands = Set(strokes.compactMap { plan.command(for: $0, in: .passcode) })
        let types = (0...9).allSatisfy { commands.contains(.digit($0)) }
        let chooses =
            commands.contains(.confirm) && Command.Direction.allCases.allSatisfy { commands.contains(.move($0)) }
        if !types, chooses {
            let stroke = strokes.first { plan.command(for: $0, in: .passcode) == .confirm }
            ways[.passcode] = stroke.map { Way(focus: .passcode, stroke: $0) }
        } else if !types {
            ways[.passcode] = nil
        }
    }

    private func leads(from start: Place, to end: Place) -> Bool {
        var reached = [start]
        var next = 0
        while next < reached.count {
            let place = reached[next]
            next += 1
            for (command, _) in commands(in: place) {
                guard let after = Self.place(after: command, in: place) else { continue }
                if after == end { return true }
                if !reached.contains(after) { reached.append(after) }
            }
        }
        return false
    }
}
