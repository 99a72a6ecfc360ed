import Commands
import Layout
import MediaCore

/// The interface on the television as one value: which screens are there, who has the keys, and what each key does. It
/// knows no screen by itself, but the table of them (`ScreenID`), and has no clock: every event brings the time.
///
/// Laws, tested over the table and over all orders of events: Back closes exactly the top screen, and enough of it lead
/// to the picture; nothing that fades waits for more than its time; nothing changes between events but at `nextWake`;
/// digits of a passcode are never kept once submitted, and never printed.
package struct Interface: Hashable, Sendable {
    private var appearances = ScreenID.allCases.map { _ in Appearance() }
    /// The time of day, as text.
    package var clock: String?
    package private(set) var look: Look
    /// The time of the last event; countdowns are shown as of it.
    private var now = HostTime.zero
    /// How bright the picture beneath is, and where it lies: what its place is off the middle of the screen, in points,
    /// and how large it is beside the whole of it.
    package private(set) var picture = Motion.still()

    package init(look: Look = Look()) { self.look = look }

    mutating func show(_ look: Look) { self.look = look }

    subscript(id: ScreenID) -> Appearance {
        get { appearances[id.rawValue] }
        _modify { yield &appearances[id.rawValue] }
    }

    /// The screen that has the keys; nil: the picture. They act on it then, as they do where the focus is `video`.
    package var top: ScreenID? {
        ScreenID.allCases.last { id in
            self[id].inForce?.focus != nil && !id.row.hiddenBy.contains { self[$0].isPresented }
        }
    }

    /// The focus: what keys mean now.
    package var focus: Focus { top.flatMap { self[$0].presented?.focus } ?? .video }

    /// The time at which to send `wake`; nil: nothing changes without an event.
    package var nextWake: HostTime? { appearances.compactMap { $0.nextWake(after: moment) }.min() }

    var moment: Moment { Moment(now: now, clock: clock) }

    /// Takes an event and returns the actions it causes.
    /// - Parameter time: never earlier than that of the event before; if it is, the earlier time counts.
    package mutating func handle(_ event: InterfaceEvent, at time: HostTime) -> [InterfaceAction] {
        now = max(now, time)
        for id in ScreenID.allCases { self[id].advance(to: now) }
        let corner = cornerFrame
        let actions = take(event)
        settle()
        makeRoomForCorner(before: corner ?? cornerFrame)
        return actions
    }

    // MARK: What events do to screens

    /// The screen of a type, while it is there.
    func presented<S: Screen>(_ type: S.Type) -> S? { self[S.row.id].presented as? S }

    /// Shows a screen, unless it yields to another that is there, and closes what must go for it.
    mutating func open<S: Screen>(_ screen: S) {
        let row = S.row
        guard !mustYield(row) else { return }
        let screen = screen.following(presented(S.self))
        if !screen.lingers {
            for id in ScreenID.allCases where id != row.id {
                let other = id.row
                // Who opens something needs no hint how that is done: what yields to it does not come later.
                let isNotOwed =
                    row.kind.isOpenedByViewer && !other.comesBack && other.yields(to: row, focus: screen.focus)
                let isCleared = row.clears(other, lingers: self[id].presented?.lingers == true)
                if screen.closes.contains(id) || isNotOwed || (isCleared && !other.comesBack) {
                    close(id)
                } else if isCleared {
                    // It waits until what was opened has gone.
                    self[id].dismiss(at: now)
                }
            }
        }
        self[row.id].present(screen, at: now)
    }

    /// Lets a screen wait, to come by itself once nothing stands in its way and what it would close has gone.
    mutating func owe<S: Screen>(_ screen: S) {
        self[S.row.id].waiting = screen.following(self[S.row.id].waiting as? S)
    }

    /// Closes a screen, or lets it linger, as what it is about is over.
    mutating func end<S: Screen>(_ type: S.Type) {
        guard let screen = self[S.row.id].inForce as? S else { return }
        if let rest = screen.afterglow { self[S.row.id].present(rest, at: now) } else { close(S.row.id) }
    }

    /// Closes a screen, whatever it says; what is owed of it does not come either.
    mutating func close(_ id: ScreenID) {
        self[id].waiting = nil
        self[id].dismiss(at: now)
    }

    /// Changes a screen, if it is there.
    mutating func update<S: Screen>(_ type: S.Type, _ change: (inout S) -> Void) {
        guard var screen = presented(S.self) else { return }
        change(&screen)
        self[S.row.id].update(screen)
    }

    mutating func shake(_ id: ScreenID) { self[id].shake(at: now) }

    // MARK: What viewers do to screens

    /// Gives a key to the screen on top.
    mutating func press(_ key: ScreenKey) -> [InterfaceAction] {
        guard let top, var screen = self[top].presented else { return [] }
        let answer = screen.press(key, at: now)
        self[top].update(screen)
        self[top].touch(at: now)
        switch answer {
        case .stay(let actions):
            // Who presses keys is there: what he uses stays for its time from now on.
            self[top].present(screen, at: now)
            return actions
        case .close(let actions):
            close(top)
            return actions
        case .leave:
            return leave(top)
        }
    }

    /// Closes whatever was opened, and leaves alone what is on its way beneath: neither a flip nor a channel that has
    /// failed is given up.
    mutating func closeEverything() -> [InterfaceAction] {
        ScreenID.allCases.reversed().flatMap { id -> [InterfaceAction] in
            if self[id].waiting?.isClosedWithEverything == true { self[id].waiting = nil }
            return self[id].presented?.isClosedWithEverything == true ? leave(id) : []
        }
    }

    private mutating func leave(_ id: ScreenID) -> [InterfaceAction] {
        let actions = self[id].presented?.farewell ?? []
        close(id)
        for other in id.row.takesAlong { close(other) }
        return actions
    }

    // MARK: What follows from the table

    private func mustYield(_ row: ScreenRow) -> Bool {
        ScreenID.allCases.contains { id in
            guard id != row.id, let other = self[id].inForce else { return false }
            return row.yields(to: id.row, focus: other.focus)
        }
    }

    /// Lets go what must yield, lets come what waits, and dims the picture for who wants it dim.
    private mutating func settle() {
        yield()
        for id in ScreenID.allCases {
            guard let screen = self[id].waiting, mayCome(screen, id.row) else { continue }
            if id.row.comesBack, self[id].isPresented { continue }
            self[id].present(screen, at: now)
            if !id.row.comesBack { self[id].waiting = nil }
        }
        yield()
        movePicture()
    }

    /// Dims the picture for who wants it dim, and lays it where the screen in front wants it: one movement, which another
    /// one takes over from where it is.
    private mutating func movePicture() {
        let inForce = appearances.compactMap(\.inForce)
        var pose =
            inForce.compactMap { $0.inset(look.inset) }.last.map { Motion.Pose(insetInto: $0, of: Theme.screen) }
            ?? .rest
        // Made small it is as bright as ever.
        pose.opacity = inForce.map { $0.inset(look.inset) == nil ? $0.videoOpacity : 1 }.min() ?? 1
        guard picture.to != pose else { return }
        let moves = !picture.to.isSamePlace(as: pose)
        picture = picture.retargeted(
            to: pose, at: now,
            duration: !moves ? .milliseconds(160) : look.reducesMotion ? .zero : Theme.insetDuration)
    }

    private mutating func yield() {
        for id in ScreenID.allCases where self[id].isPresented && mustYield(id.row) { self[id].dismiss(at: now) }
    }

    private func mayCome(_ screen: any Screen, _ row: ScreenRow) -> Bool {
        (screen.comesAt ?? now) <= now && !mustYield(row) && screen.closes.allSatisfy { self[$0].screen == nil }
    }
}
