/// Decodes one field of line 21: two caption channels that take turns (CEA-608-E). Text mode
/// (T1…T4) and extended data (XDS) are ignored.
struct CEA608Field: Sendable {
    private var channels = [CEA608Channel(), CEA608Channel()]
    /// The index of the channel to which characters go: set by control codes.
    private var current: Int?
    /// The last control code. They come twice, for safety: the second is dropped.
    private var last: (UInt8, UInt8)?
    private var isExtendedData = false

    /// Takes a pair of bytes.
    /// - Returns: the channel (1 or 2) that the pair was for.
    mutating func decode(_ first: UInt8, _ second: UInt8) -> Int? {
        let isFirstSound = first.nonzeroBitCount % 2 == 1
        let isSecondSound = second.nonzeroBitCount % 2 == 1
        let a = first & 0x7F
        let b = second & 0x7F
        // Fill bytes, also between a code and its repetition.
        if a == 0, b == 0 { return nil }
        switch a {
        case 0x01...0x0F:
            last = nil
            isExtendedData = a != 0x0F
            return nil
        case 0x10...0x1F:
            guard isFirstSound, isSecondSound else { return nil }
            isExtendedData = false
            if let last, last == (a, b) {
                self.last = nil
                return nil
            }
            last = (a, b)
            current = a & 0x08 == 0 ? 0 : 1
            return current.map { index in
                channels[index].control(a & 0x77, b)
                return index + 1
            }
        default:
            last = nil
            guard !isExtendedData, let current else { return nil }
            if isFirstSound, a >= 0x20 { channels[current].write(CEA608Characters.basic(a)) }
            if isSecondSound, b >= 0x20 { channels[current].write(CEA608Characters.basic(b)) }
            return current + 1
        }
    }

    /// The blocks that a channel shows.
    /// - Parameter channel: 1 or 2.
    func blocks(channel: Int) -> [CaptionBlock] {
        channels.indices.contains(channel - 1) ? channels[channel - 1].blocks : []
    }

    mutating func erase(channel: Int) {
        if channels.indices.contains(channel - 1) { channels[channel - 1].eraseDisplayed() }
    }
}
