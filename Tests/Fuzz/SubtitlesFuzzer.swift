import MediaCore

@testable import TimedText

/// Reads any bytes as a packet of a film's subtitles, in each format, under a head of any bytes: what comes out is shown
/// for a while, and says something.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSubtitles(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    // The head ends with the first zero.
    let head = bytes.dropFirst().prefix { $0 != 0 }
    let packet = Array(bytes.dropFirst(2 + head.count))
    let times: [Int64] = [0, 95_443_717_688_888, .max, .min]
    let start = MediaTime(nanoseconds: times[Int(first >> 2) & 3])
    for codec in TextCodec.allCases {
        for head in [[], Array(head)] {
            guard let cue = FilmText(codec, configuration: head).cue(packet, at: start, for: .seconds(Int(first & 3)))
            else { continue }
            precondition(cue.start < cue.end || start.nanoseconds == .max, "a cue that is never shown")
            precondition(!cue.text.isEmpty && !cue.lines.isEmpty, "a cue that says nothing")
            _ = cue.shifted(by: .seconds(3600))
        }
    }
    return 0
}
