@testable import HLS

/// Parses any bytes as a playlist: never a trap, and what strict mode accepts lenient mode accepts too,
/// with the same segments and variants. Two halves, parted at the first zero byte, are a playlist and an
/// update of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlaylist(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    let halves = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    let url = "https://example.com/live/a.m3u8?token=1&t=a%20b"
    let imports = ["a": "b", "host": "example.com"]
    let lenient = try? PlaylistParser.parse(halves[0], url: url, mode: .lenient, imports: imports)
    if let strict = try? PlaylistParser.parse(halves[0], url: url, mode: .strict, imports: imports) {
        switch (strict, lenient) {
        case (.media(let strict), .media(let lenient)):
            precondition(strict.segments.map(\.url) == lenient.segments.map(\.url), "modes differ in segments")
        case (.multivariant(let strict), .multivariant(let lenient)):
            precondition(strict.variants.map(\.url) == lenient.variants.map(\.url), "modes differ in variants")
        default: preconditionFailure("what strict mode takes lenient mode does not")
        }
    }
    guard case .media(let old)? = lenient else { return 0 }
    for index in old.segments.indices.prefix(4) { _ = old.programDate(ofSegmentAt: index) }
    _ = old.duration
    if halves.count > 1, case .media(let new)? = try? PlaylistParser.parse(halves[1], url: url) {
        _ = try? new.merged(over: old)
    }
    return 0
}
