/// A TV's description of itself to the box: an EDID (VESA E-EDID 1.4) of one block with one mode and
/// one name.
package struct TVDescription: Sendable, Hashable {
    /// The TV's name: ASCII, at most 13 characters.
    package var name: String
    package var timing: VideoTiming

    package init(name: String, timing: VideoTiming) {
        self.name = name
        self.timing = timing
    }

    /// A TV that offers 1280x720 at 50 Hz and nothing else.
    package static let hd50 = TVDescription(name: "Rig TV 50", timing: .hd50)

    package var edid: [UInt8] {
        var block: [UInt8] = [0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00]
        // Maker "RIG", five bits a letter; product and serial number; week and year; version 1.4.
        let maker = "RIG".utf8.reduce(UInt16(0)) { $0 << 5 | UInt16($1 - 64) }
        block += [UInt8(maker >> 8), UInt8(maker & 0xff), 1, 0, 1, 0, 0, 0, 1, 36, 1, 4]
        // A digital screen of 80 by 45 cm, gamma 2.2; RGB; the first timing is the preferred one; sRGB.
        block += [0x80, 80, 45, 120, 0x0a]
        block += [0xee, 0x91, 0xa3, 0x54, 0x4c, 0x99, 0x26, 0x0f, 0x50, 0x54]
        // No established and no standard timings.
        block += [0, 0, 0] + [UInt8](repeating: 0x01, count: 16)
        block += timing.descriptor
        block += descriptor(0xfc, Array(name.utf8.prefix(13)))
        block += descriptor(0x10, []) + descriptor(0x10, [])
        // No extension blocks; then the checksum: all bytes together are 0.
        block.append(0)
        block.append(0 &- block.reduce(0, &+))
        return block
    }

    private func descriptor(_ tag: UInt8, _ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, tag, 0] + text
        if text.count < 13, tag == 0xfc { bytes.append(0x0a) }
        let filling: UInt8 = tag == 0xfc ? 0x20 : 0
        return bytes + [UInt8](repeating: filling, count: 18 - bytes.count)
    }
}
