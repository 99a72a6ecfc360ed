/// Two bytes of caption data and their kind: one `cc_data_pkt` of ATSC A/53 part 4 (CEA-708-E §4.4).
package struct CaptionTriplet: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable {
        /// A pair of CEA-608.
        case field1, field2
        /// A pair of a CEA-708 packet (DTVCC).
        case packetData, packetStart
    }

    package var kind: Kind
    package var first: UInt8
    package var second: UInt8

    package init(_ kind: Kind, _ first: UInt8, _ second: UInt8) {
        self.kind = kind
        self.first = first
        self.second = second
    }

    /// Reads `cc_data()`, from the byte with the flags and the count on. Data that is cut short gives
    /// what is there; packets that are not valid are left out.
    static func read(_ bytes: ArraySlice<UInt8>) -> [CaptionTriplet] {
        guard let head = bytes.first, head & 0x40 != 0 else { return [] }
        var rest = bytes.dropFirst(2)
        var triplets: [CaptionTriplet] = []
        for _ in 0..<Int(head & 0x1F) {
            guard rest.count >= 3, let flags = rest.popFirst(), let first = rest.popFirst(),
                let second = rest.popFirst()
            else { break }
            guard flags & 0x04 != 0, let kind = Kind(rawValue: flags & 0x03) else { continue }
            triplets.append(CaptionTriplet(kind, first, second))
        }
        return triplets
    }
}
