import Channels
import Guide
import TestSupport
import Testing

@Suite("Addresses in other words")
struct AddressFormTests {
    @Test(
        "Spellings of one address have one normal form",
        arguments: [
            "http://Origin.example/live/2/master.m3u8?a=b", "HTTP://origin.example:80/live/2/master.m3u8?a=b",
            "http://origin.example./live/2/master.m3u8?a=b#t=1", "http://origin.example/live/./2/x/../master.m3u8?a=b",
            "http://origin.example/%6cive/2/m%61ster%2em3u8?%61=b", "http://origin.example:/live/2/master.m3u8?a=b",
        ])
    func normal(spelling: String) {
        let form = AddressForm("http://origin.example/live/2/master.m3u8?a=b")
        #expect(AddressForm(spelling).normal == form.normal)
    }

    @Test(
        "What joins a sign to one letter for readers is no other place to a server", arguments: ["\u{308}", "\u{d4e}"])
    func joined(joint: String) {
        let form = AddressForm("http://h/a/1.m3u8")
        #expect(AddressForm("http://h/a/1.m3u8#\(joint)").normal == form.normal)
        #expect(AddressForm("http://h/a/1.m3u8?\(joint)").place == form.place)
        #expect(AddressForm("http://u@\(joint)@h/a/1.m3u8").place == form.place)
        #expect(AddressForm("http://h/a/\(joint)/../1.m3u8").place == form.place)
        #expect(AddressForm("http://h/a/\(joint)x").folders == form.folders)
        // A letter is the same whether it is encoded or not (RFC 3987).
        #expect(AddressForm("http://h/\(joint)é").normal == AddressForm("http://h/\(joint)%C3%A9").normal)
    }

    @Test("Plain addresses get the form that any address gets")
    func plain() {
        let pieces = [
            "http", "HTTPS", "rtsp", "://", ":", "@", "user:pass@", "Host.example", "localhost", "10.0.0.1", "[::1]",
            ":80",
            ":443", ":8080", "/", "//", "/live", "/Live", "/.", "/..", "/a.b", ".", "?a=b", "?", "#t", "%41", "%2F",
            "\\",
            " ", "é", "/x.m3u8", "|",
        ]
        var state: UInt64 = 11
        for _ in 0..<20_000 {
            var address = ""
            for _ in 0...(state % 9) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                address += pieces[Int((state >> 33) % UInt64(pieces.count))]
            }
            let (form, general) = (AddressForm(address), AddressForm(general: address))
            #expect(form == general && form.folders == general.folders, "\(address)")
        }
    }

    @Test(
        "Another scheme, port, user, query or letter case is the same place",
        arguments: [
            "https://127.0.0.1/live/2/master.m3u8", "http://127.0.0.1:8080/live/2/master.m3u8?x=1",
            "http://u:p@127.0.0.1/LIVE/2/Master.m3u8", "http://localhost//live//2/master.m3u8",
            "http://2130706433/live/2/master.m3u8", "http://0x7f.1/live/2%2Fmaster.m3u8",
            "http://127.1/live/2\\master.m3u8",
        ])
    func place(spelling: String) {
        #expect(AddressForm(spelling).place == AddressForm("http://127.0.0.1/live/2/master.m3u8").place)
    }

    @Test("What differs stays apart")
    func apart() {
        let forms = [
            "http://a/live/1", "http://b/live/1", "http://a/live/2", "http://a/live/1/", "http://a/live/1?x",
            "http://a/%2Flive/1",
            "https://a/live/1", "http://a:8080/live/1", "http://u@a/live/1",
        ].map { AddressForm($0).normal }
        #expect(Set(forms).count == forms.count)
        #expect(AddressForm("http://a/b/c/d.m3u8").folders == ["a/b/c", "a/b"])
        #expect(AddressForm("http://a/d.m3u8").folders == [] && AddressForm("http://a").folders == [])
    }

    @Test("Nothing traps, whatever an address is made of")
    func garbage() {
        var random = SplitMix(seed: 1)
        let pieces = [
            "http", "://", ":", "/", "//", "..", ".", "%", "%2", "%2F", "%zz", "@", "?", "#", "[", "]", "a", "é", "127",
            "",
        ]
        for _ in 0..<20_000 {
            let text = (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let form = AddressForm(text)
            #expect(form.folders.count <= text.utf8.count)
        }
    }

    private static func channel(_ name: String, _ url: String, _ rating: ContentRating, group: String? = nil) -> Channel
    {
        var entry = ChannelEntry(name: name, url: url)
        entry.rating = rating
        entry.groups = group.map { [$0] } ?? []
        return Channel(id: name, number: 1, entry: entry)
    }

    @Test("An address is locked as the strictest channel at its place, else in its folder or above it")
    func kin() {
        let known = KnownAddresses([
            Self.channel("film", "http://a/ch/2/master.m3u8", .rated(AgeRating(years: 18))),
            Self.channel("news", "http://a/ch/1/master.m3u8", .rated(AgeRating(years: 0))),
            Self.channel("query", "http://a/get.php?id=1", .unrated),
            Self.channel("adult", "http://a/get.php?id=2", .rated(.adult)),
            Self.channel("odd", "http://a/odd/1.m3u8", .unknown("XQ")),
            Self.channel("late", "http://a/late/1.m3u8", .unrated, group: "Late"),
            Self.channel("named", "http://a/named/1.m3u8", .unrated),
        ])
        var policy = ParentalGate.Policy()
        policy.lockedGroups = ["Late"]
        policy.lockedChannels = ["named"]
        func reason(_ url: String) -> ParentalGate.Reason? {
            var entry = ChannelEntry(name: "guest", url: url)
            policy.inherit(known.kin(of: url), in: &entry)
            return policy.reason(Channel(id: "guest", number: 1, entry: entry))
        }
        #expect(reason("https://a/ch/2/master.m3u8?again") == .age(18))
        #expect(reason("http://a/ch/2/video/720.m3u8") == .age(18))
        #expect(reason("http://a/ch/1/video/720.m3u8") == nil)
        #expect(reason("http://a/ch/3/master.m3u8") == nil)
        #expect(reason("http://a/get.php?id=3") == .adult)
        #expect(reason("http://a/odd/2.m3u8") == .unknownRating("XQ"))
        #expect(reason("http://a/late/720.m3u8") == .group("Late"))
        #expect(reason("http://a/named/720.m3u8") == .adult)
        #expect(reason("http://b/ch/2/master.m3u8") == nil)
        #expect(known.channels(at: "http://A:80/ch/1/../1/master.m3u8") == ["news"])
        #expect(known.channels(at: "http://a/ch/1/master.m3u8?x") == [])
    }
}
