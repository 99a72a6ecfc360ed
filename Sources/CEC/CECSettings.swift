/// The box's behaviour on the line. By default it is quiet.
package struct CECSettings: Sendable, Hashable {
    package enum InputLost: String, Sendable, Hashable, CaseIterable { case nothing, pause, mute }
    package enum TelevisionOff: String, Sendable, Hashable, CaseIterable { case nothing, pause, standby }
    package enum Volume: String, Sendable, Hashable, CaseIterable {
        /// The volume of the box's own mixer, always.
        case box
        /// The AVR's volume while it plays the TV's sound (system audio mode), else the box's.
        case receiver
        /// The AVR's volume, else the TV's while it shows the box, else the box's.
        case television
    }

    /// The name that the TV shows in its list of inputs: at most 14 bytes of ASCII.
    package var osdName = "Hearth"
    package var oneTouchPlay = CECPolicy.OneTouchPlay.press
    /// Whether switching the box off with a key switches the TV off.
    package var switchesTelevisionOff = false
    /// What the box does when the TV goes over to something else.
    package var inputLost = InputLost.nothing
    /// What the box does when the TV goes off.
    package var televisionOff = TelevisionOff.nothing
    package var volume = Volume.receiver

    package init() {}
}
