import MediaCore

/// Puts the sections of one PID together (ISO/IEC 13818-1 2.4.4), whatever packets they lie across. Gives out what
/// is whole and has the right checksum; what a packet is missing of is left out.
struct SectionAssembler: Sendable, Hashable {
    /// The most bytes of a section that are gathered: more than any table of programmes may have.
    private static let longest = 4096

    private var section: [UInt8] = []
    private var isInside = false
    private var counter: UInt8?

    /// - Parameters:
    ///   - payload: of one packet.
    ///   - isStart: payload_unit_start_indicator: a pointer to the first section that begins here comes first.
    mutating func add(_ payload: ArraySlice<UInt8>, isStart: Bool, counter: UInt8, _ found: ([UInt8]) -> Void) {
        if let last = self.counter {
            // The same packet once more (2.4.3.3). A section that begins is no harm; where each segment is counted from
            // zero, it is another.
            if counter == last, !isStart { return }
            if counter != (last + 1) & 15 { isInside = false }
        }
        self.counter = counter
        guard isStart else {
            take(payload, found)
            return
        }
        guard let pointer = payload.first else { return }
        let rest = payload.dropFirst()
        take(rest.prefix(Int(pointer)), found)
        section.removeAll(keepingCapacity: true)
        isInside = true
        take(rest.dropFirst(Int(pointer)), found)
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, _ found: ([UInt8]) -> Void) {
        guard isInside else { return }
        section.append(contentsOf: bytes)
        while section.count >= 3 {
            // Stuffing goes on to the end of the packet.
            if section[0] == 0xff {
                isInside = false
                break
            }
            let length = 3 + (Int(section[1] & 0x0f) << 8 | Int(section[2]))
            guard length <= Self.longest else {
                isInside = false
                break
            }
            guard section.count >= length else { return }
            let whole = Array(section[..<length])
            section.removeFirst(length)
            if SectionChecksum.of(whole) == 0 { found(whole) }
        }
        if !isInside { section.removeAll(keepingCapacity: true) }
    }
}
