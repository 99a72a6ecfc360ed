/// Encrypts the samples of fragmented MP4 (ISO/IEC 23001-7), for an origin: `cbcs` with a constant vector
/// (METHOD=SAMPLE-AES) or `cenc` (METHOD=SAMPLE-AES-CTR). Video is H.264 with lengths of four bytes, of
/// which the slices are encrypted behind their first bytes; sound is encrypted whole.
package struct FragmentedSealer {
    package enum Scheme: String, Sendable {
        case cenc, cbcs
    }

    private let scheme: Scheme
    private let cipher: CommonSampleCipher
    /// The vector, 16 bytes: constant in `cbcs`; in `cenc` its first half, to which the sample's number is
    /// added.
    private let vector: [UInt8]
    private let keyID: [UInt8]

    /// The number of clear bytes of a NAL unit: its length, its header and as much of a slice as a demuxer
    /// may want to read.
    private static let clearBytesOfUnit = 4 + 32

    /// Makes a sealer.
    /// - Parameters: of 16 bytes each.
    package init?(_ scheme: Scheme, key: [UInt8], keyID: [UInt8], vector: [UInt8]) {
        guard let cipher = CommonSampleCipher(.encrypt, key: key), keyID.count == 16, vector.count == 16 else {
            return nil
        }
        self.scheme = scheme
        self.cipher = cipher
        self.keyID = keyID
        self.vector = vector
    }

    // MARK: The initialization section

    /// Seals an initialization section: sample entries become `encv` and `enca`, and describe the
    /// encryption.
    package func sealInitialization(_ bytes: [UInt8]) -> [UInt8] {
        rebuild(bytes, bytes.indices, path: "")
    }

    private func rebuild(_ bytes: [UInt8], _ range: Range<Int>, path: String) -> [UInt8] {
        ISOBox.all(in: bytes, range).flatMap { box -> [UInt8] in
            let place = path + "/" + box.type
            switch box.type {
            case "moov", "trak", "mdia", "minf", "stbl":
                return ISOBox.make(box.type, rebuild(bytes, box.body, path: place))
            case "stsd" where box.body.count > 8:
                let entries = ISOBox.all(in: bytes, box.body.lowerBound + 8..<box.body.upperBound)
                return ISOBox.make(
                    "stsd", Array(bytes[box.body.prefix(8)]) + entries.flatMap { entry(Array(bytes[$0.range])) })
            default: return Array(bytes[box.range])
            }
        }
    }

    private func entry(_ bytes: [UInt8]) -> [UInt8] {
        let format = String(decoding: bytes[4..<8], as: UTF8.self)
        let isVideo = ["avc1", "avc3"].contains(format)
        guard isVideo || ["mp4a", "ac-3", "ec-3", "Opus"].contains(format) else { return bytes }
        let pattern: UInt8 = scheme == .cbcs && isVideo ? 0x19 : 0
        var defaults: [UInt8] = [scheme == .cbcs ? 1 : 0, 0, 0, 0, 0, pattern, 1, scheme == .cbcs ? 0 : 8] + keyID
        if scheme == .cbcs { defaults += [16] + vector }
        let information =
            ISOBox.make("frma", Array(format.utf8))
            + ISOBox.make("schm", [0, 0, 0, 0] + scheme.rawValue.utf8 + [0, 1, 0, 0])
            + ISOBox.make("schi", ISOBox.make("tenc", defaults))
        return ISOBox.make(isVideo ? "encv" : "enca", Array(bytes[8...]) + ISOBox.make("sinf", information))
    }

    // MARK: Segments

    /// Seals a segment.
    /// - Parameters:
    ///   - initialization: in the clear or sealed.
    ///   - firstSample: the number of the first sample: no two samples of a key may share one (`cenc`).
    package func sealSegment(_ segment: [UInt8], initialization: [UInt8], firstSample: UInt64) -> [UInt8] {
        let tracks = Self.tracks(initialization)
        var output: [UInt8] = []
        var number = firstSample
        let boxes = ISOBox.all(in: segment, segment.indices)
        for (index, box) in boxes.enumerated() {
            guard box.type == "moof", index + 1 < boxes.count, boxes[index + 1].type == "mdat" else {
                // An `mdat` is written with its fragment; indexes are left out, as fragments grow and they
                // would be wrong.
                let isWritten = box.type == "mdat" && index > 0 && boxes[index - 1].type == "moof"
                if !isWritten, !["sidx", "ssix", "mfra"].contains(box.type) { output += segment[box.range] }
                continue
            }
            output += fragment(segment, box, boxes[index + 1], tracks, &number)
        }
        return output
    }

    private func fragment(
        _ bytes: [UInt8], _ header: ISOBox, _ data: ISOBox, _ tracks: [UInt64: Bool], _ number: inout UInt64
    ) -> [UInt8] {
        var media = Array(bytes[data.range])
        /// The `saiz` and `senc` added to each `traf`, by its place.
        var added: [Int: (sizes: [UInt8], entries: [UInt8])] = [:]
        for part in ISOBox.all(in: bytes, header.body) where part.type == "traf" {
            let runs = TrackFragmentRun.all(in: bytes, part)
            guard let track = runs.first?.track, let isVideo = tracks[track] else { continue }
            var entries: [UInt8] = []
            var sizes: [UInt8] = []
            for run in runs {
                var at = run.dataOffset - (data.range.lowerBound - header.range.lowerBound)
                for size in run.sizes {
                    guard at >= 8, size <= media.count - at else { break }
                    let subsamples = isVideo ? Self.subsamples(media[at..<at + size], scheme) : []
                    let iv = scheme == .cenc ? sampleVector(number) : vector
                    let sample = CommonSampleCipher.Sample(
                        scheme: scheme == .cbcs ? .cbcs : .cenc, vector: iv, crypt: scheme == .cbcs && isVideo ? 1 : 0,
                        skip: scheme == .cbcs && isVideo ? 9 : 0, subsamples: subsamples)
                    media.withUnsafeMutableBytes {
                        _ = cipher.process(UnsafeMutableRawBufferPointer(rebasing: $0[at..<at + size]), sample)
                    }
                    var entry = scheme == .cenc ? Array(iv.prefix(8)) : []
                    if isVideo {
                        entry += ISOBox.integer(UInt64(subsamples.count), 2)
                        for part in subsamples {
                            entry += ISOBox.integer(UInt64(part.clear), 2) + ISOBox.integer(UInt64(part.protected), 4)
                        }
                    }
                    entries += entry
                    sizes.append(UInt8(clamping: entry.count))
                    number += 1
                    at += size
                }
            }
            // With a constant vector and no subsamples there is nothing to describe.
            guard !entries.isEmpty else { continue }
            let count = ISOBox.integer(UInt64(sizes.count), 4)
            added[part.range.lowerBound] = (
                ISOBox.make("saiz", [0, 0, 0, 0, 0] + count + sizes),
                ISOBox.make("senc", [0, 0, 0, isVideo ? 2 : 0] + count + entries)
            )
        }
        return assemble(bytes, header, added) + media
    }

    /// The `moof` with the boxes added to its `traf`s and a `saio` between; offsets to the data grow with
    /// it.
    private func assemble(
        _ bytes: [UInt8], _ header: ISOBox, _ added: [Int: (sizes: [UInt8], entries: [UInt8])]
    ) -> [UInt8] {
        let offsetSize = 20
        let growth = added.values.reduce(0) { $0 + $1.sizes.count + offsetSize + $1.entries.count }
        var body: [UInt8] = []
        for part in ISOBox.all(in: bytes, header.body) {
            guard part.type == "traf" else {
                body += bytes[part.range]
                continue
            }
            var inner: [UInt8] = []
            for child in ISOBox.all(in: bytes, part.body) {
                var copy = Array(bytes[child.range])
                if child.type == "trun", ISOBox.integer(copy, 8, 4) & 1 != 0 {
                    copy.replaceSubrange(16..<20, with: ISOBox.integer(ISOBox.integer(copy, 16, 4) + UInt64(growth), 4))
                }
                inner += copy
            }
            if let extra = added[part.range.lowerBound] {
                inner += extra.sizes
                // The entries begin 16 bytes into `senc`, counted from the moof.
                let place = 8 + body.count + 8 + inner.count + offsetSize + 16
                inner +=
                    ISOBox.make("saio", [0, 0, 0, 0] + ISOBox.integer(1, 4) + ISOBox.integer(UInt64(place), 4))
                    + extra.entries
            }
            body += ISOBox.make("traf", inner)
        }
        return ISOBox.make("moof", body)
    }

    private func sampleVector(_ number: UInt64) -> [UInt8] {
        let base = vector.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return ISOBox.integer(base &+ number, 8) + [UInt8](repeating: 0, count: 8)
    }

    /// The subsamples of a picture: slices are protected behind their first bytes; in counter mode by whole
    /// blocks (9.5.2.2).
    private static func subsamples(_ sample: ArraySlice<UInt8>, _ scheme: Scheme) -> [CommonSampleCipher.Subsample] {
        var parts: [CommonSampleCipher.Subsample] = []
        var clear = 0
        var at = sample.startIndex
        while at + 5 <= sample.endIndex {
            let size = 4 + sample[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size <= sample.endIndex - at else { break }
            let isSlice = [1, 5].contains(sample[at + 4] & 0x1f)
            var protected = isSlice ? max(0, size - clearBytesOfUnit) : 0
            if scheme == .cenc { protected &= ~15 }
            clear += size - protected
            if protected > 0 {
                while clear > 0xffff {
                    parts.append(.init(clear: 0xffff, protected: 0))
                    clear -= 0xffff
                }
                parts.append(.init(clear: clear, protected: protected))
                clear = 0
            }
            at += size
        }
        clear += sample.endIndex - at
        if clear > 0 { parts.append(.init(clear: min(clear, 0xffff), protected: 0)) }
        return parts
    }

    /// Whether each encrypted track is video, by its id; tracks that are missing here are not encrypted.
    private static func tracks(_ initialization: [UInt8]) -> [UInt64: Bool] {
        var tracks: [UInt64: Bool] = [:]
        for movie in ISOBox.all(in: initialization, initialization.indices) where movie.type == "moov" {
            for track in ISOBox.all(in: initialization, movie.body) where track.type == "trak" {
                let inner = ISOBox.all(in: initialization, track.body)
                guard let header = inner.first(where: { $0.type == "tkhd" })?.body.lowerBound,
                    let media = inner.first(where: { $0.type == "mdia" }),
                    let handler = ISOBox.all(in: initialization, media.body).first(where: { $0.type == "hdlr" })?.body
                        .lowerBound
                else { continue }
                let isLong = ISOBox.integer(initialization, header, 1) == 1
                let id = ISOBox.integer(initialization, header + (isLong ? 20 : 12), 4)
                switch ISOBox.integer(initialization, handler + 8, 4) {
                case 0x7669_6465: tracks[id] = true
                case 0x736f_756e: tracks[id] = false
                default: break
                }
            }
        }
        return tracks
    }
}
