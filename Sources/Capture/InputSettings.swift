import MediaCore

/// What an input of the box is made of: where its pictures come from, its sound, or both.
package struct InputSettings: Sendable, Hashable {
    /// The device of the pictures; nil: it is sound alone.
    package var video: CaptureSettings?
    /// The device of the sound, as ALSA names it (`hw:CARD=Capture`); nil: there is none.
    package var sound: String?

    package init(video: CaptureSettings?, sound: String? = nil) {
        self.video = video
        self.sound = sound
    }
}
