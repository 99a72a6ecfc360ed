import CZlib

/// Unpacks the guide in a zip archive as it comes, by the headers before its files (APPNOTE.TXT 4.3.7): the directory at
/// its end is not waited for. The first file that may be a guide is it.
final class ZipStream {
    private enum State {
        /// Gathering a file's header.
        case header
        case stored(left: UInt64)
        case deflated(InflateStream)
        /// Behind a deflated file that said its length there.
        case descriptor
        case done
    }

    private var state = State.header
    /// A header as far as it is there.
    private var head: [UInt8] = []
    /// Whether what is being unpacked is given out.
    private var isGuide = false
    private var hasGuide = false
    private var hasDescriptor = false
    /// The checksum that the file has, and the one that it should have.
    private var sum: UInt = 0
    private var wantedSum: UInt = 0

    private static let localHeader: [UInt8] = [0x50, 0x4b, 0x03, 0x04]
    private static let headerLength = 30

    func feed(_ piece: UnsafeRawBufferPointer, to result: (UnsafeRawBufferPointer) throws -> Void) throws {
        var rest = piece
        func drop(_ count: Int) { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        while !rest.isEmpty {
            switch state {
            case .done: return
            case .header: drop(try readHeader(rest))
            case .stored(let left):
                let count = Int(min(left, UInt64(rest.count)))
                try give(UnsafeRawBufferPointer(rebasing: rest[..<count]), to: result)
                drop(count)
                if left > UInt64(count) { state = .stored(left: left - UInt64(count)) } else { try endFile() }
            case .deflated(let stream):
                drop(try stream.feed(rest) { try give($0, to: result) })
                if stream.isAtEnd { try endFile() }
            case .descriptor: drop(try readDescriptor(rest))
            }
        }
    }

    /// Says that nothing comes any more.
    /// - Returns: whether the guide was whole.
    func finish() throws -> Bool {
        if hasGuide { return true }
        if isGuide { return false }
        // Without the directory it is cut, with it there was none.
        if case .done = state { throw GuideUnpackingError.noFile }
        return false
    }

    private func give(
        _ piece: UnsafeRawBufferPointer, to result: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard isGuide else { return }
        sum = crc32(sum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(clamping: piece.count))
        try result(piece)
    }

    private func endFile() throws {
        if isGuide { hasGuide = true }
        if hasDescriptor {
            state = .descriptor
        } else {
            state = isGuide ? .done : .header
            try checkSum()
        }
    }

    private func checkSum() throws {
        guard !isGuide || sum == wantedSum else {
            throw GuideUnpackingError.damaged(.zip, reason: "its checksum is wrong")
        }
    }

    /// Gathers a header and begins its file.
    /// - Returns: the bytes that were used.
    private func readHeader(_ rest: UnsafeRawBufferPointer) throws -> Int {
        var used = 0
        func gather(_ length: Int) -> Bool {
            let count = min(max(0, length - head.count), rest.count - used)
            head += rest[used..<used + count]
            used += count
            return head.count >= length
        }
        guard gather(4) else { return used }
        guard head.starts(with: Self.localHeader) else {
            // The directory: there are no more files.
            guard head.starts(with: [0x50, 0x4b]) else {
                throw GuideUnpackingError.damaged(.zip, reason: "there is no file where one should begin")
            }
            state = .done
            return used
        }
        guard gather(Self.headerLength) else { return used }
        let nameLength = Int(number(at: 26, 2))
        guard gather(Self.headerLength + nameLength + Int(number(at: 28, 2))) else { return used }
        defer { head = [] }
        let flags = number(at: 6, 2)
        if flags & 1 != 0 { throw GuideUnpackingError.damaged(.zip, reason: "it is encrypted") }
        hasDescriptor = flags & 8 != 0
        isGuide = Self.mayBeGuide(head[Self.headerLength..<Self.headerLength + nameLength])
        sum = 0
        wantedSum = UInt(number(at: 14, 4))
        let length = compressedLength(behindName: Self.headerLength + nameLength)
        switch number(at: 8, 2) {
        case 0 where hasDescriptor && length == 0 && !isFolder(nameLength):
            throw GuideUnpackingError.damaged(.zip, reason: "a stored file does not say its length")
        case 0: if length > 0 { state = .stored(left: length) } else { try endFile() }
        case 8: state = .deflated(try InflateStream(.none))
        case let method: throw GuideUnpackingError.notUnpacked("zip's method \(method)")
        }
        return used
    }

    private func isFolder(_ nameLength: Int) -> Bool {
        nameLength > 0 && head[Self.headerLength + nameLength - 1] == UInt8(ascii: "/")
    }

    /// The length of a file as it is packed: in the header, or in zip64's extra field behind the name.
    private func compressedLength(behindName start: Int) -> UInt64 {
        let length = number(at: 18, 4)
        guard length == 0xffff_ffff else { return length }
        var place = start
        while place + 4 <= head.count {
            let size = Int(number(at: place + 2, 2))
            if number(at: place, 2) == 1, size >= 16, place + 20 <= head.count { return number(at: place + 12, 8) }
            place += 4 + size
        }
        return length
    }

    /// What a deflated file says behind itself, with a mark or without; the lengths are of 4 or 8 bytes.
    private func readDescriptor(_ rest: UnsafeRawBufferPointer) throws -> Int {
        // Up to the next "PK" and what may follow: looked for, since its length depends on what is in it.
        for (index, byte) in rest.enumerated() {
            head.append(byte)
            if head.count == 8, isGuide {
                wantedSum = UInt(number(at: head.starts(with: [0x50, 0x4b, 7, 8]) ? 4 : 0, 4))
                state = .done
                try checkSum()
                return index + 1
            }
            if head.count > 24 {
                state = .header
                head = []
                return index + 1
            }
            let tail = head.suffix(4)
            if tail.elementsEqual(Self.localHeader) || tail.elementsEqual([0x50, 0x4b, 0x01, 0x02]) {
                head = Array(tail)
                state = .header
                return index + 1
            }
        }
        return rest.count
    }

    /// A little-endian number; 0 beyond the end.
    private func number(at place: Int, _ count: Int) -> UInt64 {
        guard place >= 0, place + count <= head.count else { return 0 }
        return head[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func mayBeGuide(_ name: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        let base = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let others = [".txt", ".nfo", ".md", ".html", ".htm", ".url", ".png", ".jpg", ".dtd", ".json", ".m3u", ".m3u8"]
        return !base.isEmpty && !base.hasPrefix(".") && !name.hasPrefix("__macosx/")
            && !others.contains(where: base.hasSuffix)
    }
}
