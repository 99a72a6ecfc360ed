import Devices
import MediaCore
import TimedText

/// The subtitles inside a stream that a decoder is needed for: those that are shown are read as they come, and what comes
/// of the others is kept until they are.
struct SubtitleReadings {
    /// What is seen of the subtitles of a number from a time on, in place of what was.
    typealias Page = (number: Int, page: SubtitleReading.Page)

    private let library: any CodecLibrary
    private var readings: [Int: SubtitleReading] = [:]
    /// The number of those that are shown.
    private var shown: Int?

    init(_ library: any CodecLibrary) { self.library = library }

    /// Notes what there is, in its order. What is the same as before goes on.
    mutating func set(_ tracks: [Track]) {
        var new: [Int: SubtitleReading] = [:]
        for (number, track) in tracks.enumerated() {
            guard case .subtitles = track.codec else { continue }
            if let known = readings[number], known.track.continues(track), known.track.language == track.language {
                new[number] = known
            } else {
                new[number] = SubtitleReading(track, library, isWanted: number == shown)
            }
        }
        readings = new
    }

    /// Shows the subtitles of a number; nil: none of these.
    ///
    /// - Returns: what has come of them already
    mutating func show(_ number: Int?) -> [Page] {
        guard number != shown else { return [] }
        if let shown { readings[shown]?.leave() }
        shown = number
        guard let number else { return [] }
        return readings[number]?.begin().map { (number, $0) } ?? []
    }

    mutating func take(_ packet: Packet, of number: Int) -> Page? {
        readings[number]?.take(packet).map { (number, $0) }
    }
}
