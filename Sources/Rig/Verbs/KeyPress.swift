import MediaCore

/// A key that was pressed and let go.
package struct KeyPress: Sendable {
    package var key: RemoteKey
    package var hand: HandKind
    /// When the key went down and, below, when it was let go, CLOCK_MONOTONIC: just before and just
    /// after.
    package var start: HostTime
    package var end: HostTime
    /// The screen just before the press; nil where it was not looked at.
    package var frameBefore: SeenFrame?
}

extension ScenarioRun {
    /// Presses a key and lets it go.
    ///
    /// - Parameters:
    ///   - hand: by default the preferred one, else the bench's first that has the key
    ///   - hold: how long it is down; an infrared hand sends whole repeats, so it may be longer
    ///   - looking: whether to take a picture first, which may cost some vblanks: not for quick
    ///     presses
    @discardableResult
    package func press(
        _ key: RemoteKey, hand: HandKind? = nil, hold: Duration = .milliseconds(80), looking: Bool = false
    ) throws -> KeyPress {
        let frame = looking ? try eyes().frame() : nil
        let chosen = try self.hand(hand, for: key)
        let start = try chosen.tap(key, hold: hold)
        let press = KeyPress(key: key, hand: chosen.kind, start: start, end: now, frameBefore: frame)
        mark(.key, "\(key.rawValue) by \(chosen.kind.rawValue)", at: start, until: press.end)
        pause(chosen.kind.shortestGap)
        return press
    }

    private func hand(_ kind: HandKind?, for key: RemoteKey) throws -> any Hand {
        let hand = try kind.map { try self.hand($0) } ?? hand(for: key)
        guard hand.has(key) else { throw NoHand(key: key, hand: hand.kind) }
        return hand
    }
}

package struct NoHand: Error, CustomStringConvertible {
    package var key: RemoteKey
    package var hand: HandKind?

    package var description: String {
        hand.map { "the hand \($0.rawValue) has no key \(key.rawValue)" }
            ?? "this bench has no hand with the key \(key.rawValue): see hearth-rig list"
    }
}
