import MediaCore

/// Reads title, artist, album and cover from an ID3v2 tag (2.2, 2.3 and 2.4), which stands before a song.
enum ID3Text {
    private struct Layout {
        var version: UInt8
        var nameLength: Int { version == 2 ? 3 : 4 }
        var sizeLength: Int { version == 2 ? 3 : 4 }
        var headLength: Int { version == 2 ? 6 : 10 }

        /// 2.4 has seven bits in each byte; some writers have eight all the same.
        func size(_ bytes: ArraySlice<UInt8>) -> Int {
            let bits = version == 4 && bytes.allSatisfy { $0 < 0x80 } ? 7 : 8
            return bytes.reduce(0) { $0 << bits | Int($1) }
        }
    }

    /// - Parameter tag: the tag from its first byte on; where its end is missing, what is there counts
    /// - Returns: what it has of it; nothing for what is no such tag
    static func tags(of tag: [UInt8]) -> MediaTags {
        var tags = MediaTags()
        guard tag.count > 10, tag[..<3].elementsEqual("ID3".utf8), (2...4).contains(tag[3]) else { return tags }
        let layout = Layout(version: tag[3])
        // 2.2 has a bit for compression there, which nobody ever defined.
        if layout.version == 2, tag[5] & 0x40 != 0 { return tags }
        var body = Array(tag[10...])
        if layout.version < 4, tag[5] & 0x80 != 0 { body = synchronised(body[...]) }
        var place = 0
        if tag[5] & 0x40 != 0 {
            guard body.count >= 4 else { return tags }
            place = layout.size(body[..<4]) + (layout.version == 3 ? 4 : 0)
        }
        while body.count - place >= layout.headLength, body[place] != 0 {
            let name = String(decoding: body[place..<place + layout.nameLength], as: UTF8.self)
            let sizeAt = place + layout.nameLength
            let size = layout.size(body[sizeAt..<sizeAt + layout.sizeLength])
            let flags = layout.version == 2 ? 0 : body[place + layout.headLength - 1]
            place += layout.headLength
            guard size <= body.count - place else { break }
            let frame = body[place..<place + size]
            place += size
            switch name {
            case "TIT2", "TT2": tags.title = tags.title ?? text(frame, flags, layout)
            case "TPE1", "TP1": tags.artist = tags.artist ?? text(frame, flags, layout)
            case "TALB", "TAL": tags.album = tags.album ?? text(frame, flags, layout)
            case "APIC", "PIC":
                // Of several the front of the sleeve counts.
                guard let picture = content(frame, flags, layout).flatMap({ picture($0, layout) }),
                    tags.cover == nil || picture.isFront
                else { break }
                tags.cover = Array(picture.bytes)
            default: break
            }
        }
        return tags
    }

    /// What is in a frame; nil: it is compressed or encrypted.
    private static func content(_ frame: ArraySlice<UInt8>, _ flags: UInt8, _ layout: Layout) -> ArraySlice<UInt8>? {
        var frame = frame
        switch layout.version {
        case 3 where flags & 0xc0 != 0: return nil
        case 4:
            guard flags & 0x0c == 0 else { return nil }
            // Its length without what was put in between.
            if flags & 0x01 != 0 { frame = frame.dropFirst(4) }
            if flags & 0x02 != 0 { frame = synchronised(frame)[...] }
        default: break
        }
        return frame
    }

    /// The picture in a frame, behind its type and a description of it (ID3v2.4 frames, 4.14).
    private static func picture(
        _ frame: ArraySlice<UInt8>, _ layout: Layout
    ) -> (bytes: ArraySlice<UInt8>, isFront: Bool)? {
        guard let encoding = frame.first else { return nil }
        var rest = frame.dropFirst()
        if layout.version == 2 {
            rest = rest.dropFirst(3)
        } else {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            rest = rest[(end + 1)...]
        }
        guard let type = rest.popFirst() else { return nil }
        let isWide = encoding == 1 || encoding == 2
        while let first = rest.popFirst() {
            guard isWide else {
                if first == 0 { break }
                continue
            }
            guard let second = rest.popFirst() else { return nil }
            if first == 0, second == 0 { break }
        }
        return rest.isEmpty ? nil : (rest, type == 3)
    }

    /// Nil: it is compressed or encrypted, or empty.
    private static func text(_ frame: ArraySlice<UInt8>, _ flags: UInt8, _ layout: Layout) -> String? {
        guard let frame = content(frame, flags, layout), let encoding = frame.first else { return nil }
        let whole = string(frame.dropFirst(), encoding)
        // Several of one kind have a zero between them.
        let parts = whole.split(separator: "\0").compactMap { MediaTags.line(String($0)) }
        return parts.isEmpty ? nil : MediaTags.line(parts.joined(separator: ", "))
    }

    private static func string(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> String {
        switch encoding {
        case 1:
            let isLittle = !bytes.starts(with: [0xfe, 0xff])
            let hasMark = bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe])
            return wide(hasMark ? bytes.dropFirst(2) : bytes, isLittle)
        case 2: return wide(bytes, false)
        case 3: return String(decoding: bytes, as: UTF8.self)
        default:
            // Many write UTF-8 and call it Latin-1.
            return String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { at in
            let (low, high) = isLittle ? (bytes[at], bytes[at + 1]) : (bytes[at + 1], bytes[at])
            return UInt16(high) << 8 | UInt16(low)
        }
        // Behind a zero another mark of the order may stand.
        return String(decoding: units.filter { $0 != 0xfeff }, as: UTF16.self)
    }

    /// Takes out the zeros that were put behind each 0xff, so that nobody takes the tag for sound (ID3v2.4, 6.1).
    private static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        for byte in bytes where !(byte == 0 && kept.last == 0xff) { kept.append(byte) }
        return kept
    }
}
