import Commands
import Layout
import MediaCore

/// A screen of the interface, as long as it is there: what it shows, what keys do, how long it stays.
///
/// Its file says all there is to say of it; `Interface` derives from that who has the keys, what Back does, what closes
/// what, when to wake and what is drawn.
protocol Screen: Hashable, Sendable {
    static var row: ScreenRow { get }

    // MARK: Keys

    /// The focus while it has the keys: what they mean by the plan of keys. Nil: it takes none.
    var focus: Focus? { get }
    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer
    /// The actions for the box when the viewer leaves it, by Back or by closing everything.
    var farewell: [InterfaceAction] { get }

    /// What is said of the thing that has the focus, for who does not see it; nil: nothing. Every screen that takes
    /// keys says something.
    var spoken: SpokenLabel? { get }

    // MARK: Beside others

    /// Whether it is there only to be read: it has no keys, and stands in nobody's way.
    var lingers: Bool { get }
    /// The screen that lingers for a while when the box says that this one is over; nil: it goes.
    var afterglow: Self? { get }
    /// Whether closing everything closes it.
    var isClosedWithEverything: Bool { get }
    /// The screens that its opening closes, besides those that its kind does.
    var closes: Set<ScreenID> { get }
    /// Returns the screen to show after the one of the same type that is there: it may keep that one's place in a
    /// list, or what was typed.
    func following(_ before: Self?) -> Self

    // MARK: Time

    /// The time from which a screen that waits may come; nil: as soon as nothing stands in its way.
    var comesAt: HostTime? { get }
    /// The time that it stays; nil: until it is closed.
    var stay: Duration? { get }
    /// The end of the countdown that it shows.
    var countdown: HostTime? { get }
    /// The next time, after a given one, at which it begins to look different by itself. What is not after it does not
    /// count.
    func nextTurn(after now: HostTime) -> HostTime?

    // MARK: Picture

    /// The brightness of the picture behind it, 0 … 1, where it is not made small for it.
    var videoOpacity: Double { get }
    /// Where the picture lies while the screen is there, in points: over its grounds, under all else. Nil: where it lies
    /// without it.
    func inset(_ wish: Look.Inset) -> Rectangle?
    /// The rectangle of its panel, in points.
    var frame: Rectangle { get }
    /// The parts to draw, from the back to the front.
    func parts(at moment: Moment) -> [ScreenPart]
}

extension Screen {
    var focus: Focus? { nil }
    var spoken: SpokenLabel? { nil }
    var farewell: [InterfaceAction] { [] }
    var lingers: Bool { false }
    var afterglow: Self? { nil }
    var isClosedWithEverything: Bool {
        switch Self.row.kind {
        case .bar, .panel, .card: true
        case .question: !lingers
        case .sign, .notice: false
        }
    }
    var closes: Set<ScreenID> { Self.row.closes }
    var comesAt: HostTime? { nil }
    var stay: Duration? { nil }
    var countdown: HostTime? { nil }
    func nextTurn(after now: HostTime) -> HostTime? { nil }
    var videoOpacity: Double { 1 }
    func inset(_ wish: Look.Inset) -> Rectangle? { nil }

    func following(_ before: Self?) -> Self { self }
    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer { key == .back ? .leave : .stay() }
}

/// A key for the screen that has the keys.
enum ScreenKey: Hashable, Sendable {
    case move(Command.Direction)
    /// A page up or down, or as far aside as the screen says.
    case page(Command.Direction)
    case confirm
    case back
    /// 0 … 9.
    case digit(Int)
    /// Text that was typed elsewhere: on a keyboard, a telephone, the command line.
    case type(String)
    /// Takes the last letter back.
    case erase
}

/// The answer of a screen to a key: whether it stays, and what the box is to do.
enum KeyAnswer: Hashable, Sendable {
    case stay(_ actions: [InterfaceAction] = [])
    /// It has done what it was there for.
    case close(_ actions: [InterfaceAction] = [])
    /// The viewer leaves it, as Back does elsewhere.
    case leave
}

/// The moment for which a screen is drawn.
struct Moment: Hashable, Sendable {
    var now: HostTime
    /// The time of day, as text.
    var clock: String?
    /// Whether the screen fades away.
    var isLeaving = false

    /// The whole seconds left until `end`, as a countdown shows them; nil once it is over.
    func secondsLeft(until end: HostTime?) -> Int? {
        guard let end, end > now else { return nil }
        return Int((end - now).nanoseconds.addingSaturating(999_999_999) / 1_000_000_000)
    }

    /// The time at which a countdown to `end` shows its next second; nil once it is over.
    func nextTick(of end: HostTime?) -> HostTime? {
        guard let end, end > now else { return nil }
        let second = Int64(1_000_000_000)
        return end - .nanoseconds(((end - now).nanoseconds - 1) / second * second)
    }
}

/// A part of a screen, drawn as a layer of its own.
struct ScreenPart: Hashable, Sendable {
    var name: InterfaceLayer.Part
    /// The pictures; several are shown in turn.
    var nodes: [Node]
    /// The rectangle where it lies, in points.
    var frame: Rectangle
    /// How it moves within the screen.
    var motion = Motion.still()

    static func panel(_ node: Node, _ frame: Rectangle) -> Self { Self(name: .panel, nodes: [node], frame: frame) }
    /// What has the focus, over what has not.
    static func focus(_ node: Node, _ frame: Rectangle, _ motion: Motion = .still()) -> Self {
        Self(name: .focus, nodes: [node], frame: frame, motion: motion)
    }
    static func wheel(_ frame: Rectangle) -> Self { Self(name: .wheel, nodes: Wheel.frames, frame: frame) }
}
