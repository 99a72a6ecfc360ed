import XMLTV

/// What is counted of a guide while it is read: each channel, in bounded memory.
final class GuideSurvey {
    struct Channel: Equatable {
        var id: String
        var names: [String] = []
        /// Where the guide describes it; nil: it does not, but has programmes of it.
        var line: Int?
        var programmes = 0
        var span: ClosedRange<Int64>?
    }

    /// The channels in the guide's order.
    private(set) var channels: [Channel] = []
    /// Channels beyond those that are kept.
    private(set) var channelsBeyond = 0
    private var places: [String: Int] = [:]

    private static let mostChannels = 20_000
    private static let mostNames = 8

    /// The programmes of no channel that the guide describes.
    var undescribed: Int { channels.count { $0.line == nil } }
    var withoutProgrammes: Int { channels.count { $0.programmes == 0 } }

    private func place(of id: String) -> Int? {
        if let place = places[id] { return place }
        guard channels.count < Self.mostChannels else { return nil }
        places[id] = channels.count
        channels.append(Channel(id: id))
        return channels.count - 1
    }

    func add(_ channel: XMLTVChannel) {
        guard let place = place(of: channel.id) else {
            channelsBeyond += 1
            return
        }
        guard channels[place].line == nil else { return }
        channels[place].line = channel.line
        channels[place].names = channel.names.prefix(Self.mostNames).map(\.text)
    }

    func add(_ programme: XMLTVProgramme) {
        guard let place = place(of: programme.channel) else { return }
        channels[place].programmes += 1
        let end = max(programme.start, programme.stop ?? programme.start)
        let span = channels[place].span ?? programme.start...end
        channels[place].span = min(span.lowerBound, programme.start)...max(span.upperBound, end)
    }
}
