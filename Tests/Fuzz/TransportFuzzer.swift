import MediaCore

@testable import FFmpeg

/// Any bytes as a transport stream: its packets, its tables, the first frames of its streams. The checksums of
/// sections are mended first, since no fuzzer finds them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTransport(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    mend(&bytes)
    var framing = TransportFraming()
    var program = TransportProgram()
    var output: [UInt8] = []
    let middle = bytes.count / 2
    framing.add(bytes[..<middle]) { program.add($0, to: &output) }
    framing.add(bytes[middle...], isEnd: true) { program.add($0, to: &output) }
    program.finish(to: &output)
    precondition(output.count % TransportProgram.packetSize == 0, "half a packet")
    for stream in program.streams {
        precondition((0x10..<0x1fff).contains(stream.pid), "no PID of a stream")
    }
    return 0
}

/// Gives sections that lie in one packet their checksum.
private func mend(_ bytes: inout [UInt8]) {
    for start in stride(from: 0, through: bytes.count - 188, by: 188)
    where bytes[start] == 0x47 && bytes[start + 1] & 0x40 != 0 {
        let first = start + 5 + Int(bytes[start + 4])
        guard first + 3 <= start + 188 else { continue }
        let end = first + 3 + (Int(bytes[first + 1] & 0x0f) << 8 | Int(bytes[first + 2]))
        guard end <= start + 188, end - first >= 12 else { continue }
        bytes.replaceSubrange(end - 4..<end, with: SectionChecksum.bytes(of: Array(bytes[first..<end - 4])))
    }
}
