import Devices
import Logging
import MediaCore

@testable import FFmpeg
@testable import HLS
@testable import Playback

/// Any bytes as segments on their whole way to the packet store: taken apart at the end of an initialization section,
/// opened with a key, told what they are, demuxed by the library with our tables, placed on the timeline, their captions
/// read.
///
/// The last byte says how they come: 3 bits how many segments, 1 bit whether what lies before the first fragment is an
/// initialization section, 2 bits the encryption, 2 bits what the playlist takes them for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSegment(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    guard let manner = bytes.last else { return 0 }
    var media = bytes.dropLast()
    let keys = KeyStore()
    let key = KeyIdentity(url: "http://test/key")
    keys.set(Array(0..<16), for: key)
    let vector = [UInt8](repeating: 7, count: 16)
    let encryption: SegmentEncryption =
        switch manner >> 4 & 3 {
        case 1: .sampleAES(key: key, iv: vector)
        case 2: .sampleAESCTR(key: key)
        case 3: .aes128(key: key, iv: vector)
        default: .none
        }
    var section: InitializationSection?
    var initialization: SegmentBuffer?
    if manner & 8 != 0, let start = firstFragment(media) {
        section = InitializationSection(url: "http://test/init", range: nil)
        initialization = SegmentBuffer()
        initialization?.append(Array(media[..<start]))
        initialization?.finish(.complete)
        media = media[start...]
    }
    let feed = SegmentFeed()
    let segments = Int(manner & 7) + 1
    let size = max(1, (media.count + segments - 1) / segments)
    for number in 0..<segments {
        let request = MediaRequest(
            id: RequestID(UInt64(number)), stream: .main, fetch: FetchRequest(url: "http://test/\(number)"),
            mediaSequence: UInt64(number), duration: .seconds(2), start: MediaTime(seconds: Double(number) * 2),
            programDate: nil, container: [.mpegTS, .fragmentedMP4, .packedAudio(.aac), .unknown][Int(manner >> 6)],
            initialization: section, encryption: encryption, epoch: TimelineEpoch(generation: 0, discontinuity: 0),
            isFirst: number == 0, showFrom: nil, codecs: [], variant: 0)
        let buffer = feed.append(request, initialization: initialization)
        buffer.append(Array(media.prefix(size)))
        buffer.finish(.complete)
        media = media.dropFirst(size)
    }
    feed.end()
    // Nobody takes packets away: the store has room for all that may come.
    let roomy = PacketStore.Bounds(span: .seconds(1 << 40), bytes: 1 << 40)
    let store = PacketStore(bounds: roomy)
    let context = SegmentDemuxing.Context(
        item: ItemID(1), library: library, keys: keys, store: store, timeline: SharedTimeline { _, _ in },
        hasSeparateAudio: { false }, beside: { _ in PacketStore(bounds: roomy) })
    SegmentDemuxing(.main, feed: feed, context: context) { _ in }.run()
    precondition(store.isEnded(.video) && store.isEnded(.audio), "what waits for packets would wait for ever")
    return 0
}

private let library = {
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    return FFmpegLibrary(decoding: .software)
}()

/// Where the box before the first `moof` ends.
private func firstFragment(_ media: ArraySlice<UInt8>) -> Int? {
    let name = Array("moof".utf8)
    guard media.count >= 8 else { return nil }
    return (media.startIndex...media.endIndex - 8).first { media[$0 + 4..<$0 + 8].elementsEqual(name) }
}
