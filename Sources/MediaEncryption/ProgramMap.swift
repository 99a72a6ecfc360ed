import MediaCore

/// A programme map section (ISO/IEC 13818-1 2.4.4.9) that lies in one packet.
struct ProgramMap {
    struct Entry: Hashable {
        var type: UInt8
        var pid: Int
        var descriptors: [UInt8]
    }

    /// The section's bytes up to the length of the programme's descriptors.
    private let head: [UInt8]
    private let descriptors: [UInt8]
    let entries: [Entry]

    /// Parses a payload with its pointer field; nil for anything else, and when the checksum is
    /// wrong.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let pointer = payload.first else { return nil }
        let section = Array(payload.dropFirst(1 + Int(pointer)))
        guard section.count >= 12, section[0] == 2 else { return nil }
        let end = 3 + (Int(section[1] & 0x0f) << 8 | Int(section[2]))
        guard end >= 16, end <= section.count, SectionChecksum.of(section[..<end]) == 0 else { return nil }
        let body = 12 + (Int(section[10] & 0x0f) << 8 | Int(section[11]))
        guard body <= end - 4 else { return nil }
        head = Array(section[..<10])
        descriptors = Array(section[12..<body])
        var entries: [Entry] = []
        var at = body
        while at + 5 <= end - 4 {
            let length = Int(section[at + 3] & 0x0f) << 8 | Int(section[at + 4])
            guard at + 5 + length <= end - 4 else { return nil }
            entries.append(
                Entry(
                    type: section[at], pid: Int(section[at + 1] & 0x1f) << 8 | Int(section[at + 2]),
                    descriptors: Array(section[at + 5..<at + 5 + length])))
            at += 5 + length
        }
        self.entries = entries
    }

    /// The section with the stream types of encrypted samples and the descriptors that go with them.
    ///
    /// - Parameter audioSetup: the AudioSpecificConfig of AAC.
    func sealed(audioSetup: [UInt8]) -> [UInt8] {
        var section =
            head + [0xf0 | UInt8(descriptors.count >> 8 & 0x0f), UInt8(descriptors.count & 0xff)] + descriptors
        for entry in entries {
            var added: [UInt8] = []
            var type = entry.type
            if let sealed = SealedStreamType(clear: entry.type) {
                type = sealed.sealed
                added = [0x0f, 4] + sealed.name.utf8
                if let name = sealed.audioName {
                    // The setup: priming of 0 samples, version 1, and the setup data.
                    let setup = Array("apad".utf8) + name.utf8 + [0, 0, 1, UInt8(audioSetup.count)] + audioSetup
                    added += [0x05, UInt8(setup.count)] + setup
                }
            }
            let length = entry.descriptors.count + added.count
            section += [
                type, 0xe0 | UInt8(entry.pid >> 8), UInt8(entry.pid & 0xff), 0xf0 | UInt8(length >> 8 & 0x0f),
                UInt8(length & 0xff),
            ]
            section += entry.descriptors + added
        }
        let length = section.count + 4 - 3
        section[1] = section[1] & 0xf0 | UInt8(length >> 8 & 0x0f)
        section[2] = UInt8(length & 0xff)
        return section + SectionChecksum.bytes(of: section)
    }
}
