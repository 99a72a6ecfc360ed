import Devices
import MediaCore

/// One preview picture to fetch and decode, and all that is known before its first byte.
package struct PreviewRequest: Sendable, Hashable {
    /// Names a picture by where its bytes are: the same picture for every place it stands for.
    package struct ID: Hashable, Sendable {
        package var url: String
        package var offset: UInt64

        package init(url: String, offset: UInt64 = 0) {
            self.url = url
            self.offset = offset
        }
    }

    /// A range of bytes within a resource that is encrypted as a whole, in blocks of 16 of which each needs the one before
    /// it (§6.3.6).
    package struct Cut: Hashable, Sendable {
        /// The bytes before those that are wanted.
        package var lead: Int
        package var length: Int

        /// Widens a range to the blocks that are needed: the one before it is the vector of its first; one behind it keeps
        /// what looks like padding from being taken for it.
        static func widening(_ range: ByteRange) -> (range: ByteRange, cut: Cut)? {
            guard let length = range.length.flatMap(Int.init(exactly:)), length <= 64 << 20 else { return nil }
            let first = range.offset / 16 * 16
            let start = first >= 16 ? first - 16 : 0
            let (end, isOver) = range.offset.addingReportingOverflow(UInt64(length) + 31)
            guard !isOver else { return nil }
            return (
                ByteRange(offset: start, length: end / 16 * 16 - start),
                Cut(lead: Int(range.offset - start), length: length)
            )
        }
    }

    package var id: ID
    /// The place for which the picture stands, on the session's timeline.
    package var start: MediaTime
    /// The bytes: all of the picture, or the head of a segment that begins with one.
    package var fetch: FetchRequest
    /// Whether the bytes are the picture and nothing else; else they may break off in the middle of it.
    package var isWhole: Bool
    package var container: SegmentContainer
    package var initialization: InitializationSection?
    /// What of the decrypted bytes is the picture, where more had to be fetched to decrypt it; nil: all.
    package var cut: Cut?
    /// The same of the initialization section.
    package var initializationCut: Cut?
    package var encryption: SegmentEncryption

    package init(
        id: ID, start: MediaTime, fetch: FetchRequest, isWhole: Bool, container: SegmentContainer,
        initialization: InitializationSection? = nil, encryption: SegmentEncryption = .none
    ) {
        self.id = id
        self.start = start
        self.fetch = fetch
        self.isWhole = isWhole
        self.container = container
        self.initialization = initialization
        self.encryption = encryption
    }

    /// The keys that are needed.
    package var keys: [KeyIdentity] { [initialization?.encryption.key, encryption.key].compactMap(\.self) }
}

/// Why a preview picture can't be had.
package enum PreviewFailure: Error, Sendable, Hashable {
    case fetch(FetchError)
    /// The bytes that came end before the picture does.
    case cut
    /// The key can't be had, or is none.
    case key
    /// No picture can be decoded from the bytes.
    case content
}
