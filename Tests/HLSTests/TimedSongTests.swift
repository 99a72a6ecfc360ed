import MediaCore
import Testing

@testable import HLS

@Suite("What a station says that it plays")
struct TimedSongTests {
    private func song(_ text: String) -> String? {
        TimedSong(text, from: .zero).map { [$0.artist, $0.title].compactMap(\.self).joined(separator: " | ") }
    }

    @Test("Both ways of writing it are read")
    func songs() {
        #expect(song("The Otters - Low Water") == "The Otters | Low Water")
        #expect(song("Low Water") == "Low Water")
        #expect(song("Sigur Rós - Hoppípolla - Live") == "Sigur Rós | Hoppípolla - Live")
        #expect(
            song("title=\"Low Water\",artist=\"The Otters\",url=\"song_spot=\\\"M\\\"\"") == "The Otters | Low Water")
        #expect(song("TITLE=\"Low Water\", ARTIST=\"\"") == "Low Water")
        #expect(song("  The Otters - Low\u{1b}[2J Water  ") == "The Otters | Low[2J Water")
        #expect(song(String(repeating: "x", count: 5000))?.count == 200)
    }

    @Test(
        "What names no song is none",
        arguments: [
            "", " ", "42", "segment_12.ts", "https://host/a.aac", "no desc", "title=\"\",artist=\"\"", "title=\"", "-",
            "artist=\"The Otters\"",
        ])
    func none(_ text: String) { #expect(song(text) == nil) }

    @Test("Segments of one song are one, and what is no song between them ends it nowhere")
    func runs() {
        let texts = ["A - 1", "A - 1", "", "A - 1", "B - 2", "B - 2", "A - 1"]
        let songs = TimedSong.songs(texts.enumerated().map { ($1, MediaTime(seconds: Double($0) * 6)) })
        #expect(songs.map(\.title) == ["1", "2", "1"])
        #expect(songs.map(\.start.seconds) == [0, 24, 36])
        let many = (0..<200).map { ("A - \($0)", MediaTime(seconds: Double($0))) }
        #expect(TimedSong.songs(many).count == 64 && TimedSong.songs(many).last?.title == "199")
    }

    @Test("Any text: no trap", arguments: 1...20)
    func anyText(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        let pieces = ["title", "=", "\"", "artist", " - ", ",", "é", "\u{301}", "한", " ", "=\"", "\r", "."]
        for _ in 0..<300 {
            let text = (0..<Int(random.next() % 12)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
                .joined()
            if let song = TimedSong(text, from: .zero) { #expect(!song.title.isEmpty) }
        }
    }
}
