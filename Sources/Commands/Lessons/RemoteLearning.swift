import Devices
import MediaCore

/// Teaches a receiver a remote, key by key: says which key to press, and which code it is once the same came with two
/// presses.
///
/// The kernel looks keys up by scancode alone, whatever the protocol, so one scancode is one key. The owner calls
/// `handle(.wake)` when `nextWake` has come; every session ends by waking alone.
package struct RemoteLearning: Sendable, Hashable {
    package struct Code: Sendable, Hashable {
        package var kind: InfraredProtocol
        package var scancode: UInt64

        package init(_ kind: InfraredProtocol, _ scancode: UInt64) {
            self.kind = kind
            self.scancode = scancode
        }
    }

    package struct Timing: Sendable, Hashable {
        /// The time within which all decoders report one frame of light.
        package var settling: Duration = .milliseconds(60)
        /// The time without a frame after which a key counts as released. Frames of a held key come at most 125 ms
        /// apart; one of them may be lost.
        package var release: Duration = .milliseconds(250)
        /// The time after its end within which light is decoded, if it can be.
        package var decoding: Duration = .milliseconds(200)
        /// The time without any press after which the session ends: nobody is there any more.
        package var patience: Duration = .seconds(60)

        package init() {}
    }

    package enum Event: Sendable, Hashable {
        case infrared(InfraredEvent)
        /// Leave the key out.
        case skip
        /// Go back to the key before, which is asked for anew.
        case back
        /// Stop; what is learnt is kept.
        case stop
        /// Cancel; nothing is kept.
        case cancel
        case wake
    }

    package enum Ending: String, Sendable, Hashable, CaseIterable {
        case complete, stopped, cancelled
        /// Nobody pressed anything for too long.
        case idle
        /// The receiver was unplugged.
        case gone
    }

    /// A message for the learner.
    package enum News: Sendable, Hashable {
        /// Press this key.
        case asked(KeyCode)
        /// The first press was heard: press once more, to be sure.
        case heard(Code)
        /// The second press was another code: press that one once more.
        case different(Code, before: Code)
        case learnt(KeyCode, Code)
        /// The code is of another protocol than the keys before: maybe it is another remote.
        case otherProtocol(Code, usual: InfraredProtocol)
        /// The code belongs to another key already; the same again leaves out the key that is asked for.
        case taken(Code, by: KeyCode)
        case leftOut(KeyCode)
        /// The code is of a protocol that was not asked for.
        case unwanted(Code)
        /// Light came, and no decoder understands it.
        case undecodable
        case ended(Ending)
    }

    package let keys: [KeyCode]
    /// The protocol families that are accepted; nil: all.
    package let families: Set<String>?
    /// The index in `keys` of the key that is asked for.
    package private(set) var index = 0
    package private(set) var codes: [KeyCode: Code] = [:]
    package private(set) var ending: Ending?
    /// The likeliest code of a first press that waits for its second; nil when there is none.
    package var heard: Code? { best(of: pending) }

    private let timing: Timing
    private var pending: Set<Code> = []
    /// The decoders' reports on the light that is coming in.
    private var burst: [InfraredSignal] = []
    /// The press that goes on: its possible codes, and when its last frame came.
    private var press: (codes: [Code: Bool], last: HostTime)? {
        get { pressLast.map { (pressCodes, $0) } }
        set { (pressCodes, pressLast) = (newValue?.codes ?? [:], newValue?.last) }
    }
    private var pressCodes: [Code: Bool] = [:]
    private var pressLast: HostTime?
    /// The scancode of another key that came instead of the one asked for.
    private var strayed: UInt64?
    private var lightSince: HostTime?
    private var darkPresses = 0
    private var lastSignal: HostTime?
    private var lastDark: HostTime?
    private var lastDeed: HostTime

    /// Starts a session.
    /// - Parameter keys: each once; the rest is passed over
    package init(
        keys: [KeyCode] = Self.usualKeys, families: Set<String>? = nil, timing: Timing = Timing(), now: HostTime
    ) {
        var seen: Set<KeyCode> = []
        self.keys = keys.filter { seen.insert($0).inserted }
        self.families = families
        self.timing = timing
        lastDeed = now
        if self.keys.isEmpty { ending = .complete }
    }

    package var asked: KeyCode? { ending == nil && keys.indices.contains(index) ? keys[index] : nil }
    package var patienceEnds: HostTime { lastDeed + timing.patience }

    /// The time at which to call `handle(.wake)`; nil when the session is over.
    package var nextWake: HostTime? {
        guard ending == nil else { return nil }
        return [burst.first.map { $0.time + timing.settling }, lightSince.map { $0 + timing.decoding }, patienceEnds]
            .compactMap { $0 }.min()
    }

    package mutating func handle(_ event: Event, at now: HostTime) -> [News] {
        guard ending == nil else { return [] }
        var news = settle(at: now)
        switch event {
        case .infrared(.signal(let signal)):
            // The next light begins before the one before was judged.
            if let first = burst.first, signal.time > first.time + timing.settling { news += judge() }
            if ending == nil { burst.append(signal) }
        case .infrared(.light(let time)): lightSince = lightSince ?? time
        case .infrared(.gone): news += end(.gone)
        case .skip: news += leaveOut(at: now)
        case .back: news += goBack(at: now)
        case .stop: news += end(.stopped)
        case .cancel: news += end(.cancelled)
        case .wake: break
        }
        if ending == nil, now >= patienceEnds { news += end(.idle) }
        return news
    }

    // MARK: Light

    private mutating func settle(at now: HostTime) -> [News] {
        var news: [News] = []
        if let first = burst.first, now >= first.time + timing.settling { news += judge() }
        guard ending == nil, let since = lightSince, now >= since + timing.decoding else { return news }
        lightSince = nil
        // A frame's light ends, and is reported, at about the time it is decoded.
        if let lastSignal, lastSignal > since - timing.release { return news }
        if let lastDark, since < lastDark + timing.release {
            self.lastDark = since
            return news
        }
        lastDark = since
        darkPresses += 1
        if darkPresses % 2 == 0 {
            lastDeed = max(lastDeed, now)
            news.append(.undecodable)
        }
        return news
    }

    /// Judges one burst of light: the next frame of the press that goes on, or a new press.
    private mutating func judge() -> [News] {
        let signals = burst
        burst = []
        guard let time = signals.first?.time else { return [] }
        lastSignal = time
        lastDeed = max(lastDeed, time)
        var codes: [Code: Bool] = [:]
        for signal in signals { codes[Code(signal.kind, signal.scancode)] = signal.toggle }
        if let press, time < press.last + timing.release, goesOn(press.codes, codes, signals) {
            pressLast = time
            return []
        }
        press = (codes, time)
        // A repeat whose first frame nobody saw is not a press.
        return pressed(Set(signals.filter { !$0.isRepeat }.map { Code($0.kind, $0.scancode) }))
    }

    private func goesOn(_ before: [Code: Bool], _ codes: [Code: Bool], _ signals: [InfraredSignal]) -> Bool {
        if signals.contains(where: \.isRepeat) { return true }
        let common = codes.keys.filter { before[$0] != nil }
        guard let likeliest = best(of: Set(common)) else { return false }
        return !likeliest.kind.hasToggle || before[likeliest] == codes[likeliest]
    }

    // MARK: Presses

    private mutating func pressed(_ all: Set<Code>) -> [News] {
        guard let key = asked, let likeliest = best(of: all) else { return [] }
        let codes = all.filter { families?.contains($0.kind.family) ?? true }
        guard let code = best(of: codes) else { return [.unwanted(likeliest)] }
        let again = pending.intersection(codes)
        if let sure = best(of: again) { return learn(sure, as: key) }
        if let owner = owner(of: code), owner != key {
            if strayed == code.scancode { return leaveOut(at: lastDeed) }
            strayed = code.scancode
            return [.taken(code, by: owner)]
        }
        strayed = nil
        let before = heard
        pending = codes
        return [before.map { .different(code, before: $0) } ?? .heard(code)]
    }

    private mutating func learn(_ code: Code, as key: KeyCode) -> [News] {
        let usual = usualKind
        codes[key] = code
        var news: [News] = [.learnt(key, code)]
        if let usual, usual.family != code.kind.family { news.append(.otherProtocol(code, usual: usual)) }
        return news + proceed()
    }

    private func owner(of code: Code) -> KeyCode? {
        keys.first { codes[$0]?.scancode == code.scancode }
    }

    /// The likeliest of the codes that decoders made of one light.
    private func best(of codes: Set<Code>) -> Code? {
        let usual = usualKind?.family
        func doubt(_ code: Code) -> (Int, Int, Int, UInt16, UInt64) {
            (
                code.kind.family == usual ? 0 : 1, code.scancode == 0 ? 1 : 0, code.kind.doubt, code.kind.rawValue,
                code.scancode
            )
        }
        return codes.min { doubt($0) < doubt($1) }
    }

    /// The protocol that most keys have so far.
    private var usualKind: InfraredProtocol? {
        let counts = Dictionary(codes.values.map { ($0.kind, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    }

    // MARK: Keys

    private mutating func proceed() -> [News] {
        pending = []
        strayed = nil
        darkPresses = 0
        index += 1
        while index < keys.count, codes[keys[index]] != nil { index += 1 }
        return asked.map { [.asked($0)] } ?? end(.complete)
    }

    private mutating func leaveOut(at now: HostTime) -> [News] {
        guard let key = asked else { return [] }
        burst = []
        lastDeed = max(lastDeed, now)
        return [.leftOut(key)] + proceed()
    }

    private mutating func goBack(at now: HostTime) -> [News] {
        burst = []
        pending = []
        strayed = nil
        lastDeed = max(lastDeed, now)
        index = max(0, index - 1)
        guard let key = asked else { return [] }
        codes[key] = nil
        return [.asked(key)]
    }

    private mutating func end(_ ending: Ending) -> [News] {
        self.ending = ending
        (burst, pending, lightSince) = ([], [], nil)
        return [.ended(ending)]
    }
}
