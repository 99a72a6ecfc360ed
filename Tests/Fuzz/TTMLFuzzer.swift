import MediaCore

@testable import TimedText

/// Parses any bytes as TTML, and as fragmented MP4 that holds some: every cue that comes out ends after it begins.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTTML(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    for document in [TextDocument(bytes)] {
        for start in [0, 95_443_717_688_888, 1 << 60] as [Int64] {
            let timing = TextSegmentTiming(
                start: MediaTime(nanoseconds: start), duration: .seconds(6), offset: .nanoseconds(start / 2))
            for cue in document?.cues(timing) ?? [] { precondition(cue.start < cue.end, "a cue that is never shown") }
        }
    }
    _ = TTMLDocument(bytes)
    _ = FragmentedText(bytes)
    return 0
}
