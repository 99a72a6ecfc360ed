import MediaCore

/// Moves a picture's access unit delimiter into a PES packet of its own, so that libavformat gives the picture before
/// it at once.
///
/// libavformat gathers a PES packet until the next one begins, and its parser knows that a picture is whole when it
/// sees the beginning of the next: together a picture comes out when the two behind it have begun and ended, which at
/// the start of a channel is time that a viewer waits. Transport streams have a delimiter before every picture (ISO/IEC
/// 13818-1 2.14.1); alone in a PES packet, it is gathered as soon as the rest of its picture begins. In its place stay
/// zeros, which may stand between any two units (ISO/IEC 14496-10 annex B), so that the pictures are what they were.
enum AccessUnitDelimiter {
    private static let packetSize = 188
    /// The bytes of a PES packet's head before its optional fields.
    private static let fixedHead = 9

    /// Writes the delimiter's packet before the packet with which `output` ends, which begins a PES packet.
    ///
    /// What begins with no delimiter, or begins within a picture, stays as it is.
    static func goAhead(_ codec: VideoCodec, in output: inout [UInt8]) {
        guard output.count >= packetSize else { return }
        let at = output.count - packetSize
        guard let unit = unit(codec, output[at...]) else { return }
        var packet = Array(output[at..<at + 4])
        // With an adaptation field, whose flag says that the counter does not go on from before.
        packet[3] = 0x30 | (packet[3] &- 1) & 15
        var payload = Array(output[unit.pes..<unit.range.upperBound])
        payload[4] = UInt8(truncatingIfNeeded: (payload.count - 6) >> 8)
        payload[5] = UInt8(truncatingIfNeeded: payload.count - 6)
        let stuffing = packetSize - 6 - payload.count
        guard stuffing >= 0 else { return }
        packet += [UInt8(stuffing + 1), 0x80] + [UInt8](repeating: 0xff, count: stuffing) + payload
        for index in unit.range { output[index] = 0 }
        output.insert(contentsOf: packet, at: at)
    }

    /// Where in a transport packet its PES packet begins, and where in that the delimiter stands with its start code;
    /// nil where the first unit is none, or does not end within the packet.
    private static func unit(_ codec: VideoCodec, _ packet: ArraySlice<UInt8>) -> (pes: Int, range: Range<Int>)? {
        let at = packet.startIndex
        // Damaged or scrambled; or without a payload.
        guard packet[at + 1] & 0x80 == 0, packet[at + 3] & 0xc0 == 0, packet[at + 3] & 0x10 != 0 else { return nil }
        let pes = packet[at + 3] & 0x20 == 0 ? at + 4 : at + 5 + Int(packet[at + 4])
        guard pes + fixedHead < packet.endIndex, packet[pes...].starts(with: [0, 0, 1]) else { return nil }
        let start = pes + fixedHead + Int(packet[pes + 8])
        guard start < packet.endIndex else { return nil }
        let head: [UInt8]
        switch codec {
        case .h264: head = [0, 0, 1, 0x09]
        case .hevc: head = [0, 0, 1, 0x46, 0x01]
        default: return nil
        }
        let unit = packet[start] == 0 && packet[(start + 1)...].starts(with: head) ? start + 1 : start
        // One byte behind its head says which kinds of slices follow.
        let end = unit + head.count + 1
        guard end + 2 <= packet.endIndex, packet[unit...].starts(with: head), packet[end] == 0, packet[end + 1] == 0
        else { return nil }
        return (pes, start..<end)
    }
}
