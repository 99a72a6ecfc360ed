/// Which programmes there are, and where the map of each is (ISO/IEC 13818-1 2.4.4.3).
struct ProgramAssociation: Sendable, Hashable {
    struct Programme: Sendable, Hashable {
        var number: Int
        var mapPID: Int
    }

    private(set) var programmes: [Programme] = []
    private var version: UInt8?
    private var sections: [UInt8: [Programme]] = [:]

    /// Takes a whole section with its checksum; true when the programmes have changed.
    mutating func add(_ section: [UInt8]) -> Bool {
        guard section.count >= 12, section[0] == 0, section[5] & 1 == 1 else { return false }
        let number = section[5] >> 1 & 0x1f
        if number != version { sections = [:] }
        version = number
        var found: [Programme] = []
        for at in stride(from: 8, through: section.count - 8, by: 4) {
            let programme = Int(section[at]) << 8 | Int(section[at + 1])
            let pid = Int(section[at + 2] & 0x1f) << 8 | Int(section[at + 3])
            // 0 is the network's.
            if programme != 0, pid > 0x0f, pid < 0x1fff { found.append(Programme(number: programme, mapPID: pid)) }
        }
        sections[section[6]] = found
        let all = sections.keys.sorted().flatMap { sections[$0] ?? [] }
        defer { programmes = all }
        return all != programmes
    }
}

/// What a programme consists of (ISO/IEC 13818-1 2.4.4.9).
struct ProgramMapSection: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        var type: UInt8
        var pid: Int
        var descriptors: StreamDescriptors
    }

    var programme: Int
    var descriptors: StreamDescriptors
    var entries: [Entry]

    /// More is nobody's programme.
    private static let most = 128

    /// From a whole section with its checksum; nil for anything else, and for a map that is not in force yet.
    init?(_ section: [UInt8]) {
        guard section.count >= 16, section[0] == 2, section[5] & 1 == 1 else { return nil }
        let end = section.count - 4
        programme = Int(section[3]) << 8 | Int(section[4])
        var at = 12 + (Int(section[10] & 0x0f) << 8 | Int(section[11]))
        guard at <= end else { return nil }
        descriptors = StreamDescriptors(section[12..<at])
        entries = []
        while at + 5 <= end, entries.count < Self.most {
            let length = Int(section[at + 3] & 0x0f) << 8 | Int(section[at + 4])
            let pid = Int(section[at + 1] & 0x1f) << 8 | Int(section[at + 2])
            // One that is too long: what came before it still holds.
            guard at + 5 + length <= end else { break }
            entries.append(
                Entry(type: section[at], pid: pid, descriptors: StreamDescriptors(section[at + 5..<at + 5 + length])))
            at += 5 + length
        }
    }
}

/// A list of descriptors, each a tag and its bytes.
struct StreamDescriptors: Sendable, Hashable {
    struct Descriptor: Sendable, Hashable {
        var tag: UInt8
        var bytes: [UInt8]
    }

    private(set) var all: [Descriptor] = []

    /// Up to the first that does not fit.
    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count >= 2 {
            let tag = rest[rest.startIndex]
            let length = Int(rest[rest.startIndex + 1])
            rest = rest.dropFirst(2)
            guard rest.count >= length else { break }
            all.append(Descriptor(tag: tag, bytes: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
    }

    func first(_ tag: UInt8) -> [UInt8]? { all.first { $0.tag == tag }?.bytes }

    /// The DVB descriptor extension of that tag (ETSI EN 300 468 6.3), without it.
    func firstExtension(_ tag: UInt8) -> [UInt8]? {
        all.first { $0.tag == 0x7f && $0.bytes.first == tag }.map { Array($0.bytes.dropFirst()) }
    }

    /// The format identifiers of registration descriptors, four characters each.
    var registrations: [String] {
        all.filter { $0.tag == 0x05 && $0.bytes.count >= 4 }.map { String(decoding: $0.bytes.prefix(4), as: UTF8.self) }
    }
}
