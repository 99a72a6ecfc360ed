import MediaCore

/// The head of one record of vkms's scan-out tap (`struct vkms_tap_record` in
/// `scripts/board/vkms-scanout-tap.patch`); the chosen rows follow it, XRGB without padding.
package struct ScanOutRecord: Sendable, Hashable {
    package static let headBytes = 64

    /// The kernel's count of the first vblank that showed the picture; `time` is that vblank's.
    package var sequence: UInt64
    package var time: HostTime
    /// How many vblanks showed the picture: more than one when the driver was late.
    package var vblanks: Int
    /// How many pictures had no room in the kernel's ring since the record before.
    package var lost: Int
    package var screen: PixelSize
    package var firstRow: Int
    package var rows: Int
    package var step: Int

    package var pixelCount: Int { rows * screen.width }

    /// Reads a record's head; nil for anything the tap doesn't write.
    ///
    /// - Parameter words: the head, as the machine's own 32-bit words
    package init?(words: [UInt32]) {
        guard words.count == Self.headBytes / 4, words[0] == 0x3150_4154, (1...8_192).contains(words[8]),
            (1...8_192).contains(words[9]), words[11] <= words[9], (1...8_192).contains(words[12]),
            words[10] <= words[9], Int(words[1]) == Self.headBytes + Int(words[11]) * Int(words[8]) * 4
        else { return nil }
        sequence = UInt64(words[3]) << 32 | UInt64(words[2])
        time = HostTime(nanoseconds: Int64(truncatingIfNeeded: UInt64(words[5]) << 32 | UInt64(words[4])))
        // Bounded, as each vblank becomes a frame of its own.
        vblanks = Int(min(max(words[6], 1), 600))
        lost = Int(words[7])
        screen = PixelSize(width: Int(words[8]), height: Int(words[9]))
        firstRow = Int(words[10])
        rows = Int(words[11])
        step = Int(words[12])
    }
}
