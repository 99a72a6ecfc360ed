@testable import Guide

/// Parses any bytes as a channel list, whole and in two pieces: the same entries must come out.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChannelList(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    var whole = M3UParser()
    whole.feed(bytes)
    let list = whole.finish()
    let middle = bytes.count / 2
    var pieces = M3UParser()
    pieces.feed(Array(bytes[..<middle]))
    pieces.feed(Array(bytes[middle...]))
    precondition(pieces.finish().entries.count == list.entries.count, "a list in pieces has other entries")
    return 0
}
