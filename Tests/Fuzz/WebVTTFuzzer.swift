import MediaCore

@testable import TimedText

/// Parses any bytes as a WebVTT segment: every cue that comes out ends after it begins, and mapping it
/// onto a timeline, across a wrap too, never traps.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebVTT(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let document = WebVTTDocument([UInt8](UnsafeBufferPointer(start: data, count: count)))
    for start in [0, 95_443_717_688_888, 1 << 60] as [Int64] {
        let timing = TextSegmentTiming(
            start: MediaTime(nanoseconds: start), duration: .seconds(6), offset: .nanoseconds(start / 2))
        for cue in document.cues(timing) {
            precondition(cue.start < cue.end, "a cue that is never shown")
        }
    }
    return 0
}
