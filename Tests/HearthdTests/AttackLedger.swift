/// What an attack on the passcode came to, and what of it must not have been.
struct AttackLedger {
    /// How long no code is taken after so many wrong ones in a row: written down here once more, so that a change of the
    /// box's own table is seen.
    static func wait(after wrong: Int) -> Duration {
        switch wrong {
        case ..<3: .zero
        case 3: .seconds(30)
        case 4: .seconds(60)
        case 5: .seconds(300)
        case 6: .seconds(900)
        default: .seconds(3600)
        }
    }

    /// A look at the counter may come that much after it changed.
    private static let slack = Duration.seconds(3)

    private(set) var wrong = 0
    /// The last one was taken after this, and before `seen`; or the box was started between the two.
    private var since = ContinuousClock.now
    private var seen = ContinuousClock.now
    /// When the counter was seen to be what it is, the last time: on a busy machine long before it is looked at again.
    private var looked = ContinuousClock.now
    private(set) var violations: [String] = []

    var guesses: [String: Int] = [:]
    /// Codes that were looked at: each cost an attempt.
    private(set) var taken = 0
    /// Right codes that were given while none is taken.
    var early = 0
    /// Answers that a code can't be checked, or not be counted.
    var unchecked = 0
    var kills = 0
    var jumps = 0
    var fullDisks = 0

    /// Whether no code may be taken for a good while yet.
    var isThrottled: Bool { ContinuousClock.now - since < Self.wait(after: wrong) / 2 }

    /// Whether a code is surely taken.
    var isFree: Bool { ContinuousClock.now - seen > Self.wait(after: wrong) + Self.slack || wrong < 3 }

    /// Notes the counter as it is on the disk.
    ///
    /// - Parameter began: when the look began
    mutating func saw(_ count: Int, after what: String, began: ContinuousClock.Instant) {
        let before = looked
        looked = began
        guard count != wrong else { return }
        if count < wrong { return fail("the counter went back from \(wrong) to \(count) after \(what)") }
        let (passed, needed) = (ContinuousClock.now - since, Self.wait(after: wrong))
        if passed + Self.slack < needed {
            fail("after \(wrong) wrong codes one was taken in \(passed) instead of \(needed), by \(what)")
        }
        if count > wrong + 1, count > 3 { fail("\(count - wrong) codes were taken at once, by \(what)") }
        taken += count - wrong
        wrong = count
        (since, seen) = (before, ContinuousClock.now)
    }

    /// The box that is there now was started after the last guess, at that time or later: its wait has begun anew.
    mutating func restarted(after time: ContinuousClock.Instant) {
        if wrong >= 3 { (since, seen) = (time, ContinuousClock.now) }
    }

    mutating func fail(_ text: String) { violations.append(text) }

    /// The outcome, for people.
    var text: String {
        let doors = guesses.sorted { $0.key < $1.key }.map { "\($0.value) by \($0.key)" }.joined(separator: ", ")
        let all = guesses.values.reduce(0, +)
        return """
            attack: \(all) guesses (\(doors)), \(early) of them right ones given too early
            attack: \(kills) kills, \(jumps) jumps of the clock, \(fullDisks) full disks in between
            attack: \(taken) taken, all wrong and counted; \(all - taken) not looked at (throttled, or \(unchecked) that could not be counted)
            attack: counter \(wrong), never back; opened: \(violations.isEmpty ? "nothing" : violations.joined(separator: "; "))
            """
    }
}
