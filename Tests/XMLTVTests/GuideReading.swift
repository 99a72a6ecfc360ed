@testable import XMLTV

/// What a reader gave out of a guide.
struct GuideReading {
    var channels: [XMLTVChannel] = []
    var programmes: [XMLTVProgramme] = []
    var report = XMLTVReport()

    /// Reads a guide in pieces of so many bytes.
    init(
        _ bytes: [UInt8], piece: Int = .max, defaultOffset: Int = 0, limits: XMLTVLimits = XMLTVLimits(),
        wants: @escaping (String) -> Bool = { _ in true }
    ) throws {
        final class Found {
            var channels: [XMLTVChannel] = []
            var programmes: [XMLTVProgramme] = []
        }
        let found = Found()
        var reader = XMLTVReader(
            defaultOffset: defaultOffset, limits: limits,
            handlers: XMLTVReader.Handlers(
                wants: wants, channel: { found.channels.append($0) }, programme: { found.programmes.append($0) }))
        var rest = bytes[...]
        while !rest.isEmpty {
            try reader.feed(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        report = try reader.finish()
        channels = found.channels
        programmes = found.programmes
    }

    init(_ text: String, piece: Int = .max, limits: XMLTVLimits = XMLTVLimits()) throws {
        try self.init(Array(text.utf8), piece: piece, limits: limits)
    }

    /// How often each fault was found.
    var faults: [XMLTVFault.Kind: Int] { report.faults.mapValues(\.count) }
}
