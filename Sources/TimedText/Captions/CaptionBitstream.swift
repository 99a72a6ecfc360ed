import MediaCore

/// Finds captions in the compressed pictures themselves, before any decoder: so they are there
/// whichever decoder is used, hardware included. H.264 and HEVC carry them in SEI messages (user data
/// registered by ITU-T T.35), MPEG-2 in the user data of a picture (ATSC A/53 part 4 §6.2.3).
package struct CaptionBitstream: Sendable, Hashable {
    private enum Framing: Hashable {
        case startCodes
        /// NAL units have a length of so many bytes, 1…4, before each.
        case lengths(Int)
    }

    private let codec: VideoCodec
    private let framing: Framing

    /// Makes a reader; nil for codecs in which captions are not looked for.
    ///
    /// - Parameter configuration: `avcC` or `hvcC`, else the units are taken to begin with start codes.
    package init?(_ codec: VideoCodec, configuration: [UInt8]) {
        self.codec = codec
        switch codec {
        case .h264:
            let isAVCC = configuration.count > 4 && configuration[0] == 1
            framing = isAVCC ? .lengths(Int(configuration[4] & 3) + 1) : .startCodes
        case .hevc:
            let isHVCC = configuration.count > 21 && (configuration[0] == 1 || !configuration.starts(with: [0, 0]))
            framing = isHVCC ? .lengths(Int(configuration[21] & 3) + 1) : .startCodes
        case .mpeg2: framing = .startCodes
        case .av1, .vp8, .vp9, .photo, .raw: return nil
        }
    }

    /// The captions of one access unit, in their order. Looks no further than the first slice.
    package func captions(in unit: UnsafeRawBufferPointer) -> [CaptionTriplet] {
        var found: [CaptionTriplet] = []
        var position = 0
        while let nal = next(in: unit, from: &position) {
            guard let head = nal.first else { continue }
            switch codec {
            case .h264:
                let type = head & 0x1F
                if (1...5).contains(type) { return found }
                if type == 6 { Self.readMessages(nal.dropFirst(), &found) }
            case .hevc:
                let type = head >> 1 & 0x3F
                if type < 32 { return found }
                if type == 39 { Self.readMessages(nal.dropFirst(2), &found) }
            case .mpeg2:
                if (0x01...0xAF).contains(head) { return found }
                if head == 0xB2 { Self.readUserData(Array(nal.dropFirst())[...], &found) }
            case .av1, .vp8, .vp9, .photo, .raw: return found
            }
        }
        return found
    }

    // MARK: Units

    private func next(in unit: UnsafeRawBufferPointer, from position: inout Int) -> Slice<UnsafeRawBufferPointer>? {
        switch framing {
        case .startCodes:
            guard let start = Self.startCode(in: unit, from: position) else { return nil }
            let body = start + 3
            // The end of a slice is of no use, and far away.
            if body < unit.count, isSlice(unit[body]) {
                position = unit.count
                return unit[body..<min(body + 1, unit.count)]
            }
            let end = Self.startCode(in: unit, from: body) ?? unit.count
            position = end
            return unit[body..<end]
        case .lengths(let size):
            guard position + size <= unit.count else { return nil }
            let length = unit[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
            let body = position + size
            let end = min(unit.count, body + length)
            position = end
            return unit[body..<end]
        }
    }

    private func isSlice(_ head: UInt8) -> Bool {
        switch codec {
        case .h264: (1...5).contains(head & 0x1F)
        case .hevc: head >> 1 & 0x3F < 32
        case .mpeg2: (0x01...0xAF).contains(head)
        case .av1, .vp8, .vp9, .photo, .raw: true
        }
    }

    /// The position of the next 00 00 01; nil without one.
    private static func startCode(in unit: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start
        while index + 3 <= unit.count {
            if unit[index + 2] > 1 {
                index += 3
            } else if unit[index] == 0, unit[index + 1] == 0, unit[index + 2] == 1 {
                return index
            } else {
                index += 1
            }
        }
        return nil
    }

    // MARK: Messages

    /// Reads SEI messages (H.264 §7.3.2.3.1), with the emulation prevention bytes still in them.
    private static func readMessages(_ escaped: Slice<UnsafeRawBufferPointer>, _ found: inout [CaptionTriplet]) {
        let bytes = unescaped(escaped)
        var rest = bytes[...]
        // A last byte of 0x80 closes the unit.
        while rest.count > 2 {
            guard let type = number(&rest), let size = number(&rest) else { return }
            let body = rest.prefix(size)
            if type == 4 { readRegistered(body, &found) }
            rest = rest.dropFirst(size)
        }
    }

    /// Reads a number: the sum of `ff` bytes and a last one.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var sum = 0
        while let byte = rest.popFirst() {
            sum += Int(byte)
            if byte != 0xFF { return sum }
        }
        return nil
    }

    /// Reads registered user data of the United States, ATSC.
    private static func readRegistered(_ bytes: ArraySlice<UInt8>, _ found: inout [CaptionTriplet]) {
        guard bytes.starts(with: [0xB5, 0x00, 0x31]) else { return }
        readUserData(bytes.dropFirst(3), &found)
    }

    private static func readUserData(_ bytes: ArraySlice<UInt8>, _ found: inout [CaptionTriplet]) {
        // "GA94", with the type of captions.
        guard bytes.starts(with: [0x47, 0x41, 0x39, 0x34, 0x03]) else { return }
        found += CaptionTriplet.read(bytes.dropFirst(5))
    }

    private static func unescaped(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }
}
