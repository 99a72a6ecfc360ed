@testable import XMLTV

/// Unpacks and reads any bytes as a guide, whole and in pieces: the same must come out, or the same error.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGuide(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    let whole = GuideOutcome(bytes, piece: bytes.count)
    // Of a size that the input itself chooses.
    let piece = GuideOutcome(bytes, piece: 1 + bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 63 })
    precondition(whole == piece, "a guide in pieces is another")
    if let report = whole.report {
        precondition(report.channels == whole.channels.count && report.programmes == whole.programmes.count)
        precondition(whole.programmes.allSatisfy { !$0.channel.isEmpty && $0.line > 0 })
        precondition(whole.channels.allSatisfy { !$0.id.isEmpty && $0.line > 0 })
        precondition(
            report.faults.values.allSatisfy { $0.count > 0 && !$0.lines.isEmpty && $0.lines == $0.lines.sorted() })
    }
    return 0
}

/// What came of a guide.
private struct GuideOutcome: Equatable {
    var channels: [XMLTVChannel] = []
    var programmes: [XMLTVProgramme] = []
    var report: XMLTVReport?
    var failure: String?

    init(_ bytes: [UInt8], piece: Int) {
        final class Found {
            var channels: [XMLTVChannel] = []
            var programmes: [XMLTVProgramme] = []
        }
        let found = Found()
        var limits = XMLTVLimits()
        limits.text = 200
        limits.people = 3
        limits.texts = 3
        limits.depth = 10
        var unpacking = GuideUnpacker.Limits()
        unpacking.bytes = 1 << 20
        unpacking.freeBytes = 1 << 16
        let unpacker = GuideUnpacker(limits: unpacking)
        var reader = XMLTVReader(
            limits: limits,
            handlers: XMLTVReader.Handlers(
                wants: { !$0.hasPrefix("u") }, channel: { found.channels.append($0) },
                programme: { found.programmes.append($0) }))
        do {
            var rest = bytes[...]
            while !rest.isEmpty {
                try unpacker.feed(Array(rest.prefix(piece))) { try reader.feed($0) }
                rest = rest.dropFirst(piece)
            }
            try unpacker.finish { try reader.feed($0) }
            report = try reader.finish()
        } catch let error as GuideUnpackingError {
            // How much came out before depends on the pieces.
            failure = "\(type(of: error))"
            return
        } catch {
            failure = "\(error)"
        }
        channels = found.channels
        programmes = found.programmes
    }
}
