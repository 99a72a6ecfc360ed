import Glibc

/// Makes strings of the text between tags: entities, white space and encodings.
///
/// White space at the ends goes, and inside a run of it is one space, as the DTD has it. It is a hot path: text that
/// needs nothing of this becomes a string as it is.
struct XMLText {
    /// What was wrong in the newest string.
    private(set) var faults: [XMLTVFault.Kind] = []
    /// For text that is no UTF-8.
    private var fallback: TextConverter?
    private let isFallbackDeclared: Bool
    private var scratch: [UInt8] = []
    private var converted: [UInt8] = []

    /// - Parameter encoding: what is declared, as iconv names it; nil: UTF-8.
    init(encoding: String? = nil) {
        let declared = encoding.flatMap { TextConverter(from: $0) }
        isFallbackDeclared = declared != nil
        fallback = declared
    }

    private enum Sign {
        static let plain: UInt8 = 0
        static let space: UInt8 = 1
        /// Other white space, control characters, `&`.
        static let special: UInt8 = 2
        static let high: UInt8 = 4
    }

    private let signs: [UInt8] = (0...255).map { (byte: Int) in
        switch byte {
        case 0x20: Sign.space
        case 0..<0x20, 0x7f, 0x26: Sign.special
        case 0x80...: Sign.high
        default: Sign.plain
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }

    /// The text of some bytes; what was wrong with them is in `faults` until the next.
    mutating func string(_ bytes: Bytes) -> String {
        if !faults.isEmpty { faults.removeAll() }
        var start = 0
        var stop = bytes.count
        while start < stop, Self.isSpace(bytes[start]) { start += 1 }
        while stop > start, Self.isSpace(bytes[stop - 1]) { stop -= 1 }
        let text = Bytes(rebasing: bytes[start..<stop])
        guard !text.isEmpty else { return "" }
        var found: UInt8 = 0
        var before: UInt8 = 0
        signs.withUnsafeBufferPointer { signs in
            for byte in text {
                let sign = signs[Int(byte)]
                // Two spaces in a row.
                found |= sign | (sign & before & Sign.space) << 1
                before = sign
            }
        }
        if found & Sign.high != 0 {
            guard let read = Self.read(text) else { return converting(text) }
            if found & Sign.special == 0 { return read }
        } else if found & Sign.special == 0 {
            return String(decoding: text, as: UTF8.self)
        }
        return mending(text)
    }

    /// The text of bytes that are UTF-8; nil: they are not. Much faster than `String(validating:as:)`.
    private static func read(_ text: Bytes) -> String? {
        var read = String(decoding: text, as: UTF8.self)
        let isSame = read.withUTF8 { bytes in
            guard let left = bytes.baseAddress, let right = text.baseAddress else { return text.isEmpty }
            return bytes.count == text.count && memcmp(left, right, text.count) == 0
        }
        return isSame ? read : nil
    }

    /// The text of bytes that are no UTF-8.
    private mutating func converting(_ text: Bytes) -> String {
        converted.removeAll(keepingCapacity: true)
        if !isFallbackDeclared { faults.append(.otherEncoding) }
        if isFallbackDeclared {
            convert(text)
        } else {
            // UTF-8 with something else in it: what is right stays.
            var place = 0
            while place < text.count {
                let length = Self.validLength(text, at: place)
                if length > 0 {
                    converted.append(contentsOf: text[place..<place + length])
                    place += length
                } else {
                    convert(Bytes(rebasing: text[place..<place + 1]))
                    place += 1
                }
            }
        }
        let bytes = converted
        return bytes.withUnsafeBufferPointer { mending($0) }
    }

    private mutating func convert(_ text: Bytes) {
        if fallback == nil { fallback = TextConverter(from: "CP1252") }
        guard let fallback else { return }
        if fallback.convert(UnsafeRawBufferPointer(text), to: &converted) > 0 {
            converted += [0xef, 0xbf, 0xbd]
            fallback.reset()
        }
    }

    /// The length of the right UTF-8 sequence at a place; 0: there is none.
    private static func validLength(_ text: Bytes, at place: Int) -> Int {
        let length =
            switch text[place] {
            case 0..<0x80: 1
            case 0xc2...0xdf: 2
            case 0xe0...0xef: 3
            case 0xf0...0xf4: 4
            default: 0
            }
        guard length > 0, place + length <= text.count else { return 0 }
        if length == 1 { return 1 }
        return String(validating: text[place..<place + length], as: UTF8.self) == nil ? 0 : length
    }

    // MARK: Entities and white space

    private mutating func mending(_ text: Bytes) -> String {
        scratch.removeAll(keepingCapacity: true)
        var place = 0
        var isBehindSpace = true
        while place < text.count {
            let byte = text[place]
            place += 1
            switch byte {
            case UInt8(ascii: "&"):
                let before = scratch.count
                place += entity(Bytes(rebasing: text[place...]))
                // "&#10;" and "&nbsp;" are white space, too.
                if scratch.count == before + 1, Self.isSpace(scratch[before]) {
                    scratch[before] = 0x20
                    if isBehindSpace { scratch.removeLast() }
                    isBehindSpace = true
                } else if scratch.count > before {
                    isBehindSpace = false
                }
            case let byte where Self.isSpace(byte):
                if !isBehindSpace { scratch.append(0x20) }
                isBehindSpace = true
            case 0..<0x20, 0x7f: note(.controlCharacter)
            default:
                scratch.append(byte)
                isBehindSpace = false
            }
        }
        if isBehindSpace, scratch.last == 0x20 { scratch.removeLast() }
        return String(decoding: scratch, as: UTF8.self)
    }

    private mutating func note(_ fault: XMLTVFault.Kind) {
        if !faults.contains(fault) { faults.append(fault) }
    }

    private static let longestEntity = 10

    /// Appends what the entity behind an `&` stands for, or the `&`.
    /// - Returns: how many bytes behind the `&` have been read.
    private mutating func entity(_ rest: Bytes) -> Int {
        guard let end = rest.prefix(Self.longestEntity + 1).firstIndex(of: UInt8(ascii: ";")), end > 0 else {
            note(.bareAmpersand)
            scratch.append(UInt8(ascii: "&"))
            return 0
        }
        let name = rest[..<end]
        if name[0] == UInt8(ascii: "#") {
            guard let number = Self.number(name.dropFirst()) else {
                note(.unknownEntity)
                scratch.append(UInt8(ascii: "&"))
                return 0
            }
            if let scalar = HTMLEntities.scalar(number) {
                scratch.append(contentsOf: String(scalar).utf8)
            } else {
                note(.controlCharacter)
            }
            return end + 1
        }
        guard let scalar = HTMLEntities.scalar(String(decoding: name, as: UTF8.self)) else {
            note(name.allSatisfy(Self.isNameSign) ? .unknownEntity : .bareAmpersand)
            scratch.append(UInt8(ascii: "&"))
            return 0
        }
        scratch.append(contentsOf: String(scalar).utf8)
        return end + 1
    }

    private static func isNameSign(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    /// `233` or `xE9`; nil: no number. At most nine signs, so it can't overflow.
    private static func number(_ text: Slice<Bytes>) -> UInt32? {
        guard let first = text.first else { return nil }
        let isHexadecimal = first | 0x20 == UInt8(ascii: "x")
        let digits = isHexadecimal ? text.dropFirst() : text
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            let number: UInt8
            switch digit {
            case 0x30...0x39: number = digit - 0x30
            case 0x61...0x66 where isHexadecimal: number = digit - 0x61 + 10
            case 0x41...0x46 where isHexadecimal: number = digit - 0x41 + 10
            default: return nil
            }
            value = value * (isHexadecimal ? 16 : 10) + UInt64(number)
        }
        return UInt32(exactly: value)
    }
}
