/// How much of a hidden item is kept ready. An item on the screen is always `.full`.
///
/// A live item that nobody sees moves along with the live edge. What it then holds is bounded: compressed, the head of
/// the segment where a viewer would join, which at 3 Mbit/s is some 150 kB; from `.picture` on one picture (1.4 MB at
/// 720p, and as much in the decoder, which has the key frame and waits), and a third of a second of sound. An item that
/// was left holds what it had besides, until the live edge has passed that. `.full` holds up to what the server has
/// published. An item that does not move, as it is not live or was not joined at the live edge, holds its first seconds.
/// An endless stream that is no HLS comes as it is sent, whatever readiness it has.
package enum ItemReadiness: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// The connection is open and the playlists are fresh; no media is asked for. It has no thread and no voice.
    case playlist
    /// The newest media is in memory too, from a key frame on, with enough behind it to begin without a stall. One
    /// thread, or two where sound has its own playlist.
    case media
    /// The first pictures and sound are decoded too: it may be revealed at the next vblank.
    case picture
    /// The item loads ahead as a playing one does: it is about to be revealed, or was on the screen.
    case full

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
