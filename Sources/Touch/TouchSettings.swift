/// The `[touch]` section of the configuration.
package struct TouchSettings: Hashable, Sendable {
    package enum Tap: String, Hashable, Sendable, CaseIterable {
        /// A tap is OK only where the surface can't be clicked.
        case automatic = "auto"
        case on, off
    }

    /// Whether a swipe over a channel only shows where it would lead; a click goes there.
    package var previews = true
    /// How sensitive the surface is, relative to the usual: 0.5…2. More needs less movement.
    package var sensitivity = 1.0
    /// Whether a tap is OK, as a click is.
    package var tap = Tap.automatic
    /// Whether the screen's content follows the finger: a swipe to the left brings what is to the
    /// right.
    package var isNatural = false

    package init() {}

    package func taps(_ hasButton: Bool) -> Bool {
        switch tap {
        case .automatic: !hasButton
        case .on: true
        case .off: false
        }
    }
}
