import MediaCore

/// The words of the info panel, and of how picture and sound are set.
extension Strings {
    package static let soundDelay = "Delay"
    package static let night = "Night"
    package static let nowTab = "Now"
    package static let tracksTab = "Sound and subtitles"
    package static let pictureTab = "Picture"
    package static let detailsTab = "Details"
    package static let forced = "forced"
    package static let overscan = "The TV cuts off"
    package static let longSoundDelay = "Sound after picture"
    package static let longNight = "Night mode"
    package static let output = "Sound comes from"
    package static let bitRateFact = "Bit rate"
    package static let networkRate = "Network"
    package static let bufferFact = "Buffered"
    package static let dropped = "Dropped"
    package static let stallsFact = "Stalls"
    package static let screenFact = "Screen"
    package static let lastFlips = "Last flips"

    package static func name(of mode: PictureMode) -> String {
        switch mode {
        case .auto: "Automatic"
        case .fit: "All of it"
        case .fill: "Fill the screen"
        case .zoom: "Larger"
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
        case 1: "mono"
        case 2: "stereo"
        case 6: "5.1"
        case 8: "7.1"
        default: "\(count) channels"
        }
    }

    /// Season, number and name of an episode: `S2 E4 “Low Water”`; nil: nothing is known.
    package static func episode(season: Int?, number: Int?, title: String?) -> String? {
        let parts = [season.map { "S\($0)" }, number.map { "E\($0)" }, title.flatMap { $0.isEmpty ? nil : "“\($0)”" }]
        let text = parts.compactMap(\.self).joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// Who is in it, and who made it; nil: nobody is named.
    package static func people(with actors: [String], by directors: [String], presentedBy hosts: [String]) -> String? {
        func list(_ lead: String, _ names: [String]) -> String? {
            names.isEmpty ? nil : "\(lead) \(names.joined(separator: ", "))"
        }
        let parts = [list("With", actors), list("Presented by", hosts), list("Directed by", directors)]
        let text = parts.compactMap(\.self).joined(separator: " · ")
        return text.isEmpty ? nil : text
    }
}
