import Channels
import ControlProtocol
import FoundationEssentials
import GuideStore
import Screens

extension ProgrammeLabel {
    /// A programme for the screen.
    ///
    /// - Parameters:
    ///   - channel: the channel that shows it; nil: it is told without its picture
    ///   - wall: the seconds since 1970; nil: it is not on yet, and nothing of it is over
    init(_ programme: Programme, on channel: Channel.ID? = nil, at wall: Int64?) {
        self.init(
            title: programme.title, times: Self.times(programme.start, programme.stop),
            progress: wall.map { wall in
                let (length, done) = (
                    Double(programme.stop) - Double(programme.start), Double(wall) - Double(programme.start)
                )
                return length > 0 ? min(max(done / length, 0), 1) : 0
            }, picture: channel.flatMap { ProgrammePicture(of: programme, on: $0)?.key })
        subtitle = programme.subtitle.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func times(_ start: Int64, _ stop: Int64) -> String {
        let hours = WallClock.text(secondsSince1970: start) + " – " + WallClock.text(secondsSince1970: stop)
        return [WallClock.day(secondsSince1970: start), hours].compactMap(\.self).joined(separator: " ")
    }
}

extension ProgrammeInfo {
    /// A programme for the control API.
    init(_ programme: Programme) {
        self.init(
            title: programme.title, start: Date(timeIntervalSince1970: Double(programme.start)),
            end: Date(timeIntervalSince1970: Double(programme.stop)))
    }
}
