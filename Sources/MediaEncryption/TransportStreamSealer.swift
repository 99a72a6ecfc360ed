/// Encrypts the samples of a transport stream (METHOD=SAMPLE-AES), for an origin: H.264, AAC, AC-3 and
/// E-AC-3 of one programme. Stream types and descriptors are changed accordingly; all times stay.
///
/// Packets that are not understood stay as they are.
package struct TransportStreamSealer {
    private static let packetSize = 188
    private let cipher: StreamSampleCipher

    /// Makes a sealer.
    /// - Parameters: of 16 bytes each.
    package init?(key: [UInt8], vector: [UInt8]) {
        guard let cipher = StreamSampleCipher(.encrypt, key: key, vector: vector) else { return nil }
        self.cipher = cipher
    }

    /// The state of one elementary stream.
    private struct Stream {
        var codec: StreamSampleCipher.Codec
        /// The continuity counter of the next packet; nil before the first.
        var counter: UInt8?
        /// The packets of the PES packet that is being gathered.
        var packets: [ArraySlice<UInt8>] = []
        var payload: [UInt8] = []
    }

    /// Seals a segment.
    /// - Parameter tables: packets with PAT and PMT, and the first audio frame; nil: the segment has them.
    package func seal(_ segment: [UInt8], tables: [UInt8]? = nil) -> [UInt8] {
        guard let (tablePID, table) = Self.programMap(in: tables ?? segment) else { return segment }
        let setup = Self.audioSetup(in: tables ?? segment, table)
        var streams: [Int: Stream] = [:]
        for entry in table.entries {
            if let codec = SealedStreamType(clear: entry.type)?.codec { streams[entry.pid] = Stream(codec: codec) }
        }
        var output: [UInt8] = []
        output.reserveCapacity(segment.count + segment.count / 16)
        for packet in Self.packets(segment) {
            guard let head = TransportPacket(packet), let payload = head.payload else {
                output += packet
                continue
            }
            if head.pid == tablePID, head.isStart, let table = ProgramMap(payload) {
                let section = [0] + table.sealed(audioSetup: setup)
                output += head.rewritten(payload: section, counter: head.counter, fill: 0xff).first ?? Array(packet)
            } else if streams[head.pid] != nil {
                if head.isStart { flush(&streams, head.pid, &output) }
                streams[head.pid]?.packets.append(packet)
                streams[head.pid]?.payload += payload
            } else {
                output += packet
            }
        }
        for pid in streams.keys.sorted() { flush(&streams, pid, &output) }
        return output
    }

    private static func packets(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        stride(from: 0, through: bytes.count - packetSize, by: packetSize).map { bytes[$0..<$0 + packetSize] }
    }

    /// The table of the first programme, and its PID.
    private static func programMap(in bytes: [UInt8]) -> (pid: Int, table: ProgramMap)? {
        var pid: Int?
        for packet in packets(bytes) {
            guard let head = TransportPacket(packet), head.isStart, let payload = head.payload else { continue }
            if head.pid == 0 {
                pid = tablePID(payload)
            } else if let pid, head.pid == pid, let table = ProgramMap(payload) {
                return (pid, table)
            }
        }
        return nil
    }

    /// Encrypts the PES packet that was gathered and writes it in as many packets as it now takes.
    private func flush(_ streams: inout [Int: Stream], _ pid: Int, _ output: inout [UInt8]) {
        guard var stream = streams[pid], let first = stream.packets.first, let head = TransportPacket(first) else {
            return
        }
        var payload = stream.payload
        if payload.count >= 9, payload.starts(with: [0, 0, 1]), payload.count >= 9 + Int(payload[8]) {
            let body = 9 + Int(payload[8])
            let sealed = cipher.process(Array(payload[body...]), stream.codec)
            payload = payload[..<body] + sealed
            // The length is unbounded for pictures; sound keeps its own.
            if payload[4] != 0 || payload[5] != 0, payload.count - 6 <= 0xffff {
                payload[4] = UInt8((payload.count - 6) >> 8)
                payload[5] = UInt8((payload.count - 6) & 0xff)
            }
        }
        let isFirst = stream.counter == nil
        var counter = stream.counter ?? head.counter
        for packet in head.rewritten(payload: payload, counter: counter, fill: nil, marksDiscontinuity: isFirst) {
            output += packet
            counter = (counter + 1) & 15
        }
        stream.counter = counter
        stream.packets = []
        stream.payload = []
        streams[pid] = stream
    }

    /// The PID of the first programme's table (ISO/IEC 13818-1 2.4.4.3).
    private static func tablePID(_ payload: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(payload)
        guard let pointer = bytes.first, bytes.count >= 13 + Int(pointer) else { return nil }
        let section = bytes[(1 + Int(pointer))...]
        let at = section.startIndex + 8
        return Int(section[at + 2] & 0x1f) << 8 | Int(section[at + 3])
    }

    /// The AudioSpecificConfig of the first AAC frame.
    private static func audioSetup(in segment: [UInt8], _ table: ProgramMap) -> [UInt8] {
        guard let pid = table.entries.first(where: { $0.type == 0x0f })?.pid else { return [] }
        for packet in packets(segment) {
            guard let head = TransportPacket(packet), head.pid == pid, head.isStart,
                let payload = head.payload.map({ Array($0) }), payload.count >= 9,
                payload.count >= 9 + Int(payload[8]) + 7
            else { continue }
            let frame = payload[(9 + Int(payload[8]))...]
            let at = frame.startIndex
            let profile = (frame[at + 2] >> 6) + 1
            let rate = frame[at + 2] >> 2 & 15
            let channels = (frame[at + 2] & 1) << 2 | frame[at + 3] >> 6
            return [profile << 3 | rate >> 1, (rate & 1) << 7 | channels << 3]
        }
        return []
    }
}

/// The stream type of a codec whose samples are encrypted: each has its own.
struct SealedStreamType {
    let clear: UInt8
    let sealed: UInt8
    let codec: StreamSampleCipher.Codec
    /// The name in the private data indicator.
    let name: String
    /// The name in the audio setup; nil for pictures.
    let audioName: String?

    private static let all = [
        SealedStreamType(clear: 0x1b, sealed: 0xdb, codec: .h264, name: "zavc", audioName: nil),
        SealedStreamType(clear: 0x0f, sealed: 0xcf, codec: .aac, name: "aacd", audioName: "zaac"),
        SealedStreamType(clear: 0x81, sealed: 0xc1, codec: .ac3, name: "ac3d", audioName: "zac3"),
        SealedStreamType(clear: 0x87, sealed: 0xc2, codec: .eac3, name: "ec3d", audioName: "zec3"),
    ]

    private init(clear: UInt8, sealed: UInt8, codec: StreamSampleCipher.Codec, name: String, audioName: String?) {
        self.clear = clear
        self.sealed = sealed
        self.codec = codec
        self.name = name
        self.audioName = audioName
    }

    init?(clear: UInt8) {
        guard let found = Self.all.first(where: { $0.clear == clear }) else { return nil }
        self = found
    }
}
