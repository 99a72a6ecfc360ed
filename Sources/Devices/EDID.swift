import MediaCore

/// The parts that are used of a TV's own description (VESA E-EDID 1.4 base block, CTA-861 extensions).
package struct EDID: Equatable, Sendable {
    /// The display product name (descriptor tag 0xFC), at most 13 characters, or nil.
    package let name: String?
    /// A name that tells this TV from all others, even of the same model: maker and product as they are, and a
    /// hash of these, the serial number and the serial string (descriptor tag 0xFF), so that no serial number is
    /// kept anywhere.
    package let identity: String
    /// The CEC address of the input that shows this description, from the HDMI vendor-specific data block (HDMI 1.4
    /// 8.3.2, CTA-861 7.5); nil without one, and where it says 0.0.0.0 or F.F.F.F.
    package let physicalAddress: UInt16?

    /// Parses an EDID; nil when `bytes` has no EDID header or no whole base block.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 128, bytes.starts(with: [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]) else { return nil }
        let descriptors = [54, 72, 90, 108].map { Array(bytes[$0..<$0 + 18]) }
        name = descriptors.lazy.compactMap { Self.text(0xfc, in: $0) }.first
        let serial = descriptors.lazy.compactMap { Self.text(0xff, in: $0) }.first ?? ""
        // The maker is three letters of five bits each, the most significant first.
        let letters = UInt16(bytes[8]) << 8 | UInt16(bytes[9])
        let maker = String(
            decoding: [10, 5, 0].map { UInt8(truncatingIfNeeded: letters >> $0 & 31) + 0x40 }, as: UTF8.self)
        let product = Self.hexadecimal(UInt64(bytes[11]) << 8 | UInt64(bytes[10]), digits: 4)
        let unit = StableHash.of(bytes[8..<16] + Array(serial.utf8))
        identity = "\(maker)-\(product)-\(Self.hexadecimal(unit, digits: 16))"
        physicalAddress = Self.physicalAddress(bytes)
    }

    private static func physicalAddress(_ bytes: [UInt8]) -> UInt16? {
        // The base block is 128 bytes, and so is each extension.
        var start = 128
        while bytes.count >= start + 128 {
            defer { start += 128 }
            // A CTA extension; its data blocks end where the detailed timings begin.
            guard bytes[start] == 0x02 else { continue }
            let end = start + min(Int(bytes[start + 2]), 127)
            var block = start + 4
            while block < end {
                let length = Int(bytes[block] & 0x1f)
                guard block + length < end else { break }
                let isVendor = bytes[block] >> 5 == 3
                if isVendor, length >= 5, bytes[block + 1...block + 3].elementsEqual([0x03, 0x0c, 0x00]) {
                    let address = UInt16(bytes[block + 4]) << 8 | UInt16(bytes[block + 5])
                    return address == 0 || address == 0xffff ? nil : address
                }
                block += length + 1
            }
        }
        return nil
    }

    private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func text(_ tag: UInt8, in bytes: [UInt8]) -> String? {
        guard bytes.starts(with: [0, 0, 0, tag]) else { return nil }
        let text = bytes[5...].prefix { $0 != 0x0a }.filter { (0x20..<0x7f).contains($0) }
        var name = String(decoding: text, as: UTF8.self)
        while name.last == " " { name.removeLast() }
        return name.isEmpty ? nil : name
    }
}
