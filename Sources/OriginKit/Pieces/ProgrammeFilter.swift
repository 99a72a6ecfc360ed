/// Removes the pictures or the sound from a transport stream: the PMT then names only what is left.
struct ProgrammeFilter {
    let keeping: TrackSelection
    /// The PIDs of the PMT, and of the streams it names no longer.
    private var tablePID: Int?
    private var dropped: Set<Int> = []

    init(keeping: TrackSelection) {
        self.keeping = keeping
    }

    /// The stream without the removed tracks. Expects what `hearth-origin` stores: PAT and PMT of
    /// one packet each, before any media. What one call has learned holds for the next.
    mutating func filtered(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for at in stride(
            from: 0, to: bytes.count - bytes.count % TransportStreamPiece.packetSize,
            by: TransportStreamPiece.packetSize)
        {
            var packet = Array(bytes[at..<at + TransportStreamPiece.packetSize])
            let (pid, payload) = packet.withUnsafeBufferPointer {
                (TransportStreamPiece.pid($0, 0), TransportStreamPiece.payload($0, 0))
            }
            if dropped.contains(pid) { continue }
            if let payload, packet[1] & 0x40 != 0 {
                // The section begins after the pointer field.
                let section = payload + 1 + Int(packet[payload])
                if pid == 0, section + 12 <= packet.count {
                    tablePID = Int(packet[section + 10] & 0x1f) << 8 | Int(packet[section + 11])
                } else if pid == tablePID {
                    dropped = removeStreams(from: &packet, section: section)
                }
            }
            result += packet
        }
        return result
    }

    /// Removes streams from a PMT; returns their PIDs.
    private func removeStreams(from packet: inout [UInt8], section: Int) -> Set<Int> {
        guard section + 12 <= packet.count else { return [] }
        let length = Int(packet[section + 1] & 0x0f) << 8 | Int(packet[section + 2])
        let end = section + 3 + length - 4
        guard length >= 13, end + 4 <= packet.count else { return [] }
        let descriptors = Int(packet[section + 10] & 0x0f) << 8 | Int(packet[section + 11])
        var kept = Array(packet[section..<min(section + 12 + descriptors, end)])
        var removed: Set<Int> = []
        var at = section + 12 + descriptors
        while at + 5 <= end {
            let size = 5 + (Int(packet[at + 3] & 0x0f) << 8 | Int(packet[at + 4]))
            guard at + size <= end else { break }
            // The stream types of MPEG-2, H.264 and H.265.
            let isVideo = [0x02, 0x1b, 0x24].contains(packet[at])
            if isVideo == (keeping == .videoOnly) {
                kept += packet[at..<at + size]
            } else {
                removed.insert(Int(packet[at + 1] & 0x1f) << 8 | Int(packet[at + 2]))
            }
            at += size
        }
        let clock = Int(kept[8] & 0x1f) << 8 | Int(kept[9])
        if removed.contains(clock) {
            // 0x1fff: the programme has no clock reference.
            kept[8] |= 0x1f
            kept[9] = 0xff
        }
        let newLength = kept.count - 3 + 4
        kept[1] = kept[1] & 0xf0 | UInt8(newLength >> 8 & 0x0f)
        kept[2] = UInt8(newLength & 0xff)
        let checksum = Self.checksum(kept)
        kept += (0..<4).map { UInt8(checksum >> UInt32(24 - 8 * $0) & 0xff) }
        packet.replaceSubrange(section..., with: kept + repeatElement(0xff, count: packet.count - section - kept.count))
        return removed
    }

    /// The CRC-32/MPEG-2 (Annex A).
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0xffff_ffff as UInt32) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte) << 24) { crc, _ in
                crc & 0x8000_0000 == 0 ? crc << 1 : crc << 1 ^ 0x04c1_1db7
            }
        }
    }
}
