import Channels
import Guide
import Testing

@Suite("Addresses that are in no list")
struct GuestsTests {
    private func entry(_ url: String) -> ChannelEntry { ChannelEntry(name: "host", url: url) }

    @Test("Each address is a channel of its own, the same one whenever it comes")
    func identity() {
        var guests = Guests()
        let a = guests.invite(entry("http://h/a"), keeping: [])
        let b = guests.invite(entry("http://h/b"), keeping: [a])
        #expect(a != b)
        #expect(guests.all.map(\.id) == [a, b])
        let again = guests.invite(entry("http://h/a"), keeping: [b])
        #expect(again == a)
        #expect(guests.all.map(\.id) == [a, b])
    }

    @Test("Those that are not needed leave; the newest stays whatever is needed")
    func leaving() {
        var guests = Guests()
        let a = guests.invite(entry("http://h/a"), keeping: [])
        let b = guests.invite(entry("http://h/b"), keeping: [a, "c1"])
        let c = guests.invite(entry("http://h/c"), keeping: [b])
        #expect(guests.all.map(\.id) == [b, c])
        #expect(!guests.contains(a) && guests[c]?.entry.url == "http://h/c")
    }

    @Test("In the lineup they come last, and keep their names where a list claims them")
    func lineup() {
        var guests = Guests()
        let a = guests.invite(entry("http://h/a"), keeping: [])
        var claimed = ChannelEntry(name: "Listed", url: "http://h/x")
        claimed.guideID = a
        claimed.number = "7"
        let lineup = Lineup([claimed], guests: guests.all)
        #expect(lineup.channels.map(\.number) == [7, 8])
        #expect(lineup[a]?.url == "http://h/a")
        #expect(lineup.channels.map(\.id) == [a + "#2", a])
        #expect(lineup.renumbered.isEmpty)
    }
}
