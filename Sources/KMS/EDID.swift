/// What is used of a TV's own description (VESA E-EDID 1.4, base block).
struct EDID: Equatable {
    /// The display product name (descriptor tag 0xFC), at most 13 characters, or nil.
    let name: String?

    /// Nil when `bytes` has no EDID header or no whole base block.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 128, bytes.starts(with: [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]) else { return nil }
        name = [54, 72, 90, 108].lazy.compactMap { Self.name(in: bytes[$0..<$0 + 18]) }.first
    }

    private static func name(in descriptor: ArraySlice<UInt8>) -> String? {
        let bytes = Array(descriptor)
        guard bytes.starts(with: [0, 0, 0, 0xfc]) else { return nil }
        let text = bytes[5...].prefix { $0 != 0x0a }.filter { (0x20..<0x7f).contains($0) }
        var name = String(decoding: text, as: UTF8.self)
        while name.last == " " { name.removeLast() }
        return name.isEmpty ? nil : name
    }
}
