import Devices

/// Parses any bytes as a TV's description of itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEDID(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    // Most inputs have no header: they are read behind one as well.
    for whole in [bytes, [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0] + bytes] {
        guard let edid = EDID(whole) else { continue }
        precondition(edid.name?.count ?? 0 <= 13, "a name longer than its field")
        precondition(edid.physicalAddress != 0 && edid.physicalAddress != 0xffff, "an address that is none")
    }
    return 0
}
