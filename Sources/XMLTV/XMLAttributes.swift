import Glibc

/// The attributes of a tag, one after the other, as they are written: without quotes, too, or without a value.
struct XMLAttributes {
    private let bytes: Bytes
    private var place = 0

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    struct Attribute {
        let name: Bytes
        /// With its entities.
        let value: Bytes

        func isNamed(_ text: StaticString) -> Bool {
            guard name.count == text.utf8CodeUnitCount, let start = name.baseAddress else { return false }
            return memcmp(start, text.utf8Start, name.count) == 0
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

    mutating func next() -> Attribute? {
        skipSpaces()
        let start = place
        while place < bytes.count, !Self.isSpace(bytes[place]), bytes[place] != UInt8(ascii: "=") { place += 1 }
        let name = Bytes(rebasing: bytes[start..<place])
        skipSpaces()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
            return name.isEmpty ? nil : Attribute(name: name, value: Bytes(rebasing: bytes[place..<place]))
        }
        place += 1
        skipSpaces()
        guard place < bytes.count else { return Attribute(name: name, value: Bytes(rebasing: bytes[place..<place])) }
        var valueStart = place
        var valueStop: Int
        let quote = bytes[place]
        if quote == 0x22 || quote == 0x27 {
            valueStart += 1
            valueStop = valueStart
            while valueStop < bytes.count, bytes[valueStop] != quote { valueStop += 1 }
            place = min(valueStop + 1, bytes.count)
        } else {
            while place < bytes.count, !Self.isSpace(bytes[place]) { place += 1 }
            valueStop = place
        }
        return Attribute(name: name, value: Bytes(rebasing: bytes[valueStart..<valueStop]))
    }

    private mutating func skipSpaces() {
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    }
}
