import Devices

/// Parses any bytes as a TV's description of itself: also behind a header and in the room of a base block with one
/// extension, which few inputs have by chance.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEDID(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    let header: [UInt8] = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]
    let base = header + bytes + [UInt8](repeating: 0, count: max(0, 120 - count))
    let extended = header + [UInt8](repeating: 0x20, count: 120) + [2, 3] + bytes
    for whole in [bytes, base, extended, extended + [UInt8](repeating: 0, count: max(0, 126 - count))] {
        guard let edid = EDID(whole) else { continue }
        precondition(edid.name?.count ?? 0 <= 13, "a name longer than its field")
        precondition(edid.physicalAddress != 0 && edid.physicalAddress != 0xffff, "an address that is none")
    }
    return 0
}
