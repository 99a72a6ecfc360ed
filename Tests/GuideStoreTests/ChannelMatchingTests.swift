import Guide
import GuideStore
import Testing

@Suite struct ChannelMatchingTests {
    private typealias Listed = ChannelMatching.Listed
    private typealias Offered = ChannelMatching.Offered

    private func match(_ listed: Listed, _ offered: [Offered]) -> ChannelMatching.Match? {
        ChannelMatching(guides: [offered]).match(listed)
    }

    @Test func `each pass goes before the next`() {
        let offered = [
            Offered(id: "hand"), Offered(id: "bbc1.uk", names: ["x"]), Offered(id: "BBC1.UK2", names: ["BBC One HD"]),
            Offered(id: "like", names: ["B B C One"]),
        ]
        var listed = Listed(
            name: "UK: BBC One", guideID: "bbc1.uk", guideName: "BBC_One_HD", byHand: .id("hand"))
        #expect(match(listed, offered)?.by == .byHand)
        listed.byHand = nil
        #expect(match(listed, offered).map { [$0.id, $0.by.rawValue] } == ["bbc1.uk", "id"])
        listed.guideID = "BBC1.UK"
        #expect(match(listed, offered).map { [$0.id, $0.by.rawValue] } == ["bbc1.uk", "idInOtherLetters"])
        listed.guideID = "other"
        #expect(match(listed, offered).map { [$0.id, $0.by.rawValue] } == ["BBC1.UK2", "name"])
        listed.guideName = nil
        #expect(match(listed, Array(offered.dropLast(2)) + offered.suffix(1))?.by == .likeName)
        listed.byHand = .noGuide
        #expect(match(listed, offered) == nil)
        listed.byHand = .id("gone")
        #expect(match(listed, offered) == nil)
    }

    @Test(arguments: [
        ("BBC One HD", "BBC One"), ("BBC ONE", "bbc one"), ("DE: Das Erste HD", "Das Erste"),
        ("|UK| BBC One FHD", "BBC One"), ("[FR] TF1 HEVC", "TF1"), ("(DE) ZDF", "ZDF"), ("UK | Dave", "Dave"),
        ("US - CNN", "CNN"), ("CNN (US)", "CNN"), ("ProSieben HD+", "ProSieben"), ("Sky Sport UHD HDR", "Sky Sport"),
        ("Télé Québec", "Tele Quebec"), ("TVP1 4K", "TVP 1"), ("SAT.1", "SAT 1"), ("Canal+ HD", "Canal Plus"),
        ("BBC One +1h", "BBC One+1"), ("Arte H.265", "ARTE"), ("Ⓓisney Channel", "Disney Channel"),
        ("RTL ᴴᴰ", "RTL"), ("Россия 1 HD", "РОССИЯ-1"), ("Nickelodeon 1080p", "Nickelodeon"),
        ("Österreich 1", "Osterreich 1"), ("Dziś Łódź", "dzis lodz"), ("KBS1 (KR)", "KBS 1"),
    ])
    func `names as people write them are one station`(listed: String, offered: String) {
        #expect(match(Listed(name: listed), [Offered(id: "z9", names: [offered])])?.id == "z9")
        #expect(match(Listed(name: offered), [Offered(id: "z9", names: [listed])])?.id == "z9")
    }

    @Test(arguments: [
        ("ARD", "ARD alpha"), ("BBC One", "BBC One +1"), ("BBC One", "BBC Two"), ("Sky Sport 1", "Sky Sport 11"),
        ("Canal", "Canal+"), ("DE: Sport 1", "UK: Sport 1"), ("4K", "HD"), ("101", "101"), ("HD", "SD"),
        ("Discovery", "Discovery HD Showcase"), ("TV 5", "5"), ("BBC: One", "One"), ("RTL", "RTL II"),
        ("ITV 1 +1", "ITV 1 +2"), ("KiKA", "KiKA 2"), ("...", "!!!"), ("", ""),
    ])
    func `two stations stay two`(listed: String, offered: String) {
        #expect(match(Listed(name: listed), [Offered(id: "z9", names: [offered])]) == nil)
        #expect(match(Listed(name: offered), [Offered(id: "z9", names: [listed])]) == nil)
    }

    @Test(arguments: [
        ("BBC One", "BBCOne.uk"), ("UK: BBC One HD", "bbcone.uk"), ("BBC One", "BBCOne.uk@HD"),
        ("BBC One +1", "BBCOne.uk@Plus1"), ("Das Erste", "das.erste.de"), ("RTL HD", "RTL.HD.de"),
    ])
    func `an id without its country is a name`(listed: String, id: String) {
        #expect(match(Listed(name: listed), [Offered(id: id)])?.by == .likeName)
        #expect(match(Listed(name: "z", guideID: id), [Offered(id: "q", names: [listed])])?.by == .likeName)
    }

    @Test func `of several countries the channel's own counts, and none where it does not say`() {
        let offered = [Offered(id: "sport1.de", names: ["Sport 1"]), Offered(id: "sport1.uk", names: ["SPORT1"])]
        #expect(match(Listed(name: "DE: Sport1 HD"), offered)?.id == "sport1.de")
        #expect(match(Listed(name: "UK: Sport1 HD"), offered)?.id == "sport1.uk")
        #expect(match(Listed(name: "FR: Sport1 HD"), offered) == nil)
        #expect(match(Listed(name: "Sport1 HD"), offered) == nil)
        #expect(match(Listed(name: "Sport1 HD", guideID: "x.uk"), offered)?.id == "sport1.uk")
    }

    @Test func `a name that two channels have tells neither`() {
        let offered = [Offered(id: "a.de", names: ["News"]), Offered(id: "b.uk", names: ["News"])]
        #expect(match(Listed(name: "News"), offered) == nil)
    }

    @Test func `the first guide that has programmes counts`() {
        let matching = ChannelMatching(guides: [
            [Offered(id: "a", hasProgrammes: false)], [Offered(id: "q", names: ["First"])], [Offered(id: "a")],
        ])
        let byName = matching.match(Listed(name: "First", guideID: "a"))
        #expect(byName.map { [$0.guide == 1, $0.id == "q", $0.by == .name] } == [true, true, true])
        #expect(matching.match(Listed(name: "b", guideID: "a"))?.guide == 2)
        #expect(matching.match(Listed(name: "b", byHand: .id("a")))?.guide == 2)
    }
}
