/// Cuts bytes into the packets of a transport stream. What lies between packets (damage, the parity bytes of
/// 204-byte packets, the time codes of 192-byte ones) is left out.
struct TransportFraming: Sendable {
    private static let strides = [188, 192, 204]
    private var pending: [UInt8] = []
    private var isInStep = true

    /// - Parameter isEnd: no more bytes come: a packet needs no other behind it.
    mutating func add(_ bytes: some Collection<UInt8>, isEnd: Bool = false, _ found: (ArraySlice<UInt8>) -> Void) {
        pending.append(contentsOf: bytes)
        var at = 0
        while at < pending.count {
            if isInStep {
                guard at + TransportProgram.packetSize <= pending.count else { break }
                isInStep = pending[at] == 0x47
                guard isInStep else { continue }
                found(pending[at..<at + TransportProgram.packetSize])
                at += TransportProgram.packetSize
            } else {
                let (next, isSure) = next(from: at)
                at = next
                guard isSure || isEnd else { break }
                isInStep = true
                if at + TransportProgram.packetSize > pending.count { break }
            }
        }
        pending.removeFirst(at)
    }

    /// Where a packet begins that has another behind it, or where one may whose neighbour is not there yet; or else
    /// the end.
    private func next(from start: Int) -> (at: Int, isSure: Bool) {
        for at in start..<pending.count where pending[at] == 0x47 {
            let behind = Self.strides.map { at + $0 }
            if behind.contains(where: { $0 < pending.count && pending[$0] == 0x47 }) { return (at, true) }
            if behind.contains(where: { $0 >= pending.count }) { return (at, false) }
        }
        return (pending.count, false)
    }
}
