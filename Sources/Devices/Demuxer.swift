import MediaCore

/// Takes packets out of a container while its bytes arrive. Bound to the thread that made it.
package protocol Demuxer: AnyObject {
    /// Returns the next event; blocks in the byte source until there is one. After `.end` or an
    /// error only `.end` comes.
    func next() throws(DemuxError) -> DemuxEvent
    /// How long the whole is, of a container that says so; nil: it does not.
    var duration: Duration? { get }
    /// The parts of it that have names, in the order in which they come.
    var chapters: [Chapter] { get }
    /// What it says of itself, once its tracks are known.
    var tags: MediaTags { get }
    /// Goes to the last key frame at or before a time on the container's own timeline; what `next` returns afterwards
    /// is from there on. Throws where the source can't be read from any place, or the container has no index.
    func seek(to time: MediaTime) throws(DemuxError)
}

/// A container that is read as it comes.
extension Demuxer {
    package var duration: Duration? { nil }
    package var chapters: [Chapter] { [] }
    package var tags: MediaTags { MediaTags() }
    package func seek(to time: MediaTime) throws(DemuxError) {
        throw .unreadable(.mpegTS, code: 0, reason: "it is read as it comes, and no other way")
    }
}

package enum DemuxEvent: Sendable {
    /// All tracks known by now; comes before the first packet of a track, and again when tracks
    /// appear or change.
    case tracks([Track])
    case packet(Packet)
    case end
}

/// Why a container can't be read on. The next segment may be better.
package enum DemuxError: Error, Sendable, Hashable {
    case cancelled
    /// The container can't be read; with the library's own code and words.
    case unreadable(MediaContainer, code: Int32, reason: String)
    /// Nothing comes from an input of the box.
    case input(InputError)
}

/// A source of bytes for a demuxer, in order. Called on the demuxer's thread.
package protocol ByteSource: AnyObject, Sendable {
    /// Blocks until there is at least one byte; may give fewer than fit.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult
}

/// A source of bytes that may be read from any place.
package protocol SeekableByteSource: ByteSource {
    /// The number of its bytes; nil: it is read as it comes, and no other way.
    var length: Int? { get }
    /// Reads on from this byte, counted from 0; beyond the end there are none.
    func seek(to offset: Int)
}

package enum ByteSourceResult: Sendable, Hashable {
    /// So many bytes were read, at least one.
    case bytes(Int)
    case end
    case cancelled
}

/// One access unit of one track.
package struct Packet: Sendable {
    package var track: Int
    /// The presentation time, on the container's own timeline (unwrapped) when it leaves the
    /// demuxer.
    package var presentation: MediaTime?
    package var decode: MediaTime?
    /// The duration; zero when unknown.
    package var duration: Duration
    package var isKey: Bool
    package var payload: any PacketPayload

    package init(
        track: Int, presentation: MediaTime?, decode: MediaTime?, duration: Duration, isKey: Bool,
        payload: any PacketPayload
    ) {
        self.track = track
        self.presentation = presentation
        self.decode = decode
        self.duration = duration
        self.isKey = isKey
        self.payload = payload
    }
}

/// The compressed bytes, in whatever form demuxer and decoder of one library share.
package protocol PacketPayload: AnyObject, Sendable {
    var byteCount: Int { get }
    /// Calls `body` with the bytes as they are in the bitstream; valid within `body` only.
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void)
}
