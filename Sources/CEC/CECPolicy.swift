import MediaCore

/// The CEC promise: no message that wakes a TV, takes its input, puts it to sleep or changes its sound leaves without
/// a person's key in the last few seconds, the TV's own choice of this box, or a setting that says so.
///
/// The policy remembers the grounds itself and believes no sender: a message that has a cause and no ground is
/// withheld. A message that is not known to be quiet counts as noticeable (`CECEffect`).
package struct CECPolicy: Sendable, Hashable {
    package enum OneTouchPlay: String, Sendable, Hashable, CaseIterable {
        /// The box never wakes a TV nor takes its input; chosen on the TV it reports that it is there.
        case never
        /// The box wakes the TV and takes its input only after a person's key.
        case press
        /// The box also does so unasked, when the daemon starts or a programme wakes the box.
        case always
    }

    package enum Verdict: Sendable, Hashable {
        /// The message may be sent; with the ground.
        case allowed(String)
        case withheld(String)
    }

    /// How long a person's key is a ground for a message.
    package static let patience = Duration.seconds(5)
    /// How long a TV's choice or question is a ground for an answer. A device answers within one second (CEC 9.2).
    package static let answerTime = Duration.seconds(2)

    package var oneTouchPlay: OneTouchPlay
    /// Whether switching the box off may switch the TV off.
    package var switchesTelevisionOff: Bool
    private var lastPress: HostTime?
    private var lastInvitation: HostTime?

    package init(oneTouchPlay: OneTouchPlay = .press, switchesTelevisionOff: Bool = false) {
        self.oneTouchPlay = oneTouchPlay
        self.switchesTelevisionOff = switchesTelevisionOff
    }

    /// Notes that a person pressed a key, of whatever remote.
    package mutating func pressed(at time: HostTime) {
        lastPress = max(lastPress ?? time, time)
    }

    /// Notes that the TV chose this box, or asked who is shown while it was this box.
    package mutating func invited(at time: HostTime) {
        lastInvitation = time
    }

    /// Notes that the TV is off, shows something else, or is not there: its earlier choice is no ground any more.
    package mutating func dismissed() {
        lastInvitation = nil
    }

    /// Whether a person's key is fresh enough to be a ground.
    package func hasPress(at now: HostTime) -> Bool { Self.isFresh(lastPress, within: Self.patience, of: now) }

    package func verdict(on frame: CECFrame, at now: HostTime) -> Verdict {
        switch CECEffect(of: frame) {
        case .nothing: return .allowed("nobody notices it")
        case .wakes: return toTake(now)
        case .takesInput:
            if frame.says(.activeSource), Self.isFresh(lastInvitation, within: Self.answerTime, of: now) {
                return .allowed("the TV asked for it")
            }
            return frame.says(.activeSource) ? toTake(now) : .withheld("that is the TV's to say")
        case .givesUpInput, .changesSound: return byPress(now)
        case .sleeps:
            guard switchesTelevisionOff else { return .withheld("cec.standby_tv is off") }
            return byPress(now)
        case .unknown: return .withheld("nobody knows what it does")
        }
    }

    private func toTake(_ now: HostTime) -> Verdict {
        switch oneTouchPlay {
        case .never: .withheld("cec.one_touch_play is \"never\"")
        case .press: byPress(now)
        case .always: .allowed("cec.one_touch_play is \"always\"")
        }
    }

    private func byPress(_ now: HostTime) -> Verdict {
        guard let lastPress else { return .withheld("nobody has pressed a key") }
        guard hasPress(at: now) else {
            return .withheld("the last key was pressed \((now - lastPress).nanoseconds / 1_000_000_000) s ago")
        }
        return .allowed("a key was pressed")
    }

    /// Whether a time lies within `limit` before `now`. A time in the future does not: clocks that disagree are no
    /// ground.
    private static func isFresh(_ time: HostTime?, within limit: Duration, of now: HostTime) -> Bool {
        guard let time else { return false }
        return time <= now && now - time <= limit
    }
}
