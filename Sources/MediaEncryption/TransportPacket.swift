/// The head of one packet of a transport stream (ISO/IEC 13818-1 2.4.3.2).
struct TransportPacket {
    private static let size = 188

    private let bytes: [UInt8]
    let pid: Int
    /// Whether a PES packet or a section begins in it.
    let isStart: Bool
    let counter: UInt8
    /// The end of the adaptation field without its stuffing.
    private let fieldEnd: Int
    private let payloadStart: Int

    /// Parses a packet; nil for bytes that are no packet with a payload or an adaptation field that fits.
    init?(_ packet: ArraySlice<UInt8>) {
        bytes = Array(packet)
        guard bytes.count == Self.size, bytes[0] == 0x47 else { return nil }
        pid = Int(bytes[1] & 0x1f) << 8 | Int(bytes[2])
        isStart = bytes[1] & 0x40 != 0
        counter = bytes[3] & 15
        guard bytes[3] & 0x20 != 0 else {
            fieldEnd = 4
            payloadStart = 4
            return
        }
        payloadStart = 5 + Int(bytes[4])
        guard payloadStart <= Self.size else { return nil }
        // Of the adaptation field only a PCR is kept.
        let hasClock = bytes[4] >= 7 && bytes[5] & 0x10 != 0
        fieldEnd = hasClock ? 12 : bytes[4] > 0 && bytes[5] != 0 ? 6 : 4
    }

    var payload: ArraySlice<UInt8>? {
        bytes[3] & 0x10 != 0 && payloadStart < Self.size ? bytes[payloadStart...] : nil
    }

    /// Packets of this PID with `payload`; the first keeps the adaptation field. The rest of the last is
    /// stuffed, or filled with `fill`, as sections are.
    func rewritten(payload: [UInt8], counter: UInt8, fill: UInt8?, marksDiscontinuity: Bool = false) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var rest = payload[...]
        var counter = counter
        repeat {
            let isFirst = packets.isEmpty
            var field = isFirst && fieldEnd > 4 ? Array(bytes[5..<fieldEnd]) : []
            if !field.isEmpty {
                field[0] &= 0xf0
                if marksDiscontinuity { field[0] |= 0x80 }
            }
            let room = Self.size - 4 - (field.isEmpty ? 0 : 1 + field.count)
            var body = Array(rest.prefix(room))
            rest = rest.dropFirst(body.count)
            let missing = room - body.count
            var adaptation = field.isEmpty ? nil : field
            if missing > 0, let fill {
                body += [UInt8](repeating: fill, count: missing)
            } else if missing > 0 {
                func stuffing(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xff, count: count) }
                // A new field takes a byte for its length and one for its flags.
                adaptation =
                    adaptation.map { $0 + stuffing(missing) } ?? (missing == 1 ? [] : [0] + stuffing(missing - 2))
            }
            packets.append(
                [
                    0x47, bytes[1] & (isFirst ? 0xff : 0xbf), bytes[2],
                    bytes[3] & 0xc0 | (adaptation == nil ? 0x10 : 0x30) | counter,
                ] + (adaptation.map { [UInt8($0.count)] + $0 } ?? []) + body)
            counter = (counter + 1) & 15
        } while !rest.isEmpty
        return packets
    }
}
