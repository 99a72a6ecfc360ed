import Channels
import Guide
import Testing

@testable import Appliance

@Suite("What is said of a channel list")
struct ListNotesTests {
    private func notes(_ text: String, _ numbering: ChannelNumbering = .auto) -> ListNotes {
        let list = M3UParser.parse(text)
        return ListNotes(list, lineup: Lineup(list.entries, numbering: numbering), numbering: numbering)
    }

    @Test("Two thousand channels that want one number are one fact with its number, not two thousand")
    func renumbered() {
        let text = (1...2050).map { "#EXTINF:-1 tvg-chno=\"5\",Name \($0)\nhttp://h/\($0)\n" }.joined()
        let notes = notes("#EXTM3U\n" + text, .list)
        #expect(notes.channelCount == 2050 && notes.renumberedCount == 2049 && notes.leftOut.isEmpty)
        #expect(notes.disregarded == nil)
        #expect(notes.renumbered == "Name 2: 6, Name 3: 7, Name 4: 8, Name 5: 9, Name 6: 10, …")
    }

    @Test("Where numbers don't tell channels apart that is one fact too, and none where nobody asked for them")
    func disregarded() {
        let text = "#EXTM3U\n" + (1...2050).map { "#EXTINF:-1 tvg-chno=\"5\",Name \($0)\nhttp://h/\($0)\n" }.joined()
        let notes = notes(text)
        #expect(notes.disregarded == Lineup.OwnNumbers(asked: 2050, apart: 1))
        #expect(notes.renumberedCount == 0 && notes.renumbered.isEmpty)
        #expect(self.notes(text, .order).disregarded == nil)
        #expect(self.notes("#EXTM3U\n#EXTINF:-1,A\nhttp://h/1\n").disregarded == nil)
    }

    @Test("Lines that are left out are counted by reason, all of them, with the first few")
    func leftOut() {
        let text =
            "#EXTM3U\n#EXTINF:-1,One\nhttp://h/1\n" + String(repeating: "#EXTINF:-1,Nothing\n", count: 1200)
            + "http://h/2\nnonsense://\u{1}\n"
        let notes = notes(text)
        #expect(notes.leftOut.map(\.reason) == [.infoWithoutURL, .unusableURL])
        #expect(notes.leftOut.map(\.count) == [1199, 1])
        #expect(notes.leftOut.map(\.lines) == ["4, 5, 6, 7, 8, …", ""])
        let few = self.notes(
            "#EXTM3U\n#EXTINF:-1,Good\nhttp://h/1\n#EXTINF:-1,No address\n#EXTINF:-1,Two\nhttp://h/2\n")
        #expect(few.leftOut == [ListNotes.LeftOut(reason: .infoWithoutURL, count: 1, lines: "4")])
    }

    @Test("The same list says the same, another does not")
    func same() {
        #expect(notes("#EXTM3U\n#EXTINF:-1,A\nhttp://h/1\n") == notes("#EXTM3U\n#EXTINF:-1,A\nhttp://h/9\n"))
        #expect(
            notes("#EXTM3U\n#EXTINF:-1,A\nhttp://h/1\n") != notes("#EXTM3U\n#EXTINF:-1,A\nhttp://h/1\n#EXTINF:-1,B\n"))
    }
}
