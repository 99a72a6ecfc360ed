/// Assembles CEA-708's packets and splits them into the blocks of services (CEA-708-E §5, §6).
struct DTVCCAssembler: Sendable {
    struct Block: Sendable, Hashable {
        /// The service, 1…63.
        var service: Int
        var bytes: ArraySlice<UInt8>
    }

    private var packet: [UInt8] = []

    mutating func add(_ triplet: CaptionTriplet) -> [Block] {
        var blocks: [Block] = []
        if triplet.kind == .packetStart {
            // A packet that is cut short gives what is there.
            blocks = take()
        } else if packet.isEmpty {
            return []
        }
        packet.append(triplet.first)
        packet.append(triplet.second)
        if packet.count >= size { blocks += take() }
        return blocks
    }

    /// The size of the packet, header included.
    private var size: Int {
        guard let head = packet.first else { return 0 }
        return head & 0x3F == 0 ? 128 : Int(head & 0x3F) * 2
    }

    private mutating func take() -> [Block] {
        defer { packet.removeAll(keepingCapacity: true) }
        var rest = packet.prefix(size).dropFirst()
        var blocks: [Block] = []
        while let head = rest.popFirst() {
            var service = Int(head >> 5)
            let count = Int(head & 0x1F)
            if service == 7, count > 0, let extended = rest.popFirst() { service = Int(extended & 0x3F) }
            // The null block: only fill follows.
            guard service > 0 else { break }
            if count > 0 { blocks.append(Block(service: service, bytes: rest.prefix(count))) }
            rest = rest.dropFirst(count)
        }
        return blocks
    }
}
