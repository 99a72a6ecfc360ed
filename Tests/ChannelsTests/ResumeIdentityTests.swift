import Guide
import Testing

@testable import Channels

@Suite("What tells a film from others for longer than a visit")
struct ResumeIdentityTests {
    private func guest(_ url: String) -> String {
        let entry = ChannelEntry(name: "h", url: url)
        var guests = Guests()
        let id = guests.invite(entry, keeping: [])
        return ResumeIdentity(Channel(id: id, number: 1, entry: entry)).text
    }

    @Test("A channel of a list has its id, wherever its address leads today")
    func listed() {
        let entry = ChannelEntry(name: "Film", url: "http://h/film.m3u8?token=1")
        #expect(ResumeIdentity(Channel(id: "film.one", number: 1, entry: entry)).text == "film.one")
    }

    @Test("An address is the same whatever its token, its account and its spelling")
    func tokens() {
        let plain = guest("http://films/a/master.m3u8")
        for url in [
            "http://films/a/master.m3u8?token=SECRET",
            "http://films/a/master.m3u8?Expires=17&Signature=x&Key-Pair-Id=y",
            "http://me:secret@films/a/master.m3u8", "HTTP://FILMS:80/a/./master.m3u8#t=5",
            "http://films/a/master.m3u8?X-Amz-Signature=1&X-Amz-Date=2",
            "http://films/a/master.m3u8?hdnts=exp=1~hmac=2",
        ] {
            #expect(guest(url) == plain)
        }
        #expect(guest("http://films/watch?v=1&token=a") == guest("http://films/watch?token=b&v=1"))
    }

    @Test("Addresses that differ in anything else are others")
    func others() {
        let all = [
            "http://films/a/master.m3u8", "http://films/b/master.m3u8", "http://other/a/master.m3u8",
            "http://films/watch?v=1", "http://films/watch?v=2", "http://films:8080/a/master.m3u8",
        ]
        #expect(Set(all.map(guest)).count == all.count)
    }

    @Test("Nothing that could be read of an address is in it")
    func secrets() {
        let text = guest("http://me:pw@films/live/USER/PASS/1.m3u8?token=SECRET")
        #expect(text.hasPrefix("address:") && text.dropFirst(8).allSatisfy(\.isHexDigit))
    }
}
