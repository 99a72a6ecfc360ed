import MediaCore

@testable import TimedText

/// Parses any bytes as access units with captions in their user data, and then as the caption bytes
/// themselves.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCaptions(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: data, count: count)
    var decoder = CaptionDecoder()
    for codec in VideoCodec.allCases {
        guard let bitstream = CaptionBitstream(codec, configuration: Array(bytes.prefix(8))) else { continue }
        _ = decoder.decode(bitstream.captions(in: UnsafeRawBufferPointer(bytes)), at: .zero)
    }
    var time = MediaTime.zero
    var index = 0
    while index + 2 < count {
        let kind = CaptionTriplet.Kind(rawValue: bytes[index] & 3)
        if let kind { _ = decoder.decode([CaptionTriplet(kind, bytes[index + 1], bytes[index + 2])], at: time) }
        time = time + .milliseconds(33)
        index += 3
    }
    _ = decoder.reset(at: time)
    return 0
}
