/// What `[touch]` of the configuration says of touch surfaces.
package struct TouchSettings: Hashable, Sendable {
    package enum Tap: String, Hashable, Sendable, CaseIterable {
        /// Where the surface can't be clicked.
        case automatic = "auto"
        case on, off
    }

    /// A swipe over a channel only shows where it would lead; a click goes there.
    package var previews = true
    /// How little movement is enough, against the usual: 0.5…2.
    package var sensitivity = 1.0
    /// Whether a tap is OK, as a click is.
    package var tap = Tap.automatic
    /// What is on the screen follows the finger: a swipe to the left brings what is to the right.
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
