import Devices
import MediaCore

/// The tables that libavformat gets: one programme, of the streams that can be played, in one packet each.
///
/// libavformat 5.1 believes for ever what it was told of a PID first. So a stream that turns out to be something else
/// goes on under a PID that was never used.
struct TransportTables: Sendable {
    private static let mapPID = 0x1ffe
    private static let programme = 1
    /// The bytes that one packet has for a table's entries: less its head, a pointer, the section's head, and the checksum.
    private static let room = 188 - 4 - 1 - 12 - 4

    private struct Carried: Sendable, Hashable {
        var type: [UInt8]
        /// Under which libavformat knows it.
        var alias: Int
    }

    private var carried: [Int: Carried] = [:]
    private var known: [Int: Carried] = [:]
    private var used: Set<Int> = [mapPID]
    private var entries: [UInt8]?
    private var counter: UInt8 = 15
    private var version: UInt8 = 0

    /// The PID under which libavformat knows a stream; nil for those that are of no use to it.
    func alias(of pid: Int) -> Int? { carried[pid]?.alias }

    /// The reverse; nil for one that it should not know any more.
    func pid(of alias: Int) -> Int? { carried.first { $0.value.alias == alias }?.key }

    /// Writes what has changed since last time.
    mutating func write(_ streams: [ElementaryStream], to output: inout [UInt8]) {
        let isFirst = entries == nil
        var list: [UInt8] = []
        carried = [:]
        // Where there is no room for all, subtitles are left out first.
        let subtitles = streams.filter { !$0.subtitles.isEmpty }
        for stream in streams.filter(\.subtitles.isEmpty) + subtitles {
            guard let (type, descriptors) = Self.type(stream), list.count + 5 + descriptors.count <= Self.room,
                let alias = alias(for: stream.pid, [type] + descriptors, streams)
            else { continue }
            carried[stream.pid] = Carried(type: [type] + descriptors, alias: alias)
            list += [type] + Self.pid(alias) + [0xf0, UInt8(descriptors.count)] + descriptors
        }
        known.merge(carried) { _, new in new }
        guard list != entries else { return }
        entries = list
        version = (version + 1) & 31
        if isFirst { output += packet(0, 0, section(0x00, [0, UInt8(Self.programme)] + Self.pid(Self.mapPID))) }
        counter = (counter + 1) & 15
        // No clock of the programme is of use to anybody, and no descriptors.
        output += packet(Self.mapPID, counter, section(0x02, [0xff, 0xff, 0xf0, 0] + list))
    }

    /// Nil where none is left.
    private mutating func alias(for pid: Int, _ type: [UInt8], _ streams: [ElementaryStream]) -> Int? {
        if let known = known[pid], known.type == type { return known.alias }
        let alias =
            used.contains(pid)
            ? (0x20..<0x1ffe).last { free in !used.contains(free) && !streams.contains { $0.pid == free } } : pid
        if let alias { used.insert(alias) }
        return alias
    }

    private static func pid(_ pid: Int) -> [UInt8] { [0xe0 | UInt8(pid >> 8 & 0x1f), UInt8(pid & 0xff)] }

    private func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = 5 + body.count + 4
        let section =
            [
                table, 0xb0 | UInt8(length >> 8 & 0x0f), UInt8(length & 0xff), 0, UInt8(Self.programme),
                0xc1 | version << 1, 0, 0,
            ] + body
        return section + SectionChecksum.bytes(of: section)
    }

    private func packet(_ pid: Int, _ counter: UInt8, _ section: [UInt8]) -> [UInt8] {
        let head = [0x47, 0x40 | UInt8(pid >> 8 & 0x1f), UInt8(pid & 0xff), 0x10 | counter, 0]
        return head + section + [UInt8](repeating: 0xff, count: max(0, 188 - head.count - section.count))
    }

    /// By a type that libavformat 5.1 takes at its word, where it has one; nil for what is not played.
    private static func type(_ stream: ElementaryStream) -> (type: UInt8, descriptors: [UInt8])? {
        switch stream.codec {
        case .told(.video(let codec)):
            switch codec {
            case .h264: (0x1b, [])
            case .hevc: (0x24, [])
            case .mpeg2: (0x02, [])
            case .av1, .vp8, .vp9, .photo, .raw: nil
            }
        case .told(.audio(let codec)):
            switch codec {
            // 0x0f would be probed.
            case .aac: (0xcf, [])
            // It looks for LATM's own sync words, whatever is said.
            case .latm: (0x11, [])
            case .mp3: (0x03, [])
            case .ac3: (0x81, [])
            // It does not know 0x87.
            case .eac3: (0xc2, [])
            case .dts: (0x8a, [])
            case .opus: (0x06, [0x05, 4] + Array("Opus".utf8) + [0x7f, 2, 0x80, stream.channelConfiguration])
            case .flac, .vorbis, .raw: nil
            }
        // Of 0x15 it would take the first five bytes away.
        case .told(.tags): (0x06, [0x05, 4] + Array("ID3 ".utf8))
        case .told(.subtitles(let codec)):
            switch codec {
            // Of the services it needs none but to see that there is one.
            case .dvb: (0x06, [0x59, 8] + (stream.subtitles.first?.bytes ?? Array("und".utf8) + [0x10, 0, 1, 0, 1]))
            case .teletext: stream.subtitles.first.map { (0x06, [0x56, 5] + $0.bytes) }
            case .pgs, .vobSub: nil
            }
        case .told(.text), .told(.unsupported), .untold: nil
        }
    }
}
