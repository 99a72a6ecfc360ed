import Languages
import MediaCore

/// The words of the info panel, and of how picture and sound are set.
extension Strings {
    package static var soundDelay: String { say(.soundDelay) }
    package static var night: String { say(.night) }
    package static var nowTab: String { say(.nowTab) }
    package static var tracksTab: String { say(.tracksTab) }
    package static var pictureTab: String { say(.pictureTab) }
    package static var detailsTab: String { say(.detailsTab) }
    package static var forced: String { say(.forced) }
    package static var overscan: String { say(.overscan) }
    package static var longSoundDelay: String { say(.longSoundDelay) }
    package static var longNight: String { say(.longNight) }
    package static var output: String { say(.output) }
    package static var bitRateFact: String { say(.bitRate) }
    package static var networkRate: String { say(.network) }
    package static var bufferFact: String { say(.buffered) }
    package static var dropped: String { say(.dropped) }
    package static var stallsFact: String { say(.stalls) }
    package static var screenFact: String { say(.screen) }
    package static var lastFlips: String { say(.lastFlips) }

    package static func name(of mode: PictureMode) -> String {
        switch mode {
        case .auto: say(.modeAutomatic)
        case .fit: say(.modeFit)
        case .fill: say(.modeFill)
        case .zoom: say(.modeZoom)
        }
    }

    /// A delay of the sound: `+80 ms`, `−40 ms`, `0 ms`.
    package static func delay(_ delay: Duration) -> String {
        let count = delay.nanoseconds / 1_000_000
        return (count > 0 ? "+" : count < 0 ? "−" : "") + "\(count.magnitude) ms"
    }

    /// How many channels a sound has.
    package static func channels(_ count: Int) -> String {
        switch count {
        case 1: say(.mono)
        case 2: say(.stereo)
        case 6: "5.1"
        case 8: "7.1"
        default: say(.soundChannels, count: count)
        }
    }

    /// Season, number and name of an episode: `S2 E4 “Low Water”`; nil: nothing is known.
    package static func episode(season: Int?, number: Int?, title: String?) -> String? {
        let parts = [
            season.map { say(.season, ["number": String($0)]) }, number.map { say(.episode, ["number": String($0)]) },
            title.flatMap { $0.isEmpty ? nil : say(.episodeTitle, ["title": $0]) },
        ]
        let text = parts.compactMap(\.self).joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// Who is in it, and who made it; nil: nobody is named.
    package static func people(with actors: [String], by directors: [String], presentedBy hosts: [String]) -> String? {
        func list(_ phrase: Phrase, _ names: [String]) -> String? {
            names.isEmpty ? nil : say(phrase, ["names": names.joined(separator: ", ")])
        }
        let parts = [list(.actors, actors), list(.presenters, hosts), list(.directors, directors)]
        let text = parts.compactMap(\.self).joined(separator: " · ")
        return text.isEmpty ? nil : text
    }
}
