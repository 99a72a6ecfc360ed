import Playback

/// Something that makes sound of words.
package protocol Speaker: Sendable {
    /// Makes the sound of a text and gives it to `play`, on a thread of its own, unless another text or silence is
    /// wanted by then. Returns at once.
    ///
    /// - Parameter language: of the text (BCP 47)
    func say(_ text: String, in language: String, play: @escaping @Sendable (WaveFile) -> Void)
    /// Forgets the text whose sound is being made.
    func hush()
}
