import Guide
import Testing

@testable import Channels

@Suite("Names of episodes")
struct EpisodeNameTests {
    @Test(
        "The series, season and number are read from the forms that lists have",
        arguments: [
            ("Borgen S02E04", "Borgen", 2, 4), ("Borgen s2e4", "Borgen", 2, 4),
            ("Borgen S2 E4 Plant a Tree", "Borgen", 2, 4),
            ("Borgen - S02.E04 - 1080p", "Borgen", 2, 4), ("Borgen 2x04", "Borgen", 2, 4),
            ("Borgen (2x04)", "Borgen", 2, 4),
            ("EN| Borgen S02EP04", "EN| Borgen", 2, 4), ("24 S01E02", "24", 1, 2),
            ("Borgen.S02E04.HDTV", "Borgen", 2, 4),
            ("비밀의 숲 S01E16", "비밀의 숲", 1, 16), ("Specials S00E01", "Specials", 0, 1),
            ("M*A*S*H 11x16", "M*A*S*H", 11, 16),
        ])
    func read(_ name: String, _ series: String, _ season: Int, _ episode: Int) throws {
        let read = try #require(EpisodeName(name))
        #expect(read.series == series && read.season == season && read.episode == episode)
    }

    @Test(
        "What is no episode is none",
        arguments: [
            "", "S01E02", "Das Erste HD", "Apollo 13", "1920x1080", "Film 1080x720", "Borgen S02", "Sx2", "Mass E4",
            "AS2E4",
            "Borgen S99999E1", "Borgen 2x99999", "Borgen 2x04b", "x", "2x", String(repeating: "1x", count: 4000),
        ])
    func none(_ name: String) { #expect(EpisodeName(name) == nil) }

    private func lineup(_ names: [String], group: (String) -> String = { _ in "Series" }) -> Lineup {
        Lineup(
            names.enumerated().map { index, name in
                var entry = ChannelEntry(name: name, url: "http://h/\(index)")
                entry.groups = [group(name)]
                return entry
            })
    }

    @Test(
        "The next one is the nearest after it in its own group, over a season's end, in whatever order the list has them"
    )
    func next() throws {
        let lineup = lineup([
            "Borgen S01E03", "Borgen S02E01", "BORGEN S01E01", "Borgen S01E02", "Bron S01E04", "Borgen",
            "Borgén s01e04",
        ])
        func after(_ index: Int) -> String? { lineup.episode(after: lineup.channels[index])?.channel.name }
        #expect(after(2) == "Borgen S01E02")
        #expect(after(3) == "Borgen S01E03")
        // Accents and case make no other series.
        #expect(after(0) == "Borgén s01e04")
        #expect(after(6) == "Borgen S02E01")
        #expect(after(1) == nil)
        #expect(after(4) == nil)
        #expect(after(5) == nil)
    }

    @Test("An entry of the same name in another group, another language, is not its next episode")
    func groups() {
        let lineup = lineup(["Borgen S01E01", "Borgen S01E02"]) { $0.hasSuffix("1") ? "Danish" : "German" }
        #expect(lineup.episode(after: lineup.channels[0]) == nil)
    }
}
