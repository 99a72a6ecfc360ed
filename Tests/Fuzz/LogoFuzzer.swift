@testable import Paint

/// Parses any bytes as a logo's header: nothing is let through that would take more memory than a logo may.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLogo(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    let start: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    for whole in [bytes, start + bytes] {
        guard let header = LogoHeader(whole), header.isReasonable else { continue }
        precondition(header.width * header.height * 4 <= 16 << 20, "a logo without bounds")
    }
    return 0
}
