/// One box of an MP4 file.
struct MP4Box: Sendable {
    var type: String
    /// The offset of the whole box within the bytes it was found in.
    var start: Int
    var body: ArraySlice<UInt8>

    /// The boxes that follow each other in `bytes`; the last may be cut short.
    static func boxes(in bytes: ArraySlice<UInt8>) -> [MP4Box] {
        var boxes: [MP4Box] = []
        var rest = bytes
        while rest.count >= 8, boxes.count < 10_000 {
            guard var size = rest.integer(at: 0, size: 4) else { break }
            var header = 8
            if size == 1 {
                guard let large = rest.integer(at: 8, size: 8) else { break }
                size = large
                header = 16
            } else if size == 0 {
                size = UInt64(rest.count)
            }
            guard size >= header else { break }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            boxes.append(
                MP4Box(type: type, start: rest.startIndex, body: rest.prefix(Int(clamping: size)).dropFirst(header)))
            rest = rest.dropFirst(Int(clamping: size))
        }
        return boxes
    }
}

extension ArraySlice<UInt8> {
    /// The big-endian integer at an offset from the slice's own start; nil beyond its end.
    func integer(at offset: Int, size: Int) -> UInt64? {
        guard offset >= 0, size <= 8, offset <= count - size else { return nil }
        return self[(startIndex + offset)..<(startIndex + offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
