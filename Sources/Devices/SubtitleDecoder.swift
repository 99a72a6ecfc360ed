import MediaCore

/// Decodes subtitles that come as pictures or as pages of teletext. Bound to one thread at a time.
package protocol SubtitleDecoder: AnyObject {
    /// Takes the next packet. What can't be read of it shows nothing.
    ///
    /// - Returns: nil: what is seen stays
    func decode(_ packet: Packet) -> SubtitlePage?
}
