/// Something that is wrong in a guide, and where.
package struct XMLTVFault: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        // Lost
        case channelWithoutID = "channel-without-id"
        case programmeWithoutChannel = "programme-without-channel"
        case programmeWithoutStart = "programme-without-start"
        case unreadableStart = "unreadable-start"
        /// A programme that the guide breaks off in.
        case unfinishedProgramme = "unfinished-programme"
        /// A text longer than `XMLTVLimits.text`: its beginning is kept.
        case textTooLong = "text-too-long"
        /// More titles, people and so on than `XMLTVLimits` has room for.
        case tooMany = "too-many-values"
        case brokenTag = "broken-tag"
        // Mended
        /// As if there were none.
        case unreadableStop = "unreadable-stop"
        case stopNotAfterStart = "stop-not-after-start"
        case missingZone = "missing-zone"
        case unknownZone = "unknown-zone"
        case withoutTitle = "programme-without-title"
        /// Stays as it is written.
        case unknownEntity = "unknown-entity"
        case bareAmpersand = "bare-ampersand"
        /// A control character, left out.
        case controlCharacter = "control-character"
        /// Text in another encoding than the guide says.
        case otherEncoding = "other-encoding"
        /// An encoding that is not known: taken for UTF-8.
        case unknownEncoding = "unknown-encoding"
        /// An end without a beginning.
        case strayEnd = "stray-end-tag"
        case missingEnd = "missing-end-tag"
        case tooDeep = "too-deep"
        case behindEnd = "behind-the-end"
        /// The guide breaks off, or a comment or its like has no end.
        case unfinished = "unfinished"

        /// Whether something of the guide was lost by it.
        package var isLoss: Bool {
            switch self {
            case .channelWithoutID, .programmeWithoutChannel, .programmeWithoutStart, .unreadableStart,
                .unfinishedProgramme, .textTooLong, .tooMany, .brokenTag:
                true
            default: false
            }
        }
    }

    package var kind: Kind
    /// From 1.
    package var line: Int

    init(_ kind: Kind, line: Int) {
        self.kind = kind
        self.line = line
    }
}
